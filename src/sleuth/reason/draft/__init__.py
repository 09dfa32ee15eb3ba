"""Claims with their quotes, made of what was found."""
