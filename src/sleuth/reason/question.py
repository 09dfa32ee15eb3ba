"""What a question asks for: the kind of answer, its words and their weight, the measure, the clause, the time."""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from sleuth.reason.lexicon import table
from sleuth.reason.periods import Period, find_period, is_time
from sleuth.reason.words import Token, detect_language, has_negation, is_critical, is_light, is_stop, stem, tokens

_LIGHT, _CRITICAL = 0.35, 1.2  # weights of words; others weigh 1, names 1.5
_FORM = re.compile(r"\d{1,2}-[A-Z]s?")  # 10-Q: which document, not what it says
_ASKS_FOR_KIND = frozenset({"which", "what", "vilken", "vilket", "vilka"})
_PHRASE_WORD = re.compile(r"[^\W_]+(?:[-/&][^\W_]+)*")


class Kind(StrEnum):
    """What kind of answer would satisfy."""

    NUMBER = "number"
    DATE = "date"
    PERSON = "person"
    PLACE = "place"
    REASON = "reason"
    DEFINITION = "definition"
    CHOICE = "choice"  # yes or no, answered by quoting
    MANNER = "manner"
    THING = "thing"


@dataclass(frozen=True, slots=True)
class Term:
    """A word that must be answered to, and what may stand for it."""

    text: str
    stem: str
    weight: float
    is_name: bool  # a proper name or a number: nothing else can stand for it
    is_critical: bool  # it singles one out, as "oldest" does
    alternatives: frozenset[str] = frozenset()  # stems


@dataclass(frozen=True, slots=True)
class Metric:
    """A measure by all its names, each as stems in order."""

    asked: tuple[str, ...]  # the name used in the question
    names: tuple[tuple[str, ...], ...]
    texts: tuple[str, ...]  # the names as written
    statement: str  # what to search for to find the statement that shows it; empty if it stands on none


@dataclass(frozen=True, slots=True)
class Clause:
    """What a contract provides for, and how such clauses are worded."""

    name: str
    asks: tuple[str, ...]  # phrases by which people ask for it
    search: tuple[str, ...]
    says: tuple[re.Pattern[str], ...]
    lacks: tuple[re.Pattern[str], ...]  # a sentence of this kind denies the clause
    is_date: bool  # the clause is asked for its date
    is_title: bool  # it may be a heading: the document's name


@dataclass(frozen=True, slots=True)
class Question:
    """A question, taken apart."""

    text: str
    language: str
    kind: Kind
    terms: tuple[Term, ...]
    metrics: tuple[Metric, ...]
    clauses: tuple[Clause, ...]
    period: Period
    is_negated: bool
    wants_many: bool
    wants_each: bool  # every named document
    wants_topic: bool  # whatever is said of it, under headings too
    wants_latest: bool  # only the newest of the named documents
    stems: frozenset[str]  # of all its words, for telling what evidence adds


def understand(text: str) -> Question:
    """Take a question apart; any text is a question, if only of no words."""
    language = detect_language(text)
    text = _without_asides(text)
    words = tokens(text, language)
    metrics = find_metrics(text, language)
    clauses = find_clauses(text)
    return Question(
        text=text,
        language=language,
        kind=Kind.DATE if any(c.is_date for c in clauses) else _kind(text),
        terms=_terms(text, words, language),
        metrics=metrics,
        clauses=clauses,
        period=find_period(text),
        is_negated=has_negation(words, language),
        wants_many=says("many", text),
        wants_each=says("each", text),
        wants_topic=says("topic", text),
        wants_latest=says("latest", text),
        stems=frozenset(word.stem for word in words),
    )


def _without_asides(text: str) -> str:
    """The question without instructions on how to answer it."""
    for pattern in patterns("aside"):
        shorter = re.sub(pattern.pattern, "", text.strip(), flags=re.IGNORECASE | re.DOTALL).strip()
        text = shorter or text
    return text


@cache
def patterns(name: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(p) for p in table("questions")[name]["says"])


@cache
def _kinds() -> tuple[tuple[Kind, tuple[re.Pattern[str], ...]], ...]:
    return tuple((Kind(row["name"]), tuple(re.compile(p) for p in row["says"])) for row in table("questions")["kind"])


def says(name: str, text: str) -> bool:
    """Whether a text has one of the marks of `questions.toml`."""
    return any(pattern.search(text.lower()) for pattern in patterns(name))


def _kind(text: str) -> Kind:
    lower = text.lower()
    return next((kind for kind, says in _kinds() if any(p.search(lower) for p in says)), Kind.THING)


def _terms(text: str, words: tuple[Token, ...], language: str) -> tuple[Term, ...]:
    second = next((m.start() for pattern in patterns("second") if (m := pattern.search(text.lower()))), len(text))
    latest = says("latest", text)
    asked_by = _end_of_kind(words, language)
    title_case = sum(w.is_capital for w in words) > 0.7 * max(len(words), 1) and len(words) > 4
    found: dict[str, Term] = {}
    for index, word in enumerate(words):
        if is_stop(word.text, language) or is_time(word.text) or (len(word.text) == 1 and not word.is_number):
            continue
        kind_of_answer = index < asked_by and not word.is_capital
        selects = _FORM.fullmatch(word.text) is not None or (latest and is_critical(word.text, language))
        if selects and latest and is_critical(word.text, language):
            continue
        is_name = not selects and (word.is_number or (word.is_capital and index > 0 and not title_case))
        light = is_light(word.text, language) or word.start > second or kind_of_answer or selects
        weight = (
            1.5
            if is_name
            else _CRITICAL
            if is_critical(word.text, language) and not selects
            else _LIGHT
            if light
            else 1.0
        )
        found.setdefault(
            word.stem,
            Term(word.text, word.stem, weight, is_name, weight == _CRITICAL, _alternatives(word.stem, language)),
        )
    return tuple(found.values())


def _end_of_kind(words: tuple[Token, ...], language: str) -> int:
    """The index after "which ancient language": words that name the kind of answer, which evidence need not name."""
    for index, word in enumerate(words[:-2]):
        if word.text.lower() in _ASKS_FOR_KIND:
            following = words[index + 1 : index + 4]
            length = next((i for i, w in enumerate(following) if is_stop(w.text, language)), 0)
            return index + 1 + min(length, 2)
    return 0


@cache
def _synonyms(language: str) -> dict[str, frozenset[str]]:
    groups: dict[str, set[str]] = {}
    for line in str(table("synonyms").get(language, "")).strip().splitlines():
        group = {stem(word, language) for word in line.split()}
        for one in group:
            groups.setdefault(one, set()).update(group - {one})
    return {one: frozenset(others) for one, others in groups.items()}


def _alternatives(one: str, language: str) -> frozenset[str]:
    return _synonyms(language).get(one, frozenset())


@cache
def opposites(language: str) -> dict[str, frozenset[str]]:
    """The stems that contradict a stem: first and last, increase and decrease."""
    found: dict[str, set[str]] = {}
    for pair in re.split(r"[|\n]", str(table("synonyms").get(f"opposites_{language}", ""))):
        sides = [stem(word, language) for word in pair.split()]
        for one, other in zip(sides, reversed(sides), strict=True):
            if one != other:
                found.setdefault(one, set()).add(other)
    return {one: frozenset(others) for one, others in found.items()}


@cache
def _metrics(language: str) -> tuple[tuple[tuple[str, ...], tuple[str, ...], str], ...]:
    """The names of each metric as stems joined by blanks and as written, and its statement."""
    statements = table("metrics")["statements"]
    return tuple(
        (
            tuple(filter(None, (" ".join(_name_stems(name, language)) for name in row["names"]))),
            tuple(row["names"]),
            statements.get(row.get("statement"), ""),
        )
        for row in table("metrics")["metric"]
    )


def _name_stems(name: str, language: str) -> list[str]:
    return [t.stem for t in tokens(name, language) if not is_stop(t.text, language)]


def find_metrics(text: str, language: str) -> tuple[Metric, ...]:
    """The measures that a text names, the longest name first; a name inside a longer one found does not count."""
    line = f" {' '.join(_name_stems(text, language))} "
    found = sorted(
        (
            (name, number)
            for number, (names, *_) in enumerate(_metrics(language))
            for name in names
            if f" {name} " in line
        ),
        key=lambda pair: (-len(pair[0].split()), -len(pair[0])),
    )
    chosen: dict[int, Metric] = {}
    for name, number in found:
        if f" {name} " not in line:
            continue
        line = line.replace(f" {name} ", "  ", 1)
        names, texts, statement = _metrics(language)[number]
        chosen.setdefault(number, Metric(tuple(name.split()), tuple(tuple(n.split()) for n in names), texts, statement))
    return tuple(chosen.values())


@cache
def clauses() -> tuple[Clause, ...]:
    """Every clause the rules know."""
    return tuple(
        Clause(
            row["name"],
            tuple(row["ask"]),
            tuple(row["search"]),
            tuple(re.compile(p) for p in row["says"]),
            tuple(re.compile(p) for p in row.get("lacks", ())),
            row.get("value") == "date",
            row.get("value") == "title",
        )
        for row in table("clauses")["clause"]
    )


def find_clauses(text: str) -> tuple[Clause, ...]:
    """The clause that a question asks about: the one with the longest phrase in it. None or one.

    A single word ("audit") asks for a clause only where little else is asked, or the question speaks of a contract.
    """
    line = f" {' '.join(_PHRASE_WORD.findall(text.lower()))} "
    found = [(phrase, clause) for clause in clauses() for phrase in clause.asks if f" {phrase} " in line]
    if not found:
        return ()
    phrase, clause = max(found, key=lambda pair: len(pair[0]))
    if " " not in phrase and not says("contract", text) and len(_content(text)) > 2:
        return ()
    return (clause,)


def _content(text: str) -> list[str]:
    language = detect_language(text)
    return [t.text for t in tokens(text, language) if not is_stop(t.text, language) and not is_light(t.text, language)]
