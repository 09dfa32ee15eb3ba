"""Documents in the store: their pages, passages, editions and originals."""
