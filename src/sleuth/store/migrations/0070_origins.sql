-- Where a file lay when it was added, so that a citation can lead to the original; empty where that is not known.
ALTER TABLE files ADD COLUMN origin text NOT NULL DEFAULT '';
