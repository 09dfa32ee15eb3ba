"""The numbers of a claim: what each number of the quotes is said of, and what follows from them by arithmetic."""
