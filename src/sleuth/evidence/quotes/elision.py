"""Whether an ellipsis joins what belongs together: parts of one sentence, or statements that each stand alone.

Within one sentence an ellipsis may leave out words, but none that turn, limit or weaken those around it, nor the
clause to which the following words belong. Across sentences and rows what follows must begin a sentence or a row;
what goes before must end one, or be cut where nothing limits it. A label never meets another row's value.
"""

import re

from sleuth.evidence.quotes.borders import splits_quantity, starts_with_value
from sleuth.evidence.quotes.cuts import hidden_turn, sentence_borders

ELLIPSIS = re.compile(r"\s*(?:[\[(]\s*(?:\.\s?\.\s?\.+|…)\s*[\])]|\.\s?\.\s?\.[.\s]*|…+)\s*")
_SHORT_PART = 4  # words; a shorter part proves something only within one sentence
_ITEM = re.compile(r"[;:,]\s+(?:and|or|och|eller)?\s*\(?(?:[a-z]{1,4}|\d{1,2})[.)]\s")
_REFERENCE = re.compile(
    r"(?:section|sections|clause|article|paragraph|note|exhibit|schedule|rule|form|item|page|chapter|part|annex|no\.|nos\."
    r"|avsnitt|kapitel|kap\.|artikel|bilaga|not|punkt|sida|nr|§§?)\s*\Z",
    re.IGNORECASE,
)
_ROW_TAIL = re.compile(r"[^\S\n]*[$€£(–-]*\s?\d[\d\s$€£.,()%–-]*\n")
_OTHER_SUBJECT = re.compile(r"(?<!\w)(?:while|whereas|whilst|medan|emedan)(?!\w)", re.IGNORECASE)
_OTHER_CLAUSE = re.compile(
    r",\s+(?:and|but|och|men)\s+(?:the\s+)?(?:[A-ZÅÄÖ][\w.&-]*\s+){1,3}(?:was|were|is|are|has|had|have|fell|rose|grew|har|hade|är|var|blev"
    r"|[a-zåäö]{2,}(?:ed|ade))\b"
)
_DIFFERENT = "the quote joins words of different sentences by an ellipsis"


def joins_wrongly(left: str, gap: str, right: str) -> str:
    """What is wrong with an ellipsis that stands for `gap` between two passages of the source; "" if nothing."""
    if not _has_words(gap):
        return ""
    if splits_quantity(left, right):
        return "the quote joins a number and a unit that an ellipsis divides"
    places = sentence_borders(left + gap + right, len(left), len(left) + len(gap))
    if not places:
        return _within_sentence(left, gap, right)
    first, last = min(places) - len(left), max(places) - len(left)
    return _across_sentences(left, gap[:first], gap[last:], right)


def _has_words(text: str) -> bool:
    return any(map(str.isalnum, text))


def _within_sentence(left: str, gap: str, right: str) -> str:
    if turn := hidden_turn(gap, left):
        return f"the ellipsis hides “{turn}”, which changes what is said"
    holds_number = any(map(str.isdigit, gap))
    if starts_with_value(right) and (holds_number or "\n" in gap.strip(" ")) and not _REFERENCE.search(gap):
        return "the ellipsis joins a value to words that another value follows"
    if _ROW_TAIL.match(gap):
        return "the ellipsis leaves out the value of a row"
    if splits_quantity(gap, right):
        return "the ellipsis leaves out the number before a unit"
    if found := _OTHER_SUBJECT.search(gap):
        return f"the ellipsis hides “{found[0]}”, with which another statement begins"
    if found := _OTHER_CLAUSE.search(gap):
        return f"the ellipsis hides “{found[0].lstrip(', ')}”, with which another statement begins"
    clause = gap.rfind(";")
    if clause >= 0 and _has_words(gap[clause:]) and not _ITEM.search(gap):
        return "the ellipsis joins words of two clauses that a semicolon divides"
    return ""


def _across_sentences(left: str, rest: str, lead: str, right: str) -> str:
    """`rest` is what is left out of the first sentence, `lead` what is left out of the last one."""
    if _has_words(lead):
        return _DIFFERENT
    if not _has_words(rest):
        return ""
    if turn := hidden_turn(rest):
        return f"the ellipsis hides “{turn}”, which changes what is said"
    return _DIFFERENT if min(len(left.split()), len(right.split())) < _SHORT_PART else ""
