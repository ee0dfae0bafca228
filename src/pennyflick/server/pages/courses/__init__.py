"""What can be tried at the table besides a match, a kind a file: where a try begins, and what is said of it."""
