"""Which sentence or row answers: ranking, clauses, lists, members, signatures."""
