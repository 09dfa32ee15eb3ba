"""The research loop: named files in, a cited answer or a refusal out."""
