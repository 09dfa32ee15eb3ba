"""Chooses the fact that a typed question asks for: strict in measure, part, period and scenario.

Nothing here knows of pages or sentences. A figure of another measure, part or time than asked for is never chosen;
the error says what there is instead.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from sleuth.findings.asked.answers import NotStatedError
from sleuth.findings.asked.books import Book, Fact, agree
from sleuth.findings.asked.parts import (
    in_short,
    is_clipped,
    is_said,
    kinds_of_part,
    only_part,
    part_stems,
    telling_words,
)
from sleuth.findings.asked.placing import Placing
from sleuth.findings.compared.conflicts import is_restated
from sleuth.language.calendar import Month
from sleuth.language.countries import as_country
from sleuth.language.glyphs import plain
from sleuth.language.measures import wholes
from sleuth.language.metrics import (
    PARENT,
    default_lexicon,
    is_residual,
    is_whole,
    label_form,
    names_of_part,
    without_brackets,
)
from sleuth.language.period import Day, Period, same_period
from sleuth.language.query import Measure, Query
from sleuth.language.scenario import Scenario, is_alike
from sleuth.language.times import AskedTime
from sleuth.language.tokens import stems
from sleuth.language.weight import is_collective, is_frame, without_linking
from sleuth.language.wordlist import wordlist

_LEAST_SHOWN = 5  # periods that are named where none is the one asked for
_LEAST_COUNTED = 2  # telling words of a line beside its collective noun
_OF_AUTHOR = re.compile(wordlist("labels")["of_author"])
_QUALIFIES = re.compile(wordlist("labels")["qualifies"])  # words that make another measure of what they stand before
_UNDIVIDED = ("percent", "times", "day")  # units of figures of which none is a part of another
_INCLUDES = re.compile(r"\b(?:incl|excl|including|excluding|before|after)\b\.?\s+", re.IGNORECASE)
_SEGMENT = re.compile(r"\bthe ((?:[A-Z][\w&.-]*\s+){1,3})(?:segment|division)\b")
_LINE = "line: "  # a line of a statement that goes by its own name


@dataclass(slots=True)
class Chooser:
    """Chooses among the facts of one document for one question."""

    query: Query
    book: Book
    others: frozenset[str] = frozenset()  # words of the question that name any of the documents
    assumptions: list[str] = field(default_factory=list)  # what was taken where the question leaves it open
    lacking: list[str] = field(default_factory=list)  # why a part of the question has no figure, where another has
    # words of the part that is called a segment, which the company's name holds too: "the Activision segment"
    segment: frozenset[str] = field(init=False)

    @property
    def placing(self) -> Placing:
        """Where the times of the question lie in the document's calendar."""
        return Placing(self.query, self.book)

    def __post_init__(self) -> None:
        self.book = replace(self.book, facts=tuple(self._of_scope()))
        found = _SEGMENT.search(self.query.text)
        self.segment = stems(found[1], self.book.language) & self.book.names if found else frozenset()

    def _of_scope(self) -> Iterator[Fact]:
        """The facts of the group, or those of the parent company alone, as the question asks."""
        for fact in self.book.facts:
            if not self.query.of_parent and PARENT not in fact.dimension:
                yield fact
            elif self.query.of_parent and PARENT in fact.dimension:
                dimension = tuple(part for part in fact.dimension if part != PARENT)
                yield replace(fact, dimension=dimension, of_parent=True)

    @property
    def is_spent(self) -> bool:
        """Whether the question speaks of what was spent."""
        return re.search(wordlist("operations")["spent"], plain(self.query.text).text) is not None

    def stating(self, measure: Measure) -> list[Fact]:
        """The facts of a measure and of the part that the question names. Raises NotStatedError."""
        of_measure = self._of_measure(measure)
        found = self._of_author(measure) or self._of_that_name(of_measure, measure) or self.of_part(of_measure)
        if not found:
            named = [fact for fact in self.book.facts if self._is_named(fact, measure)]
            found = named or self._counted(measure) or self._headed(measure)
        if not found:
            known = bool(of_measure) and self.query.heavy <= self.book.names
            raise NotStatedError(f"no figure of {measure.name} that the question asks for", known=known)
        return found

    def _of_measure(self, measure: Measure) -> list[Fact]:
        """The facts of a measure; where there are none, those of the whole of which it is all: without minority
        interests the net income is that of the shareholders."""
        found = self.of_line(measure)
        for key in measure.keys if not found else ():
            whole = wholes().get(key)
            if whole is not None and not any(whole.unless.search(label_form(fact.name)) for fact in self.book.facts):
                found += [fact for fact in self.book.facts if fact.metric == whole.key]
        return found

    def of_line(self, measure: Measure) -> list[Fact]:
        """The facts of a measure, without the lines of another name where one bears the very name asked for: "Total
        revenue" of a segment is no answer for its external revenue beside a line "External revenue".
        """
        facts = [fact for fact in self.book.facts if fact.metric in measure.keys]
        asked, language = self._asked_words(measure), self.book.language
        printed = {fact.label: _words_of(fact.label, language) for fact in facts}
        named = [fact for fact in facts if printed[fact.label] == asked]
        if not named or not self._covers(named, facts):
            return facts
        return [fact for fact in facts if not self._is_other_line(printed[fact.label], fact, asked)]

    def _covers(self, some: Sequence[Fact], facts: Sequence[Fact]) -> bool:
        """Whether some of the facts are of each time asked for of which any of all are."""
        return all(
            any(self.is_at(fact, time) for fact in some) or not any(self.is_at(fact, time) for fact in facts)
            for time in self.query.times
        )

    def _is_other_line(self, printed: frozenset[str], fact: Fact, asked: frozenset[str]) -> bool:
        """Whether a label says a part of the name asked for, and something else in place of the rest."""
        parts = part_stems(fact, self.query.words, self.book.language)
        return bool(printed & asked) and bool(asked - printed) and bool(printed - asked - parts)

    def of_part(self, facts: Sequence[Fact]) -> list[Fact]:
        """The facts whose subject and part account for every word of the question, and add no part of their own."""
        fitting = [fact for fact in facts if self._accounts(fact)]
        exact = [fact for fact in fitting if self._leftover(fact) == 0]
        planned = self.query.scenario
        if exact and (not planned or any(is_alike(planned, fact.scenario) for fact in exact)):
            return exact
        return only_part(fitting, facts, self.query.heavy, self.book.language) or exact or self._clipped_part(fitting)

    def _clipped_part(self, fitting: Sequence[Fact]) -> list[Fact]:
        """The figures of the one part whose every word the question says or begins: "lab equipment" of Laboratory
        Equipment. None where several parts are so."""
        meant = [fact for fact in fitting if len(fact.dimension) == 1 and self._is_all_clipped(fact.dimension[0], fact)]
        return meant if len({fact.dimension for fact in meant}) == 1 else []

    def _is_all_clipped(self, name: str, fact: Fact) -> bool:
        """Whether the question says each telling word of a part's name, or its beginning."""
        words = telling_words(name, fact.metric, self.book.language)
        asked = self.query.words
        return bool(words) and all(
            is_said(word, name, asked) or is_clipped(word, name, asked, self.book.language) for word in words
        )

    def _of_author(self, measure: Measure) -> list[Fact]:
        """What a paper of due diligence that the question names arrives at itself: its "Diligence-adjusted EBITDA" for
        the EBITDA, or the adjusted EBITDA, of that paper. None where it has two such lines."""
        own = stems(self.book.subject, self.book.language)  # naming the company names no paper
        if (
            not self.query.stems & self.book.names - own
            or not measure.is_known
            or not self.query.heavy <= self.book.names | self.others
        ):
            return []
        found = [
            fact for fact in self.book.facts if fact.metric.startswith(_LINE) and self._is_of_author(fact, measure)
        ]
        return found if len({fact.metric for fact in found}) == 1 else []

    def _is_of_author(self, fact: Fact, measure: Measure) -> bool:
        name = plain(without_brackets(fact.name)).text.strip()
        of_author = _OF_AUTHOR.search(name)
        kept = stems(name[of_author.end() :], self.book.language) if of_author else frozenset()
        return kept in (self._asked_words(measure), self._asked_words(measure) | stems("adjusted", "en"))

    def _of_that_name(self, of_measure: Sequence[Fact], measure: Measure) -> list[Fact]:
        """The lines that bear the very name asked for, where none of the measure's does: "fixed assets" may be the name
        of one line, and elsewhere another word for tangible assets.
        """
        asked = self._asked_words(measure)
        whole = [fact for fact in of_measure if not fact.dimension]
        if any(_words_of(fact.name, self.book.language) == asked for fact in whole):
            return []
        lines = [fact for fact in self.book.facts if fact.metric.startswith(_LINE)]
        return [f for f in lines if _words_of(f.name, self.book.language) == asked and self._is_named(f, measure)]

    def _accounts(self, fact: Fact) -> bool:
        named = _named(fact.subject, self.book.language)
        parts = part_stems(fact, self.query.words, self.book.language)
        kinds = kinds_of_part(parts, self.query.heavy - self.book.names, self.book.language)
        if not self.segment <= parts | kinds:
            return False
        said = self.book.names | self.others | named | parts | kinds
        if not self.query.heavy <= said and not self.query.heavy <= said | self._restated(fact):
            return False
        return self.is_own(fact) or bool(_named(fact.subject, self.book.language) & self.query.stems - self.book.names)

    def _restated(self, fact: Fact) -> frozenset[str]:
        """The question's word for what was restated, where the document says so of the measure at a time asked for."""
        words = frozenset(word.stem for word in self.query.words if is_restated([word.text]))
        of_measure = [one for one in self.book.facts if words and one.is_restated and one.metric == fact.metric]
        times = self.query.times
        is_stated = any(not times or any(self.is_at(one, time) for time in times) for one in of_measure)
        return words if is_stated else frozenset()

    def is_own(self, fact: Fact) -> bool:
        """Whether a figure is of the company whose document it is."""
        own = _named(self.book.subject, self.book.language)
        if fact.subject in fact.dimension:  # a part of nobody in particular
            return True
        return not fact.subject or not self.book.subject or bool(own & _named(fact.subject, self.book.language))

    def _leftover(self, fact: Fact) -> int:
        """How many words of its part the question does not say; a total of a part says nothing more."""
        names = [names_of_part(part) for part in fact.dimension if not is_whole(part)]
        return sum(min(self._unsaid(name, fact.metric) for name in of_part) for of_part in names)

    def _unsaid(self, name: str, metric: str) -> int:
        """How many telling words of a part's name the question does not say; those of the measure it does."""
        words = telling_words(name, metric, self.book.language)
        if as_country(name, self.query.words):
            return 0
        said = [word for word in words if is_said(word, name, self.query.words)]
        is_rest = is_residual(name) and name.split()[0].casefold() not in self.query.text.casefold()
        return len(words) - len(said) + is_rest  # "Other transport" is not transport

    def _counted(self, measure: Measure) -> list[Fact]:
        """The one line that counts what is asked for under a collective: "how many meters were installed?" asks for
        "Installed base of meters". None where several lines do, or the question names a measure of the lexicon."""
        if measure.is_known:
            return []
        counts = [fact for fact in self.book.facts if fact.metric.startswith(_LINE) and fact.unit == "count"]
        found = [fact for fact in counts if self._is_named(fact, measure, in_sum=True)]
        return found if len({fact.metric for fact in found}) == 1 else []

    def _headed(self, measure: Measure) -> list[Fact]:
        """The one line whose name ends in the words asked for, with one more before them that tells of what kind it is:
        "fleet utilisation" asks for "Hire fleet utilisation".

        None where several lines do, where that word makes another measure of it ("Gross churn") or only a part (of what
        is counted, or an amount), or where the question names a measure of the lexicon.
        """
        if measure.is_known or len(self.query.heavy) < _LEAST_COUNTED:
            return []
        found = [fact for fact in self.book.facts if self._ends_in(fact, measure)]
        return found if len({(fact.metric, fact.dimension) for fact in found}) == 1 else []

    def _ends_in(self, fact: Fact, measure: Measure) -> bool:
        """Whether a line's name is the words asked for behind one of its own."""
        language = self.book.language
        words = without_linking(without_brackets(fact.name), language)
        first, rest = words[:1], {word.stem for word in words[1:]}
        is_line = fact.metric.startswith(_LINE) and not fact.dimension and fact.unit in _UNDIVIDED
        if not is_line or not first or _QUALIFIES.fullmatch(plain(first[0].text).text):
            return False
        asked = self._asked_words(measure)
        return rest == asked and first[0].stem not in asked and self.query.heavy <= rest | self.book.names

    def _is_named(self, fact: Fact, measure: Measure, *, in_sum: bool = False) -> bool:
        """Whether a line goes by the name that the question gives: all its telling words, and no others.

        `in_sum`: a collective noun in it tells nothing, where two words or more are left.
        """
        language = self.book.language
        asked = self._asked_words(measure)
        text = self._with_asked_balance(_by_name_of(measure, self._with_asked_brackets(fact.name)))
        name = without_linking(text, language)
        if in_sum:
            name = [w for w in name if not is_collective(w.text, language)]
            if len(name) < _LEAST_COUNTED:
                return False
        name = [w for w in name if not is_said(w, text, self.query.words)] or name  # "incl." is including
        telling = {w.stem for w in name if not is_frame(w.text, language)} or {w.stem for w in name}
        if measure.keys and not fact.metric.startswith(_LINE):
            return False  # a line that is known to state another measure
        if fact.dimension and self._leftover(fact):
            return False
        around = frozenset(stem for part in fact.row_path[:-1] for stem in stems(part, language))
        parts = part_stems(fact, self.query.words, language)
        said = stems(text, language) | in_short(text, self.query.words, language) | parts | self.book.names | around
        required = self.query.heavy | frozenset(stem for stem in asked if measure.keys or stem not in self.query.stems)
        return bool(telling) and telling <= asked | self.query.stems and required <= said and self.is_own(fact)

    def _with_asked_brackets(self, name: str) -> str:
        """A line's name without what stands in brackets, unless that is asked for: "Net debt (covenant)"."""
        bare = without_brackets(name)
        aside = stems(name[len(bare) :], self.book.language)
        return name if aside and aside <= self.query.heavy else bare

    def _with_asked_balance(self, name: str) -> str:
        """A line's name with the balance that it includes, or leaves out, as the question calls that: "leases" for the
        lease liabilities of "Net debt incl. lease liabilities"."""
        found = _INCLUDES.search(name)
        known = default_lexicon()
        for metric in known.named(label_form(name[found.end() :])) if found else ():
            asked = [one for one in (*metric.names, *metric.asked) if f" {one} " in f" {label_form(self.query.text)} "]
            if asked and found is not None:
                return f"{name[: found.end()]}{max(asked, key=len)}"
        return name

    def _asked_words(self, measure: Measure) -> frozenset[str]:
        return _words_of(measure.name, self.book.language)

    def at(self, facts: Sequence[Fact], time: AskedTime | None) -> Fact:
        """The fact of the time asked for; the latest where none is named. Raises NotStatedError."""
        if time is None:
            return self.prevailing(self.latest(self.of_scenario(facts)))
        fitting = [fact for fact in facts if self.is_at(fact, time)]
        if not self.query.scenario and all(fact.scenario != Scenario.ACTUAL.value for fact in fitting):
            fitting = self._so_far(facts, time) or fitting  # of a year that is not over a plan may be all there is
        if not fitting:
            instead = tuple(fact.period for fact in facts)
            raise NotStatedError(f"none of {time}; there is {_periods(facts)}", known=True, instead=instead)
        return self.prevailing(self.of_scenario(fitting))

    def _so_far(self, facts: Sequence[Fact], time: AskedTime) -> list[Fact]:
        """What is stated of a year that is not over: of "this year" up to the latest month."""
        period = self.placing.so_far(time)
        found = [fact for fact in facts if period is not None and same_period(fact.period, period)]
        if found and period is not None:
            self.assumptions.append(f"{period.name}, the year so far")
        return found

    def of_scenario(self, facts: Sequence[Fact]) -> list[Fact]:
        """Those of the scenario that is asked for; where none is, what happened, or else what is planned."""
        wanted = self.query.scenario or Scenario.ACTUAL.value
        found = [fact for fact in facts if fact.scenario == wanted]
        found = found or [fact for fact in facts if is_alike(wanted, fact.scenario)]
        if found or not facts:
            return found
        others = {fact.scenario for fact in facts}
        if others == {Scenario.ACTUAL.value} and self._is_beside_plan():
            return list(facts)
        if self.query.scenario:
            raise NotStatedError(f"no {wanted} figure; there is {', '.join(sorted(others))}", known=True)
        if len(others) > 1:
            raise NotStatedError(f"it is stated as {' and '.join(sorted(others))}", known=True)
        self.assumptions.append(f"{others.pop()}; no actual figure is stated")
        return list(facts)

    def _is_beside_plan(self) -> bool:
        """Whether what is expected at one time is set beside another, of which what happened is meant: "the EBITDA they
        plan for 2028, growth vs 2024"."""
        return self.query.scenario in (Scenario.FORECAST.value, Scenario.ESTIMATE.value) and len(self.query.times) > 1

    def is_at(self, fact: Fact, time: AskedTime) -> bool:
        """Whether a fact is of a time that the question names."""
        return self.placing.is_at(fact, time)

    def latest(self, facts: Sequence[Fact]) -> list[Fact]:
        """The facts of the latest period: a fiscal year before a part of one that ends with it, else the shortest."""
        latest = max((fact.period for fact in facts), key=lambda period: _recency(period, self.book.months))
        self.assumptions.append(f"{latest.name}, the latest")
        return [fact for fact in facts if same_period(fact.period, latest)]

    def prevailing(self, facts: Sequence[Fact]) -> Fact:
        """The figure that facts of one measure and time agree on, the most precise; a statement outranks a note, and
        the whole what is said to be of continuing operations, or of another part that asks for no word of its own.
        """
        best = min(fact.rank for fact in facts)
        ranked = sorted(facts, key=lambda fact: (fact.rank, fact.precision, fact.id))
        top = [fact for fact in ranked if fact.rank == best]
        top = [fact for fact in top if not fact.dimension] or top
        if all(agree(top[0], other) for other in top[1:]):
            return top[0]
        said = ", ".join(dict.fromkeys(f"{fact.value:f}" for fact in top[:_LEAST_SHOWN]))
        raise NotStatedError(f"it is stated in different ways ({said})", known=True)

    def before(self, facts: Sequence[Fact], new: Fact, months: int) -> Fact:
        """The same measure so many months earlier. Raises NotStatedError."""
        month = new.period.end.closing_month
        if month is None:
            raise NotStatedError("no figure to compare with", known=True)
        earlier = replace(new.period, end=Day(*month.plus(-months)), fiscal_year=None, fiscal_quarter=None)
        fitting = [f for f in self.of_scenario(facts) if same_period(earlier, f.period)]
        if not fitting:
            raise NotStatedError(f"no figure of the {months} months before to compare with", known=True)
        return self.prevailing(fitting)

    def beside(self, facts: Sequence[Fact], anchor: Fact) -> Fact:
        """The fact of the time of another: the same months, or the day on which they end. Raises NotStatedError."""
        month = anchor.period.end.closing_month
        fitting = [f for f in self.of_scenario(facts) if _together(f.period, anchor.period, month)]
        if not fitting:
            raise NotStatedError(f"no figure of {when(anchor)}", known=True)
        return self.prevailing(fitting)


def _by_name_of(measure: Measure, name: str) -> str:
    """A line's name that begins with another name of a measure, with the one asked for in its place: of net debt "Net
    interest-bearing debt excl. leases" says no more than what is left out.
    """
    opens = _opening_names(measure.keys)
    found = opens.match(name) if opens is not None else None
    return f"{measure.name}{name[found.end() :]}" if found else name


def _words_of(name: str, language: str) -> frozenset[str]:
    """The stems of a name's words, without those that only join them: "wages and salaries"."""
    return frozenset(word.stem for word in without_linking(name, language))


@lru_cache(maxsize=256)
def _opening_names(keys: tuple[str, ...]) -> re.Pattern[str] | None:
    """What a longer name may begin with: any name of measures, the longest first; None where they have none."""
    known = default_lexicon().metrics
    names = sorted((one for key in keys if key in known for one in known[key].names), key=len, reverse=True)
    called = "|".join(r"\W+".join(map(re.escape, one.split())) for one in names)
    return re.compile(rf"\s*(?:{called})(?=\W+\w)", re.IGNORECASE) if called else None


def when(fact: Fact) -> str:
    """The time of a fact in words: a day in full, months by their name."""
    return fact.period.described if fact.period.is_instant else fact.period.name


def end_of(fact: Fact) -> str:
    """The day on which the time of a fact ends, as it sorts."""
    return str(fact.period.end)


def _named(subject: str, language: str) -> frozenset[str]:
    return stems(subject, language)


def _recency(period: Period, months: int) -> tuple[str, bool, int]:
    """Later first; of those that end together the length that the document chiefly reports, then the shortest."""
    return str(period.end), period.months == months, -(period.months or 0)


def _together(one: Period, other: Period, month: Month | None) -> bool:
    """Whether two periods are one, or one is the day on which the other's months end, which `month` closes."""
    ends = one.is_instant != other.is_instant and month is not None and one.end.closing_month == month
    return ends or same_period(one, other)


def _periods(facts: Iterable[Fact]) -> str:
    named = sorted({fact.period.name for fact in facts}, reverse=True)
    return ", ".join(named[:_LEAST_SHOWN])
