"""Questions over the rows of tables: `asking.py` takes one apart, `binding.py` finds what its words mean in a table,
`executing.py` selects and computes, `choosing.py` decides between tables, `claims.py` says it for verification."""
