"""The text of a Word paragraph as its author means it now: what was inserted is in, what was deleted is out."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from sleuth.ingest.readers.docx_styles import W
from sleuth.ingest.readers.ooxml import Element, walk

_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_BOX = f"{W}txbxContent"
# What is in these was deleted, moved away, is an instruction to Word, or is a second form of the same text.
_SKIPPED = frozenset({f"{W}del", f"{W}moveFrom", f"{W}instrText", f"{W}delText", f"{W}rPr", f"{W}pPr", _FALLBACK})
_CHANGES = frozenset({f"{W}ins", f"{W}del", f"{W}moveFrom", f"{W}moveTo"})
_SIGNS = {
    f"{W}tab": "\t",
    f"{W}cr": "\n",
    f"{W}noBreakHyphen": "\u2011",
    f"{W}ptab": "\t",
}
_NOTES = {f"{W}footnoteReference": "footnotes", f"{W}endnoteReference": "endnotes"}


@dataclass(slots=True)
class Words:
    """The text of a paragraph, with what was met on the way."""

    text: str = ""
    breaks: list[int] = field(default_factory=list)  # offsets at which a page began when Word last laid it out
    notes: list[tuple[str, str]] = field(default_factory=list)  # ("footnotes", id) in order
    boxes: list[Element] = field(default_factory=list)  # text boxes anchored here
    changed: bool = False  # tracked changes were met


def read_words(paragraph: Element) -> Words:
    """What a paragraph says; its own text boxes are listed, not read."""
    words = Words()
    pieces: list[str] = []
    length = 0
    for element in _walk(paragraph, words):
        piece = _piece(element, words)
        if piece is None:
            words.breaks.append(length)
        elif piece:
            pieces.append(piece)
            length += len(piece)
    words.text = "".join(pieces)
    return words


def _walk(paragraph: Element, words: Words) -> Iterator[Element]:
    """The elements in reading order, without those that say nothing."""
    for element in walk(paragraph, lambda element: element.tag != _BOX and element.tag not in _SKIPPED):
        if element.tag in _CHANGES:
            words.changed = True
        if element.tag == _BOX:
            words.boxes.append(element)
        elif element.tag not in _SKIPPED:
            yield element


def _piece(element: Element, words: Words) -> str | None:
    """The characters an element stands for; None for the begin of a page."""
    tag = element.tag
    if tag == f"{W}t":
        return element.text or ""
    if tag == f"{W}br":
        return "" if element.get(f"{W}type") in ("page", "column") else "\n"
    if tag == f"{W}lastRenderedPageBreak":
        return None
    if tag == f"{W}sym":
        return _symbol(element)
    if tag in _NOTES:
        words.notes.append((_NOTES[tag], element.get(f"{W}id", "")))
    return _SIGNS.get(tag, "")


def _symbol(element: Element) -> str:
    """A character of a symbol font. Those fonts use a private area; the tick and the like have no other code."""
    code = element.get(f"{W}char", "")
    try:
        number = int(code, 16)
    except ValueError:
        return ""
    return chr(number) if 32 <= number < 0xD800 else "\u2022"
