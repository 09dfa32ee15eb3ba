"""Pages as a reasoner reads them: sentences, rows of tables, units that can be quoted."""
