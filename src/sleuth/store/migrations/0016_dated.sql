-- The day that a document's own front gives it: it outweighs the marks in a name when editions are put in order.
ALTER TABLE portraits ADD COLUMN dated date;
