"""Other people's engines on our layouts, one file each. Law: each is set up as fast and as right as it can be."""
