"""Gives the numbers of a question to a calculator's arguments: by their units, and by the words beside them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from itertools import product

from sleuth.agents.tutor.amounts import Quantity
from sleuth.agents.tutor.calculators.working import Calculator, Kind, Parameter
from sleuth.agents.tutor.language import data, words_of
from sleuth.agents.tutor.phrases import Phrases

_LEAST_BARE_AMOUNT = 100  # a number without a unit may be money from here on
_NO_CUE = 1_000  # what it costs to give a number to an argument of which the question has no word
_BEHIND = 1  # what it costs that the word follows the number instead of leading to it
_NEAR_WORDS = 4  # between "compounded" and "every quarter"
_FREQUENCIES = {
    "en": {
        "annually": 1, "yearly": 1, "annual": 1, "semiannually": 2, "twice a year": 2, "half-yearly": 2, "quarterly": 4,
        "quarter": 4, "monthly": 12, "month": 12, "weekly": 52, "week": 52, "daily": 365, "day": 365,
    },
    "vi": {"năm": 1, "nửa năm": 2, "quý": 4, "tháng": 12, "tuần": 52, "ngày": 365},
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class NoSum:
    """Why what a question asks to compute was not computed: key of the reason's text, and what fills it."""

    reason: str  # "missing", "unused", "ambiguous", "strange" or "impossible"
    detail: str


@dataclass(frozen=True, slots=True)
class Fit:
    """One way to give every number a place."""

    calculator: Calculator
    arguments: Mapping[str, object]
    cost: float
    asked: float  # how plainly the question asks for this calculator
    uncued: int  # numbers whose argument the question has no word for
    is_unique: bool


def finder(language: str, turns: Iterable[str]) -> Phrases[str]:
    return Phrases(language, [(turn, turn) for turn in turns])


def fit_numbers(
    calculator: Calculator, asked: float, text: str, language: str, numbers: Sequence[Quantity]
) -> Fit | NoSum:
    """The cheapest way to give each number of the question to an argument of the calculator."""
    fixed = _frequency(calculator, text, language) | _at_once(calculator, text, language)
    if unknown := _unknown_terms(fixed, text, language):
        return NoSum("unused", unknown)
    open_parameters = [parameter for parameter in calculator.parameters if parameter.name not in fixed]
    options = [[p for p in open_parameters if suits(p, number)] for number in numbers]
    if unplaced := [number.text for number, suited in zip(numbers, options, strict=True) if not suited]:
        return NoSum("unused", ", ".join(unplaced))
    cues = _cue_places(calculator, text, language)
    in_order = bool(found_terms(text, language, "respectively"))
    best: list[tuple[float, int, tuple[Parameter, ...]]] = []
    for choice in product(*options):
        if _is_complete(choice, open_parameters):
            costs = [_distance(number, cues.get(p.name, ())) for number, p in zip(numbers, choice, strict=True)]
            if in_order and not _keeps_order(choice, cues, numbers[0].start):
                continue
            uncued = sum(cost >= _NO_CUE for cost in costs)
            best.append((sum(costs), uncued, choice))
    if not best:
        needed = [p.name for p in open_parameters if p.default is None]
        return NoSum("missing", ", ".join(_missing(needed, options)) or ", ".join(needed))
    best.sort(key=lambda one: one[0])
    is_unique = len(best) == 1 or best[1][0] > best[0][0]
    arguments = fixed | _arguments(numbers, best[0][2])
    rivals = sum(len(suited) > 1 for suited in options)  # an argument that only one number can be needs no word
    return Fit(calculator, arguments, best[0][0], asked, best[0][1] if rivals else 0, is_unique)


def _missing(needed: Sequence[str], options: Sequence[Sequence[Parameter]]) -> list[str]:
    """The needed arguments that no number suits."""
    suited = {parameter.name for suiting in options for parameter in suiting}
    return [name for name in needed if name not in suited]


@cache
def _frequencies(language: str) -> Phrases[int]:
    return Phrases(language, list(_FREQUENCIES[language].items()))


def _frequency(calculator: Calculator, text: str, language: str) -> dict[str, object]:
    """How often interest is added, where the question says so and the calculator takes it."""
    if all(parameter.name != "per_year" for parameter in calculator.parameters):
        return {}
    if timed := found_terms(text, language, "timed"):
        times = data(language, "words")["sums"]["timed"][timed[0]]
        return {"per_year": times} if times else {}
    added = finder(language, data(language, "words")["sums"]["added"]).find(text)
    near = [
        (min(abs(found.first - one.last), abs(one.first - found.last)), found.label)
        for found in _frequencies(language).find(text)
        for one in added
    ]
    distance, times = min(near, default=(_NEAR_WORDS + 1, 0))
    return {"per_year": times} if distance <= _NEAR_WORDS else {}


def _at_once(calculator: Calculator, text: str, language: str) -> dict[str, object]:
    """Whether the first payment is made at once, where the question says so and the calculator knows of it."""
    knows = any(parameter.name == "at_once" for parameter in calculator.parameters)
    return {"at_once": 1} if knows and found_terms(text, language, "at_once") else {}


def _unknown_terms(fixed: Mapping[str, object], text: str, language: str) -> str:
    """A turn of the question that changes how the sum is done, and that the calculator has no place for."""
    if "at_once" not in fixed and (found := found_terms(text, language, "at_once")):
        return found[0]
    if "per_year" not in fixed and (found := found_terms(text, language, "timed")):
        return found[0]
    return ""


def found_terms(text: str, language: str, name: str) -> list[str]:
    turns = data(language, "words")["sums"][name]
    return [found.phrase for found in finder(language, turns).find(text)]


def suits(parameter: Parameter, number: Quantity) -> bool:
    kind = parameter.kind
    if parameter.name in ("per_year", "at_once"):
        return False  # said in words
    if kind in (Kind.MONEY, Kind.MONEY_LIST):
        is_money = number.kind is Kind.MONEY or (number.kind is None and number.value >= _LEAST_BARE_AMOUNT)
        return is_money and parameter.per in ("any", number.per)
    if kind in (Kind.PERCENT, Kind.PERCENT_LIST):
        return number.kind is Kind.PERCENT
    if kind in (Kind.YEARS, Kind.MONTHS):
        return number.kind in (Kind.YEARS, Kind.MONTHS)
    return number.kind is None


def _is_complete(choice: Sequence[Parameter], parameters: Sequence[Parameter]) -> bool:
    """Whether each argument has its number, and none but a list has two."""
    names = [parameter.name for parameter in choice]
    doubled = any(names.count(p.name) > 1 for p in choice if not p.kind.is_list)
    return not doubled and all(p.name in names for p in parameters if p.default is None)


def _cue_places(calculator: Calculator, text: str, language: str) -> dict[str, list[tuple[int, int]]]:
    """Argument → where its words stand, as characters."""
    words = words_of(text, language)
    places: dict[str, list[tuple[int, int]]] = {}
    for name, phrases in _cues(language).get(calculator.name, {}).items():
        places[name] = [(words[f.first].start, words[f.last - 1].end) for f in phrases.find(text)]
    return places


@cache
def _cues(language: str) -> dict[str, dict[str, Phrases[str]]]:
    texts = data(language, "calculators")
    return {
        calculator: {
            name: Phrases(language, [(cue, name) for cue in cues]) for name, cues in text["parameters"].items()
        }
        for calculator, text in texts.items()
    }


def _keeps_order(choice: Sequence[Parameter], cues: Mapping[str, Sequence[tuple[int, int]]], before: int) -> bool:
    """Whether the numbers stand in the order of their words: "sales and price are 35 and 56 respectively".

    An argument's word is the last one `before` that character.
    """
    lasts = []
    for parameter in choice:
        leading = [start for start, end in cues.get(parameter.name, ()) if end <= before]
        if not leading:
            return False
        lasts.append(leading[-1])
    return lasts == sorted(lasts)


def _distance(number: Quantity, places: Iterable[tuple[int, int]]) -> float:
    """Characters between a number and the nearest of an argument's words; one that leads to it counts as nearer."""
    distances = [number.start - end if end <= number.start else start - number.end + _BEHIND for start, end in places]
    return float(min((max(0, distance) for distance in distances), default=_NO_CUE))


def _arguments(numbers: Sequence[Quantity], choice: Sequence[Parameter]) -> dict[str, object]:
    arguments: dict[str, object] = {}
    for number, parameter in zip(numbers, choice, strict=True):
        value = in_unit(number, parameter.kind)
        if parameter.kind.is_list:
            listed = arguments.setdefault(parameter.name, [])
            assert isinstance(listed, list)
            listed.append(value)
        else:
            arguments[parameter.name] = value
    return arguments


def in_unit(number: Quantity, kind: Kind) -> Decimal:
    if number.kind is Kind.MONTHS and kind is Kind.YEARS:
        return number.value / 12
    if number.kind is Kind.YEARS and kind is Kind.MONTHS:
        return number.value * 12
    return number.value
