"""The compiled heart of the simulator: plain arrays in, plain arrays out. Private to physics."""
