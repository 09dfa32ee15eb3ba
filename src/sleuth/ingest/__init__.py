"""Files become documents, pages and passages."""
