"""Durable execution on DBOS: the order of the steps."""
