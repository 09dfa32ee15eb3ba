"""What a quote may not leave out of the sentence it is cut from: what governs it, denies it or limits it.

The policy is that of a careful lawyer. A quote may begin and end in the middle of a sentence, at a comma, in a cell
or after a label; but not so that the reader takes for a plain statement what the sentence denies ("no director …"),
holds at arm's length ("alleges that …"), grants under a condition ("if the target is met, …") or limits in its next
words (", unless …", "(unaudited)", "or more"). A quote that sets its own full stop where the sentence goes on answers
for all of the rest. What stands in another sentence, row or clause is the reader's to find.
"""

import re
from functools import cache

from sleuth.evidence.lexicon import any_of, lexicon

_REACH = 700  # characters of a sentence looked at on each side
_NEAR = 12  # words of a clause over which a negation or a condition reaches a quote
_BEFORE = 5  # the same, where the quote begins after them: further off the reader misses nothing
_ONLY = 4  # words of a gap in which an "only" may narrow what stands around the gap
_SHORT_GAP = 8  # words; a modal verb anywhere in a gap this short governs what follows it
_ABBREVIATED = re.compile(
    r"(?:\b[A-ZÅÄÖ]|\b(?:no|nos|inc|ltd|corp|co|llc|mr|mrs|ms|dr|st|vs|e\.g|i\.e|art|sec|cl|para|fig|approx|prof|jr|etc"
    r"|dvs|bl\.a|t\.ex|m\.fl|kap|nr|ca|resp|st|prop|dir|bet|jfr|exkl|inkl|excl|incl|p|pp|s))\Z",
    re.IGNORECASE,
)
_BUT_LAW = r"(?!\w)(?!\s+(?:applicable\s+)?law\b)"  # "subject to law" limits nothing
_STOP = re.compile(r"(?<=[^\s.…\]*])[.!?][\"”’')\]]*(?:\[\d{1,2}\]|[\d¹²³⁰⁴-⁹]{1,2})?\s+(?=[\"“‘'(\[•]*[A-ZÅÄÖ\d§])")
_BLANK = re.compile(r"\n[ \t]*\n|[\f\v]")
_BREAK = re.compile(r"[.!?:;][\"”’')\]]*[^\S\n]*\n\s*(?=\S)")  # a full stop that ends a line ends what it says
# A line of boxes to tick is one of its own: "Yes ☐ No ☒".
_BOX = re.compile(r"\byes\b[^\w\n]{0,6}\bno\b[^\w\n]{0,6}\n\s*", re.IGNORECASE)
_ROW = re.compile(r"(?:^|(?<=\n))(?:[^\n]{0,40}|[^\n]*\d[\d.,)%]*)\n(?=[ \t]*(?:[A-ZÅÄÖ•]|\(?[\da-z]{1,3}[.)]\s))")
_CLAUSE = re.compile(
    r"[;:]|,\s+(?:and|but|or|which|who|while|whereas|although|because|since|as|so|och|men|samt|medan|vilket|som|eftersom"
    r"|whereby|thereby|varav|varvid)\b|\b(?:but|men|while|whereas|medan|because|eftersom|whether or not)\b",
    re.IGNORECASE,
)
_TAIL_END = re.compile(r"[\"”’')\]]*(?:[.!?][\"”’')\]]*(?:\s*\Z|\s+(?=[\"“‘'(\[•]*[A-ZÅÄÖ\d§]))|\s*\Z)")


def _sentence_start(text: str, at: int) -> int:
    """Where the sentence, or the row of a table, begins that character `at` stands in."""
    low = max(0, at - _REACH)
    start = low
    for border in _borders(text, low, at):
        if border <= at:
            start = max(start, border)
    return start


def _sentence_end(text: str, at: int) -> int:
    """Where the sentence, or the row, ends that goes on at character `at`."""
    high = min(len(text), at + _REACH)
    return min((border for border in _borders(text, at, high) if border > at), default=high)


def _borders(text: str, low: int, high: int) -> list[int]:
    """The borders of sentences and rows in [low, high], each as the offset at which the next one begins."""
    line = text.rfind("\n", 0, low) + 1
    rows = [match.end() for match in _ROW.finditer(text, line, min(len(text), high + 4)) if match.end() <= high + 1]
    breaks = [match.end() for pattern in (_BLANK, _BREAK, _BOX) for match in pattern.finditer(text, low, high)]
    return [*breaks, *rows, *sentence_borders(text, low, high)]


def sentence_borders(text: str, low: int, high: int) -> list[int]:
    """Where between `low` and `high` a sentence begins after a full stop."""
    return [
        stop.end()
        for stop in _STOP.finditer(text, low, min(len(text), high + 4))
        if text[stop.start()] != "." or not _ABBREVIATED.search(text, max(0, stop.start() - 6), stop.start())
    ]


@cache
def _words(kind: str) -> str:
    return any_of(lexicon("cuts")[kind])


@cache
def _negation() -> re.Pattern[str]:
    """The negations that deny a clause, not only the noun they stand before."""
    words = any_of(word for word in lexicon("polarity")["negation"] if word != "without")
    return re.compile(rf"(?<![\w-])(?<!or )(?:{words}|\w+n['’]t)(?![\w-])(?!\.\s*\d)(?!\s+(?:only|bara|endast)\b)")


@cache
def _governor() -> re.Pattern[str]:
    return re.compile(
        rf"(?<!\w)({_words('governor')})(?:\s+[^\W\d_]+){{0,4}},?\s+(?:that|att|whether|huruvida|if|om)[\s\"“‘'”,]*\Z"
        rf"|(?<!\w)({_words('bare_governor')})[\s\"“‘'”]+\Z|(?<!\w)(whether|huruvida)\s+\Z"
    )


@cache
def _refusal() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)({_words('refusal')})\s+(?:(?:to|att)\s+)?[\"“‘'(]?\Z")


@cache
def _possibility() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)({_words('possibility')})\s+\Z")


@cache
def _opening() -> re.Pattern[str]:
    label = r"(?:\(?\w{1,3}[.)]\s+|\d[\d.]*\s+)?"
    return re.compile(rf"\W*{label}({_words('opening')}){_BUT_LAW}")


@cache
def _inner_condition() -> re.Pattern[str]:
    return re.compile(rf",\s*({_words('opening')}){_BUT_LAW}")


@cache
def _restriction() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])({_words('restriction')}){_BUT_LAW}")


@cache
def _restriction_next() -> re.Pattern[str]:
    lead = r"[\s,–—−‒(\[;-]*(?:(?:and|or|but|och|eller|men)\s+)?"
    return re.compile(rf"{lead}{_restriction().pattern}|\s*,\s*(om|less|before|och endast|minus)(?!\w)")


@cache
def _set_off() -> re.Pattern[str]:
    return re.compile(rf"[,;:(–—-]\s*(?:but\s+|men\s+)?({_words('set_off')}){_BUT_LAW}")


@cache
def _after_number() -> re.Pattern[str]:
    return re.compile(rf"[^\S\n]*\(?\s?({_words('after_number')})(?!\w)")


def denied_or_governed(text: str, at: int) -> str:
    """What turns or governs a quote that begins at `at`, in the words of its sentence before it; "" if nothing."""
    before = text[_sentence_start(text, at) : at]
    if not before.strip(" \t\n\"“‘'(["):
        return ""
    low = before.lower()
    direct = _governor().search(low) or _refusal().search(low) or _possibility().search(before)
    if direct:
        return next(group for group in direct.groups() if group)
    clause = low[max((border.end() for border in _CLAUSE.finditer(low)), default=0) :]
    near = _last_words(clause, _BEFORE)
    found = _last(_negation(), near) or _last(_inner_condition(), near)
    opening = _opening().match(low)
    if found is None and opening and not re.search(r";|,\s+(?:but|men|while|medan)\b", low):
        found = opening
    return (found[1] if found.re.groups else found[0]) if found else ""


def limited(text: str, end: int, own_stop: bool, number: bool) -> str:
    """What limits a quote that ends at `end`, in the words of its sentence after it; "" if nothing."""
    own_stop = own_stop and text[end : end + 1] not in tuple(".!?")
    if _TAIL_END.match(text, end, _sentence_end(text, end) + 1):
        return ""
    rest = text[end : _sentence_end(text, end)]
    low = rest.lower()
    found = _restriction_next().match(low)
    if found is None and number:
        found = _after_number().match(low)
    if found and not _is_next_row(rest, found):
        return next(group for group in found.groups() if group)
    if own_stop and (found := _restriction().search(low) or re.search(r"(?<!\w)(om|may|not|inte)(?!\w)", low)):
        return found[1]
    return ""


def _is_next_row(rest: str, found: re.Match[str]) -> bool:
    """ "Less: accumulated depreciation" below a line opens a row of its own."""
    place = next(found.start(group) for group in range(1, found.re.groups + 1) if found[group])
    return "\n" in rest[:place] and rest[place].isupper()


def hidden_turn(gap: str, left: str = "") -> str:
    """What an ellipsis leaves out that turns, limits or weakens the words around it; "" if nothing.

    "Without" turns nothing around after a negation that the quote keeps: "may not assign … consent".
    """
    low = gap.lower()
    count = len(low.split())
    edges = low if count <= _NEAR else f"{_first_words(low, 3)} | {_last_words(low, 4)} "
    found = _negation().search(edges)
    if found is None and not _negation().search(left.lower()):
        found = re.search(r"(?<!\w)(?:without|utan|none)(?!\w)", edges)
    if found:
        return found[0]
    limit = _restriction().search(low) if count <= _NEAR else _restriction_next().match(low)
    if limit and limit[0].strip() in ("only", "solely", "endast", "enbart", "bara") and count > _ONLY:
        limit = None  # it narrows a word that is left out with it
    if found := limit or _set_off().search(low):
        return next(group for group in found.groups() if group)
    close = "" if count <= _SHORT_GAP else r"\s*\Z"  # in a longer gap only what the next words depend on
    weak = re.search(rf"(?<!\w)({_words('possibility')}|{_words('refusal')})(?!\w){close}", gap)
    return weak[1] if weak else ""


def _last(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    return max(pattern.finditer(text), key=lambda found: found.start(), default=None)


def _last_words(text: str, count: int) -> str:
    found = list(re.finditer(r"\S+", text))
    return text[found[-count].start() :] if len(found) > count else text


def _first_words(text: str, count: int) -> str:
    return " ".join(text.split()[:count])
