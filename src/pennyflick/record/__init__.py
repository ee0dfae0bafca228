"""Text <-> data: the notation of flicks and matches."""
