"""What is measured rather than tested: speed, endurance, pinned shots."""
