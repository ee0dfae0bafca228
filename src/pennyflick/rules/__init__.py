"""What each game demands, pure: facts go in, verdicts come out. Plain Python."""
