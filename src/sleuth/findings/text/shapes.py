"""Shapes of sentences besides "revenue was €5.2 million": from one time to another, lists, counts, claims in court."""

import re
from collections.abc import Iterator
from itertools import pairwise

from sleuth.evidence.values import Quantity as Read
from sleuth.findings.finding import Finding
from sleuth.findings.text.said import MONEY, Said, fits, is_time, named, names, words
from sleuth.language.metrics import Metric
from sleuth.language.scenario import Scenario
from sleuth.language.timing import Timing, read_timing

_BEFORE_AMOUNT = r"(?:€|\$|£|eur|usd|sek|gbp|chf|nok|dkk)?\s*"
_AFTER_AMOUNT = (
    r"\s*(?:\((?P<time>[^()]{4,30})\)|,?\s*(?:in|for|at|as of|as at|per|am|zum)\s+(?P<late>[^()]{4,30}))?[\s.]*"
)
_CASE = re.compile(
    r"(?:\b(?:[Ii]n|[Pp]roceedings(?: in)?|[Cc]ase(?: of)?|[Mm]atter of)\s+)"
    r"(?P<case>(?!In\b)[A-ZÅÄÖÜ][^.;,()\n]{1,60}?\sv\.?\s[A-ZÅÄÖÜ][^.;,()\n]{1,60}?)(?=[,.;]|\s\()"
)
_CLAIM = Metric("claim amount", frozenset(), kind="stock", is_instant=True, domain="legal")


def moved(said: Said) -> Iterator[Finding]:
    """ "Net debt moved from €5.2 million (FY2022) to €4.1 million (FY2023)": two figures, each with its time."""
    name = names(said.lexicon).search(said.text)
    if name is None or not _begins(said.text[: name.start()]):
        return
    amounts = list(said.amounts(name.end()))
    for first, second in pairwise(amounts):
        if re.fullmatch(rf"(?: \(\w{{2,8}}\))? {words('moves')} {_BEFORE_AMOUNT}", said.text[name.end() : first.start]):
            between = re.fullmatch(
                rf"\s*{words('beside')}\s+{words('until')} {_BEFORE_AMOUNT}", said.text[first.end : second.start]
            )
            after = re.match(rf"\s*{words('beside')}(?=\s*[.;,]?\s*$)", said.text[second.end :])
            if between and after:
                yield from _dated(said, name[1], (first, _time(between)), (second, _time(after)))
            return


def _time(beside: re.Match[str]) -> str:
    return str(beside["time"] or beside["late"])


def _dated(said: Said, name: str, *stated: tuple[Read, str]) -> Iterator[Finding]:
    for read, time in stated:
        metric = next((metric for metric in named(said.lexicon, name) if fits(read, metric)), None)
        period = said.period(metric, read_timing(time)) if metric else None
        scenario = said.scenario(said.text, period) if period else None
        if metric and period and scenario and not read.bound:
            yield said.finding(read, metric, period, scenario, "from one time to another")


def labelled(said: Said) -> Iterator[Finding]:
    """ "Revenue FY23: €5.2 million", "Headcount: 94 (31 December 2023)": a line of a measure, its time and amount."""
    head, _, tail = said.text.partition(":")
    name = names(said.lexicon).search(head)
    read = next(said.amounts(len(head) + 1), None) if name and tail else None
    if name is None or read is None or read.bound not in ("", "about") or not _begins(head[: name.start()]):
        return
    before, after = head[name.end() :].strip(" ,"), re.fullmatch(_AFTER_AMOUNT, said.text[read.end :])
    if after is None or not re.fullmatch(_BEFORE_AMOUNT, said.text[len(head) + 1 : read.start].lstrip()):
        return
    times = [time for time in (before, after["time"] or after["late"]) if time]
    timing = read_timing(times[0]) if len(times) == 1 else None
    metric = next((m for m in named(said.lexicon, name[1]) if fits(read, m)), None)
    rest = re.sub(rf"\b{words('filling')}\b", "", timing.rest) if timing else ""
    period = said.period(metric, timing) if metric and timing and not re.search(r"\w", rest) else None
    scenario = said.scenario(said.text, period) if period else None
    if metric and period and scenario:
        yield said.finding(read, metric, period, scenario, "a line of a measure, its time and its amount")


def counted(said: Said) -> Iterator[Finding]:
    """ "257 employees as of 31 December 2024", "at that day the company had 257 employees": people, and the day."""
    found = re.fullmatch(words("counts"), said.text) or re.fullmatch(words("counts_late"), said.text)
    (metric,) = named(said.lexicon, "number of employees") or (None,)
    if found is None or metric is None:
        return
    read = next((q for q in said.amounts(found.start("number")) if q.start == found.start("number")), None)
    period = said.period(metric, read_timing(found["time"]))
    scenario = said.scenario(said.text, period) if period else None
    if read and period and scenario and fits(read, metric) and read.bound in ("", "about"):
        yield said.finding(read, metric, period, scenario, "a number of people at a time")


def listed(said: Said, start: int, timing: Timing | None, scenario: Scenario, subject: str) -> Iterator[Finding]:
    """What follows a figure in a list: ", EBITDA of €1.2 million (EBITDA margin 23 %)". All are of one time."""
    separator = re.compile(rf"\s*(?:,|\(|,? {words('and')})\s*(?:an? |the |en |ett |eine? )?")
    while step := separator.match(said.text, start):
        name = names(said.lexicon).match(said.text, step.end())
        if name is None:
            return
        item = re.compile(rf"(?:\s+{words('links')})?\s+{_BEFORE_AMOUNT}").match(said.text, name.end())
        read = next((q for q in said.amounts(name.end()) if item and q.start <= item.end() < q.end), None)
        if read is None or read.bound or _is_timed(said.text[read.end :]):
            return
        metric = next((m for m in named(said.lexicon, name[1]) if fits(read, m)), None)
        period = said.period(metric, timing, said.text) if metric else None
        if metric is None or period is None:
            return
        yield said.finding(read, metric, period, scenario, "a list after a measure of its time", subject)
        start = read.end + len((re.match(r"\s*\)", said.text[read.end :]) or [""])[0])


def claimed(said: Said) -> Iterator[Finding]:
    """ "In Smith v Acme the claimant seeks damages of €2.5 million as of 30 September 2024": what is sued for."""
    case = _CASE.search(said.original(0, len(said.text)))
    if case is None:
        return
    for read in said.amounts():
        before, after = said.text[: read.start], said.text[read.end :]
        is_claim = re.search(rf"{words('claims')} {_BEFORE_AMOUNT}$", before) or re.match(
            rf"\s+{words('is_claimed')}", after
        )
        day = re.match(rf"(?:\s+{words('is_claimed')})?,?\s+{words('as_of')}\s+(?P<time>[\w ,.]{{6,20}}\d{{4}})", after)
        period = said.period(_CLAIM, read_timing(day["time"])) if is_claim and day else None
        if period and MONEY.fullmatch(read.unit) and read.bound in ("", "about"):
            shown = " ".join(case["case"].split())
            yield said.finding(read, _CLAIM, period, Scenario.ACTUAL, "what is claimed in a case", "", (shown,))
            return


def _begins(before: str) -> bool:
    """Whether only a bullet, a clause number or an article stands before a name."""
    return re.fullmatch(r"[\W\d]*(?:the |our |total |group |consolidated )?", before) is not None


def _is_timed(after: str) -> bool:
    """Whether a time stands right behind an amount: then that is its own."""
    piece = re.split(r"[,;()]|\s(?:and|och|und)\s", after, maxsplit=1)[0]
    return is_time(piece)
