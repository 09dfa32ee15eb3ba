"""Words, numbers, dates, periods, units and measures as documents and questions write them; each is read in one place.

Pure functions and data: nothing here knows of documents, pages or evidence.
"""
