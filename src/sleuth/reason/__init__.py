"""The Reasoner protocol and its extractive implementation: what to look for, whether it suffices, what to say."""
