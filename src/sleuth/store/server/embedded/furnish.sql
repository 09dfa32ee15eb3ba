-- The secret is random, so stretching it protects nothing and would cost every connection some milliseconds.
SET scram_iterations = 1;

ALTER ROLE postgres PASSWORD :secret;

CREATE ROLE sleuth LOGIN CREATEDB CREATEROLE PASSWORD :secret;

CREATE EXTENSION vector;

CREATE EXTENSION pg_trgm;

CREATE EXTENSION btree_gin;

CREATE DATABASE sleuth OWNER sleuth;

