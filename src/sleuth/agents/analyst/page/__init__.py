"""Pages that the analyst hands over: sections of cited sentences and tables, as Markdown or as a Word document."""
