"""The server as a program: the application, its guard, its start and its stop."""
