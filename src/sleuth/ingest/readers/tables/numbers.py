"""What counts as a value in a column: an amount, a share, a range, a dash for nothing."""

import re
from functools import lru_cache

_SIGN = r"[A-Z]{0,3}[$€£¥]|[A-Z]{3}|kr|SEK"
_AMOUNT = r"[(\[]?\s*[-–−+]?\s*(?:[A-Z]{0,3}[$€£¥])?\s*[(\[]?\s*[-–−+]?\s*(?:\d[\d,.’']*|\.\d+)(?:\s\d{3})*(?:[.,]\d+)?"
_AFTER = r"\s*(?:%|‰|x|pts?|bps|pp|p|¢|[€£]|kr)?\s*[)\]]?\s*(?:%|pts?|pp)?(?:\s*\(\d{1,2}\)|\s*[*†‡])?"
_ONE = rf"(?:(?:{_SIGN})\s*)?{_AMOUNT}{_AFTER}"
_VALUE = re.compile(rf"{_ONE}(?:\s*(?:[-–—]|to)\s*{_ONE})?|\d{{1,2}}(?:[,;] \d{{1,2}}){{1,3}}")  # or of notes: "2, 3"
_NOTHING = re.compile(
    rf"(?:(?:{_SIGN})\s*)?[(]?(?:[-–—−]{{1,3}}|N/?A|n/?a|N/?M|n/?m|n\.a\.|n\.m\.|nil|[*])\s*[)]?\s*%?\s*[)]?(?:\s*\(\d\))?"
)
_PHONE = re.compile(r"\(?\d{3}\)?[- ]\d{3}-\d{4}|\d{3}-\d{4}")
_YEAR = re.compile(r"(?:FY\s?)?(?:19|20)\d\d(?:\s?[EAF])?(?:\s*(?:\(\d\)|[*†‡]{1,2}))?")
_YEARS = re.compile(rf"{_YEAR.pattern}(?:\s*(?:[-–/]|to|till)\s*{_YEAR.pattern})?")
_DATE = re.compile(r"[0-3]?\d\.[01]?\d\.(?:19|20)\d\d")
PERIOD = re.compile(
    r"\b(?:ended|ending|months?|weeks|quarters?|years?|fiscal|as of|at|"
    r"(?:january|february|march|april|may|june|july|august|"
    r"september|october|november|december) \d+|period|perioden|månader|kvartal|helår)\b",
    re.IGNORECASE,
)

CURRENCY = re.compile(r"[A-Z]{0,3}[$€£¥]|SEK|USD|EUR|GBP|NOK|DKK|CHF|kr")
OPENERS = re.compile(r"[(\[]|[-–−]|[(][$€£¥]")
CLOSERS = re.compile(r"[)\]]|%|%\s*[)]|[)]\s*%|pts?\.?|bps|pp")


_THOUSANDS = re.compile(r"\(?[A-Za-z]{0,3}[$€£¥]?\s?['’]?000s?\)?")  # "NZ$000" heads amounts, and is none


@lru_cache(maxsize=4096)
def is_value(text: str) -> bool:
    """Does the text state one amount, one range or "nothing", and nothing else?"""
    if not text or len(text) > 40:
        return False
    if _PHONE.fullmatch(text) or _DATE.fullmatch(text) or _THOUSANDS.fullmatch(text):
        return False
    return _VALUE.fullmatch(text) is not None or _NOTHING.fullmatch(text) is not None


def is_year(text: str) -> bool:
    """A year, or one compared with another ("2022 to 2023"), names a period more often than an amount."""
    return _YEARS.fullmatch(text) is not None


def is_amount(text: str) -> bool:
    """A number that no page number or list marker looks like: grouped, decimal, with a unit, negative."""
    return re.search(r"[$€£¥%]|\d[.,]\d|\d \d{3}|\(\d{2,}\)|\d{5}", text) is not None
