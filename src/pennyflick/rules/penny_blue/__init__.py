"""Penny Blue: two assassins and a sovereign a side, and one blue bullet that belongs to nobody."""
