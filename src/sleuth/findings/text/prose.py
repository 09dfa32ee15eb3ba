"""Figures that sentences state: "Revenue was €5.2 million in Q3 2024". One measure, amount and time, or nothing."""

import re
from collections.abc import Iterator
from functools import cache

from sleuth.evidence.source import Page, Source
from sleuth.evidence.values import Quantity as Read
from sleuth.findings.finding import Finding
from sleuth.findings.profile import Profile
from sleuth.findings.subjects import companies
from sleuth.findings.text.said import Said, fits, is_time, named, names, words
from sleuth.findings.text.sentences import Sentence, statements
from sleuth.findings.text.shapes import claimed, counted, labelled, listed, moved
from sleuth.language.glyphs import plain
from sleuth.language.metrics import Lexicon, Metric, default_lexicon
from sleuth.language.timing import read_timing
from sleuth.language.wordlist import wordlist

_CURRENCY_BEFORE = r"\s*(?:€|\$|£|eur|usd|sek|gbp|chf|nok|dkk)$"
_COMPANY = wordlist("patterns", "findings")["company"]
_OWNER = re.compile(rf"\s+(?:of|at|hos|för|der|von)\s+(?:{_COMPANY})")


def prose_findings(source: Source, about: Profile, lexicon: Lexicon | None = None) -> list[Finding]:
    """What the sentences of a source state in figures, in reading order."""
    known = lexicon or default_lexicon()
    return [f for page in source.pages for s in statements(page) for f in _read(source, page, s, about, known)]


def _read(source: Source, page: Page, sentence: Sentence, about: Profile, lexicon: Lexicon) -> Iterator[Finding]:
    if not any(map(str.isdigit, sentence.text)):
        return
    form = plain(sentence.text)
    said = Said(source, page, sentence, form, form.text.replace("\n", " "), about, lexicon)
    yield from claimed(said)
    if re.search(words("others"), said.text):
        return
    found = list(moved(said)) or list(counted(said)) or list(labelled(said)) or list(_stated(said))
    yield from found


def _stated(said: Said) -> Iterator[Finding]:
    """A measure, its verb and its amount, and the measures that the sentence goes on to list."""
    text = said.text
    clause = text[: found.start()] if (found := _cut().search(text, 12)) else text
    for name, metric in _named(said, clause):
        owner = _owner(said, name.end())
        stated = _amount(said, clause, name, metric, len(plain(owner).text))
        period = said.period(metric, read_timing(clause), text)
        scenario = said.scenario(clause, period) if period else None
        if stated is None or period is None or scenario is None:
            continue
        subject = next(companies(owner), "")
        yield said.finding(stated, metric, period, scenario, "a measure, its verb and its amount", subject)
        yield from listed(said, stated.end, read_timing(clause), scenario, subject)
        return


@cache
def _cut() -> re.Pattern[str]:
    return re.compile(words("cut"))


def _named(said: Said, clause: str) -> Iterator[tuple[re.Match[str], Metric]]:
    """The first measure that a clause names without a word before it that makes it another."""
    for found in names(said.lexicon).finditer(clause):
        before = re.findall(r"[\w'’]+", clause[: found.start()])
        allowed = not before or re.fullmatch(words("before"), re.sub(r".*['’]", "", before[-1])) or is_time(before[-1])
        if allowed and _is_ours(said, found.start()):
            yield from ((found, metric) for metric in named(said.lexicon, found[1]))  # the amount's unit chooses
        return


def _is_ours(said: Said, start: int) -> bool:
    """Whether no name in the genitive stands right before a measure, but that of whose document it is."""
    holder = re.search(r"(?P<name>\w[\w&-]*)['’]s\s*\Z", said.text[:start])
    if holder is None or re.fullmatch(words("ourselves"), holder["name"]):
        return True
    return holder["name"] in plain(said.about.subject).text.split()


def _owner(said: Said, end: int) -> str:
    """ " of Acme plc" behind a measure: whose it is."""
    found = _OWNER.match(said.original(end, len(said.text)))
    return found[0] if found else ""


def _amount(said: Said, clause: str, name: re.Match[str], metric: Metric, owner: int) -> Read | None:
    """The amount that follows the measure and a verb of being; None where something else stands between."""
    start = name.end() + owner
    for quantity in said.amounts(start, len(clause)):
        if not fits(quantity, metric) or quantity.bound not in ("", "about"):
            continue
        gap = re.sub(_CURRENCY_BEFORE, "", clause[start : quantity.start].strip(" ,:"))
        gap = re.sub(words("parted"), r"\g<time> \g<verb> \g<to>", re.sub(r"\s+", " ", gap))
        verb = re.search(rf"(?:^|\s){words('states')}(?:\s+{words('between')})?$", gap)
        if verb is None:
            return None
        timing = read_timing(gap[: verb.start()])
        rest = re.sub(rf"\b{words('filling')}\b|[^\w]+", " ", timing.rest if timing else "?")
        return quantity if not rest.strip() else None
    return None
