"""How a bot chooses: imagined flicks in arrays, a search over them, and what it says of its choice."""
