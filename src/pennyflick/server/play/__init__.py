"""A table that is being played: commands in order, the house, who listens, how matches begin and come back."""
