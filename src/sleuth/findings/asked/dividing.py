"""The parts of a measure: their figures, the largest and the smallest, and what a part makes up of its whole."""

from collections.abc import Sequence
from dataclasses import replace

from sleuth.findings.asked.answers import Figure, NotStatedError, if_stated, stated_figure, title_of
from sleuth.findings.asked.books import Fact
from sleuth.findings.asked.choosing import Chooser
from sleuth.language.metrics import is_residual, is_whole
from sleuth.language.query import Measure, Operation, Word
from sleuth.language.times import AskedTime
from sleuth.language.tokens import tokens


def parts(chooser: Chooser) -> list[Figure]:
    """The parts of a measure at one time, the largest first."""
    members = _members(chooser)
    return [stated_figure(chooser.book.document_id, fact) for fact in sorted(members, key=lambda fact: -fact.amount)]


def extremes(chooser: Chooser) -> list[Figure]:
    """The part with the highest or the lowest figure."""
    members = [fact for fact in _members(chooser) if not is_residual(fact.dimension[-1])]
    if len(members) < 2:
        raise NotStatedError("no parts to choose from", known=True)
    pick = max if chooser.query.operation is Operation.LARGEST else min
    return [stated_figure(chooser.book.document_id, pick(members, key=lambda fact: fact.amount))]


def _members(chooser: Chooser) -> list[Fact]:
    """One fact for each part of a measure, all of one time and of one table's division. Raises NotStatedError."""
    measure, time = chooser.query.measures[0], chooser.query.times[0] if chooser.query.times else None
    divided = [fact for fact in chooser.of_line(measure) if len(fact.dimension) == 1 and chooser.is_own(fact)]
    at = _members_at(chooser, chooser.of_scenario(divided), time)
    if not at:
        raise NotStatedError(f"no parts of {measure.name}", known=bool(divided))
    found: dict[str, Fact] = {}
    for fact in at:
        if not is_whole(fact.dimension[0]):
            found.setdefault(fact.dimension[0].casefold(), fact)
    return list(found.values())


def _members_at(chooser: Chooser, dated: Sequence[Fact], time: AskedTime | None) -> Sequence[Fact]:
    """Those of the time asked for; where none is named, the latest."""
    if time is not None:
        return [fact for fact in dated if chooser.is_at(fact, time)]
    return chooser.latest(dated) if dated else []


def shares(chooser: Chooser) -> list[Figure]:
    """What a part makes up of its whole, in percent."""
    whole_measure = chooser.query.measures[0]
    part_measure = chooser.query.measures[-1]
    times: Sequence[AskedTime | None] = chooser.query.times or (None,)
    of_whole = [fact for fact in chooser.of_line(whole_measure) if not fact.dimension and chooser.is_own(fact)]
    made = []
    for time in times:
        part = chooser.at(_stating_part(chooser, whole_measure, part_measure), time)
        whole = chooser.beside(of_whole, part)
        if part_measure is whole_measure and not part.dimension:
            raise NotStatedError("the question names no part of it", known=True)
        title = f"{title_of(part)}, share of {whole.name}"
        cells = (("part", part), ("whole", whole))
        expression = "abs(part) / whole" if part.is_cost and part.value < 0 < whole.value else "part / whole"
        made.append(Figure(chooser.book.document_id, cells, title, expression, "percent"))
    return made


def _stating_part(chooser: Chooser, whole: Measure, part: Measure) -> list[Fact]:
    """The facts of the part of a share: where the name of a measure is that of a part of the whole, the part.

    "What share of sales was advertising?" asks for the sales of advertising, not for what it costs.
    """
    if part is not whole and not chooser.is_spent:
        names = tuple(Word(word.text, word.stem, True) for word in tokens(part.name, chooser.book.language))
        query = replace(chooser.query, measures=(whole,), words=(*chooser.query.words, *names))
        named = if_stated(lambda: replace(chooser, query=query).stating(whole))
        if named is not None and any(fact.dimension for fact in named):
            return named
    return chooser.stating(part)
