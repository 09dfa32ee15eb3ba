"""Reads the figures that an answer gave, with the places that prove them: facts, and what sentences and rows print."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from sleuth.agents.analyst.dialogue.given import Given, Part
from sleuth.agents.analyst.topics import topic_of
from sleuth.agents.analyst.wording import computed_name, name_of, short
from sleuth.answering.proving import Printed
from sleuth.answering.verification import Citation, Proven
from sleuth.evidence.figures.labels import labels
from sleuth.evidence.reading import Reading, read
from sleuth.evidence.source import Span
from sleuth.evidence.values import Quantity
from sleuth.language.period import Period
from sleuth.language.times import find_times
from sleuth.language.tokens import tokens
from sleuth.language.weight import is_heavy

if TYPE_CHECKING:
    from sleuth.agents.analyst.ledger import Shown

_DECEMBER = 12
_RELATIVE = 1  # the "year" of a figure that is only known to be of the year before another, which is the next


def from_ledger(shown: "Sequence[Shown]") -> tuple[Given, ...]:
    """The figures of the ledger that were shown; of a change the two that it lies between."""
    return tuple(given for one in shown for given in _of_shown(one))


def _of_shown(shown: "Shown") -> Iterator[Given]:
    figure = shown.stated.figure
    document = figure.document_id
    if shown.stated.is_change:
        for _, fact in figure.facts:
            yield Given(
                _key(shown), name_of(fact), short(fact.period), _order(fact.period), fact.unit,
                (("a", Part(document, fact.id)),),
            )  # fmt: skip
        return
    parts = tuple((f"v{number}", Part(document, fact.id)) for number, (_, fact) in enumerate(figure.facts))
    names = {name: f"v{number}" for number, (name, _) in enumerate(figure.facts)}
    expression = re.sub(r"[A-Za-z_]\w*", lambda found: names.get(found[0], found[0]), figure.expression or "a")
    if not figure.expression:
        expression = parts[0][0]
    unit = shown.fact.unit if not figure.expression else figure.form
    name = name_of(shown.fact) if not figure.expression else computed_name(figure.title)
    yield Given(
        _key(shown), name, short(shown.stated.period), _order(shown.stated.period), unit, parts, expression,
        figure.form if figure.expression else "amount",
    )  # fmt: skip


def _key(shown: "Shown") -> str:
    """What two figures must share to be of one measure."""
    fact = shown.fact
    told = shown.stated.figure.title.rpartition(", ")[0] if shown.stated.figure.expression else fact.metric
    return " | ".join([told, *fact.dimension, shown.stated.subject, fact.scenario, shown.stated.figure.form])


def _order(period: Period | None) -> tuple[int, int]:
    month = period.end.closing_month if period else None
    return (month.year, month.month) if month else (period.end.year, _DECEMBER) if period else (0, 0)


def from_claims(claims: Sequence[Proven], question: str, language: str) -> tuple[Given, ...]:
    """The figure that the one sentence or cell of an answer states; none where it may be several."""
    told = [given for claim in claims for given in _of_claim(claim, question, language)]
    return tuple(told) if len(claims) == 1 else ()


def _of_claim(claim: Proven, question: str, language: str) -> Iterator[Given]:
    if claim.proof not in ("verbatim", "cell") or len(claim.citations) != 1:
        return
    citation = claim.citations[0]
    name, label, when, order = topic_of(question, language), _label(question, language), *_time(question)
    if claim.proof == "cell":
        printed = _in_row(claim.text, citation)
        if printed is not None:
            yield Given(label, name, when, order, "", (("a", Part(citation.document_id, 0, printed)),))
        return
    for text, span in _pieces(citation):
        yield from _in_sentence(text, span, citation, (label, name, when, order, question))


def _pieces(citation: Citation) -> list[tuple[str, Span]]:
    """Each cited stretch with its words; none where they cannot be told apart."""
    texts = citation.text.split(" … ") if len(citation.spans) > 1 else [citation.text]
    return list(zip(texts, citation.spans, strict=True)) if len(texts) == len(citation.spans) else []


def _in_row(told: str, citation: Citation) -> Printed | None:
    """Where the number that a claim about a cell ends with is printed in the cited row; None for no certain place."""
    number = re.sub(r"^[^\d(]+", "", told.rpartition(": ")[2]).strip()
    if not number:
        return None
    form = re.compile(rf"(?<![\d.,]){re.escape(number)}(?![\d.,])")
    found = [(text, span, one.start()) for text, span in _pieces(citation) for one in form.finditer(text)]
    if len(found) != 1:
        return None
    text, span, at = found[0]
    start = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at) if "\n" in text[at:] else len(text)
    line = span.start + start, span.start + end
    return Printed(citation.document_id, span.page, span.start + at, *line, text[start:end])


_Asked = tuple[str, str, str, tuple[int, int], str]  # label, name, time, its order, the question


def _in_sentence(text: str, span: Span, citation: Citation, asked: _Asked) -> Iterator[Given]:
    """The number that was asked for: the only one, that of the time asked for, or one and that of the year before."""
    reading = read(text)
    label, name, when, order, question = asked
    if len(reading.plain) != len(text) or not reading.quantities:
        return  # offsets would not be those of the page
    pair = _with_year_before(reading)
    chosen = _chosen(reading, order[0], question)
    if pair is not None:
        old = (order[0] - 1, order[1]) if order[0] else (_RELATIVE, _DECEMBER)
        new = order if order[0] else (_RELATIVE + 1, _DECEMBER)
        own = label if order[0] else f"{label} {span.start}"
        yield replace(_printed(own, name, "", old, pair[1], text, span, citation), unit=pair[0].unit)
        yield _printed(own, name, when, new, pair[0], text, span, citation)
    elif chosen is not None:
        yield _printed(label, name, when, order, chosen, text, span, citation)


def _printed(
    label: str, name: str, when: str, order: tuple[int, int], one: Quantity, text: str, span: Span, citation: Citation
) -> Given:
    digits = re.search(r"\d", text[one.start :])
    at = span.start + one.start + (digits.start() if digits else 0)
    printed = Printed(citation.document_id, span.page, at, span.start, span.end, text)
    unit = one.unit or ""
    return Given(
        label,
        name,
        when or str(order[0] if order[0] > _DECEMBER else ""),
        order,
        unit,
        (("a", Part(citation.document_id, 0, printed)),),
    )


def _with_year_before(reading: Reading) -> tuple[Quantity, Quantity] | None:
    """A figure and that of the year before in brackets behind it: "fell to 88,412 (97,318)"; None for no such pair."""
    if len(reading.quantities) != 2:
        return None
    first, second = reading.quantities
    between = reading.plain[first.end : second.start]
    opens = reading.plain[second.start : second.start + 1] == "(" or between.strip() == "("
    closes = (
        reading.plain[second.end - 1 : second.end + 1].strip().startswith(")")
        or reading.plain[second.end : second.end + 1] == ")"
    )
    is_beside = between.strip() in ("", "(") and opens and closes
    return (first, second) if is_beside and (first.unit == second.unit or not second.unit) else None


def _chosen(reading: Reading, year: int, question: str) -> Quantity | None:
    """The only quantity of a sentence, the only one of the year asked for, or the one whose words were asked for."""
    if len(reading.quantities) == 1:
        return reading.quantities[0]
    labelled = list(zip(reading.quantities, labels(reading), strict=True))
    dated = [pair for pair in labelled if any(date.year == year for date in pair[1].dates)] if year else []
    if len(dated) == 1:
        return dated[0][0]
    asked = {word.stem for word in read(question).content}
    fits = [(len(asked & label.stems), -len(label.stems - asked)) for _, label in dated or labelled]
    best = max(fits)
    return (dated or labelled)[fits.index(best)][0] if best[0] and fits.count(best) == 1 else None


def _label(question: str, language: str) -> str:
    """The telling words of a question without its times."""
    times = find_times(question)
    words = [
        word.stem for word in tokens(question, language) if is_heavy(word.text, language) and not word.is_within(times)
    ]
    return " ".join(dict.fromkeys(words))


def _time(question: str) -> tuple[str, tuple[int, int]]:
    """The one time that a question names, and when it ends; ("", (0, 0)) for none or several."""
    stated = [time for time in find_times(question) if time.timing is not None and time.timing.year]
    if len(stated) != 1 or stated[0].timing is None or stated[0].timing.year is None:
        return "", (0, 0)
    timing = stated[0].timing
    month = timing.month or 3 * (timing.quarter or 0) or 6 * (timing.half or 0) or _DECEMBER
    return str(stated[0]), (timing.year or 0, month)
