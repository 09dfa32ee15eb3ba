"""What searches look in: words, phrases, vectors, in PostgreSQL or Chroma."""
