-- Fresh projects are not in the planner's statistics: it then took this index, read the whole project and tried the
-- words on each passage (14 ms in place of 2). The unique (document_id, position) serves documents, the GIN projects.
DROP INDEX passages_document;

-- Rows of some 2 kB would have their words compressed, and ts_rank would unpack them once for each lexeme.
ALTER TABLE passages SET (toast_tuple_target = 8160);
