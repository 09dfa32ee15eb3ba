"""The reasoner that asks a language model: what it is shown, in which shape it answers, and the judge."""
