"""Conditions and exceptions: whether a sentence keeps what the quotes make its statement depend on."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sleuth.evidence.bindings.doubt import Doubt
from sleuth.evidence.clauses import Clauses, opens_with, said_in, statements_of
from sleuth.evidence.reading import Reading
from sleuth.evidence.tokens import Token, words_of

_STATED = 0.75  # of what a sentence says that must stand in what a condition governs


class Condition(NamedTuple):
    """A condition of a sentence, and what depends on it."""

    tokens: Sequence[Token]
    governed: Sequence[Token]  # all that may depend on it
    nearest: Sequence[Token]  # the statement right before it, or behind it where it comes first


def condition_doubts(claim: Reading, sentences: Sequence[Reading]) -> Iterator[Doubt]:
    """Conditions that the claim leaves out, cuts or moves to another statement."""
    ours = said_in([token for token in claim.tokens if token.text not in words_of("quantifier")])
    own = list(conditions_of(claim))
    for sentence in _nearest(ours, sentences):
        known = said_in(sentence.tokens)
        texts = {token.text for token in sentence.tokens}
        bound = any(_may_bind(token) and token.text not in texts for token in claim.tokens)
        for condition in conditions_of(sentence):
            wanted = said_in(condition.tokens) - said_in(condition.governed)
            governed = said_in(condition.governed)
            stated = len(ours & governed) >= _STATED * len(ours - wanted) > 0
            told = " ".join(sentence.plain[condition.tokens[0].start : condition.tokens[-1].end].split())[:60]
            if wanted and stated and not ours & wanted:
                reason = f"the sentence leaves out “{told}”, which the quote says"
                yield Doubt("condition", reason, sure=ours <= known and not bound and _is_about(ours, condition))
            elif ours & wanted and not own and not any(_may_bind(token) for token in claim.tokens):
                yield Doubt("condition", f"the quote says “{told}” as a condition or an exception")
            elif ours & wanted and wanted - ours and ours <= known:
                yield Doubt("condition", f"the sentence says “{told}” only in part")
        yield from moved_conditions(claim, sentence)


def moved_conditions(claim: Reading, sentence: Reading) -> Iterator[Doubt]:
    """Conditions that the claim ties to another statement of the sentence than the one they are of."""
    worded = said_in(claim.tokens) <= said_in(sentence.tokens)
    theirs = list(conditions_of(sentence))
    for ours in conditions_of(claim):
        if any(_is_moved(ours, condition, sentence) for condition in theirs):
            told = " ".join(claim.plain[ours.tokens[0].start : ours.tokens[-1].end].split())[:60]
            sure = worded and not any(_is_shared(condition, sentence) for condition in theirs)
            yield Doubt("condition", f"the quote says “{told}” of something else than the sentence", sure)


def _is_about(ours: frozenset[str], condition: Condition) -> bool:
    """Whether what is said is the statement that a condition is nearest to, rather than what else it may govern."""
    nearest = said_in(condition.nearest)
    others = said_in(condition.governed) - nearest
    return nearest <= ours or len(ours & nearest) > len(ours & others)


def _may_bind(token: Token) -> bool:
    return token.sort in ("negation", "subordinator")


def _is_moved(ours: Condition, theirs: Condition, sentence: Reading) -> bool:
    """Whether a condition of the claim is this one, and governs another statement of the sentence."""
    wanted, said = said_in(theirs.tokens), said_in(ours.tokens)
    nearest = said_in(theirs.nearest) - wanted
    others = said_in(sentence.tokens) - wanted - nearest
    governed = said_in(ours.nearest) - wanted
    same = len(said & wanted) >= _STATED * len(said) > 0
    return same and bool(governed & others) and not governed & nearest


def _is_shared(condition: Condition, sentence: Reading) -> bool:
    """Whether it is of both of two denials before it: "no sale and no lease without consent"."""
    before = [token for token in sentence.tokens if token.end <= condition.tokens[0].start]
    denied = [any(token.sort == "negation" for token in statement) for statement in statements_of(before)]
    return denied[-2:] == [True, True]


def _nearest(ours: frozenset[str], sentences: Sequence[Reading]) -> list[Reading]:
    """The sentence that shares most with the claim."""
    shared = [(len(ours & said_in(sentence.tokens)), sentence) for sentence in sentences]
    most = max((count for count, _ in shared), default=0)
    return [sentence for count, sentence in shared if most and count == most][:1]


def conditions_of(sentence: Reading) -> Iterator[Condition]:
    """Each condition of a sentence, to its comma; a proviso to the end, and on all that stands before it."""
    tokens = sentence.tokens
    for start in range(len(tokens)):
        if not _opens(tokens, start):
            continue
        proviso = tokens[start].text in words_of("proviso") and start > 0
        first = max((at + 1 for at in range(start) if tokens[at].text == ";"), default=0)
        last = next((at for at in range(start, len(tokens)) if tokens[at].text == ";"), len(tokens))
        if proviso:
            yield Condition(tokens[start:last], tokens[:start], tokens[first:start] or tokens[:start])
            continue
        commas = (at for at in range(start + 2, last) if tokens[at].text == ",")
        end = next((at for at in commas if not opens_with(tokens, at + 1, "goes_on")), last)
        behind = _statement(tokens[end:last])
        opening = not any(token.is_content for token in tokens[first:start]) or tokens[start - 1].sort in (
            "coordinator",
            "subordinator",
        )
        before = _statement(tokens[first:start][::-1])
        yield Condition(tokens[start:end], (*tokens[first:start], *tokens[end:last]), behind if opening else before)


def _opens(tokens: Sequence[Token], at: int) -> bool:
    """Whether a condition or an exception begins at a token."""
    token = tokens[at]
    if opens_with(tokens, at, "idle_condition"):
        return False
    if opens_with(tokens, at, "conditional"):
        return True
    if token.text in ("without", "utan"):
        return any(other.sort in ("negation", "modal") for other in tokens[:at])
    if token.text in words_of("temporal") and Clauses(tokens).tells_what_happened(max(0, at - 1)):
        return False
    return token.sort == "subordinator" and token.text not in words_of("no_exception")


def _statement(tokens: Sequence[Token]) -> Sequence[Token]:
    """The first statement of some tokens, up to a joint that has a verb on both sides."""
    numbers = Clauses(tokens).numbers
    joint = next((at for at in range(1, len(tokens)) if numbers[at] != numbers[at - 1]), len(tokens))
    return tokens[:joint]
