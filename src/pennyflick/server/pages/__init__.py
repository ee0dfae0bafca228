"""What a request for a page answers."""
