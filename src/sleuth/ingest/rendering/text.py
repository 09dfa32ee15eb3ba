"""A page without a layout as HTML: its text, the cited words marked."""

from collections.abc import Sequence
from html import escape

from sleuth.evidence.source import Page, Span
from sleuth.ingest.rendering.html import MARK_ID, document

_WHOLE = 20_000  # characters of a page that is shown whole
_AROUND = 4_000  # characters before and behind the marks that are shown of a longer one


def draw_text(page: Page, spans: Sequence[Span], title: str, note: str) -> str:
    """An HTML document of a page's text; of a long one, what stands around the spans."""
    first = min((span.start for span in spans), default=0)
    last = max((span.end for span in spans), default=0)
    whole = len(page.text) <= _WHOLE
    start = 0 if whole else max(0, first - _AROUND)
    end = len(page.text) if whole else min(len(page.text), last + _AROUND)
    opening = "" if start == 0 else "…"
    closing = "" if end == len(page.text) else "…"
    body = f'<div class="text">{opening}{_marked(page.text, start, end, spans)}{closing}</div>'
    return document(title, note, body)


def _marked(text: str, start: int, end: int, spans: Sequence[Span]) -> str:
    """The characters from `start` to `end`, each span in a mark; the first mark is where the page opens."""
    pieces: list[str] = []
    at = start
    for number, span in enumerate(sorted(spans, key=lambda span: span.start)):
        mark_start = max(at, span.start)
        if span.end <= mark_start:
            continue
        identity = f' id="{MARK_ID}"' if number == 0 else ""
        pieces += [escape(text[at:mark_start]), f"<mark{identity}>{escape(text[mark_start : span.end])}</mark>"]
        at = span.end
    pieces.append(escape(text[at:end]))
    return "".join(pieces)
