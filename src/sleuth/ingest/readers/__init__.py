"""One reader a file format. `read` chooses by content; each reader turns bytes into pages of text with addresses."""

from importlib import import_module

from sleuth.evidence.source import Source
from sleuth.ingest.readers.limits import Limits

# Readers are imported one at a time: a child process pays only for the format it meets.
_MODULES = {
    "pdf": "pdf",
    "docx": "docx",
    "xlsx": "xlsx",
    "pptx": "pptx",
    "csv": "csv_",
    "markdown": "markdown",
    "text": "text",
    "html": "html",
    "eml": "eml",
}


def read(data: bytes, filename: str, limits: Limits) -> Source:
    """Read a file by what it holds, whatever its name says. Raises SourceError, which names the file and the remedy."""
    from sleuth.ingest.readers.detect import detect

    kind = detect(data, filename)
    reader = import_module(f"sleuth.ingest.readers.{_MODULES[kind]}")
    source: Source = reader.read(data, filename, limits)
    return source
