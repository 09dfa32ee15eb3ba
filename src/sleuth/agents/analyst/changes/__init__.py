"""What changed in a deal since a date: documents, figures, conflicts; the page that is read on a Monday morning."""
