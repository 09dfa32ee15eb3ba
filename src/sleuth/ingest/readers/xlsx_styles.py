"""How a workbook's cells look, as far as it changes what they say: number format, indent, bold."""

from collections.abc import Sequence
from typing import NamedTuple

from sleuth.ingest.readers.number_format import BUILT_IN
from sleuth.ingest.readers.ooxml import Element, Package

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


class Style(NamedTuple):
    code: str = "General"
    indent: int = 0
    bold: bool = False


def read_styles(package: Package, part: str | None) -> Sequence[Style]:
    """The styles by the number that cells name them by; one plain style where the workbook has none."""
    root = None if part is None else package.optional(part, "numbers are shown as stored, dates and percentages too")
    if root is None:
        return [Style()]
    codes = {
        _number(e.get("numFmtId")): e.get("formatCode", "General") for e in root.iterfind(f"{MAIN}numFmts/{MAIN}numFmt")
    }
    bold = [_is_on(font.find(f"{MAIN}b")) for font in root.iterfind(f"{MAIN}fonts/{MAIN}font")]
    styles = [_style(xf, BUILT_IN | codes, bold) for xf in root.iterfind(f"{MAIN}cellXfs/{MAIN}xf")]
    return styles or [Style()]


def _style(xf: Element, codes: dict[int, str], bold: Sequence[bool]) -> Style:
    alignment = xf.find(f"{MAIN}alignment")
    font = _number(xf.get("fontId"))
    return Style(
        codes.get(_number(xf.get("numFmtId")), "General"),
        _number(alignment.get("indent")) if alignment is not None else 0,
        bold[font] if font < len(bold) else False,
    )


def _is_on(element: Element) -> bool:
    return element is not None and element.get("val", "1") not in ("0", "false")


def _number(text: str | None) -> int:
    return int(text) if text and text.isdigit() else 0
