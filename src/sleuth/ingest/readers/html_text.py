"""Which elements of a page show text, and the text that one of them shows."""

import re

from lxml import etree

from sleuth.ingest.readers.ooxml import Element

# Elements that show nothing, or nothing of the document's own.
_DROPPED = frozenset(
    {"script", "style", "template", "head", "noscript", "iframe", "object", "embed", "svg", "math", "canvas", "audio",
     "video", "select", "datalist", "textarea", "button", "ix:header"}
)  # fmt: skip
BLOCKS = frozenset(
    {"address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "div", "dl", "dt",
     "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "html",
     "li", "main", "nav", "ol", "p", "pre", "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr",
     "ul"}
)  # fmt: skip
_BREAK_BEFORE = re.compile(r"(?:page-break-before\s*:\s*always|break-before\s*:\s*page)", re.IGNORECASE)
_BREAK_AFTER = re.compile(r"(?:page-break-after\s*:\s*always|break-after\s*:\s*page)", re.IGNORECASE)
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])", re.IGNORECASE)


def is_shown(element: Element) -> bool:
    """Would a browser show this element, as far as the element itself says?"""
    if element.tag in _DROPPED or element.get("hidden") is not None:
        return False
    style = element.get("style")
    return style is None or _HIDDEN.search(style) is None


def begins_page(element: Element) -> bool:
    """Does a page begin with this element when it is printed?"""
    return _BREAK_BEFORE.search(element.get("style") or "") is not None


def ends_page(element: Element) -> bool:
    """Does a page end with this element when it is printed?"""
    return _BREAK_AFTER.search(element.get("style") or "") is not None


def inner_text(element: Element) -> str:
    """The text an element shows, on one line."""
    parts: list[str] = []
    walk = etree.iterwalk(element, events=("start", "end"))
    for event, inner in walk:
        if event == "end":
            if inner is not element:
                parts.append(" " if inner.tag in BLOCKS else "")
                parts.append(inner.tail or "")
        elif not is_shown(inner):
            walk.skip_subtree()
        else:
            parts.append(" " if inner.tag in BLOCKS or inner.tag == "br" else "")
            parts.append(inner.text or "")
    return " ".join("".join(parts).replace("\xa0", " ").split())
