"""Whether a passage may begin and end where a quote cuts it: never inside a word, a value or a negated phrase."""

import re
from functools import cache

from sleuth.evidence.fold import Folded, joins_thousands
from sleuth.evidence.lexicon import any_of, currencies, lexicon
from sleuth.evidence.values import money_sign
from sleuth.language.glyphs import plain
from sleuth.language.numbers import NUMBER_WORD

_CONTEXT = 60  # plain characters looked at on each side
_LETTERS_BEFORE = re.compile(r"[^\W_]+\Z")
_MONTH = (
    r"(?:jan(?:uary|uari)?|feb(?:ruary|ruari)?|mar(?:ch|s)?|apr(?:il)?|may|maj|june?|juni|july?|juli"
    r"|aug(?:ust|usti)?|sep(?:t(?:ember)?)?|o[ck]t(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_DAY = r"(?<![.,/:\d])(?:[0-3]?\d(?:st|nd|rd|th)?)"
_DATE_CUTS = tuple(
    (re.compile(rf"{before}\s*\Z"), re.compile(rf"\s*{after}"))
    for before, after in (
        (rf"\b{_MONTH}\.?\s*{_DAY},?", r",?\s*(?:19|20)\d\d\b"),
        (rf"\b{_MONTH}\.?", r"\d{1,4}\b"),
        (rf"\b{_DAY}", rf"(?:of\s+)?(?:{_MONTH}\b(?<!may)|may,?\s+(?:19|20)\d\d)"),
        (rf"\b{_DAY}\s*{_MONTH}\.?,?", r"(?:19|20)\d\d\b"),
        (r"\b(?:q[1-4]|fy|fiscal(?:\s+year)?|kvartalet|h[12])", r"(?:19|20)\d\d\b"),
    )
)
# Swedish accounts head the column of references to their notes "Not".
_NOTES = r"not(?:[^\S\n]*\t|\s*\n\s*(?:19|20)\d\d\b|\s+(?:19|20)\d\d\s+(?:19|20)\d\d\b)"


@cache
def _negations() -> str:
    return any_of(lexicon("polarity")["negation"])


@cache
def _denials() -> str:
    """The negations that deny a whole clause; "without" denies only what it stands before."""
    return any_of(word for word in lexicon("polarity")["negation"] if word not in ("without", "none", "nobody"))


@cache
def _negated_before() -> re.Pattern[str]:
    prefixes = any_of(lexicon("polarity")["prefix"])
    return re.compile(rf"(?<!\w)(?:({_negations()})\s+[\"'“”‘’(]?|({prefixes})-\s*)\Z")


@cache
def _negated_after() -> re.Pattern[str]:
    return re.compile(rf"\s+(?!{_NOTES})({_negations()})(?!\w)")


@cache
def _negated_gap_end() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)({_denials()})(?:\s+[^\W\d_]+){{0,2}}\s+[\"'“”‘’(]?\Z")


@cache
def _negated_gap_start() -> re.Pattern[str]:
    return re.compile(rf"(?:\s+[^\W\d_]+){{0,2}}\s+({_denials()})(?!\w)")


@cache
def _bound_before() -> re.Pattern[str]:
    words = any_of(lexicon("qualifiers")["bound"])
    return re.compile(rf"(?<!\w)({words})\s+(?:(?:the|a|an|sek|usd|eur|us)\s+)?[$€£¥]?\s*\Z")


@cache
def _unit_after() -> re.Pattern[str]:
    units = lexicon("units")
    words = any_of(sorted({*units["scale"], *_worded_currencies(), *units["unit"]}))
    return re.compile(rf"\)?[\s-]*({words})(?!\w)")


@cache
def _number_said() -> re.Pattern[str]:
    """Digits, or a number in words, perhaps with its scale, as the last thing said."""
    scales = any_of(lexicon("units")["scale"])
    return re.compile(rf"(?:\d[)%]?|(?<!\w){NUMBER_WORD}\)?)(?:[\s-]*{scales})?\Z")


@cache
def _measure_before() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])({any_of(lexicon('qualifiers')['measure'])})[^\S\n]+\Z")


@cache
def _unit_at_start() -> re.Pattern[str]:
    return re.compile(_unit_after().pattern.removeprefix(r"\)?[\s-]*"))


@cache
def _sign_at_end() -> re.Pattern[str]:
    return re.compile(rf"{money_sign()}\Z")


@cache
def _currency_before() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)({any_of(word for word in currencies() if word.isalpha())})\s*\Z")


def _worded_currencies() -> list[str]:
    """What names a currency in letters."""
    return [word for word in currencies() if word.replace(" ", "").isalpha()]


def cut_before(page: Folded, start: int, elided: bool = False) -> str:
    """What a passage that begins at folded character `start` leaves out to its left; "" if nothing that matters.

    After an ellipsis (`elided`) the reader sees that something is left out: dates and units may be cut there, but
    a negation in the last words left out may not.
    """
    text, at = page.plain.text, page.plain_index(start)
    before, rest = text[max(0, at - _CONTEXT) : at], text[at : at + _CONTEXT]
    if rest[0].isalnum() and before[-1:].isalnum():
        return f"begins inside “{_word_around(text, at)}”"
    if (sign := _sign_at_end().search(before + rest[0])) and len(sign[0]) > 1:
        return f"begins inside “{sign[0]}”"
    if found := (_negated_gap_end() if elided else _negated_before()).search(before):
        return f"begins right after “{found[0].strip()}”, which turns it around"
    if not elided and (cut := _date_cut(before, rest)) is not None:
        return cut
    if found := _measure_before().search(before):
        return f"begins right after “{found[1]}”, which makes it something else"
    if _FRACTION.match(rest) and (found := _bound_before().search(before)):
        return f"leaves out “{found[1]}” before it"
    if _VALUE.match(rest):
        return _value_cut_before(page, start, before, rest)
    if (
        not elided
        and re.search(r"\d\)?[\s-]*\Z", before)
        and (found := _unit_at_start().match(rest))
        and "\n" not in before[-2:]
    ):
        return f"begins at “{found[1]}”, after the number it belongs to"
    return ""


_FRACTION = re.compile(
    rf"(?:half|halves|a\s+(?:half|third|quarter)|one[\s-](?:half|third|quarter)|two[\s-]thirds|hälften|halva|en\s+(?:tredjedel|fjärdedel)"
    rf"|två\s+tredjedelar|(?!(?:en|ett|one)\b){NUMBER_WORD})(?!\w)"
)
_VALUE = re.compile(r"[$€£¥(+-]*\s*\.?\d|[$€£¥]|(?:sek|usd|eur|gbp|kr)\s*\d")


def _value_cut_before(page: Folded, start: int, before: str, rest: str) -> str:
    mark = page.text[start - 1 : start]
    number = re.match(r"\S*", rest)
    shown = number[0].rstrip(".,;") if number else ""
    if mark and mark in "-+(.,:/±<>≥≤=~≈$€£¥^" and rest[0].isdigit() and not _is_item_dash(before):
        return f"leaves out “{mark}” before {shown}"
    gap = re.search(r"(?<=\d)([,'’]|[^\S\n]+)\Z", before)
    if gap and joins_thousands(before + rest, gap.start(), len(before)):
        return f"begins inside the number “{before.split()[-1]} {shown}”"
    if found := _bound_before().search(before):
        return f"leaves out “{found[1]}” before {shown}"
    if found := _currency_before().search(before):
        return f"leaves out the currency “{found[1]}” before {shown}"
    return ""


def _is_item_dash(before: str) -> bool:
    return re.search(r"(?:\A|\n)[ \t]*-[ \t]*\Z", before) is not None and before[-1:] != "-"


def cut_after(page: Folded, end: int, elided: bool = False) -> str:
    """What a passage that ends before folded character `end` leaves out to its right; "" if nothing that matters."""
    text, at = page.plain.text, page.plain_index(end - 1) + 1
    said, after = text[max(0, at - _CONTEXT) : at], text[at : at + _CONTEXT]
    if said[-1].isalnum() and after[:1].isalnum():
        return f"ends inside “{_word_around(text, at)}”"
    if found := (_negated_gap_start() if elided else _negated_after()).match(after):
        return f"ends right before “{found[1]}”, which turns it around"
    if not elided and (cut := _date_cut(said, after)) is not None:
        return cut
    if _number_said().search(said):
        return _value_cut_after(said, after, page.text[end : end + 2])
    if re.search(r"\d[\s-]*[^\W\d]+\Z", said) and (found := re.match(r"[\s-]*(points?|enheter)\b", after)):
        return f"ends right before “{found[1]}”"
    if re.search(r"\b(?:per|pro)\Z", said) and (found := re.match(r"\s*(cent)\b", after)):
        return f"ends right before “{found[1]}”"
    return ""


def splits_quantity(before: str, after: str) -> bool:
    """Whether a part ends with a number and the next begins with a unit or a scale, which may be another number's."""
    said, following = plain(before).text.rstrip(), plain(after).text.lstrip()
    return bool(_number_said().search(said) and _unit_at_start().match(following))


def starts_with_value(text: str) -> bool:
    """Whether a passage begins with a number, or with the currency of one."""
    start = plain(text).text.lstrip(" \t\n(")
    return bool(_VALUE.match(start) or re.match(rf"(?!(?:en|ett|one)\b){NUMBER_WORD}(?!\w)", start))


def ends_with_number(text: str) -> bool:
    """Whether a number, perhaps with its scale, is the last thing that a passage says."""
    said = re.sub(r"(?<=\d)\s*[^\W\d_]{1,12}\Z", "", plain(text).text.rstrip(" \n.,;:"))
    return bool(_number_said().search(said)) or said[-1:] in "%‰$€£¥"


def _value_cut_after(said: str, after: str, marks: str) -> str:
    if not said[-1].isdigit() and (found := re.match(r"\s*(\(\d[\d.,]*\))", after)):
        return f"ends right before “{found[1]}”, which repeats the number"
    if said[-1].isdigit() and (found := re.match(r"\((?:[a-z]|[ivx]{1,4})\)", after)):
        return f"ends inside the reference “{said.split()[-1]}{found[0]}”"
    if re.match(r"[.,:/'’]\d|\s?[-/]\s?\d", after):
        return f"ends inside “{said.split()[-1]}{after.split()[0]}”"
    if said[-1].isdigit() and marks[:1] == ")":
        return f"leaves out the bracket after {said.split()[-1]}"
    if said[-1] != "%" and marks and (marks[0] in "%‰°^" or (marks[0] in "$€£¥" and not marks[1:].isdigit())):
        return f"leaves out “{marks[0]}” after {said.split()[-1]}"
    gap = re.match(r"[^\S\n]+(?=\d)", after)
    if gap and joins_thousands(said + after, len(said), len(said) + gap.end()):
        return f"ends inside the number “{said.split()[-1]} {after.split()[0]}”"
    if found := _unit_after().match(after):
        return f"ends right before “{found[1]}”, which the number {said.split()[-1]} needs"
    return ""


def _date_cut(before: str, after: str) -> str | None:
    for left, right in _DATE_CUTS:
        if (head := left.search(before)) and (tail := right.match(after)):
            return f"cuts the date “{head[0]}{tail[0]}”"
    return None


def _word_around(text: str, at: int) -> str:
    head = _LETTERS_BEFORE.search(text, max(0, at - _CONTEXT), at)
    tail = re.compile(r"[^\W_]+").match(text, at)
    return (head[0] if head else "") + (tail[0] if tail else "")
