"""What a sentence says of what: whether the quotes give its numbers, dates, parties and directions to the same things.

What they give to another contradicts the sentence. Where that is not clear no model may judge.
"""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import pairwise, permutations

from sleuth.evidence.bindings.conditions import condition_doubts
from sleuth.evidence.bindings.doubt import Doubt
from sleuth.evidence.bindings.parties import party_doubts
from sleuth.evidence.bindings.scales import scale_doubts
from sleuth.evidence.clauses import Clauses, said_in
from sleuth.evidence.context import Context
from sleuth.evidence.figures.arithmetic import BY_HOW_MUCH, CHANGE, compute
from sleuth.evidence.figures.equal import is_reckoned, same_time
from sleuth.evidence.figures.labels import labels
from sleuth.evidence.figures.measured import Measured, measured
from sleuth.evidence.figures.standing import Standing, same_number, standing, with_kin
from sleuth.evidence.lexicon import lexicon
from sleuth.evidence.reading import Reading, sentences_of
from sleuth.evidence.tokens import words_of
from sleuth.evidence.values import Quantity
from sleuth.evidence.words import stem

CAUSE = re.compile(
    r"(?<!\w)(?:because(?: of)?|due(?: primarily| mainly)? to|owing to|as a result of|attributable to"
    r"|driven(?: primarily| mainly)? by|caused by"
    r"|eftersom|på grund av|till följd av|beror på|berodde (?:främst )?på)(?!\w)"
)
_BORNE = 0.6  # of the words of a cause that the quotes must say where they give none …
_GIVEN = 0.5  # … and that their own cause must


def doubts(claim: Reading, evidence: Sequence[Reading], context: Context, *, close: bool) -> Iterator[Doubt]:
    """All that is no matter of wording, what the quotes contradict among it.

    `close`: the claim is worded as the quotes are.
    """
    yield from number_doubts(claim, evidence, context, close=close)
    yield from date_doubts(claim, evidence, context)
    yield from party_doubts(claim, evidence, context.names)
    yield from condition_doubts(claim, sentences_of(evidence))
    yield from scale_doubts(claim, evidence, close=close)
    yield from extent_doubts(claim, evidence, context)
    yield from _causes(claim, evidence)


def extent_doubts(claim: Reading, evidence: Sequence[Reading], context: Context) -> Iterator[Doubt]:
    """A group, a parent or a segment that neither the quotes nor the document's names speak of."""
    known = {word.stem for reading in evidence for word in reading.words}
    own = " ".join((*context.names, context.title, context.called)).casefold()
    for before, token in pairwise((*claim.tokens[:1], *claim.tokens)):
        families = [words for words in lexicon("alignment")["extent"] if token.text.removesuffix("'s") in words]
        definite = token.capital or before.text in ("the", "our") or token.text.endswith(("en", "ens", "et", "ets"))
        for words in families:
            if definite and not any(stem(word) in known or word in known or word in own for word in words):
                yield Doubt("scope", f"the quotes do not speak of “{token.text}”")


def _causes(claim: Reading, evidence: Sequence[Reading]) -> Iterator[Doubt]:
    """A cause that is mostly the sentence's own: other than the one that the quotes give, or where they give none."""
    cause = CAUSE.search(claim.plain)
    if cause is None:
        return
    told = [word for word in claim.content if word.start >= cause.end()]
    given = [stem for sentence in sentences_of(evidence) for stem in _given_cause(sentence)]
    known = with_kin(given or (word.stem for reading in evidence for word in reading.words))
    borne = [word for word in told if with_kin((word.stem,)) & known]
    if len(borne) < (_GIVEN if given else _BORNE) * len(told):
        says = "another" if given else "no"
        yield Doubt("cause", f"the quotes give {says} cause: “{claim.plain[cause.start() :][:60]}”")


def _given_cause(sentence: Reading) -> Iterator[str]:
    """The stems of what a sentence gives as a cause or a reason, up to where another statement begins."""
    marks = [token.end for token in sentence.tokens if token.text in words_of("factive")]
    marks += [found.end() for found in CAUSE.finditer(sentence.plain)]
    for begins in marks:
        ends = sentence.plain.find(";", begins)
        yield from (word.stem for word in sentence.content if begins <= word.start < (ends if ends > 0 else word.end))


def number_doubts(
    claim: Reading, evidence: Sequence[Reading], context: Context, *, close: bool = False
) -> Iterator[Doubt]:
    """Numbers that the quotes neither state of the same thing and time, nor give by arithmetic."""
    numbers = measured(evidence)
    for index, quantity in enumerate(claim.quantities):
        found, reason = standing(claim, index, numbers, context.calendar)
        if found is Standing.OTHER:
            of_time = "not for" in reason
            yield Doubt("date" if of_time else "value", reason, sure=close or of_time)
        elif (
            found is Standing.UNCLEAR
            or _is_level_told_as_change(claim, quantity, numbers)
            or (found is Standing.OWN and not _follows(claim, index, numbers))
        ):
            yield Doubt("value", f"the quotes do not say “{quantity.text}” of the same")


def _is_level_told_as_change(claim: Reading, quantity: Quantity, numbers: Sequence[Measured]) -> bool:
    """Whether a sentence tells by how much something changed, and the quotes tell of no change: "up by 43.9"."""
    if not (BY_HOW_MUCH.search(claim.plain[: quantity.start]) and CHANGE.search(claim.plain)):
        return False
    same = [number for number in numbers if same_number(quantity, number.quantity)]
    return bool(same) and not any(CHANGE.search(number.sentence.plain) for number in same)


def _follows(claim: Reading, index: int, numbers: Sequence[Measured]) -> bool:
    """Whether a number of its own follows from others that the claim states, or from the quotes' as it says."""
    quantity = claim.quantities[index]
    others = [one for one in claim.quantities if any(same_number(one, number.quantity) for number in numbers)]
    growths = [100 * abs(new.value - old.value) / abs(old.value) for old, new in _pairs(others)]
    results = growths if quantity.unit == "percent" else []
    alike = [other.value for other in others if other.unit == quantity.unit]
    results += [sum(alike, Decimal(0))] if len(alike) > 1 else []
    near = any(abs(result - quantity.value) <= quantity.step / 2 for result in results)
    return near or bool(compute(claim, index, numbers))


def _pairs(numbers: Sequence[Quantity]) -> list[tuple[Quantity, Quantity]]:
    return [(one, two) for one, two in permutations(numbers, 2) if one.unit == two.unit and one.value]


def date_doubts(claim: Reading, evidence: Sequence[Reading], context: Context) -> Iterator[Doubt]:
    """Dates that the quotes do not have, or have in a clause about something else."""
    of_numbers = {date.start for label in labels(claim) for date in label.dates}
    known = [
        (token.period, _clause(sentence, index))
        for sentence in sentences_of(evidence)
        for index, token in enumerate(sentence.tokens)
        if token.period is not None
    ]
    terms = [quantity for reading in evidence for quantity in reading.quantities]
    for index, token in enumerate(claim.tokens):
        if token.period is None:
            continue
        if is_reckoned(token.period.date, [time.date for time, _ in known], terms):
            continue
        same = [stems for time, stems in known if same_time(token.period, time, context.calendar)]
        rivals = [stems for time, stems in known if not same_time(token.period, time, context.calendar)]
        ours = _clause(claim, index)
        nearest = any(all(len(ours & one - rival) >= len(ours & rival - one) for rival in rivals) for one in same)
        if not same or (not nearest and token.period.date.start not in of_numbers):
            yield Doubt("date", f"the quotes do not say “{token.text}” of the same")


def _clause(sentence: Reading, index: int) -> frozenset[str]:
    return said_in([token for token in Clauses(sentence.tokens).of(index) if token.stem])
