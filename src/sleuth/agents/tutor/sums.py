"""Reads a calculation out of a question: which calculator is asked for, and which number is which argument.

A calculation is only done when every number of the question has a place, every argument has a number, and there is one
best way to match them. Anything else is refused with the reason: a wrong sum is worse than none.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from sleuth.agents.tutor.amounts import Quantity, quantities
from sleuth.agents.tutor.calculators.registry import calculators
from sleuth.agents.tutor.calculators.working import Calculation, CalculationError, Kind
from sleuth.agents.tutor.fitting import Fit, NoSum, finder, fit_numbers, found_terms, in_unit, suits
from sleuth.agents.tutor.language import ENGLISH, data, words_of
from sleuth.agents.tutor.phrases import Phrases

__all__ = ["NoSum", "Sum", "read_sum"]

_MOST_NUMBERS = 8
_WEAK = 0.1  # what a turn weighs that may mean several calculators


@dataclass(frozen=True, slots=True)
class Sum:
    """A calculation that a question asks for."""

    calculation: Calculation
    currency: str | None  # of the question's amounts; None where it names none
    assumed: tuple[str, ...]  # arguments that took their usual value


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
    fits: list[Fit] = []
    for name, weight in asked.items():
        fit = fit_numbers(calculators()[name], weight, text, language, numbers)
        if isinstance(fit, NoSum):
            problems.append(fit)
        else:
            fits.append(fit)
    if not fits:
        asks = bool(found_terms(text, language, "quantity"))
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


def _computed(fit: Fit, currency: str | None) -> Sum | NoSum:
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
            finder(language, text["asked"]),
            finder(language, text.get("weak", ())),
            finder(language, text.get("not", ())),
        )
        for name, text in data(language, "calculators").items()
    }


def _changed(before: Calculation, numbers: Sequence[Quantity]) -> Calculation | None:
    """The last calculation with its arguments changed by these numbers, if each can only be one of them."""
    arguments = dict(before.arguments)
    taken = set()
    for number in numbers:
        suited = [p for p in before.calculator.parameters if suits(p, number) and not p.kind.is_list]
        if len(suited) != 1 or suited[0].name in taken:
            return None
        taken.add(suited[0].name)
        arguments[suited[0].name] = in_unit(number, suited[0].kind)
    try:
        return before.calculator.run(arguments)
    except CalculationError:
        return None
