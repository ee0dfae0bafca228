"""The server under load: flicks a second, how long they take from the moment they were meant to be sent, memory."""
