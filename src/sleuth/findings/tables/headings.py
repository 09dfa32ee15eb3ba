"""What the headings over a column, or beside a row, say: time, scenario, unit, and what is left of them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from sleuth.language.currency import USUAL, Signs
from sleuth.language.glyphs import plain
from sleuth.language.metrics import (
    default_lexicon,
    is_aside,
    is_derived_column,
    is_group,
    is_of_parent,
    is_whole,
    label_form,
)
from sleuth.language.scale import NOTHING, Scaling, heading_scaling, read_scaling, without_units
from sleuth.language.scenario import Scenario, read_scenarios, without_scenario
from sleuth.language.timing import (
    Timing,
    names_month_alone,
    names_year_before,
    read_timing,
    scan_times,
    without_year_before,
)
from sleuth.language.wordlist import wordlist

_NOISE = re.compile(wordlist("patterns", "findings")["noise"])
_UNIT_WORDS = re.compile(wordlist("patterns", "findings")["unit_words"])
_WRITTEN = re.compile(wordlist("periods")["written"]["says"], re.IGNORECASE)
_ENDS = re.compile(wordlist("periods")["closing"]["says"], re.IGNORECASE)
_FISCAL = re.compile(r"\b(?:FY|[QHK][1-4])[ '’]?\d{0,4}\b|\b[QH][1-4]\b", re.IGNORECASE)
_RESTATED, _FORMER = (re.compile(wordlist("versions", "findings")["restated"][name]) for name in ("says", "former"))
_MONTH = re.compile(wordlist("periods")["titled_month"]["says"])
_EDITION = re.compile(r"\b(?:le|rf|fc|f|forecast|reforecast|latest estimate) ?p?(?P<number>\d{1,2})(?!\d)")
_PERIOD_NUMBER = re.compile(r"\bp\s?\d{1,2}\b")  # "FY26 (YTD P6)": after six months


@dataclass(frozen=True, slots=True)
class Heading:
    """The headings of one column or row. `names` are the parts that name neither time, scenario nor unit."""

    timing: Timing | None  # None: they name two times
    scenarios: frozenset[Scenario] = frozenset()
    scaling: Scaling = NOTHING
    names: tuple[str, ...] = ()
    is_derived: bool = False  # it compares others, or says % of something
    is_aside: bool = False
    is_titled: bool = False  # the title of the table tells its year
    is_of_parent: bool = False  # of the parent company alone, beside the group
    is_before: bool = False  # of the year before the one that the table is of, and says no more: "Prior year", "PY"


def standing(heads: Mapping[int, Heading], paths: Mapping[int, Sequence[str]], author: str) -> dict[int, Heading]:
    """The headings by column, without what was restated or estimated anew; the `author`'s are the paper's own."""
    return _of_author(_without_earlier_editions(_without_former(heads, paths), paths), author)


def with_parent(heads: Mapping[int, Heading], paths: Mapping[int, Sequence[str]]) -> dict[int, Heading]:
    """The headings by column; those of the parent company alone, "Company" beside "Group", are marked so."""
    said = {column: [_name(part) for part in paths.get(column, ())] for column in heads}
    has_group = any(is_group(name) for names in said.values() for name in names)
    found: dict[int, Heading] = {}
    for column, head in heads.items():
        parents = {name for name in said[column] if is_of_parent(name, beside_group=has_group)}
        names = tuple(name for name in head.names if name not in parents)
        found[column] = replace(head, names=names, is_of_parent=True) if parents else head
    return found


def _without_former(heads: Mapping[int, Heading], paths: Mapping[int, Sequence[str]]) -> dict[int, Heading]:
    """The headings by column; "2023 as reported" beside "2023 restated" holds what no longer stands, and no facts."""
    said = {column: plain(" ".join(paths.get(column, ()))).text for column in heads}
    restated = [head.timing for column, head in heads.items() if _RESTATED.search(said[column]) and head.timing]
    years = {timing.year for timing in restated}
    return {
        column: replace(head, is_aside=True, scenarios=frozenset())
        if _FORMER.search(said[column]) and head.timing is not None and head.timing.year in years
        else head
        for column, head in heads.items()
    }


def _without_earlier_editions(heads: Mapping[int, Heading], paths: Mapping[int, Sequence[str]]) -> dict[int, Heading]:
    """The headings by column; of an estimate or a forecast told in several editions, "LE P08" beside "LE P05", the last
    one stands and the others hold no facts."""
    said = {column: _EDITION.search(plain(" ".join(paths.get(column, ()))).text) for column in heads}
    editions = {column: int(found["number"]) for column, found in said.items() if found is not None}
    last: dict[tuple[Timing | None, frozenset[Scenario], tuple[str, ...]], int] = {}
    for column, number in editions.items():
        key = _of_edition(heads[column])
        last[key] = max(number, last.get(key, number))
    return {
        column: replace(head, is_aside=True) if editions.get(column, 0) < last.get(_of_edition(head), 0) else head
        for column, head in heads.items()
    }


def _of_edition(head: Heading) -> tuple[Timing | None, frozenset[Scenario], tuple[str, ...]]:
    """What two editions of one plan share: their time, their scenario and what is measured."""
    return (replace(head.timing, rest="") if head.timing is not None else None), head.scenarios, head.names


def _of_author(heads: Mapping[int, Heading], author: str) -> dict[int, Heading]:
    """The headings by column; the one column that is called by who made the paper holds the paper's own figures."""
    own = [
        n
        for n, head in heads.items()
        if len(head.names) == 1 and f"{author} ".startswith(f"{label_form(head.names[0])} ")
    ]
    return {n: replace(head, names=()) if own == [n] else head for n, head in heads.items()}


def with_measures(heads: Mapping[int, Heading]) -> dict[int, Heading]:
    """The headings by column; "Budget YTD" and "PY YTD" right of "Revenue YTD" are of the revenue too.

    Only where the column that names the measure, a known one, has the time that those beside it have or are before, or
    none of them has any: the title tells it.
    """
    found: dict[int, Heading] = {}
    measure: Heading | None = None
    for column, head in sorted(heads.items()):
        if head.names:
            named = len(head.names) == 1 and bool(default_lexicon().named(label_form(head.names[0])))
            measure = head if named and head.timing is not None else None
        elif measure is not None and _is_beside(head, measure):
            head = replace(head, names=measure.names)
        found[column] = head
    return found


def _is_beside(head: Heading, measure: Heading) -> bool:
    """Whether a heading without a measure is of a scenario, or the year before, at the time of the measure's."""
    if head.timing is None or measure.timing is None or head.is_derived or head.is_aside or not head.scenarios:
        return False
    own, other = (replace(timing, year=None, rest="") for timing in (head.timing, measure.timing))
    return own == other and head.scenarios != measure.scenarios


@lru_cache(maxsize=16384)
def read_headings(parts: tuple[str, ...], signs: Signs = USUAL) -> Heading:
    """Read the headings of a column, the outermost first. `signs` are what "$" and "kr" mean in the document."""
    names = [_name(part) for part in parts if _is_name(part)]
    is_before = any(map(names_year_before, parts))
    scenarios = frozenset().union(*(read_scenarios(part) for part in parts))
    timing = _timing(" ".join(parts), bool(scenarios) or is_before)
    if any(map(_names_one_month, parts)) and timing is not None and not (timing.day or timing.to_date):
        timing = replace(timing, months=1)
    return Heading(
        timing,
        scenarios or frozenset([Scenario.ACTUAL] if is_before else []),
        _scaling(parts, signs),
        tuple(name for name in names if not is_whole(name)),
        any(is_derived_column(_left(part)) for part in parts if _left(part))
        or any(is_derived_column(part) for part in parts),
        any(is_aside(part) or is_aside(_left(part)) for part in parts),
        is_before=is_before and timing is not None and timing.year is None,
    )


def _timing(heading: str, has_scenario: bool) -> Timing | None:
    """The time that a heading names, with the length that a scenario within it tears off: "FY budget 2025"."""
    said = read_timing(_without_months(heading))
    if not has_scenario or said is None or said.months:
        return said
    if not said.is_time:  # "Feb actual", "Feb prior year": a month is one where it stands alone
        alone = without_year_before(without_scenario(heading))
        return read_timing(alone) if names_month_alone(alone) else said
    bare = read_timing(without_scenario(heading))
    return replace(said, months=bare.months) if bare is not None and bare.year == said.year else said


def _names_one_month(part: str) -> bool:
    """Whether a heading says that it is of the one month that it names: "Month: March 2025"."""
    timing = read_timing(part)
    return timing is not None and timing.month is not None and is_of_month(timing.rest)


def is_of_month(rest: str) -> bool:
    """Whether all that is said beside a time is that it is a month: "MONTH – September 2025"."""
    return _MONTH.fullmatch(without_year_before(without_scenario(rest)).strip(" .:-()")) is not None


def _scaling(parts: Sequence[str], signs: Signs) -> Scaling:
    """The innermost heading that states one."""
    scaling = NOTHING
    for part in reversed(parts):
        scaling = scaling.over(heading_scaling(part, signs))
    return scaling


def _is_name(part: str) -> bool:
    """Whether more than time, scenario and unit is left, or just that is a measure's name ("Number of shares")."""
    left = _left(part)
    known = default_lexicon().named(label_form(left))
    return bool(known or re.sub(r"[\W_]", "", _UNIT_WORDS.sub("", without_units(left))))


def _name(part: str) -> str:
    """The name as printed; without the time where that stands beside it ("Revenue 2023")."""
    timing = read_timing(_without_months(part))
    left = without_units(_left(part))
    is_beside = read_scenarios(part) or names_year_before(part)
    is_measure = (
        is_beside and default_lexicon().named(label_form(left)) and not default_lexicon().named(label_form(part))
    )
    return left if is_measure or (timing is not None and timing.is_time) else _without_unit_behind(part)


def _without_unit_behind(part: str) -> str:
    """A name without the currency and scale that stand under it: "Cookware HK$’000" is Cookware."""
    words = part.split()
    for size in (1, 2):
        unit = " ".join(words[-size:])
        if len(words) > size and read_scaling(unit).money is not None and not without_units(unit).strip("() "):
            return " ".join(words[:-size])
    return part


@cache
def _month_span() -> re.Pattern[str]:
    months = "|".join(name for names in wordlist("periods")["month"].values() for name in names.split())
    year = r"(?P<year>\s*['’]?(?:20)?\d\d\b)?"
    return re.compile(rf"\(?\b(?:{months})\.?\s?[-–—]\s?(?:{months})\b\.?{year}\)?", re.IGNORECASE)


def _without_months(part: str) -> str:
    """A heading without the months that a fiscal year, half or quarter beside them is of: "FY25 (May–Apr)". Of "Q1
    Oct–Dec 24" they are kept: they alone tell the year.
    """
    span = _month_span().search(part)
    if span is None or not _FISCAL.search(part):
        return part
    bare = f"{part[: span.start()]} {part[span.end() :]}"
    return part if span["year"] and not re.search(r"\d\d", bare) else bare


def names_only_time(part: str) -> bool:
    """Whether a row's label is a time and nothing else: "Q1 2024", "Balances, October 29, 2023"."""
    timing = read_timing(_without_months(part))
    return timing is not None and timing.is_time and not re.sub(r"\bbalances?\b", "", _left(part)).strip()


def names_only_scenario(part: str) -> bool:
    """Whether a label is a scenario and nothing else: "Budget"."""
    return bool(read_scenarios(part)) and not _left(part)


def is_made_on(line: str) -> bool:
    """Whether a line tells when something was written: "Group Finance, 26 July 2025", "FY2025, prepared 26 July 2024".

    It bears a whole date, and no word that makes it the end of a period.
    """
    if _WRITTEN.search(line):
        return True
    timing = read_timing(line)
    whole = timing is not None and bool(timing.year and timing.month and timing.day)
    return whole and not _ENDS.search(line)


def without_mix(line: str) -> str:
    """A line without what it says of its columns: "6+6 (six months actual, six months forecast)", "Apr-Sep actual"."""
    words = plain(line).text
    said = (one for one in scan_times(words) if one.timing.year is None and (one.timing.months or one.timing.month))
    mixed = [one for one in said if names_only_scenario(words[one.end :].strip().partition(" ")[0].strip(",;()"))]
    for one in reversed(mixed):
        words = f"{words[: one.start]} {words[one.end :]}"
    return words if mixed else line


def bare_title(part: str) -> str:
    """A title without time and scenario: "Budget FY2026 – revenue by segment" is of revenue by segment."""
    timing = read_timing(part)
    return without_scenario(timing.rest if timing is not None else part).strip(" -:,")


def _left(part: str) -> str:
    """What is left of a heading without time, scenario and filling."""
    part = without_year_before(without_scenario(_without_months(part)))  # first: "H1 act" is a scenario beside a time
    timing = read_timing(part)
    rest = without_scenario(timing.rest if timing is not None else plain(part).text)
    if timing is not None and timing.is_time:
        rest = _PERIOD_NUMBER.sub(" ", rest)
    return " ".join(_NOISE.sub(" ", rest).split())
