"""Pichenotte: pucks, eight posts, a hole in the middle; two players or two teams of two."""
