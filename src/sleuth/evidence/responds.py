"""Whether a true sentence answers what was asked: the measure, the part and the time of the question, and a level.

The second gate outside every reasoner. It reads the claim and the typed question only, and knows nothing of how the
claim was found. A true sentence about another quarter is a wrong answer.
"""

import re
from collections.abc import Iterable, Sequence

from sleuth.evidence.cells.meaning import Meaning
from sleuth.evidence.moments import ANOTHER_TIME, is_of_another_time, stated_timings
from sleuth.language.countries import as_country
from sleuth.language.metrics import PARENT, default_lexicon, names_of_part
from sleuth.language.period import Period
from sleuth.language.query import Operation, Query
from sleuth.language.scenario import Scenario, is_alike, read_scenarios
from sleuth.language.times import AskedTime, find_times
from sleuth.language.tokens import Token, spaced, tokens
from sleuth.language.tokens import stems as stems_of
from sleuth.language.weight import is_frame, is_legal_form, is_linking, telling_stems, without_linking
from sleuth.language.wordlist import wordlist

_FIGURE = re.compile(r"(?:[$€£]\s?)?\(?\d[\d,.\u00a0]*(?:\s?(?:%|percent|million|billion|thousand))?")
_SIDE_BY_SIDE = re.compile(r"\d\)?[\s|]+[$€£(]*\d[\d,.]*\)?(?=[\s|]|$)")  # two numbers with no word between: a row
_CHANGE = wordlist("operations")["change"]
_CHANGED = re.compile(rf"{_CHANGE}\s+(?:by\s+)?(?:approximately\s+|about\s+)?[$€£]?\s?\d", re.IGNORECASE)
_RATIOS = (Operation.GROWTH, Operation.CHANGE, Operation.RATIO, Operation.SHARE, Operation.AVERAGE)


_LABELLED = re.compile(r"[^:.;]{2,80}:\s*[$€£(]?\s?[-−]?\d[^:;]{0,40}")


def is_labelled(sentence: str) -> bool:
    """Whether a line only names a measure and its figure: "Operating margin 2023: 11.6 %"."""
    return _LABELLED.fullmatch(" ".join(sentence.split())) is not None


def sentence_responds(query: Query, sentence: str, names: frozenset[str], *, is_cell: bool = False) -> str:
    """Why a sentence does not answer a question about a figure; "" where it does. `names`: stems of the document's.

    `is_cell`: it is a cell with both its headers, which need not name the measure.
    """
    words = tokens(sentence, query.language)
    stems = {word.stem for word in words}
    if not is_cell and not any(_names_measure(names_of, words, query.language) for names_of in _measure_names(query)):
        return "it does not name the measure"
    missing = query.heavy - stems - names - _of_measures(query)
    if missing:
        return f"it does not speak of {', '.join(sorted(missing))}"
    if not _FIGURE.search(_without_times(sentence)):
        return "it states no figure"
    if query.operation not in _RATIOS and _SIDE_BY_SIDE.search(_without_times(sentence)):
        return "it is a row of figures"
    if query.operation not in _RATIOS and _CHANGED.search(sentence):
        return "it tells a change, not how much there is"
    return _time_differs(query, sentence)


def headed_responds(query: Query, said: str, names: frozenset[str]) -> str:
    """Why a cell with its headers is no figure of what is asked for; "" where they, or its table's titles, name it.

    `said`: all of these. `names`: stems of the document's.
    """
    words = tokens(said, query.language)
    stems = {word.stem for word in words} | names
    for measure, names_of in zip(query.measures, _measure_names(query), strict=True):
        is_named = _names_measure(names_of, words, query.language)
        if not is_named and (measure.is_known or not stems_of(measure.name) <= stems):
            return f"neither it nor its table names {measure.name}"
    return ""


def document_responds(question: str, statement: str, document: str, place: str) -> str:
    """Why a cell or a sentence does not answer, by the document it stands in; "" where it does.

    "Budget 2025" tells what is planned, whatever a cell of it leaves unsaid. `place`: the sheet, slide or section; a
    question that says a word of its name asks of it.
    """
    plans = read_scenarios(document)
    asks_of_plans = read_scenarios(question) or stems_of(question) & stems_of(place)
    if plans and Scenario.ACTUAL not in plans and not asks_of_plans:
        return f"it is of a {min(plans).value}"
    asked, said = (stated_timings(find_times(text)) for text in (question, statement))
    return ANOTHER_TIME if is_of_another_time(asked, said) else ""


def cell_responds(labels: Sequence[str], statement: str) -> str:
    """Why a cell, told as "row, heading: value", tells nothing of its row; "" where it tells something.

    The reference by which a row is called, under "Ref", is one of its labels once more.
    """
    value = statement.rpartition(": ")[2]
    return "it only repeats what its row is called" if value in labels else ""


def of_another_paper(question: str, document: str) -> str:
    """Why what stands in a numbered paper does not answer a question about another of its kind; "" where it may.

    "What was in amendment 1?" is not answered from "Amendment_No_2.pdf".
    """
    asked, own = (_numbered(text) for text in (question, document))
    for kind, numbers in asked.items():
        if kind in own and not numbers & own[kind]:
            return f"it stands in another {kind}"
    return ""


def _numbered(text: str) -> dict[str, set[int]]:
    """The kinds of papers that a text names by their numbers: amendment → {2}."""
    found: dict[str, set[int]] = {}
    for kind, number in _PAPER.findall(spaced(text).casefold()):
        found.setdefault(kind, set()).add(int(number))
    return found


_PAPER = re.compile(r"\b(amendment|addendum|annex|appendix|supplement|tillägg|bilaga) (?:no |nr |number )?(\d{1,2})\b")


def figure_responds(query: Query, meaning: Meaning, names: frozenset[str]) -> str:
    """Why a cell is none of the figures that a question asks for; "" where it is. `names`: stems of the document's."""
    if query.of_parent != (PARENT in meaning.dimension):
        return "it is of the parent company alone" if PARENT in meaning.dimension else "it is not of the parent alone"
    label = {word.stem for word in tokens(meaning.label, query.language)}
    part = {word.stem for text in meaning.dimension for word in tokens(text, query.language)}
    owner = {word.stem for word in tokens(meaning.subject, query.language)}
    places = frozenset[str]().union(*(as_country(name, query.words) for name in meaning.dimension))
    unsaid = query.heavy - label - part - owner - names - places - _of_measures(query)
    if unsaid:
        return f"it is not of {', '.join(sorted(unsaid))}"
    dimension = tuple(part for part in meaning.dimension if part != PARENT)
    if query.operation is Operation.LEVEL and dimension and not _is_said(query, dimension):
        return f"it is only of {', '.join(meaning.dimension)}"
    stated = [time for time in query.times if time.timing is not None]
    relative = len(stated) < len(query.times)
    if (
        stated
        and not relative
        and query.operation is Operation.LEVEL
        and not any(_is_at(meaning.period, t) for t in stated)
    ):
        return f"it is of {meaning.period.name if meaning.period else 'no time'}"
    if query.scenario and not is_alike(query.scenario, meaning.scenario.value):
        return f"it is {meaning.scenario.value}"
    return ""


def _is_said(query: Query, parts: Iterable[str]) -> bool:
    """Whether the question names the part, by the first words of its name at least."""
    said = query.stems | _of_measures(query)
    return all(
        as_country(part, query.words) or any(_says_all(name, said, query.language) for name in names_of_part(part))
        for part in parts
    )


def _says_all(name: str, said: frozenset[str], language: str) -> bool:
    """Whether every telling word of a name is said."""
    words = without_linking(name, language)
    telling = [word for word in words if not (is_legal_form(word.text) or is_frame(word.text, language))]
    return all(word.stem in said for word in telling)


def _is_at(period: Period | None, time: AskedTime) -> bool:
    """Whether a period may be the one that is asked for, by its year, its quarter and its day."""
    timing = time.timing
    if period is None or timing is None:
        return False
    years = {period.end.year, period.fiscal_year, period.end.closing_month.year if period.end.closing_month else None}
    if timing.year is not None and timing.year not in years and timing.year - 1 not in years:
        return False
    by_calendar = (period.end.month + 2) // 3 if period.end.month else None
    quarters = (None, timing.quarter)
    if timing.quarter and period.months in (3, None) and not {period.fiscal_quarter, by_calendar} & {*quarters}:
        return False
    if timing.month and timing.day and period.end.day and period.end.month:
        return (timing.month, timing.day) == (period.end.month, period.end.day)
    return not (timing.months and period.months and timing.months != period.months)


def _measure_names(query: Query) -> list[list[tuple[str, ...]]]:
    """All names of each measure that is asked for, as stems."""
    known = default_lexicon().metrics
    found = []
    for measure in query.measures:
        texts = {name for key in measure.keys if key in known for name in (key, *known[key].names, *known[key].asked)}
        texts.add(measure.name)
        found.append([telling_stems(text, query.language) for text in sorted(texts) if "…" not in text])
    return found


def _of_measures(query: Query) -> frozenset[str]:
    return frozenset(stem for names in _measure_names(query) for name in names for stem in name)


def _names_measure(names: Sequence[tuple[str, ...]], words: Sequence[Token], language: str) -> bool:
    """Whether one of the names stands in one piece."""
    said = [word.stem for word in words if not is_linking(word.text, language)]
    return any(
        name and tuple(said[at : at + len(name)]) == name for name in names for at in range(len(said) - len(name) + 1)
    )


def _time_differs(query: Query, sentence: str) -> str:
    """Why the sentence's time is not the question's. A sentence without a time is of its document's."""
    asked = stated_timings(query.times)
    said = stated_timings(find_times(sentence))
    if query.operation is Operation.LEVEL and asked and len({one for one in said if one.year}) > 1:
        return "it speaks of several times"
    return ANOTHER_TIME if is_of_another_time(asked, said) else ""


def _without_times(sentence: str) -> str:
    for time in sorted(find_times(sentence), key=lambda time: -time.start):
        sentence = f"{sentence[: time.start]} {sentence[time.end :]}"
    return sentence
