"""Messages to browsers that are elsewhere: keys, sealing and delivery; knows no matches."""
