"""Reads a calculation out of a question: which calculator is asked for, and which number is which argument.

A calculation is only done when every number of the question has a place, every argument has a number, and there is one
best way to match them. Anything else is refused with the reason: a wrong sum is worse than none.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from itertools import product

from sleuth.agents.tutor.amounts import Quantity, quantities
from sleuth.agents.tutor.calculators.registry import calculators
from sleuth.agents.tutor.calculators.working import Calculation, CalculationError, Calculator, Kind, Parameter
from sleuth.agents.tutor.language import ENGLISH, data, words_of
from sleuth.agents.tutor.phrases import Phrases

_MOST_NUMBERS = 8
_LEAST_BARE_AMOUNT = 100  # a number without a unit may be money from here on
_NO_CUE = 1_000  # what it costs to give a number to an argument of which the question has no word
_BEHIND = 1  # what it costs that the word follows the number instead of leading to it
_WEAK = 0.1  # what a turn weighs that may mean several calculators
_NEAR_WORDS = 4  # between "compounded" and "every quarter"
_FREQUENCIES = {
    "en": {
        "annually": 1, "yearly": 1, "annual": 1, "semiannually": 2, "twice a year": 2, "half-yearly": 2, "quarterly": 4,
        "quarter": 4, "monthly": 12, "month": 12, "weekly": 52, "week": 52, "daily": 365, "day": 365,
    },
    "vi": {"năm": 1, "nửa năm": 2, "quý": 4, "tháng": 12, "tuần": 52, "ngày": 365},
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Sum:
    """A calculation that a question asks for."""

    calculation: Calculation
    currency: str | None  # of the question's amounts; None where it names none
    assumed: tuple[str, ...]  # arguments that took their usual value


@dataclass(frozen=True, slots=True)
class NoSum:
    """Why what a question asks to compute was not computed: key of the reason's text, and what fills it."""

    reason: str  # "missing", "unused", "ambiguous", "strange" or "impossible"
    detail: str


@dataclass(frozen=True, slots=True)
class _Fit:
    """One way to give every number a place."""

    calculator: Calculator
    arguments: Mapping[str, object]
    cost: float
    asked: float  # how plainly the question asks for this calculator
    uncued: int  # numbers whose argument the question has no word for
    is_unique: bool


def read_sum(text: str, language: str, before: Calculation | None = None) -> Sum | NoSum | None:
    """The calculation that a question asks for; None where it asks for none.

    `before` is the last calculation of the conversation: "and for 20 years?" changes one of its arguments.
    """
    asked, hidden = _asked(text, language)
    numbers = quantities(text, language, hidden)
    if not numbers or len(numbers) > _MOST_NUMBERS:
        return None
    currency = next((one.currency for one in numbers if one.currency), None)
    if before is not None and (changed := _changed(before, numbers)):
        return Sum(changed, currency, ())
    problems: list[NoSum] = []
    fits: list[_Fit] = []
    for name, weight in asked.items():
        fit = _fit(calculators()[name], weight, text, language, numbers)
        if isinstance(fit, NoSum):
            problems.append(fit)
        else:
            fits.append(fit)
    if not fits:
        asks = bool(_terms(text, language, "quantity"))
        is_sum = asks and any(one.kind in (Kind.MONEY, Kind.PERCENT) for one in numbers)
        return problems[0] if problems and is_sum else None
    fits.sort(key=lambda fit: (-fit.asked, fit.uncued, fit.cost))
    best = fits[0]
    if not best.is_unique:
        return NoSum("ambiguous", ", ".join(best.arguments))
    if strange := _strange(text, language, best.calculator.name):
        return NoSum("strange", ", ".join(strange))
    return _computed(best, currency)


def _strange(text: str, language: str, calculator: str) -> list[str]:
    """The words of what is asked that the calculator has nothing to do with: "how much tax will I pay?"."""
    sums = data(language, "words")["sums"]
    known = _vocabulary(language, calculator)
    asks = Phrases(language, [(turn, "") for turn in sums["asks"]])
    ends = Phrases(language, [(turn, "") for turn in sums["clause_ends"]])
    strange = []
    for clause in re.split(r"[.;?!]\s|,\s|[?!]|\n", text):
        found = asks.find(clause)
        if not found:
            continue
        words = words_of(clause, language)
        first = found[0].first if language == ENGLISH else 0
        last = next((end.first for end in ends.find(clause) if end.first > found[0].last), len(words))
        spoken = [word for word in words[first:last] if not word.text[0].isdigit()]
        strange += [word.text for word in spoken if word.key not in known and not _is_name(word.text, word is words[0])]
    return strange


def _is_name(word: str, opens: bool) -> bool:
    """Whether a word is a name: written with a capital within its sentence."""
    return word[0].isupper() and not opens


@cache
def _vocabulary(language: str, calculator: str) -> frozenset[str]:
    """The words by which one may ask for a calculator's results."""
    text = data(language, "calculators")[calculator]
    cues = [cue for all_cues in text["parameters"].values() for cue in all_cues]
    words = data(language, "words")
    spoken = [text["title"], *text["asked"], *text.get("weak", ()), *cues, text["answer"], text["quiz"]]
    everything = " ".join([*spoken, words["frame"], words["sums"]["plain"]])
    return frozenset(word.key for word in words_of(everything, language))


def _computed(fit: _Fit, currency: str | None) -> Sum | NoSum:
    assumed = tuple(p.name for p in fit.calculator.parameters if p.default and p.name not in fit.arguments)
    try:
        return Sum(fit.calculator.run(fit.arguments), currency, assumed)
    except CalculationError as error:
        return NoSum("impossible", str(error))


def _asked(text: str, language: str) -> tuple[dict[str, float], list[tuple[int, int]]]:
    """Calculator → how plainly it is asked for; and the stretches of the turns that hold digits: "50/30/20".

    A turn that could mean several calculators weighs little; one that speaks against a calculator rules it out.
    """
    words = words_of(text, language)
    asked: dict[str, float] = {}
    hidden = []
    for name, (turns, weak, against) in _turns(language).items():
        found = turns.find(text)
        weight = sum(one.last - one.first for one in found) + _WEAK * len(weak.find(text))
        if weight and not against.find(text):
            asked[name] = weight
        numbered = [one for one in found if any(character.isdigit() for character in one.phrase)]
        hidden += [(words[one.first].start, words[one.last - 1].end) for one in numbered]
    return dict(sorted(asked.items(), key=lambda item: -item[1])), hidden


@cache
def _turns(language: str) -> Mapping[str, tuple[Phrases[str], Phrases[str], Phrases[str]]]:
    """Calculator → finders of the turns that ask for it, that may ask for it, and that rule it out."""
    return {
        name: (
            _finder(language, text["asked"]),
            _finder(language, text.get("weak", ())),
            _finder(language, text.get("not", ())),
        )
        for name, text in data(language, "calculators").items()
    }


def _finder(language: str, turns: Iterable[str]) -> Phrases[str]:
    return Phrases(language, [(turn, turn) for turn in turns])


@cache
def _frequencies(language: str) -> Phrases[int]:
    return Phrases(language, list(_FREQUENCIES[language].items()))


def _fit(calculator: Calculator, asked: float, text: str, language: str, numbers: Sequence[Quantity]) -> _Fit | NoSum:
    """The cheapest way to give each number of the question to an argument of the calculator."""
    fixed = _frequency(calculator, text, language) | _at_once(calculator, text, language)
    if unknown := _unknown_terms(fixed, text, language):
        return NoSum("unused", unknown)
    open_parameters = [parameter for parameter in calculator.parameters if parameter.name not in fixed]
    options = [[p for p in open_parameters if _suits(p, number)] for number in numbers]
    if unplaced := [number.text for number, suited in zip(numbers, options, strict=True) if not suited]:
        return NoSum("unused", ", ".join(unplaced))
    cues = _cue_places(calculator, text, language)
    in_order = bool(_terms(text, language, "respectively"))
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
    return _Fit(calculator, arguments, best[0][0], asked, best[0][1] if rivals else 0, is_unique)


def _missing(needed: Sequence[str], options: Sequence[Sequence[Parameter]]) -> list[str]:
    """The needed arguments that no number suits."""
    suited = {parameter.name for suiting in options for parameter in suiting}
    return [name for name in needed if name not in suited]


def _frequency(calculator: Calculator, text: str, language: str) -> dict[str, object]:
    """How often interest is added, where the question says so and the calculator takes it."""
    if all(parameter.name != "per_year" for parameter in calculator.parameters):
        return {}
    if timed := _terms(text, language, "timed"):
        times = data(language, "words")["sums"]["timed"][timed[0]]
        return {"per_year": times} if times else {}
    added = _finder(language, data(language, "words")["sums"]["added"]).find(text)
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
    return {"at_once": 1} if knows and _terms(text, language, "at_once") else {}


def _unknown_terms(fixed: Mapping[str, object], text: str, language: str) -> str:
    """A turn of the question that changes how the sum is done, and that the calculator has no place for."""
    if "at_once" not in fixed and (terms := _terms(text, language, "at_once")):
        return terms[0]
    if "per_year" not in fixed and (terms := _terms(text, language, "timed")):
        return terms[0]
    return ""


def _terms(text: str, language: str, name: str) -> list[str]:
    turns = data(language, "words")["sums"][name]
    return [found.phrase for found in _finder(language, turns).find(text)]


def _suits(parameter: Parameter, number: Quantity) -> bool:
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
        value = _in_unit(number, parameter.kind)
        if parameter.kind.is_list:
            listed = arguments.setdefault(parameter.name, [])
            assert isinstance(listed, list)
            listed.append(value)
        else:
            arguments[parameter.name] = value
    return arguments


def _in_unit(number: Quantity, kind: Kind) -> Decimal:
    if number.kind is Kind.MONTHS and kind is Kind.YEARS:
        return number.value / 12
    if number.kind is Kind.YEARS and kind is Kind.MONTHS:
        return number.value * 12
    return number.value


def _changed(before: Calculation, numbers: Sequence[Quantity]) -> Calculation | None:
    """The last calculation with its arguments changed by these numbers, if each can only be one of them."""
    arguments = dict(before.arguments)
    taken = set()
    for number in numbers:
        suited = [p for p in before.calculator.parameters if _suits(p, number) and not p.kind.is_list]
        if len(suited) != 1 or suited[0].name in taken:
            return None
        taken.add(suited[0].name)
        arguments[suited[0].name] = _in_unit(number, suited[0].kind)
    try:
        return before.calculator.run(arguments)
    except CalculationError:
        return None
