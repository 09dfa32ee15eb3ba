"""One form for characters that look or mean the same: ligatures, accents, widths, dashes, case."""

import html
import re
import unicodedata
from array import array
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache

_ACCENTS = r"[\u0300-\u036f\u20d0-\u20ff]"
_ENTITY = (
    r"&(?:#\d{1,6}|#[xX][0-9a-fA-F]{1,5}|[a-zA-Z][a-zA-Z0-9]{1,9})[;\u037e]"  # some fonts print the Greek question mark
)
_TAG = (
    r"</?(?:b|i|em|strong|u|br|p|span|div|font)(?:\s[^<>\n]{0,80})?/?>"
    r"|(?<=\d)<sup>(?=st|nd|rd|th)|(?<=st|nd|rd|th)</sup>"  # 1st, never a power
)
_ODD = re.compile(rf"[^\x00-\x7f]{_ACCENTS}*|[\x00-\x7f]{_ACCENTS}+|\x02|{_ENTITY}|{_TAG}")
_DASHES = frozenset("‐‑‒–—―−﹘﹣－⸺⸻")
_BROKEN_HYPHENS = frozenset("\u00ad\ufffe\x02")  # soft hyphen, and what PDFium prints for one at a line end
_UNSEEN = frozenset("\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2062\u2063\u2064\ufeff\ufe0e\ufe0f™℠")
_SLASHES = frozenset("⁄∕")


@dataclass(frozen=True, slots=True)
class Plain:
    """Text in one form, case folded, and the way back from each of its characters to the original's."""

    text: str
    _at: "array[int]"  # where a stretch of `text` begins …
    _source: "array[int]"  # … the original offset it begins at …
    _fixed: "array[int]"  # … and, where it stands for one cluster of another length, that cluster's end (else 0)

    def start(self, index: int) -> int:
        """The original offset at which character `index` begins."""
        run = bisect_right(self._at, index) - 1
        return self._source[run] + (0 if self._fixed[run] else index - self._at[run])

    def end(self, index: int) -> int:
        """The original offset at which character `index` ends (exclusive)."""
        run = bisect_right(self._at, index) - 1
        return self._fixed[run] or self._source[run] + index - self._at[run] + 1


def plain(text: str) -> Plain:
    """Bring each character of `text` to its plain form, remembering where it came from."""
    at, source, fixed = array("I", [0]), array("I", [0]), array("I", [0])
    parts: list[str] = []
    length = done = 0
    for odd in _ODD.finditer(text):
        start, end = odd.span()
        form = _plain_form(odd[0], text[start - 1 : start].isdigit(), text[end : end + 1].isdigit())
        parts += (text[done:start].lower(), form)
        length += start - done
        if len(form) != end - start:
            for offset, origin, cluster_end in ((length, start, end), (length + len(form), end, 0)):
                at.append(offset)
                source.append(origin)
                fixed.append(cluster_end)
        length, done = length + len(form), end
    parts.append(text[done:].lower())
    return Plain("".join(parts), at, source, fixed)


def without_surrogates(text: str) -> str:
    """The text without lone surrogates, which can be neither stored nor sent; a question mark for each."""
    return text.encode("utf-8", "replace").decode("utf-8")


def plain_line(text: str) -> str:
    """The plain form of `text` on one line, with one space between words."""
    return " ".join(plain(text).text.split())


def plain_label(text: str) -> str:
    """The plain form of a label on one line, without the marks before and behind it."""
    return plain_line(text).strip(" :.")


@lru_cache(maxsize=8192)
def _plain_form(cluster: str, after_digit: bool, before_digit: bool) -> str:
    glyph = cluster[0]
    if glyph == "<":
        return ""
    if glyph == "&" and len(cluster) > 1:
        named = cluster[:-1] + ";"
        meant = html.unescape(named)
        if meant == named:
            return "" if named.lower().endswith("sp;") else named.lower()  # &sbsp; was meant for a space
        return plain(meant).text
    if glyph in _DASHES:
        return "-"
    if glyph in _BROKEN_HYPHENS:
        return "-" if before_digit else ""  # some fonts print the minus sign with the soft hyphen's code
    if glyph in _UNSEEN:
        return ""
    if glyph in _SLASHES:
        return "/"
    if unicodedata.category(glyph) == "No":
        return _plain_number(glyph, after_digit)
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", cluster).casefold()).strip(" ") or " "


def _plain_number(glyph: str, after_digit: bool) -> str:
    """A raised 2 is a digit of its own, never the last digit of the number before it; ½ stays ½."""
    form = unicodedata.normalize("NFKC", glyph)
    if not form.isdigit():
        return glyph
    return f"^{form}" if after_digit else form
