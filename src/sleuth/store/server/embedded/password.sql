-- As furnish.sql does it.
SET scram_iterations = 1;

ALTER ROLE postgres PASSWORD :secret;

ALTER ROLE sleuth PASSWORD :secret;

