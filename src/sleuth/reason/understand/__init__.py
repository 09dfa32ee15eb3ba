"""What a question asks for: its measures, times and operation, or the kind of sentence that would answer it."""
