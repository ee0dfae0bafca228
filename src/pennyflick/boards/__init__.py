"""Geometry of each board: lines, zones, spots, regions, and the picture of any of them. Plain Python."""
