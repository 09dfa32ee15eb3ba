"""Which provision of an agreement a question means: by what stands over it, by its wording, by the question's words."""
