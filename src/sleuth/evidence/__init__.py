"""What counts as proof: folding text, locating quotes, comparing values, checking claims. Pure: no I/O."""
