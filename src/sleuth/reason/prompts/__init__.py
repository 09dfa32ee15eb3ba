"""The instructions a language model is given, a file each."""
