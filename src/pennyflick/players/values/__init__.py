"""What positions are worth, from 0 (lost) to 1 (won): made by hand, or learned from matches."""
