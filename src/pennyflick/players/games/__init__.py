"""What bots know of each game: ideas worth a thought, and what comes of them."""
