"""Figures that sentences state: "Revenue was €5.2 million in Q3 2024". One measure, amount and time, or nothing."""

import re
from functools import cache

from sleuth.evidence.lexicon import any_of, currencies
from sleuth.evidence.source import Page, Source
from sleuth.evidence.values import Quantity as Read
from sleuth.findings.finding import Finding
from sleuth.findings.profile import Profile
from sleuth.findings.subjects import companies
from sleuth.findings.text.said import Said, fits, named, names, words
from sleuth.findings.text.sentences import Sentence, statements
from sleuth.language.currency import is_code
from sleuth.language.glyphs import plain
from sleuth.language.metrics import Lexicon, Metric, default_lexicon
from sleuth.language.scenario import Scenario
from sleuth.language.timing import names_time, read_timing
from sleuth.language.wordlist import wordlist

_CASE = re.compile(
    r"(?:\b(?:[Ii]n|[Pp]roceedings(?: in)?|[Cc]ase(?: of)?|[Mm]atter of)\s+)"
    r"(?P<case>(?!In\b)[A-ZÅÄÖÜ][^.;,()\n]{1,60}?\sv\.?\s[A-ZÅÄÖÜ][^.;,()\n]{1,60}?)(?=[,.;]|\s\()"
)
_CLAIM = Metric("claim amount", frozenset(), kind="stock", is_instant=True, domain="legal")
_COMPANY = wordlist("patterns", "findings")["company"]
_OWNER = re.compile(rf"\s+(?:of|at|hos|för|der|von)\s+(?:{_COMPANY})")


def prose_findings(source: Source, about: Profile, lexicon: Lexicon | None = None) -> list[Finding]:
    """What the sentences of a source state in figures, in reading order."""
    known = lexicon or default_lexicon()
    read = (_read(source, page, sentence, about, known) for page in source.pages for sentence in statements(page))
    return [finding for finding in read if finding is not None]


def _read(source: Source, page: Page, sentence: Sentence, about: Profile, lexicon: Lexicon) -> Finding | None:
    if not any(map(str.isdigit, sentence.text)):
        return None
    form = plain(sentence.text)
    said = Said(source, page, sentence, form, form.text.replace("\n", " "), about, lexicon)
    if (claim := _claimed(said)) is not None or re.search(words("others"), said.text):
        return claim
    return _counted(said) or _stated(said)


def _stated(said: Said) -> Finding | None:
    """A measure, its verb and its amount: "revenue was €5.2 million in 2024"."""
    text = said.text
    clause = text[: found.start()] if (found := _cut().search(text, 12)) else text
    name = names(said.lexicon).search(clause)
    if name is None or not _is_whole_name(said, name.start()):
        return None
    owner = _owner(said, name.end())
    for metric in named(said.lexicon, name[1]):  # the amount's unit chooses
        stated = _amount(said, clause, name, metric, len(plain(owner).text))
        period = said.period(metric, read_timing(clause), text)
        scenario = said.scenario(clause, period) if period else None
        if stated is not None and period is not None and scenario is not None:
            subject = next(companies(owner), "")
            return said.finding(stated, metric, period, scenario, "a measure, its verb and its amount", subject)
    return None


@cache
def _currency() -> str:
    return rf"(?<![^\W\d_]){any_of(currencies())}"


@cache
def _cut() -> re.Pattern[str]:
    return re.compile(words("cut"))


def _is_whole_name(said: Said, start: int) -> bool:
    """Whether no word before a measure's name makes it another measure, or somebody else's."""
    before = re.findall(r"[\w'’]+", said.text[:start])
    allowed = not before or re.fullmatch(words("before"), re.sub(r".*['’]", "", before[-1])) or names_time(before[-1])
    return bool(allowed) and _is_ours(said, start)


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
        gap = re.sub(rf"\s*{_currency()}$", "", clause[start : quantity.start].strip(" ,:"))
        gap = re.sub(words("parted"), r"\g<time> \g<verb> \g<to>", re.sub(r"\s+", " ", gap))
        verb = re.search(rf"(?:^|\s){words('states')}(?:\s+{words('between')})?$", gap)
        if verb is None:
            return None
        timing = read_timing(gap[: verb.start()])
        rest = re.sub(rf"\b{words('filling')}\b|[^\w]+", " ", timing.rest if timing else "?")
        return quantity if not rest.strip() else None
    return None


def _counted(said: Said) -> Finding | None:
    """ "257 employees as of 31 December 2024", "at that day the company had 257 employees": people, and the day."""
    found = re.fullmatch(words("counts"), said.text) or re.fullmatch(words("counts_late"), said.text)
    (metric,) = named(said.lexicon, "number of employees") or (None,)
    if found is None or metric is None:
        return None
    read = next((q for q in said.amounts(found.start("number")) if q.start == found.start("number")), None)
    period = said.period(metric, read_timing(found["time"]))
    scenario = said.scenario(said.text, period) if period else None
    if read and period and scenario and fits(read, metric) and read.bound in ("", "about"):
        return said.finding(read, metric, period, scenario, "a number of people at a time")
    return None


def _claimed(said: Said) -> Finding | None:
    """ "In Smith v Acme the claimant seeks damages of €2.5 million as of 30 September 2024": what is sued for."""
    case = _CASE.search(said.original(0, len(said.text)))
    if case is None:
        return None
    for read in said.amounts():
        before, after = said.text[: read.start], said.text[read.end :]
        found = re.search(rf"{words('claims')} {_currency()}?\s*$", before) or re.match(
            rf"\s+{words('is_claimed')}", after
        )
        day = re.match(rf"(?:\s+{words('is_claimed')})?,?\s+{words('as_of')}\s+(?P<time>[\w ,.]{{6,20}}\d{{4}})", after)
        period = said.period(_CLAIM, read_timing(day["time"])) if found and day else None
        if period and is_code(read.unit) and read.bound in ("", "about"):
            shown = " ".join(case["case"].split())
            return said.finding(read, _CLAIM, period, Scenario.ACTUAL, "what is claimed in a case", "", (shown,))
    return None
