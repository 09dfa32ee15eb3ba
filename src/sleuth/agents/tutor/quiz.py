"""Quizzes: questions on a concept with numbers of their own, computed answers, and the marking of replies."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal

from sleuth.agents.tutor.amounts import quantities
from sleuth.agents.tutor.calculators.style import Style, arithmetic, shown_values
from sleuth.agents.tutor.calculators.working import Calculation, CalculationError, Kind, Value
from sleuth.agents.tutor.concepts import Concept
from sleuth.agents.tutor.language import data
from sleuth.errors import UserError

_QUESTIONS = 3
_WHOLE = Decimal(100)
_COUNTED = ("part", "old")  # numbers that may be any; a beta or an exchange rate may not
_TRIES = 50
_FACTORS = tuple(map(Decimal, ("0.5", "0.75", "1.5", "2", "3")))  # of amounts
_POINTS = tuple(map(Decimal, ("-2", "-1", "0", "1", "2")))  # added to percentages
_PERIODS = tuple(map(Decimal, ("-2", "-1", "0", "1", "3", "5")))  # added to years and months
_TOLERANCE = Decimal("0.001")  # of the answer; a reply rounded by its writer is right as well


@dataclass(frozen=True, slots=True)
class QuizQuestion:
    """A question and its answer, with the arithmetic."""

    text: str
    answer: Decimal
    shown: str  # the answer as printed
    arithmetic: tuple[str, ...]
    language: str


@dataclass(frozen=True, slots=True)
class Mark:
    """How a reply was judged: "right", "wrong", "passed" or "unread", and what is said of it."""

    verdict: str
    comment: str


def make_quiz(concept: Concept, seed: int) -> list[QuizQuestion]:
    """Three different questions; the same seed makes the same ones. Raises UserError where no three can be made."""
    chance = random.Random(f"{concept.id} {seed}")
    made: dict[str, QuizQuestion] = {}
    calculations = list(concept.calculations.values())
    for attempt in range(_TRIES):
        question = _question(calculations[attempt % len(calculations)], concept.language, chance)
        if question is not None:
            made.setdefault(question.text, question)
        if len(made) == _QUESTIONS:
            return list(made.values())
    raise UserError(f"there is no quiz on {concept.title}. Choose another concept.")


def mark(question: QuizQuestion, reply: str) -> Mark:
    """Right where the reply is the answer, as exact as its writer made it."""
    texts = data(question.language, "texts")["quiz"]
    if not reply.strip():
        return Mark("passed", texts["passed"].format(answer=question.shown))
    numbers = quantities(reply.replace("−", "-"), question.language)
    if not numbers:
        return Mark("unread", texts["unread"].format(reply=reply.strip(), answer=question.shown))
    given = numbers[-1].value  # "1000 × 1.05 = 1050" ends with what it says
    exponent = given.normalize().as_tuple().exponent
    step = Decimal(1).scaleb(min(0, exponent if isinstance(exponent, int) else 0))
    is_right = abs(given - question.answer) <= max(step / 2, abs(question.answer) * _TOLERANCE)
    if is_right:
        return Mark("right", texts["right"].format(answer=question.shown))
    return Mark("wrong", texts["wrong"].format(answer=question.shown))


def _question(calculation: Calculation, language: str, chance: random.Random) -> QuizQuestion | None:
    """One question with changed numbers; None where they have no result."""
    try:
        changed = calculation.calculator.run(dict(_changed(calculation.arguments, calculation, chance)))
    except CalculationError:
        return None
    text = data(language, "calculators")[calculation.calculator.name]
    style = Style.of(language)
    result = text.get("quiz_result", changed.main)
    kind = calculation.calculator.kind_of(result)
    lines = tuple(arithmetic(changed, style, frozenset([result])))
    asked = text["quiz"].format_map(shown_values(changed, style))
    answer = style.rounded(changed.results[result], kind)
    return QuizQuestion(asked, answer, style.show(answer, kind), lines, language)


def _changed(
    arguments: Mapping[str, Value], calculation: Calculation, chance: random.Random
) -> Iterator[tuple[str, Value]]:
    """The arguments with other numbers: amounts scaled, single percentages and durations moved, the rest kept."""
    factor = chance.choice(_FACTORS)
    for name, value in arguments.items():
        kind = calculation.calculator.kind_of(name)
        if isinstance(value, tuple):
            yield name, _changed_list(value, kind, factor, chance)
        elif kind is Kind.MONEY or (kind is Kind.NUMBER and name in _COUNTED):
            yield name, value * factor
        elif kind is Kind.PERCENT and not _are_shares(arguments):
            moved = value + chance.choice(_POINTS)
            yield name, moved if moved > 0 else value
        elif kind in (Kind.YEARS, Kind.MONTHS):
            moved = value + chance.choice(_PERIODS)
            yield name, moved if moved > 0 else value
        else:
            yield name, value


def _changed_list(
    values: tuple[Decimal, ...], kind: Kind, factor: Decimal, chance: random.Random
) -> tuple[Decimal, ...]:
    """Amounts scaled; percentages moved together, unless they are parts of a whole."""
    if kind is Kind.MONEY_LIST:
        return tuple(one * factor for one in values)
    if sum(values) == _WHOLE:
        return values
    moved = chance.choice(_POINTS)
    return values if min(values) + moved <= 0 else tuple(one + moved for one in values)


def _are_shares(arguments: Mapping[str, Value]) -> bool:
    """Whether the percentages are parts of a whole, which must go on adding up."""
    return "needs" in arguments
