"""Inquiries in the store: processes, events, entities."""
