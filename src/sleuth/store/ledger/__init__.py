"""The ledger in the store: findings, versions, conflicts, insights, what people ruled, and the graph."""
