"""HTTP, sockets, the store and the pages."""
