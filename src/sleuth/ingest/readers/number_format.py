"""A stored number as its spreadsheet shows it: 0.125 under "0.0%" is "12.5%", 45382 under "d/m/yyyy" is 2024-03-31.

Dates come out in ISO form whatever the format's order, so that 03/04 is never misread; what the format leaves out
(the day, the year's month) is left out.
"""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Context, Decimal, InvalidOperation
from functools import lru_cache
from typing import NamedTuple

# Format codes that a workbook names by number only (ECMA-376, part 1, 18.8.30).
BUILT_IN = {
    0: "General", 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00",
    5: '"$"#,##0_);("$"#,##0)', 6: '"$"#,##0_);("$"#,##0)', 7: '"$"#,##0.00_);("$"#,##0.00)',
    8: '"$"#,##0.00_);("$"#,##0.00)', 9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "General", 13: "General",
    14: "yyyy-mm-dd", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm", 19: "h:mm:ss", 20: "h:mm", 21: "h:mm:ss",
    22: "yyyy-mm-dd h:mm", 37: "#,##0_);(#,##0)", 38: "#,##0_);(#,##0)", 39: "#,##0.00_);(#,##0.00)",
    40: "#,##0.00_);(#,##0.00)", 41: '#,##0_);(#,##0);"-"', 42: '"$"#,##0_);("$"#,##0);"-"',
    43: '#,##0.00_);(#,##0.00);"-"', 44: '"$"#,##0.00_);("$"#,##0.00);"-"', 45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss",
    48: "0.0E+0", 49: "@", **dict.fromkeys((*range(27, 37), *range(50, 59)), "yyyy-mm-dd"),
}  # fmt: skip

_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|(?P<blank>_.)|\*.|\[\$(?P<currency>[^\]-]*)[^\]]*\]'
    r"|\[(?P<elapsed>h+|m+|s+)\]|\[(?P<test>[<>=]+-?[\d.]+)\]|\[[^\]]*\]|(?P<general>General)"
    r"|(?P<meridiem>AM/PM|A/P)|(?P<exponent>E[+-])|(?P<digits>[0#?.,]+)|(?P<date>y+|m+|d+|h+|s+|e+|g+)|(?P<percent>%)"
    r"|(?P<text>@)|(?P<literal>.)",
    re.IGNORECASE | re.DOTALL,
)
_DATE_ONLY, _TIME = frozenset("ymd"), frozenset("hs")
_MOST_DIGITS = 308  # the largest number a spreadsheet can store has as many
_WIDE = Context(prec=400)  # every double has its digits
_LAST_SERIAL = 2_958_466  # the day after 31 December 9999


class Digits(NamedTuple):
    """How a pattern such as #,##0.0 cuts a number."""

    least_whole: int  # digits before the point, padded with zeros
    least: int  # digits after the point that are shown even when they are zeros
    grouped: bool
    scale: int  # the power of ten to divide by: each comma at the end stands for a thousand
    most: int  # digits after the point at most
    quantum: Decimal  # what to round to


@dataclass(frozen=True, slots=True)
class Section:
    """One of the parts of a format that semicolons part: what stands around the digits, and how they are cut."""

    prefix: str
    suffix: str
    digits: Digits | None
    percents: int = 0
    exponent: bool = False
    general: bool = False
    test: str = ""  # a condition on the value, such as ">=1000"
    parts: str = ""  # the letters of a date, "" for a number


@lru_cache(maxsize=4096)
def parse(code: str) -> tuple[Section, ...]:
    """The sections of a format code."""
    sections: list[list[re.Match[str]]] = [[]]
    for token in _TOKEN.finditer(code):
        if token["literal"] == ";":
            sections.append([])
        else:
            sections[-1].append(token)
    return tuple(_section(tokens) for tokens in sections)


def _section(tokens: "list[re.Match[str]]") -> Section:
    if _is_fraction(tokens):
        return Section("", "", None, general=True)
    dates = "".join((t["date"] or t["elapsed"] or "").lower() for t in tokens)
    before: list[str] = []
    after: list[str] = []
    pattern, seen = "", False
    for token in tokens:
        if token["digits"] and (token["digits"].strip(",.") or pattern):
            pattern += "" if after else token["digits"]  # digits after a letter belong to an exponent
            seen = True
        elif token["general"] or token["exponent"]:
            seen = True
            after.append("")
        else:
            (after if seen else before).append(_literal(token))
    return Section(
        prefix="".join(before).lstrip(),
        suffix="".join(after).rstrip(),
        digits=_cut(pattern) if pattern else None,
        percents=sum(t["percent"] is not None for t in tokens),
        exponent=any(t["exponent"] for t in tokens),
        general=any(t["general"] for t in tokens),
        test=next((t["test"] for t in tokens if t["test"]), ""),
        parts=_date_parts(dates, any(t["elapsed"] for t in tokens)) if dates else "",
    )


def _cut(pattern: str) -> Digits:
    whole, _, fraction = pattern.partition(".")
    places = sum(c in "0#?" for c in fraction)
    commas = len(pattern) - len(pattern.rstrip(","))
    grouped = "," in whole.rstrip(",")
    return Digits(whole.count("0"), fraction.count("0"), grouped, 3 * commas, places, Decimal(1).scaleb(-places))


def _literal(token: "re.Match[str]") -> str:
    if token["blank"]:
        return " "
    if token["digits"]:
        return token["digits"]  # a comma or point of its own is punctuation
    return token["quoted"] or token["escaped"] or token["currency"] or token["percent"] or token["literal"] or ""


def _is_fraction(tokens: "list[re.Match[str]]") -> bool:
    """A format such as "# ?/?": its decimal form says the same more plainly."""
    return any(t["literal"] == "/" for t in tokens) and any(t["digits"] for t in tokens)


def _date_parts(letters: str, elapsed: bool) -> str:
    """Which of y, m, d, h, n (minutes) and s the format shows, and "+" where hours go on beyond the day. An m beside
    hours or seconds means minutes."""
    shown = set(letters.replace("e", "y"))
    minutes = "m" in shown and shown & _TIME and (not shown & {"y", "d"} or letters.count("m") > 2 or "hm" in letters)
    if minutes:
        shown = shown | {"n"}
        if not shown & {"y", "d"}:
            shown.discard("m")
    return "".join(part for part in "ymdhns" if part in shown) + "+" * elapsed


def shown(raw: str, code: str, date1904: bool = False) -> str:
    """The stored number `raw` as `code` shows it. What is no number comes back as it is."""
    try:
        value = Decimal(raw)
    except InvalidOperation:
        return raw
    if not value.is_finite() or value.adjusted() > _MOST_DIGITS:
        return raw
    section, negative = _choose(parse(code), value)
    if section.parts:
        return _date(value, section.parts, date1904) or general(value)
    if section.general or not (section.digits or section.prefix or section.suffix):
        sign = "-" if negative else ""
        return f"{sign}{section.prefix}{general(abs(value) if negative else value)}{section.suffix}".strip()
    return _number(value, section, negative)


def general(value: Decimal) -> str:
    """A number as it is without a format: up to 15 digits, which is what spreadsheets keep."""
    text = f"{float(value):.15g}"
    if "e" in text and -10 <= value.adjusted() <= 20:
        text = f"{Decimal(text):f}"
    return text


def general_text(raw: str) -> str:
    """A stored number without the noise of its binary form; what is no number comes back as it is."""
    return shown(raw, "General")


def _choose(sections: tuple[Section, ...], value: Decimal) -> tuple[Section, bool]:
    """The section for the value, and whether a minus sign has to be added to what it shows."""
    if len(sections) == 1 and not sections[0].test:
        return sections[0], value < 0
    for section in sections:
        if section.test and _passes(value, section.test):
            return section, value < 0
    untested = [section for section in sections if not section.test] or list(sections)
    if value < 0 and len(untested) > 1:
        return untested[1], False
    if value == 0 and len(untested) > 2:
        return untested[2], False
    return untested[0], value < 0


def _passes(value: Decimal, test: str) -> bool:
    operator = test.rstrip("-.0123456789")
    limit = Decimal(test[len(operator) :])
    return {
        "<": value < limit,
        "<=": value <= limit,
        ">": value > limit,
        ">=": value >= limit,
        "=": value == limit,
        "<>": value != limit,
    }.get(operator, False)


def _number(value: Decimal, section: Section, negative: bool) -> str:
    digits = _digits(abs(value), section, section.digits) if section.digits else ""
    sign = "-" if negative and digits.strip("0.,") else ""
    return f"{sign}{section.prefix}{digits}{section.suffix}".strip()


def _digits(value: Decimal, section: Section, digits: Digits) -> str:
    if section.exponent:
        return f"{value:.{digits.least}E}"
    power = 2 * section.percents - digits.scale
    if power:
        value = value.scaleb(power)
    text = format(value.quantize(digits.quantum, ROUND_HALF_UP, _WIDE), ",f" if digits.grouped else "f")
    if digits.least_whole == 1 and digits.most == digits.least:
        return text
    whole, _, decimals = text.partition(".")
    decimals = decimals[: digits.least] + decimals[digits.least :].rstrip("0")
    whole = "" if whole == "0" and not digits.least_whole else whole.rjust(digits.least_whole, "0")
    return f"{whole}.{decimals}" if decimals else whole


def _date(serial: Decimal, parts: str, date1904: bool) -> str | None:
    """The moment a serial number of days stands for; None where no calendar reaches it."""
    if not 0 <= serial < _LAST_SERIAL:
        return None
    if not _DATE_ONLY & set(parts):
        return _duration(serial if "+" in parts else serial % 1, "s" in parts)
    days = serial + 1462 if date1904 else serial
    if days < 60:
        days += 1  # the 1900 calendar has a 29 February that never was
    moment = datetime(1899, 12, 30) + timedelta(seconds=round(float(days * 86400)))
    if "d" not in parts:
        return moment.strftime("%b %Y") if "m" in parts else str(moment.year)
    return moment.strftime("%Y-%m-%d %H:%M" if "h" in parts else "%Y-%m-%d")


def _duration(serial: Decimal, seconds: bool) -> str:
    total = int((serial * 86400).quantize(Decimal(1), ROUND_HALF_UP))
    hours, rest = divmod(total, 3600)
    return f"{hours:02}:{rest // 60:02}" + (f":{rest % 60:02}" if seconds else "")
