"""The PostgreSQL server: started, migrated, isolated, looked after, exported."""
