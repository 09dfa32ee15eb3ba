"""Reads the digits of one number, in English and Swedish spelling, without ever passing through a float."""

import re
from decimal import Decimal

NUMBER = (
    r"(?:\d{1,3}(?:\s\d{3})+(?!\d)(?:[.,]\d+)?"  # 1 234 567,89
    r"|\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?"  # 1,234,567.89
    r"|\d{1,3}(?:['’]\d{3})+(?!\d)(?:\.\d+)?"  # 1'234'567.89
    r"|\d{1,3}(?:\.\d{3}){2,}(?!\d)(?:,\d+)?|\d{1,3}(?:\.\d{3})+,\d+"  # 1.234.567,89
    r"|\d+(?:[.,]\d+)?|(?<![\d\w])\.\d+)"
)
_WORDS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17,
    "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70,
    "eighty": 80, "ninety": 90, "hundred": 100,
    "en": 1, "ett": 1, "två": 2, "tre": 3, "fyra": 4, "fem": 5, "sex": 6, "sju": 7, "åtta": 8, "nio": 9, "tio": 10,
    "elva": 11, "tolv": 12, "tretton": 13, "fjorton": 14, "femton": 15, "sexton": 16, "sjutton": 17, "arton": 18,
    "nitton": 19, "tjugo": 20, "trettio": 30, "fyrtio": 40, "femtio": 50, "sextio": 60, "sjuttio": 70, "åttio": 80,
    "nittio": 90, "hundra": 100,
}  # fmt: skip
_TENS = tuple(word for word, value in _WORDS.items() if value in range(20, 100, 10))
_ONES = tuple(word for word, value in _WORDS.items() if value < 10)
NUMBER_WORD = (
    rf"(?:(?:{'|'.join(_TENS)})[\s-]?(?:{'|'.join(_ONES)})|(?:{'|'.join(sorted(_WORDS, key=len, reverse=True))}))"
)
_SPELLED = rf"(?:{NUMBER_WORD}|hundred|thousand|million|billion|dollars?|euros?|percent)"
SPELLED_OUT = rf"{_SPELLED}(?:[\s,-]+(?:and\s+)?{_SPELLED})*"  # "three hundred thousand", "five hundred dollars"
_ONE_WORD = re.compile("|".join(sorted(_WORDS, key=len, reverse=True)))


def parse_digits(digits: str) -> tuple[Decimal, Decimal]:
    """The value of a printed number, and the value of one unit of its last printed digit."""
    spaced = re.sub(r"[\s'’]", "", digits)
    if re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", spaced):
        spaced = spaced.replace(",", "")
    elif re.fullmatch(r"\d{1,3}(?:\.\d{3}){2,}(?:,\d+)?|\d{1,3}(?:\.\d{3})+,\d+", spaced):
        spaced = spaced.replace(".", "")
    value = Decimal(spaced.replace(",", "."))
    exponent = value.as_tuple().exponent
    return value, Decimal(1).scaleb(exponent if isinstance(exponent, int) else 0)


def parse_words(words: str) -> Decimal:
    """The value of a number in words below a thousand, such as "thirty-five" or "tjugofem"."""
    return Decimal(sum(_WORDS[part[0]] for part in _ONE_WORD.finditer(words)))
