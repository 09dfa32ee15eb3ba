"""Questions over the rows of tables: `asking.py` takes one apart, `senses/` holds what its words may mean in a table,
`binding.py` finds the reading that accounts for all of them, `executing.py` selects and computes, `choosing.py` decides
between tables, `claims.py` says it for verification."""
