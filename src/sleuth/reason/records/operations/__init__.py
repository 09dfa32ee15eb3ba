"""The typed question that a draft makes, or why it makes none: one module a kind of operation, which `dispatch.py`
calls by the operation that is asked for."""
