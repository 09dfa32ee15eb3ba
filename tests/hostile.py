"""A folder of hostile and odd files beside good ones, made anew from a seed."""

import io
import os
import random
import re
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email.message import EmailMessage
from enum import Enum
from pathlib import Path

FEE = "The annual fee is 4,200 dollars."  # what every good file says
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


class Outcome(Enum):
    READ = "read"  # whole
    PARTIAL = "partial"  # read, with a problem that says what is missing
    REFUSED = "refused"  # a SourceError
    SURVIVED = "survived"  # any of these: damage by chance may hit what does not matter


@dataclass(frozen=True)
class Case:
    """A file to make, what must become of it, and what the message or the text must say (a regular expression)."""

    name: str
    make: Callable[[Path, random.Random], None]
    outcome: Outcome
    says: str = ""


def make_folder(folder: Path, seed: int = 1) -> list[Case]:
    """Make every case in the folder; those that this system cannot make are left out."""
    made = []
    for case in cases():
        try:
            case.make(folder / case.name, random.Random(f"{seed} {case.name}"))
        except (OSError, NotImplementedError):  # no pipes, links or such names here
            continue
        made.append(case)
    return made


def cases() -> Iterator[Case]:
    yield from _good()
    yield from _damaged()
    yield from _disguised()
    yield from _traps()
    yield from _odd_text()
    yield from _odd_sheets()
    yield from _odd_paths()


# --- good files -----------------------------------------------------------------------------------------------------


def text_file(text: str | bytes) -> Callable[[Path, random.Random], None]:
    data = text.encode() if isinstance(text, str) else text
    return lambda path, _: _write(path, data)


def _write(path: Path, data: bytes) -> None:
    path.write_bytes(data)


def built(build: Callable[[], bytes]) -> Callable[[Path, random.Random], None]:
    return lambda path, _: _write(path, build())


def pdf() -> bytes:
    from fpdf import FPDF

    document = FPDF()
    for _ in range(3):
        document.add_page()
        document.set_font("helvetica", size=12)
        document.multi_cell(0, text=FEE + " It falls due on 30 June 2031. " * 20)
    return bytes(document.output())


def docx() -> bytes:
    from docx import Document

    document = Document()
    document.add_heading("Fees", level=1)
    document.add_paragraph(FEE)
    return _saved(document.save)


def xlsx(fill: Callable[..., None] | None = None) -> bytes:
    from openpyxl import Workbook

    book = Workbook()
    if fill is None:
        book.active.append([FEE, 4200])
    else:
        fill(book.active)
    return _saved(book.save)


def pptx() -> bytes:
    from pptx import Presentation

    deck = Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[1])
    slide.shapes.title.text = "Fees"
    slide.placeholders[1].text = FEE
    return _saved(deck.save)


def eml(*attachments: tuple[str, bytes]) -> bytes:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "a@example.org", "b@example.org", "Fees"
    message["Message-ID"] = "<1@example.org>"
    message.set_content(FEE)
    for name, data in attachments:
        message.add_attachment(data, maintype="application", subtype="octet-stream", filename=name)
    return bytes(message)


def _saved(save: Callable[[io.BytesIO], None]) -> bytes:
    stream = io.BytesIO()
    save(stream)
    return stream.getvalue()


def _good() -> Iterator[Case]:
    for suffix, make in (("pdf", pdf), ("docx", docx), ("xlsx", xlsx), ("pptx", pptx), ("eml", eml)):
        yield Case(f"good.{suffix}", built(make), Outcome.READ, re.escape(FEE))
    yield Case("good.md", text_file(f"# Fees\n{FEE}\n"), Outcome.READ, re.escape(FEE))
    yield Case("good.txt", text_file(FEE), Outcome.READ, re.escape(FEE))
    yield Case("good.csv", text_file(f"what,amount\n{FEE.replace(',', '')},4200\n"), Outcome.READ, "4200 dollars")
    yield Case("good.html", text_file(f"<html><p>{FEE}</p></html>"), Outcome.READ, re.escape(FEE))


# --- damage ---------------------------------------------------------------------------------------------------------


def truncated(build: Callable[[], bytes]) -> Callable[[Path, random.Random], None]:
    def make(path: Path, chance: random.Random) -> None:
        data = build()
        _write(path, data[: chance.randint(len(data) // 4, len(data) // 2)])

    return make


def flipped(build: Callable[[], bytes], bits: int) -> Callable[[Path, random.Random], None]:
    def make(path: Path, chance: random.Random) -> None:
        data = bytearray(build())
        for _ in range(bits):
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        _write(path, bytes(data))

    return make


def noise(size: int) -> Callable[[Path, random.Random], None]:
    return lambda path, chance: _write(path, chance.randbytes(size))


def _damaged() -> Iterator[Case]:
    office = (("docx", docx), ("xlsx", xlsx), ("pptx", pptx))
    for suffix in ("pdf", "docx", "md"):
        yield Case(f"empty.{suffix}", text_file(""), Outcome.REFUSED, "empty")
    for suffix in ("pdf", "docx", "xlsx", "txt", "eml"):
        yield Case(f"noise.{suffix}", noise(5000), Outcome.REFUSED)
    yield Case("truncated.pdf", truncated(pdf), Outcome.SURVIVED)
    for suffix, build in office:
        yield Case(f"truncated.{suffix}", truncated(build), Outcome.REFUSED, "cut short|damaged")
    for bits in (5, 200):
        for suffix, build in (("pdf", pdf), *office):
            yield Case(f"flipped {bits}.{suffix}", flipped(build, bits), Outcome.SURVIVED)


# --- what is not what it seems --------------------------------------------------------------------------------------


def _ole(stream: str) -> bytes:
    return OLE + b"\x00" * 504 + stream.encode("utf-16-le") + b"\x00" * 600


def _locked_pdf() -> bytes:
    from fpdf import FPDF

    document = FPDF()
    document.set_encryption(owner_password="owner", user_password="user")
    document.add_page()
    document.set_font("helvetica", size=12)
    document.cell(text=FEE)
    return bytes(document.output())


def _disguised() -> Iterator[Case]:
    yield Case("text-as.pdf", text_file("not a PDF at all"), Outcome.REFUSED, r"not a PDF but plain text.*\.txt")
    yield Case("text-as.docx", text_file("not a document"), Outcome.REFUSED, r"not a DOCX but plain text.*\.txt")
    yield Case("page-as.xls", text_file("<html><table></table></html>"), Outcome.REFUSED, r"HTML.*\.html")
    yield Case("document-as.pdf", built(docx), Outcome.READ, re.escape(FEE))
    yield Case("sheet-as.txt", built(xlsx), Outcome.READ, re.escape(FEE))
    yield Case("page-as.txt", text_file(f"<!doctype html><b>{FEE}</b>"), Outcome.READ, f"^{re.escape(FEE)}")
    yield Case("no suffix", built(pdf), Outcome.READ, re.escape(FEE))
    yield Case("picture.png", text_file(b"\x89PNG\r\n\x1a\n" + b"\x00" * 100), Outcome.REFUSED, "image.*PDF")
    yield Case("picture-as.pdf", text_file(b"\xff\xd8\xff\xe0" + b"\x00" * 100), Outcome.REFUSED, "image.*PDF")
    yield Case("old.doc", text_file(_ole("WordDocument")), Outcome.REFUSED, r"before 2007.*\.docx")
    yield Case("old.xls", text_file(_ole("Workbook")), Outcome.REFUSED, r"before 2007.*\.xlsx")
    yield Case("locked.xlsx", text_file(_ole("EncryptedPackage")), Outcome.REFUSED, "Remove the password")
    yield Case("locked.pdf", built(_locked_pdf), Outcome.REFUSED, "password")
    yield Case("archive.zip", built(lambda: archive({"a.txt": b"a"})), Outcome.REFUSED, "Unpack it")
    yield Case("archive-as.docx", built(lambda: archive({"inner.zip": docx()})), Outcome.REFUSED, "Unpack it")
    yield Case("program", text_file(b"\x7fELF" + b"\x00" * 200), Outcome.REFUSED, "a program")


# --- traps ----------------------------------------------------------------------------------------------------------

LAUGHS = "".join(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">' for i in range(1, 12))
LAUGHS = f'<!DOCTYPE a [<!ENTITY l0 "ha">{LAUGHS}]>'
SECRETS = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>'


def archive(parts: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as out:
        for name, data in parts.items():
            out.writestr(name, data)
    return stream.getvalue()


def changed(package: bytes, changes: dict[str, Callable[[bytes], bytes]]) -> bytes:
    """An Office file with some of its parts changed, or new ones added to it."""
    with zipfile.ZipFile(io.BytesIO(package)) as source:
        parts = {name: source.read(name) for name in source.namelist()}
    for name, change in changes.items():
        parts[name] = change(parts.get(name, b""))
    return archive(parts)


def _declaring(doctype: str) -> Callable[[bytes], bytes]:
    return lambda xml: re.sub(rb"^(<\?xml.*?\?>)?", lambda m: m[0] + doctype.encode(), xml, count=1, flags=re.DOTALL)


def _bomb() -> bytes:
    return archive({"[Content_Types].xml": b"<x/>", "xl/worksheets/sheet1.xml": b"0" * 200_000_000})


def _lying_bomb() -> bytes:
    """A part that says it is small and is not: the size is changed in both of its headers."""
    size = 50_000_000
    packed = bytearray(changed(xlsx(), {"xl/worksheets/sheet1.xml": lambda xml: xml + b" " * size}))
    length = size.to_bytes(4, "little")[3:]  # only the highest byte has to change
    for found in list(re.finditer(rb"PK\x01\x02|PK\x03\x04", packed)):
        at = found.start() + (24 if found[0] == b"PK\x01\x02" else 22)
        if packed[at + 3 : at + 4] == length:
            packed[at + 3] = 0
    return bytes(packed)


def many_pages(count: int) -> bytes:
    """A PDF of that many pages, all showing the same line."""
    content = b"BT /F1 12 Tf 72 720 Td (%s) Tj ET" % FEE.encode()
    kids = b" ".join(b"%d 0 R" % number for number in range(5, 5 + count))
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Count %d/Kids[%s]>>" % (count, kids),
        b"<</Length %d>>stream\n%s\nendstream" % (len(content), content),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        *[b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 3 0 R/Resources<</Font<</F1 4 0 R>>>>>>"] * count,
    ]
    out = io.BytesIO()
    out.write(b"%PDF-1.7\n")
    offsets = []
    for number, body in enumerate(objects, 1):
        offsets.append(out.tell())
        out.write(b"%d 0 obj%s\nendobj\n" % (number, body))
    start = out.tell()
    out.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1))
    out.writelines(b"%010d 00000 n \n" % offset for offset in offsets)
    out.write(b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, start))
    return out.getvalue()


def _nested_messages(depth: int) -> bytes:
    message = EmailMessage()
    message["From"], message["Subject"], message["Message-ID"] = "a@example.org", "Innermost", "<0@example.org>"
    message.set_content("innermost")
    for number in range(depth):
        outer = EmailMessage()
        outer["From"], outer["Subject"], outer["Message-ID"] = "a@example.org", f"Level {number}", "<1@example.org>"
        outer.set_content(FEE)
        outer.add_attachment(message)
        message = outer
    return bytes(message)


def _traps() -> Iterator[Case]:
    document, sheet = "word/document.xml", "xl/worksheets/sheet1.xml"
    deep_tables = b"<w:tbl><w:tr><w:tc>" * 5000 + b"</w:tc></w:tr></w:tbl>" * 5000
    traps: list[tuple[str, Callable[[], bytes], Outcome, str]] = [
        ("bomb.xlsx", _bomb, Outcome.REFUSED, "zip bomb"),
        ("lying bomb.xlsx", _lying_bomb, Outcome.REFUSED, "damaged"),
        ("many parts.docx", lambda: archive({str(i): b"" for i in range(20_001)}), Outcome.REFUSED, "20,001 parts"),
        ("laughs.docx", lambda: changed(docx(), {document: _declaring(LAUGHS)}), Outcome.REFUSED, "entities"),
        ("secrets.docx", lambda: changed(docx(), {document: _declaring(SECRETS)}), Outcome.REFUSED, "entities"),
        ("secrets.xlsx", lambda: changed(xlsx(), {sheet: _declaring(SECRETS)}), Outcome.REFUSED, "entities"),
        (
            "climbing.docx",
            lambda: changed(docx(), {"../../../climbed.txt": lambda _: b"out"}),
            Outcome.READ,
            re.escape(FEE),
        ),
        (
            "deep.docx",
            lambda: changed(docx(), {document: lambda xml: xml.replace(b"<w:sectPr", deep_tables + b"<w:sectPr")}),
            Outcome.REFUSED,
            "",
        ),
        ("many pages.pdf", lambda: many_pages(10_001), Outcome.REFUSED, "10,001 pages|10,000"),
        ("nested.eml", lambda: _nested_messages(40), Outcome.PARTIAL, "nested too deep"),
        ("bad attachment.eml", lambda: eml(("bad.docx", b"PK\x03\x04junk")), Outcome.PARTIAL, "bad.docx"),
    ]
    for name, build, outcome, says in traps:
        yield Case(name, built(build), outcome, says)
    yield Case("laughs.html", text_file(f"{LAUGHS}<p>&l11; {FEE}</p>"), Outcome.READ, re.escape(FEE))
    yield Case(
        "entities.html", text_file(f"{SECRETS}<html><body>&x; {FEE}</body></html>"), Outcome.READ, "&x; The annual"
    )
    yield Case("deep.html", text_file("<div>" * 100_000 + FEE), Outcome.REFUSED, "nested")
    yield Case("script.html", text_file("<html><script>1</script></html>"), Outcome.REFUSED, "shows no text")


# --- odd text -------------------------------------------------------------------------------------------------------


def _odd_text() -> Iterator[Case]:
    swedish = "Avgiften är 4 200 kronor för Åre, Växjö och Östersund."
    yield Case("blank.txt", text_file(" \n\t \n"), Outcome.REFUSED, "blanks")
    yield Case("long line.txt", text_file("word " * 1_000_000 + FEE), Outcome.READ, re.escape(FEE))
    yield Case("zeros.txt", text_file(f"{FEE}\x00\x00 {FEE}"), Outcome.READ, "\ufffd")
    yield Case("only zeros.txt", text_file(b"\x00" * 5000), Outcome.REFUSED)
    yield Case("utf-16.txt", text_file(swedish.encode("utf-16")), Outcome.READ, "Växjö")
    yield Case("utf-16 bare.txt", text_file(swedish.encode("utf-16-le")), Outcome.READ, "Växjö")
    yield Case("latin.txt", text_file(swedish.encode("latin-1")), Outcome.READ, "Växjö")
    yield Case("dos.txt", text_file(swedish.encode("cp850")), Outcome.READ, "Växjö")
    yield Case("mac.txt", text_file(swedish.encode("mac_roman")), Outcome.READ, "Växjö")
    yield Case("polish.txt", text_file("Opłata wynosi 4200 złotych rocznie.".encode("cp1250")), Outcome.READ, "Opłata")
    yield Case(
        "russian.txt", text_file(("Плата составляет 4200 рублей в год. " * 3).encode("cp1251")), Outcome.READ, "Плата"
    )
    yield Case("semicolons.csv", text_file("namn;värde\nVäxjö;1,5\n".encode("cp1252")), Outcome.READ, "Växjö\t1,5")
    yield Case("line ends.md", text_file(b"# A\r\none\rtwo\nthree\r\n"), Outcome.READ, "one\ntwo\nthree")
    yield Case("open quote.csv", text_file('a,b\n"never closed,2\n3,4\n'), Outcome.READ, "never closed")
    yield Case("long field.csv", text_file("a,b\n" + "x" * 300_000 + ",2\n"), Outcome.READ, "x\t2")


# --- odd sheets -----------------------------------------------------------------------------------------------------


def _far_cell(sheet: object) -> None:
    sheet["A1"], sheet["XFD1048576"] = FEE, 7  # type: ignore[index]


def _formula(sheet: object) -> None:
    sheet["A1"], sheet["A2"] = 1, "=A1*2"  # type: ignore[index]


def _wide_merge() -> bytes:
    merge = b'</sheetData><mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells>'
    return changed(xlsx(), {"xl/worksheets/sheet1.xml": lambda xml: xml.replace(b"</sheetData>", merge)})


def _mad_numbers(sheet: object) -> None:
    for row, value in enumerate(("1E+300", "-1", "99999999"), 1):
        cell = sheet.cell(row, 1, float(value))  # type: ignore[attr-defined]
        cell.number_format = "yyyy-mm-dd"


def _strict() -> bytes:
    office = rb"http://schemas\.openxmlformats\.org/(\w+)/2006/"
    swap = lambda xml: re.sub(office, rb"http://purl.oclc.org/ooxml/\1/", xml)  # noqa: E731
    parts = ("xl/workbook.xml", "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "xl/styles.xml")
    return changed(xlsx(), dict.fromkeys((*parts, "_rels/.rels", "xl/_rels/workbook.xml.rels"), swap))


def _odd_sheets() -> Iterator[Case]:
    yield Case("far cell.xlsx", built(lambda: xlsx(_far_cell)), Outcome.READ, "7$")
    yield Case("no results.xlsx", built(lambda: xlsx(_formula)), Outcome.PARTIAL, "without a stored result in A2")
    yield Case("wide merge.xlsx", built(_wide_merge), Outcome.READ, re.escape(FEE))
    yield Case("mad numbers.xlsx", built(lambda: xlsx(_mad_numbers)), Outcome.READ, "-1")
    yield Case("no cells.xlsx", built(lambda: xlsx(lambda sheet: None)), Outcome.PARTIAL, "no cells")
    yield Case("strict.xlsx", built(_strict), Outcome.READ, re.escape(FEE))


# --- odd paths ------------------------------------------------------------------------------------------------------


def _loop(path: Path, _: random.Random) -> None:
    path.symlink_to(path.name)


def _pipe(path: Path, _: random.Random) -> None:
    if not hasattr(os, "mkfifo"):
        raise NotImplementedError
    os.mkfifo(path)


def _unreadable(path: Path, _: random.Random) -> None:
    path.write_text(FEE)
    path.chmod(0)


def _odd_paths() -> Iterator[Case]:
    may_all = hasattr(os, "geteuid") and os.geteuid() == 0
    outcome = Outcome.READ if may_all else Outcome.REFUSED
    yield Case("loop.txt", _loop, Outcome.REFUSED, "circle")
    yield Case("pipe.txt", _pipe, Outcome.REFUSED, "regular file")
    yield Case("zero.txt", lambda path, _: path.symlink_to("/dev/zero"), Outcome.REFUSED, "regular file")
    yield Case("nowhere.txt", lambda path, _: path.symlink_to("gone.txt"), Outcome.REFUSED, "no such file")
    yield Case("folder.pdf", lambda path, _: path.mkdir(), Outcome.REFUSED, "folder")
    yield Case("unreadable.txt", _unreadable, outcome, "" if may_all else "right to read")
    yield Case("two\nlines.txt", text_file(FEE), Outcome.READ, re.escape(FEE))
    yield Case("🦊 räv.txt", text_file(FEE), Outcome.READ, re.escape(FEE))
    yield Case("-p -r.txt", text_file(FEE), Outcome.READ, re.escape(FEE))
    yield Case("n" * 251 + ".txt", text_file(FEE), Outcome.READ, re.escape(FEE))
