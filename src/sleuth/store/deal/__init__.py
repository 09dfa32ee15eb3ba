"""A deal in the store: information requests, questions, and what the room holds for them."""
