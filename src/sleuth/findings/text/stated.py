"""Quantities that sentences state of things no list of measures names: "148,000 pallet positions", a customer's share.

Whose they are must be said, or be the document's own company in a line of its own; what is counted must be a plural
noun that nothing narrows. A sentence that is not sure in one of these states nothing here.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from sleuth.evidence.cite import locator
from sleuth.evidence.source import Page, Source, Span
from sleuth.evidence.values import Quantity as Read
from sleuth.findings.finding import Factor, Finding
from sleuth.findings.profile import Profile
from sleuth.findings.text.said import Said
from sleuth.findings.text.sentences import Sentence, statements
from sleuth.language.glyphs import plain
from sleuth.language.metrics import Lexicon, default_lexicon
from sleuth.language.period import Period
from sleuth.language.scenario import Scenario
from sleuth.language.timing import as_duration, as_instant, read_timing
from sleuth.language.tokens import tokens
from sleuth.language.weight import is_stop
from sleuth.language.wordlist import wordlist

STATED = "stated: "  # what the metric of such a finding begins with
OWN = "prose: a number of things of the company itself"
NAMED = "prose: a number of things of a company that the sentence names"
SHARE = "prose: a share of a measure"

_THING_WORDS = 3
_FEWEST = 2  # things; a single one is an article
_NAME = r"[A-ZÅÄÖÆØ][\w&.’'/-]*(?:[ \t]+[A-ZÅÄÖÆØ&][\w&.’'/-]*){0,4}"
_WORD = re.compile(r"\s+(?P<word>[^\W\d_][\w-]*)")
_LINED = frozenset({"pptx"})
_COUNTED = frozenset({"", "employee", "person", "store", "item"})  # units of what is counted one by one


def stated_findings(source: Source, about: Profile, lexicon: Lexicon | None = None) -> list[Finding]:
    """The numbers of things and the shares that the sentences of a source state, in reading order."""
    known = lexicon or default_lexicon()
    found: list[Finding] = []
    for page in source.pages:
        for sentence in statements(page):
            if any(map(str.isdigit, sentence.text)):
                found += _read(source, page, sentence, about, known)
    return found


def _read(source: Source, page: Page, sentence: Sentence, about: Profile, lexicon: Lexicon) -> Iterator[Finding]:
    form = plain(sentence.text)
    said = Said(source, page, sentence, form, form.text.replace("\n", " "), about, lexicon)
    yield from _counts(said)
    yield from _shares(said)


def _counts(said: Said) -> Iterator[Finding]:
    """ "The Group operates six cold stores with a total of 148,000 pallet positions": each count and whose it is."""
    if _has(said.text, "apart"):
        return
    for read in said.amounts():
        things = _things(said, read)
        owner, rule = _owner(said, read) if things else (None, OWN)
        if owner is None or read.unit not in _COUNTED or read.bound or read.value < _FEWEST:
            continue
        digits = said.original(read.start, read.end).removesuffix(_unit_word(read)).strip()
        yield _finding(said, read, f"{STATED}{things}", things, f"{digits} {things}", owner, rule)


def _things(said: Said, read: Read) -> str:
    """What a number counts: the plural noun behind it with what stands before it; "" where that is not certain."""
    if re.search(r"\w", read.text) and not any(map(str.isdigit, read.text)) and read.value < _FEWEST:
        return ""
    start = read.end - len(_unit_word(read))
    words: list[tuple[str, int]] = []
    at = start
    while (found := _WORD.match(said.text, at)) and len(words) < _THING_WORDS:
        if is_stop(found["word"], said.about.language):
            break
        words.append((found["word"], found.end()))
        at = found.end()
    for count in range(len(words), 0, -1):
        last, end = words[count - 1]
        if _is_plural(last, said.about.language) and re.match(_word("open_end"), said.text[end:]):
            return " ".join(word for word, _ in words[:count])
    return ""


def _unit_word(read: Read) -> str:
    """The noun that a number was read with: " employees"."""
    found = re.search(r"[^\W\d_]+\Z", read.text) if read.unit in _COUNTED - {""} else None
    return f" {found[0]}" if found else ""


def _is_plural(word: str, language: str) -> bool:
    forms = (_word("plural_en"), _word(f"plural_{language}") if language == "sv" else _word("plural_en"))
    return any(re.fullmatch(form, word) for form in forms) and not re.fullmatch(_word("uncounted"), word)


def _owner(said: Said, read: Read) -> tuple[str | None, str]:
    """Whose a count is, and by which rule: the document's company, or a name as printed; None where none is said."""
    before = said.text[: read.start]
    original = said.original(0, read.start)
    if said.source.kind in _LINED and not re.search(r"\w", before):
        return said.about.subject, OWN
    lead = re.match(rf"[\W_]*{_word('ourselves')}\s+(?:\w+ly\s+)?{_word('holds')}\s+", before)
    named = re.match(rf"[\W_]*(?P<name>{_NAME})\s+{_word('holds')}\s+", original)
    owner = said.about.subject if lead else " ".join(named["name"].split()) if named and not lead else None
    if owner is None:
        return None, OWN
    behind = before[lead.end() :] if lead else before[len(named[0]) :] if named else before
    direct = re.fullmatch(_word("total"), behind) is not None
    is_whole = direct or re.search(_word("with_total"), before) is not None
    return owner if is_whole else None, OWN if lead else NAMED


def _shares(said: Said) -> Iterator[Finding]:
    """ "Skagen Pelagic accounted for 14.2% of net sales": whose share, of what."""
    reads = [read for read in said.amounts() if read.unit == "percent"]
    if len(reads) != 1 or _has(said.text, "apart"):
        return
    (read,) = reads
    whole = _whole(said.text[read.end :])
    named = re.match(rf"[\W_]*(?P<name>{_NAME})[ ,]", said.original(0, read.start))
    if not whole or named is None or read.bound not in ("", "about"):
        return
    between = said.text[len(named[0]) : read.start]
    if not re.search(rf"\b{_word('share_verb')}\b", between) or re.fullmatch(_word("ourselves"), named["name"].lower()):
        return
    name = " ".join(named["name"].split()).rstrip(",")
    if _is_measure(name, said):
        return
    label, printed = f"share of {whole}", said.original(read.start, read.end).strip()
    yield _finding(said, read, f"{STATED}{label}", label, printed, "", SHARE, (name,))


def _is_measure(name: str, said: Said) -> bool:
    """Whether what a sentence begins with is a measure or a common word, not a name: "Cash was 12% of net sales"."""
    words = [token.text.lower() for token in tokens(name, said.about.language)]
    return len(words) == 1 and (is_stop(words[0], said.about.language) or bool(said.lexicon.named(words[0])))


def _whole(after: str) -> str:
    """The measure that a percentage is a share of; "" where none follows."""
    lead = re.match(_word("share_of"), after)
    if lead is None:
        return ""
    rest = after[lead.end() :]
    names = wordlist("stated", "findings")["wholes"].items()
    return next((name for name, form in sorted(names) if re.match(rf"(?:{form})(?!\w)", rest)), "")


def _finding(
    said: Said,
    read: Read,
    metric: str,
    label: str,
    text: str,
    subject: str,
    rule: str,
    dimension: tuple[str, ...] = (),
) -> Finding:
    start, end = said.form.start(read.start), said.form.end(read.end - 1)
    span = Span(said.page.number, said.sentence.start + start, said.sentence.start + end)
    return Finding(
        metric=metric, label=label, span=span, locator=locator(said.source, span), quote=said.sentence.text,
        rule=rule, subject=subject, dimension=dimension, period=_period(said), scenario=Scenario.ACTUAL,
        text=f"{read.bound} {text}".strip(), domain="operational" if text.endswith(label) else "commercial",
        factors=(Factor("stated in prose", 0.1),),
    )  # fmt: skip


def _period(said: Said) -> Period | None:
    """The time that a sentence names; None where it names none."""
    timing = read_timing(said.text)
    if timing is None or timing.year is None:
        return None
    is_day = timing.months is None and timing.month is not None
    return (as_instant if is_day else as_duration)(replace(timing, rest=""), said.about.calendar)


def _has(text: str, name: str) -> bool:
    return re.search(_word(name), text) is not None


@cache
def _word(name: str) -> str:
    return str(wordlist("stated", "findings")[name])
