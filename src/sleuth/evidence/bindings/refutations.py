"""The refutations: what a claim turns around, exchanges or leaves out, each with its kind and a reason to read."""

from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile
from typing import NamedTuple

from sleuth.evidence.bindings.doubts import CAUSE, doubts
from sleuth.evidence.bindings.scales import rates_of, spans
from sleuth.evidence.claims.alignment import Alignment
from sleuth.evidence.clauses import WEAK, Clauses, forces
from sleuth.evidence.context import Context
from sleuth.evidence.figures.contradicted import contradicted
from sleuth.evidence.figures.equal import in_base_unit
from sleuth.evidence.reading import Reading
from sleuth.evidence.tokens import Token, is_stance, words_of
from sleuth.evidence.words import is_stopword

_SIMILAR, _ALIKE = 0.6, 0.7  # share of a claim's content that must stand in its sentence before the two are compared
_DENIED = frozenset(("not", "never", "inte", "aldrig"))  # within a limit: "may not exceed 5"
_NEAR, _VERBATIM = 0.75, 0.9


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
    likeness = closeness(matter.best)
    rules = [_bindings]
    if likeness >= _SIMILAR:
        rules += [_rate]
    if likeness >= _ALIKE:
        rules += [_denial, _force, _scope, _names, _cause]
    return next((found for rule in rules for found in rule(matter)), None)


def _bindings(matter: Matter) -> Iterator[Refutation]:
    """What the quotes say otherwise, or of another."""
    claim, evidence, context = matter.claim, matter.evidence, matter.context
    found = (
        *contradicted(claim, evidence, context.calendar),
        *doubts(claim, evidence, context, close=closeness(matter.best) >= _ALIKE),
    )
    yield from (Refutation(doubt.kind, doubt.reason) for doubt in found if doubt.sure)


def closeness(best: Alignment) -> float:
    """The share of the claim's content that stands in the sentence, in whatever order, 0 to 1."""
    content = [token for token in best.claim if token.is_content]
    added = [token for token in best.added if token.is_content and not _stands(token, best.source)]
    return 1 - len(added) / len(content) if content else 0.0


def _stands(token: Token, source: Sequence[Token]) -> bool:
    return any(same_item(token, other) or (token.stem and token.stem == other.stem) for other in source)


def _rate(matter: Matter) -> Iterator[Refutation]:
    """So much a year where the quote says a month."""
    units = spans()
    ours = {units[token.stem]: token for token in matter.best.added if token.stem in units}
    theirs = {units[token.stem]: token for token in matter.best.left_out if token.stem in units}
    if ours and theirs and not set(ours) & set(theirs):
        one, two = next(iter(ours.values())), next(iter(theirs.values()))
        yield Refutation("unit", f"the quote says “{two.text}”, the sentence “{one.text}”")


def _edge(token: Token) -> int:
    """Whether a value is the least (1) or the most (-1) that there is; 0 for neither."""
    return {"at least": 1, "above": 1, "at most": -1, "below": -1, "within": -1}.get(_bound(token), 0)


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
    if ours and _asserts_what_is_denied(ours[0], matter):
        yield Refutation("negation", f"the sentence says “{ours[0].text}”, the quote asserts it")
    limited = any(token.sort == "value" and _DENIED & set(token.text.split()) for token in matter.best.claim)
    if theirs and not ours and not limited and _governs(theirs[0], matter.best):
        yield Refutation("negation", f"the quote says “{theirs[0].text}”, the sentence leaves it out")


def _asserts_what_is_denied(negation: Token, matter: Matter) -> bool:
    """Whether the source says plainly something that stands behind the claim's denial, and no quote denies anything.

    "Did not attend" over "had sent apologies" is another wording, no contradiction.
    """
    if any(_negations(reading.tokens) for reading in matter.evidence):
        return False
    behind = [token for token in matter.best.claim if token.start > negation.start]
    denied = takewhile(lambda token: token.sort not in ("coordinator", "mark"), behind)
    return any(token.is_content and _stands(token, matter.best.source) for token in denied)


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


def _force(matter: Matter) -> Iterator[Refutation]:
    """A permission told as a duty, a plan or an opinion told as a fact."""
    best = matter.best
    ours, theirs = forces(best.claim).keys(), forces(_matched_clause(best)).keys()
    stronger = theirs <= WEAK or closeness(best) >= _VERBATIM
    denied = bool(_negations(best.claim) or _negations(best.source))  # "may not" forbids as "shall not" does
    weak = ours <= WEAK and theirs <= WEAK
    if ours and theirs and not ours & theirs and not weak and stronger and not denied:
        yield Refutation("modality", f"the quote states a {min(theirs)}, the sentence a {min(ours)}")
    if ours or not best.is_close:
        return
    matched = [token.start for pair in best.pairs for token in pair.source if token.is_content]
    for token in best.left_out:
        governs = any(start > token.start for start in matched)
        if governs and (is_stance(token) or forces([token]).keys() & WEAK):
            yield Refutation("modality", f"the quote says it only as “{token.text}”, the sentence as a fact")


def _scope(matter: Matter) -> Iterator[Refutation]:
    """ "All" or "only" where the quotes say neither, and another bound of the same number."""
    best = matter.best
    said = {token.text for reading in matter.evidence for token in reading.tokens}
    titled = [one.start for one, after in pairwise(matter.claim.tokens) if one.capital and after.capital]
    restricted = said & (words_of("whole") | words_of("exclusive"))
    rates = rates_of(matter.claim)
    for token in best.added:
        if token.text in words_of("whole") and token.start not in (*titled, *rates) and not restricted:
            yield Refutation("scope", f"the sentence says “{token.text}”, the quotes do not")
        same = [other for other in best.source if same_item(token, other)]
        noun = set(token.text.split()) & words_of("bound") & said
        is_turned = all({_edge(token), _edge(other)} == {1, -1} for other in same)
        turned = same if is_turned and not _negations(best.source) else []  # "not permit it to exceed 5"
        left_out = [other for other in same if other in best.left_out and not _negations(best.source)]
        unlike = [other for other in left_out if _bound(token) != _bound(other)]
        if (turned or unlike) and not noun and closeness(best) >= _NEAR:
            yield Refutation("scope", f"the quote says “{(turned or unlike)[0].text}”, the sentence “{token.text}”")


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


def _cause(matter: Matter) -> Iterator[Refutation]:
    """The effect taken for the cause."""
    claim, ours = matter.claim, CAUSE.search(matter.claim.plain)
    for sentence in (one for reading in matter.evidence for one in reading.sentences):
        theirs = CAUSE.search(sentence.plain)
        if ours is None or theirs is None:
            continue
        effect, cause = _stems(claim, 0, ours.start()), _stems(claim, ours.end(), len(claim.plain))
        effect_there = _stems(sentence, 0, theirs.start())
        cause_there = _stems(sentence, theirs.end(), len(sentence.plain))
        if effect & cause_there - effect_there and cause & effect_there - cause_there:
            yield Refutation("cause", "the sentence takes for the cause what the quote gives as the effect")


def _stems(reading: Reading, start: int, end: int) -> set[str]:
    return {word.stem for word in reading.content if start <= word.start < end}
