"""Bytes become characters: the encoding is found, never assumed."""

import codecs
import re
from dataclasses import dataclass

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SAMPLE = 64 * 1024  # bytes; more does not change the verdict
_MOST_CONTROLS = 0.02  # above this share of control characters it is not text
# Text never holds these, but for tab, newline, form feed, return and the escape of terminal colours.
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f]")
# The 8-bit encodings of languages in Latin letters, the most common first; a guesser is lost in short texts of these.
_LATIN = ("cp1252", "cp1250", "mac_roman", "cp850")
_MOST_MARKED = 0.35  # above this share of letters beyond ASCII the script is not Latin
_INSIDE_A_WORD = re.compile(r"(?<=[A-Za-z])[^\x00-\x7f](?=[a-z])")


@dataclass(frozen=True, slots=True)
class Decoded:
    """The characters of a file, line ends as newlines, and the encoding they were in."""

    text: str
    encoding: str


def decode(data: bytes, declared: str | None = None) -> Decoded | None:
    """The text that the bytes hold, or None where they are not text. `declared` is what the file says of itself."""
    encoding = _encoding(data, declared)
    if encoding is None:
        return None
    text = data.decode(encoding, errors="replace")
    return Decoded(universal_newlines(text), encoding) if _reads_as_text(text) else None


def universal_newlines(text: str) -> str:
    """The text with every line end as a newline."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _encoding(data: bytes, declared: str | None) -> str | None:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return encoding
    for candidate in filter(None, (_wide(data), declared, "utf-8")):
        if _decodes(data, candidate):
            return candidate
    return _guessed(data)


def _wide(data: bytes) -> str | None:
    """UTF-16 without a mark: every other byte of Western text is zero."""
    sample = data[:_SAMPLE]
    half = len(sample) // 2
    if half < 2 or len(data) % 2:
        return None
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    if odd > half * 0.4 and even < half * 0.05:
        return "utf-16-le"
    return "utf-16-be" if even > half * 0.4 and odd < half * 0.05 else None


def _decodes(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        return False
    return True


def _guessed(data: bytes) -> str | None:
    sample = data[:_SAMPLE]
    if sample.isascii():
        return "utf-8"  # the damage lies further on
    if len(_CONTROLS.findall(sample.decode("latin-1"))) > _MOST_CONTROLS * len(sample):
        return None
    high = sum(byte > 127 for byte in sample)
    letters = sum(byte > 127 or chr(byte).isalpha() for byte in sample)
    return _latin(sample) if high < _MOST_MARKED * letters else _other_script(sample)


def _latin(sample: bytes) -> str:
    """The first of the Latin encodings under which the fewest words look wrong inside."""
    return min(_LATIN, key=lambda encoding: _oddities(sample.decode(encoding, "replace")))


def _oddities(text: str) -> int:
    """How often a word holds what is no letter, or a capital before a small letter, or no character at all."""
    inside: list[str] = _INSIDE_A_WORD.findall(text)
    return text.count("\ufffd") + sum((not c.isalpha() and c not in "’-\xad") or c.isupper() for c in inside)


def _other_script(sample: bytes) -> str:
    from charset_normalizer import from_bytes

    best = from_bytes(sample).best()
    return "cp1252" if best is None or not best.coherence else best.encoding


def _reads_as_text(text: str) -> bool:
    sample = text[:_SAMPLE]
    return len(_CONTROLS.findall(sample)) <= _MOST_CONTROLS * len(sample) + 1
