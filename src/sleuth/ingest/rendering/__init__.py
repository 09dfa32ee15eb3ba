"""A page as a person sees it, with the cited words marked.

`picture.py` draws a page of a PDF, `sheet.py` a region of a sheet, `text.py` any other page; `view.py` chooses.
"""
