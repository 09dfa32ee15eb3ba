"""The steps of the research graph: `resolving.py` asks the ledger and tables, `searching.py` finds passages,
`drafting.py` makes claims of them and has each proven."""
