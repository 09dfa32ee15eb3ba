"""The kind of a document is what its bytes say; its name only tells one kind of text from another."""

import pytest

from sleuth.errors import SourceError
from sleuth.ingest.readers.detect import detect

MESSAGE = b"From: a@example.org\nTo: b@example.org\nSubject: Fees\n\nThe fee is 12 dollars.\n"


@pytest.mark.parametrize(
    ("data", "filename", "kind"),
    [
        (b"%PDF-1.7\n", "a.pdf", "pdf"),
        (b"\n\n%PDF-1.4\n", "a.docx", "pdf"),
        (b"# Lease\n", "a.md", "markdown"),
        (b"# Lease\n", "a.txt", "text"),
        (b"a;b\n", "a.CSV", "csv"),
        (b"a\tb\n", "a.tsv", "csv"),
        (b"<p>hello</p>", "a.htm", "html"),
        (b"\xef\xbb\xbf<!DOCTYPE html><p>x", "a.txt", "html"),
        (b"<?xml version='1.0'?>\n<html xmlns='x'>", "page", "html"),
        (b"<?xml version='1.0'?>\n<note>x</note>", "a.xml", "text"),
        (MESSAGE, "a.eml", "eml"),
        (MESSAGE, "saved message", "eml"),
        (b"Subject: one line of a text\nthat is no message", "a.txt", "text"),
        (b"plain words", "README", "text"),
        (b"BM is how this text begins", "a.txt", "text"),
        (b"MZ too", "a.txt", "text"),
    ],
)
def test_a_document_is_what_its_bytes_say(data: bytes, filename: str, kind: str) -> None:
    assert detect(data, filename) == kind


@pytest.mark.parametrize(
    ("data", "filename", "message"),
    [
        (b"", "a.pdf", "a.pdf: the file is empty. Check that it was saved or copied whole."),
        (b"not a PDF at all", "a.pdf", "a.pdf: this is not a PDF but plain text. Rename it to .txt."),
        (b"<html></html>", "a.xls", "a.xls: this is not an XLS but HTML. Rename it to .html."),
        (MESSAGE, "a.msg", "a.msg: this is not an MSG but an e-mail. Rename it to .eml."),
        (b"{\\rtf1 x}", "a.doc", "a.doc: this is an RTF document. Save it as .docx."),
        (b"\x1f\x8b\x08\x00", "a.gz", "a.gz: this is a gzip archive. Unpack it and add what is in it."),
    ],
)
def test_what_cannot_be_read_is_named_with_the_way_out(data: bytes, filename: str, message: str) -> None:
    with pytest.raises(SourceError) as refused:
        detect(data, filename)
    assert str(refused.value) == message
