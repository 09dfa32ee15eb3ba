-- What a document is, in one line. It stood in the context of every passage only; each search of a project compares
-- the labels of all its documents with the question.
ALTER TABLE documents ADD COLUMN label text NOT NULL DEFAULT '';
UPDATE documents SET label = split_part(context, E'\n', 1) FROM passages WHERE document_id = documents.id AND position = 0;
