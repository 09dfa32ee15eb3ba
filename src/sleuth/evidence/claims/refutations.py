"""The refutations: what a claim turns around, exchanges or leaves out, each with its kind and a reason to read."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import pairwise, permutations
from typing import NamedTuple

from sleuth.evidence.claims.alignment import Alignment
from sleuth.evidence.claims.bindings import doubts
from sleuth.evidence.claims.clauses import Clauses
from sleuth.evidence.claims.licences import Context, in_base_unit, same_time
from sleuth.evidence.figures.measured import measured
from sleuth.evidence.lexicon import lexicon
from sleuth.evidence.reading import Reading
from sleuth.evidence.tokens import Time, Token, words_of
from sleuth.evidence.values import Quantity
from sleuth.evidence.words import is_stopword

_ALIKE = 0.6  # share of a claim's content that must stand in its sentence before the two are compared
_NEAR, _VERBATIM = 0.75, 0.9
# Months and quarters of a year, halves and doubles.
_TIMES = [factor for times in (2, 4, 12) for factor in (Decimal(times), 1 / Decimal(times))]
_WEAK = frozenset(("permission", "ability", "possibility", "advice", "condition"))


class Refutation(NamedTuple):
    """What is wrong, and in words for the person who asked."""

    kind: str  # value, date, unit, name, party, negation, modality, comparison, cause, scope, condition
    reason: str


class Matter(NamedTuple):
    """A claim, its quotes, and the closest alignment with one of their sentences."""

    claim: Reading
    evidence: Sequence[Reading]
    best: Alignment
    context: Context


def refuted(matter: Matter) -> Refutation | None:
    """The first thing that the quotes contradict; None where nothing does."""
    close = closeness(matter.best) >= _ALIKE
    rules = [_values, _dates, _bindings]
    if close:
        rules += [_rate, _denial, _condition, _force, _scope, _names, _cause]
    return next((found for rule in rules for found in rule(matter)), None)


def _bindings(matter: Matter) -> Iterator[Refutation]:
    """What the quotes say of another."""
    close = closeness(matter.best) >= _ALIKE
    for doubt in doubts(matter.claim, matter.evidence, matter.context, close=close):
        if doubt.sure:
            yield Refutation(doubt.kind, doubt.reason)


def closeness(best: Alignment) -> float:
    """The share of the claim's content that the alignment matched, 0 to 1."""
    content = [token for token in best.claim if token.is_content]
    added = [token for token in best.added if token.is_content]
    return 1 - len(added) / len(content) if content else 0.0


def _values(matter: Matter) -> Iterator[Refutation]:
    """A number that the quotes give otherwise."""
    stated = [number.quantity for number in measured(matter.evidence)]
    for quantity in matter.claim.quantities:
        if any(_states(other, quantity) or _allows(quantity, other) for other in stated):
            continue
        digits = re.sub(r"\D", "", quantity.text)
        alike = [
            other
            for other in stated
            if digits and re.sub(r"\D", "", other.text) == digits and (other.unit or other.scale)
        ]
        unit = in_base_unit(quantity)[1]
        rivals = alike or [other for other in stated if unit and in_base_unit(other)[1] == unit]
        if rivals and not _may_be_computed(quantity, stated):
            said = ", ".join(dict.fromkeys(f"“{other.text}”" for other in rivals[:3]))
            reason = f"the sentence says “{quantity.text}”, the quotes say {said}, and it does not follow by arithmetic"
            yield Refutation("unit" if alike else "value", reason)


def _states(stated: Quantity, quantity: Quantity) -> bool:
    """The same size, in the same unit or in one that either side leaves out."""
    (value, unit), (other, others_unit) = in_base_unit(stated), in_base_unit(quantity)
    return abs(value) == abs(other) and (unit == others_unit or not unit or not others_unit)


def _allows(quantity: Quantity, other: Quantity) -> bool:
    """Whether a stated number lies within what the claim bounds: "more than 34" of 35."""
    if other.unit != quantity.unit:
        return False
    if quantity.bound in ("above", "at least"):
        return other.value >= quantity.value
    return quantity.bound in ("below", "at most", "about") and other.value <= quantity.value


def _may_be_computed(quantity: Quantity, stated: Sequence[Quantity]) -> bool:
    """Whether two of the quotes' numbers give it, however the sentence words that."""
    if any(abs(one.value * times - quantity.value) <= quantity.step / 2 for one in stated for times in _TIMES):
        return True
    for one, two in permutations(stated, 2):
        results = [one.value + two.value, one.value - two.value, one.value * two.value / 100]
        if two.value:
            results += [one.value / two.value, 100 * one.value / two.value, 100 * (one.value - two.value) / two.value]
        if any(abs(result - quantity.value) <= quantity.step / 2 for result in results):
            return True
    return False


def _dates(matter: Matter) -> Iterator[Refutation]:
    """A date that the quotes give otherwise."""
    known = [token.period for reading in matter.evidence for token in reading.tokens if token.period is not None]
    for at, token in enumerate(matter.claim.tokens):
        related = at and matter.claim.tokens[at - 1].text in words_of("relation")
        if (
            token.period is None
            or related
            or any(same_time(token.period, other, matter.context.calendar) for other in known)
        ):
            continue
        others = [other for other in known if other.date.year or other.date.month]
        if others and all(_differ(token.period, other) for other in others):
            said = ", ".join(dict.fromkeys(f"“{other.date.text}”" for other in others[:3]))
            yield Refutation("date", f"the sentence says “{token.text}”, the quotes say {said}")


def _differ(one: Time, two: Time) -> bool:
    """Whether two dates cannot be the same time."""
    if one.date.year and two.date.year and one.date.year != two.date.year:
        return abs(one.date.year - two.date.year) > 1 or not (
            one.months or two.months or one.date.quarter or two.date.quarter
        )
    if one.date.month and two.date.month and not one.months and not two.months:
        days = one.date.day and two.date.day and one.date.day != two.date.day
        return bool(one.date.month != two.date.month or days)
    return bool(one.date.quarter and two.date.quarter and one.date.quarter != two.date.quarter)


_SPANS = {
    stem: unit
    for unit, stems in {
        "year": ("year", "annual", "annum", "yearly"),
        "month": ("month",),
        "week": ("week", "veck"),
        "quarter": ("quarter",),
        "day": ("day", "daili"),
    }.items()
    for stem in stems
}


def _rate(matter: Matter) -> Iterator[Refutation]:
    """So much a year where the quote says a month."""
    ours = {_SPANS[token.stem]: token for token in matter.best.added if token.stem in _SPANS}
    theirs = {_SPANS[token.stem]: token for token in matter.best.left_out if token.stem in _SPANS}
    if ours and theirs and not set(ours) & set(theirs):
        one, two = next(iter(ours.values())), next(iter(theirs.values()))
        yield Refutation("unit", f"the quote says “{two.text}”, the sentence “{one.text}”")


def _bound(token: Token) -> str:
    return token.amount.bound if token.amount is not None else ""


def same_item(one: Token, two: Token) -> bool:
    """Whether two tokens are the same number or the same date, whatever bounds it."""
    if one.amount is not None and two.amount is not None:
        return in_base_unit(one.amount) == in_base_unit(two.amount)
    return one.period is not None and two.period is not None and one.period.date.stated_by(two.period.date)


def _matched_clause(best: Alignment) -> list[Token]:
    """The clauses of the source that hold most of what the claim says."""
    numbers = Clauses(best.source).numbers
    matched = {token.start for pair in best.pairs for token in pair.source if token.is_content}
    counts: dict[int, int] = {}
    for token, number in zip(best.source, numbers, strict=True):
        counts[number] = counts.get(number, 0) + (token.start in matched)
    most = max(counts.values(), default=0)
    return [token for token, number in zip(best.source, numbers, strict=True) if 2 * counts[number] > most]


def _denial(matter: Matter) -> Iterator[Refutation]:
    """Denied on one side only."""
    clause = _matched_clause(matter.best)
    if any(token.text in words_of("exclusive") for token in (*matter.best.source, *matter.best.claim)):
        return
    ours, theirs = _negations(matter.best.claim), _negations(clause)
    if ours and not _negations(matter.best.source):
        yield Refutation("negation", f"the sentence says “{ours[0].text}”, the quote asserts it")
    if theirs and not ours and _governs(theirs[0], matter.best):
        yield Refutation("negation", f"the quote says “{theirs[0].text}”, the sentence leaves it out")


def _negations(tokens: Sequence[Token]) -> list[Token]:
    before = ["", *(token.text for token in tokens)]
    return [
        token
        for token, last in zip(tokens, before, strict=False)
        if token.sort == "negation" and token.text not in ("without", "utan") and last not in ("with", "of", "med")
    ]


def _governs(negation: Token, best: Alignment) -> bool:
    """Whether the claim asserts something that stands behind a denial."""
    return any(token.is_content and token.start > negation.start for pair in best.pairs for token in pair.source)


def _condition(matter: Matter) -> Iterator[Refutation]:
    """A condition of what the claim says word for word."""
    best = matter.best
    if closeness(best) < _VERBATIM:
        return
    numbers = dict(zip((token.start for token in best.source), Clauses(best.source).numbers, strict=True))
    held = {
        numbers[token.start]
        for pair in best.pairs
        for token in pair.source
        if token.is_content and token.start in numbers
    }
    for token in best.left_out:
        near = {numbers.get(token.start, -9) + step for step in (-1, 0, 1)}
        if token.sort == "subordinator" and near & held and token.text not in ("including", "inklusive"):
            text = " ".join(best.sentence.plain[token.start : token.start + 60].split())
            yield Refutation("condition", f"the sentence leaves out “{text}”, which the quote says")


def _force(matter: Matter) -> Iterator[Refutation]:
    """A permission told as a duty, a plan or an opinion told as a fact."""
    best, kinds = matter.best, lexicon("polarity")["modality"]
    ours = {kinds[token.text] for token in best.claim if token.text in kinds}
    theirs = {kinds[token.text] for token in _matched_clause(best) if token.text in kinds}
    stronger = theirs <= _WEAK or closeness(best) >= _VERBATIM
    if ours and theirs and not ours & theirs and not (ours <= _WEAK and theirs <= _WEAK) and stronger:
        yield Refutation("modality", f"the quote states a {min(theirs)}, the sentence a {min(ours)}")
    if ours or not best.is_close:
        return
    matched = [token.start for pair in best.pairs for token in pair.source if token.is_content]
    for token in best.left_out:
        governs = any(start > token.start for start in matched)
        if governs and (token.text in words_of("stance") or kinds.get(token.text) in _WEAK):
            yield Refutation("modality", f"the quote says it only as “{token.text}”, the sentence as a fact")


def _scope(matter: Matter) -> Iterator[Refutation]:
    """ "All" or "only" where the quotes say neither, and another bound of the same number."""
    best = matter.best
    said = {token.text for reading in matter.evidence for token in reading.tokens}
    titled = [one.start for one, after in pairwise(matter.claim.tokens) if one.capital and after.capital]
    restricted = said & (words_of("whole") | words_of("exclusive"))
    for token in best.added:
        if token.text in words_of("whole") and token.start not in titled and not restricted:
            yield Refutation("scope", f"the sentence says “{token.text}”, the quotes do not")
        for other in best.left_out:
            if same_item(token, other) and _bound(token) != _bound(other):
                yield Refutation("scope", f"the quote says “{other.text}”, the sentence “{token.text}”")


def _names(matter: Matter) -> Iterator[Refutation]:
    """Two names that change places, or another name where the quote has one."""
    best = matter.best
    spoken = {token.stem for token in best.claim}
    stems = {word.stem for reading in matter.evidence for word in reading.words}
    for token in best.added:
        if not token.capital or token is best.claim[0] or token.stem in stems or is_stopword(token.text):
            continue
        taken = [
            other
            for other in best.left_out
            if other.capital and other.stem not in spoken and other is not best.source[0]
        ]
        for other in taken:
            if _before(best.claim, token) == _before(best.source, other) != "" and other.text[:3] != token.text[:3]:
                yield Refutation("name", f"the quote says “{other.text}” where the sentence says “{token.text}”")


def _before(tokens: Sequence[Token], token: Token) -> str:
    at = tokens.index(token) if token in tokens else 0
    return tokens[at - 1].stem if at else ""


_CAUSE = re.compile(
    r"(?<!\w)(?:because(?: of)?|due(?: primarily| mainly)? to|owing to|as a result of|attributable to"
    r"|driven(?: primarily| mainly)? by|caused by"
    r"|eftersom|på grund av|till följd av|beror på|berodde (?:främst )?på)(?!\w)"
)


def _cause(matter: Matter) -> Iterator[Refutation]:
    """The effect taken for the cause."""
    claim, ours = matter.claim, _CAUSE.search(matter.claim.plain)
    for sentence in (one for reading in matter.evidence for one in reading.sentences):
        theirs = _CAUSE.search(sentence.plain)
        if ours is None or theirs is None:
            continue
        effect, cause = _stems(claim, 0, ours.start()), _stems(claim, ours.end(), len(claim.plain))
        effect_there = _stems(sentence, 0, theirs.start())
        cause_there = _stems(sentence, theirs.end(), len(sentence.plain))
        if effect & cause_there - effect_there and cause & effect_there - cause_there:
            yield Refutation("cause", "the sentence takes for the cause what the quote gives as the effect")


def _stems(reading: Reading, start: int, end: int) -> set[str]:
    return {word.stem for word in reading.content if start <= word.start < end}
