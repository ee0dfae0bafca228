"""Who decides: hands (execution error) and bots."""
