"""What outlives the process: matches on disk behind one interface, and the data folder."""
