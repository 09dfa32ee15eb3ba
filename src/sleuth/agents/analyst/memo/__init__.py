"""The deal memo: a company profile drafted section by section from a project, each statement with its source.

`outline` says what is asked, `draft` answers a section, `run` drafts the sections durably, `writing` brings a file up
to date without touching what a person has edited.
"""
