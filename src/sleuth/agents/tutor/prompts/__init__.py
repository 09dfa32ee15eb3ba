"""What the tutor tells a language model."""
