"""PostgreSQL, embedded or yours: schema, records and vectors."""
