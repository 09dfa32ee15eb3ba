"""The rooms behind `check`: whether a sentence follows from its quotes."""
