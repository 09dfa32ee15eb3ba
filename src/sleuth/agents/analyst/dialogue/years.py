"""Years that a message writes with two digits: "the capex limit in 24?", "growth 22 to 24", "vs 23"."""

import re

from sleuth.language.times import find_times

_YEAR = r"[’'´]?(?P<{name}>1[5-9]|2\d|3[0-5])"  # of the years that documents of a deal speak of
_END = r"(?=\s*(?:[?.!,;:)]|$|\b(?:and|or|vs|versus|against|och|eller|mot)\b))"
_LINK = r"\s*(?:-|–|to|till|vs\.?|versus|and|och|against|mot)\s*"
# "22 to 24" tells two years wherever it stands; a number alone only behind a word that takes a time
_SPAN = re.compile(
    rf"(?<![\w.,/:–-]){_YEAR.format(name='first')}(?P<link>{_LINK}){_YEAR.format(name='second')}{_END}", re.IGNORECASE
)
_ALONE = re.compile(
    rf"\b(?:in|for|during|vs\.?|versus|since|för|under|sedan)\s+{_YEAR.format(name='first')}{_END}", re.IGNORECASE
)
_PLACES = r"\b(?:pages?|rows?|clauses?|sections?|articles?|items?|sid(?:a|orna)|rad(?:er)?|punkt(?:er)?)\b"


def with_full_years(message: str) -> str:
    """The message with years of two digits in four. Other numbers stay: "in 24 months", "clause 22 to 24", "H1 24"."""
    if re.search(_PLACES, message, re.IGNORECASE):
        return message
    span = _SPAN.search(message)
    if span is not None and int(span["first"]) < int(span["second"]):
        named = f"20{span['first']} {span['link'].strip()} 20{span['second']}"
        return f"{message[: span.start()]}{named}{message[span.end() :]}"
    alone = _ALONE.search(message)
    if alone is None or any(time.start <= alone.start("first") < time.end for time in find_times(message)):
        return message
    lead = message[: alone.start("first")].rstrip("’'´")
    return f"{lead}20{alone['first']}{message[alone.end() :]}"
