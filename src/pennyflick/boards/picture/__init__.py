"""Any board, layout or shot as a picture."""
