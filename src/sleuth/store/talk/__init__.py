"""Answers as they were given, and conversations."""
