"""What kind of document some bytes are, judged by the bytes; the name only settles which kind of text it is."""

import re
from pathlib import PurePath

from sleuth.errors import SourceError
from sleuth.ingest.readers.decode import decode

_TEXT_EXTENSIONS = {
    ".md": "markdown", ".markdown": "markdown", ".mdx": "markdown",
    ".csv": "csv", ".tsv": "csv", ".tab": "csv",
    ".html": "html", ".htm": "html", ".xhtml": "html",
    ".eml": "eml",
}  # fmt: skip
# Extensions that promise something other than text.
_BINARY_EXTENSIONS = frozenset({
    ".pdf", ".docx", ".docm", ".dotx", ".doc", ".odt", ".pages",
    ".xlsx", ".xlsm", ".xltx", ".xlsb", ".xls", ".ods", ".numbers",
    ".pptx", ".pptm", ".ppsx", ".ppt", ".odp", ".key",
    ".msg", ".zip", ".gz", ".7z", ".rar",
    ".png", ".jpg", ".jpeg", ".gif", ".tif", ".tiff", ".webp", ".heic", ".bmp",
})  # fmt: skip
# First bytes, what they are, and the way out.
_FOREIGN = (
    (b"{\\rtf", "an RTF document", "Save it as .docx."),
    (b"\x89PNG", "an image", "Print it to a PDF and install the extra [ocr]."),
    (b"\xff\xd8\xff", "an image", "Print it to a PDF and install the extra [ocr]."),
    (b"GIF8", "an image", "Print it to a PDF and install the extra [ocr]."),
    (b"II*\x00", "an image", "Print it to a PDF and install the extra [ocr]."),
    (b"MM\x00*", "an image", "Print it to a PDF and install the extra [ocr]."),
    (b"BM", "an image", "Print it to a PDF and install the extra [ocr]."),
    (b"\x1f\x8b", "a gzip archive", "Unpack it and add what is in it."),
    (b"7z\xbc\xaf", "a 7-Zip archive", "Unpack it and add what is in it."),
    (b"Rar!", "a RAR archive", "Unpack it and add what is in it."),
    (b"PK\x05\x06", "an empty ZIP archive", "Check that it was saved."),
    (b"\x7fELF", "a program", "Only documents can be added."),
    (b"MZ", "a program", "Only documents can be added."),
    (b"SQLite format 3\x00", "a database", "Export its tables as .csv."),
)
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
# Names of streams in an OLE file, and what they tell. The encrypted package first: the others may be inside it.
_OLE_STREAMS = (
    ("EncryptedPackage", "an Office document with a password", "Remove the password and save it again."),
    ("WordDocument", "a Word document of before 2007", "Save it as .docx."),
    ("PowerPoint Document", "a PowerPoint presentation of before 2007", "Save it as .pptx."),
    ("Workbook", "an Excel workbook of before 2007", "Save it as .xlsx."),
    ("Book", "an Excel workbook of before 1997", "Save it as .xlsx."),
    ("__substg1.0_", "an Outlook message", "Save it as .eml."),
)
_HTML = re.compile(r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html)\b", re.IGNORECASE | re.DOTALL)
_HEADER = re.compile(r"^(?:From|To|Subject|Date|Message-ID|Received|Return-Path|MIME-Version): ", re.I | re.M)


def detect(data: bytes, filename: str) -> str:
    """The kind of the document, one that `readers` knows. Raises SourceError for what none of the readers reads."""
    if not data:
        raise SourceError(f"{filename}: the file is empty. Check that it was saved or copied whole.")
    if b"%PDF-" in data[:1024]:
        return "pdf"
    if data.startswith(b"PK\x03\x04"):
        return _office_kind(data, filename)
    _refuse_foreign(data, filename)
    return _text_kind(data, filename)


def _office_kind(data: bytes, filename: str) -> str:
    from sleuth.ingest.readers.ooxml import Package

    return Package.open(data, filename).kind


def _refuse_foreign(data: bytes, filename: str) -> None:
    if data.startswith(_OLE):
        for stream, what, remedy in _OLE_STREAMS:
            if stream.encode("utf-16-le") in data:
                raise SourceError(f"{filename}: this is {what}. {remedy}")
        raise SourceError(f"{filename}: this is an Office file of before 2007. Save it in today's format, or as PDF.")
    for mark, what, remedy in _FOREIGN:
        if data.startswith(mark) and (len(mark) > 2 or b"\x00" in data[:64]):
            raise SourceError(f"{filename}: this is {what}. {remedy}")


def _text_kind(data: bytes, filename: str) -> str:
    extension = PurePath(filename).suffix.lower()
    decoded = decode(data[: 256 * 1024] if len(data) > 256 * 1024 else data)
    if decoded is None:
        raise SourceError(_unknown(filename, extension))
    kind = _sniffed(decoded.text[:4096]) or _TEXT_EXTENSIONS.get(extension, "text")
    if extension in _BINARY_EXTENSIONS:
        name, suffix = {"html": ("HTML", ".html"), "eml": ("an e-mail", ".eml")}.get(kind, ("plain text", ".txt"))
        raise SourceError(f"{filename}: this is not {_named(extension)} but {name}. Rename it to {suffix}.")
    return kind


def _sniffed(head: str) -> str | None:
    """The kind that the text itself shows, whatever its name."""
    if _HTML.match(head.lstrip("\ufeff")):
        return "html"
    if _HEADER.match(head) and len(_HEADER.findall(head.split("\n\n")[0])) >= 3:
        return "eml"
    return None


def _unknown(filename: str, extension: str) -> str:
    remedy = "It may be damaged or encrypted: get another copy, or save it as PDF."
    if extension in _BINARY_EXTENSIONS:
        return f"{filename}: this is not {_named(extension)}, nor anything else that can be read. {remedy}"
    return f"{filename}: this is no format that can be read. {remedy}"


def _named(extension: str) -> str:
    return f"a{'n' if extension[1] in 'xomhn' and extension != '.numbers' else ''} {extension[1:].upper()}"
