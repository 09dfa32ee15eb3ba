"""Lays a claim over a sentence of its source, token by token and in order, with as few unlicensed edits as can be."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush
from itertools import combinations, count

from sleuth.evidence.claims.clauses import Drop
from sleuth.evidence.claims.drops import drops
from sleuth.evidence.claims.orders import orders, source_orders
from sleuth.evidence.claims.phrases import (
    Context,
    antecedents,
    loosened,
    meanings,
    of_loss,
    same_token,
    told_as_fact,
)
from sleuth.evidence.reading import Reading
from sleuth.evidence.tokens import Token

# What an edit costs that no licence covers, by the sort of the token that it adds or leaves out.
_ADDED = {"value": 4.0, "date": 4.0, "word": 2.0, "verb": 2.0, "negation": 3.0, "modal": 2.0}
_LEFT_OUT = {"value": 1.0, "date": 1.0, "word": 0.8, "verb": 0.8, "negation": 2.0, "modal": 1.0}
_LEAST = 0.5  # of a preposition, a coordinator, a subordinator
_LICENSED = 0.01  # a licensed drop, so that the shorter of two is taken
_MOST_ORDERS, _LEAST_ORDERS = 150, 12
_WORK = 80_000  # pairs of tokens looked at, all orders together
_FREE = ("free", "mark")
_PRESENT = frozenset(("is", "are", "has", "have", "är", "har"))
_PAST = frozenset(("was", "were", "had", "var", "hade"))
_PRONOUNS = 2_000  # numbers of meanings that no lexicon has


@dataclass(frozen=True, slots=True)
class Pair:
    """Tokens of the claim that say what tokens of the source say."""

    claim: tuple[Token, ...]
    source: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class Alignment:
    """The best way to lay a claim over a sentence."""

    claim: tuple[Token, ...]
    source: tuple[Token, ...]
    sentence: Reading
    pairs: tuple[Pair, ...]
    added: tuple[Token, ...]  # of the claim, without a licence
    left_out: tuple[Token, ...]  # of the source, without a licence
    dropped: tuple[Drop, ...]  # with a licence; offsets are into `source`
    cost: float

    @property
    def is_whole(self) -> bool:
        """Whether the claim follows by licensed edits alone."""
        return not self.added and not self.left_out and not self.crossed and not self.is_outdated

    @property
    def is_outdated(self) -> bool:
        """Whether it tells in the present, without its date, what the source tells of a date in the past."""
        texts = {token.text for token in self.source}
        present = any(token.text in _PRESENT and token.text not in texts for token in self.claim)
        undated = not any(token.sort == "date" for token in self.claim)
        dates = any(t.sort == "date" for drop in self.dropped for t in self.source[drop.start : drop.end])
        return present and undated and dates and bool(texts & _PAST)

    @property
    def crossed(self) -> bool:
        """Whether it takes the first of one list and the second of another: "2022 and 2023 … 5 and 6, respectively"."""
        return _is_crossed(self.source, {token.start for pair in self.pairs for token in pair.source})

    @property
    def is_close(self) -> bool:
        """Whether all that the claim says stands in the sentence, in its order."""
        return not any(token.is_content for token in self.added)


def align(claim: Reading, sentence: Reading, context: Context) -> Alignment:
    """The best alignment of a one-sentence claim; in another order only where the source has all its words."""
    ours = loosened(claim.tokens, context, claim=True)
    theirs = loosened(sentence.tokens, context, claim=False, dutiful=told_as_fact(claim.tokens))
    loss = of_loss(claim.plain, sentence.plain)
    best = _aligned(ours, theirs, sentence, context, loss)
    if best.is_whole or not _may_follow(best):
        return best
    tried, most = 0, max(_LEAST_ORDERS, min(_MOST_ORDERS, _WORK // (len(ours) * len(theirs) + 1)))
    for source in source_orders(theirs):
        for order, agentless in ((ours, False), *orders(ours, claim.language)):
            tried += 1
            if tried > most:
                return best
            other = _aligned(order, source, sentence, context, loss, agentless=agentless)
            if other.is_whole:
                return other
            if other.cost < best.cost:
                best = other
    return best


def _may_follow(alignment: Alignment) -> bool:
    """Whether another order could prove it: each word that was not matched stands elsewhere in the sentence."""
    known = {token.stem for token in alignment.source if token.stem}
    values = any(token.sort in ("value", "date") for token in alignment.source)
    return all(
        token.stem in known or (token.sort in ("value", "date") and values) or not token.is_content
        for token in alignment.added
    )


def _aligned(
    claim: tuple[Token, ...],
    source: tuple[Token, ...],
    sentence: Reading,
    context: Context,
    loss: bool,
    *,
    agentless: bool = False,
) -> Alignment:
    """The cheapest path through claim and source, found by Dijkstra's algorithm."""
    licensed = {start: list(found) for start, found in _licensed(source).items()}
    verb = next((i for i, token in enumerate(source) if token.is_verb), 0)
    if agentless and verb and not any(token.sort in ("negation", "subordinator", "mark") for token in source[:verb]):
        licensed.setdefault(0, []).append(Drop(0, verb, "agent"))
    theirs = meanings(source, context)
    ours = meanings(claim, context)
    for number, (pronoun, phrase) in enumerate(antecedents(source), _PRONOUNS):
        theirs[pronoun].append((1, number))
        for start in range(len(claim) - len(phrase) + 1):
            if tuple(token.text for token in claim[start : start + len(phrase)]) == phrase:
                ours[start].append((len(phrase), number))
    end = (len(claim), len(source))
    ticket = count()
    heap: list[tuple[float, int, tuple[int, int], tuple[int, int] | None, object]] = [
        (0.0, next(ticket), (0, 0), None, None)
    ]
    came: dict[tuple[int, int], tuple[tuple[int, int] | None, object]] = {}
    total = 0.0
    while heap:
        cost, _, at, before, edit = heappop(heap)
        if at in came:
            continue
        came[at] = (before, edit)
        if at == end:
            total = cost
            break
        for step, onward, taken in _steps(claim, source, at, licensed, ours, theirs, context, loss):
            if onward not in came:
                heappush(heap, (cost + step, next(ticket), onward, at, taken))
    return _traced(claim, source, sentence, came, end, total)


@lru_cache(maxsize=256)
def _licensed(source: tuple[Token, ...]) -> dict[int, tuple[Drop, ...]]:
    """What may be left out of a source, by where it begins."""
    found: dict[int, tuple[Drop, ...]] = {}
    for drop in drops(source):
        found[drop.start] = (*found.get(drop.start, ()), drop)
    return found


def _steps(
    claim: tuple[Token, ...], source: tuple[Token, ...], at: tuple[int, int], licensed: dict[int, list[Drop]],
    ours: list[list[tuple[int, int]]], theirs: list[list[tuple[int, int]]], context: Context, loss: bool,
) -> list[tuple[float, tuple[int, int], object]]:  # fmt: skip
    """What may be done at a place: (cost, the next place, the edit)."""
    i, j = at
    found: list[tuple[float, tuple[int, int], object]] = []
    if i < len(claim):
        token = claim[i]
        free = token.sort in _FREE
        found.append((0.0 if free else _ADDED.get(token.sort, _LEAST), (i + 1, j), None if free else token))
    if j < len(source):
        token = source[j]
        free = token.sort in _FREE
        edit = None if free else (token,)
        found.append((0.0 if free else _LEFT_OUT.get(token.sort, _LEAST), (i, j + 1), edit))
        found += [(_LICENSED, (i, drop.end), drop) for drop in licensed.get(j, ())]
    if i < len(claim) and j < len(source):
        if same_token(claim[i], source[j], context, loss=loss):
            found.append((0.0, (i + 1, j + 1), Pair((claim[i],), (source[j],))))
        for length, meaning in ours[i]:
            for other, theirs_too in theirs[j]:
                if meaning == theirs_too:
                    found.append((0.0, (i + length, j + other), Pair(claim[i : i + length], source[j : j + other])))
    return found


def _traced(
    claim: tuple[Token, ...], source: tuple[Token, ...], sentence: Reading,
    came: dict[tuple[int, int], tuple[tuple[int, int] | None, object]], end: tuple[int, int], cost: float,
) -> Alignment:  # fmt: skip
    pairs: list[Pair] = []
    added: list[Token] = []
    left_out: list[Token] = []
    dropped: list[Drop] = []
    at: tuple[int, int] | None = end
    while at is not None:
        at, edit = came[at]
        match edit:
            case Pair():
                pairs.append(edit)
            case Drop():
                dropped.append(edit)
            case Token():
                added.append(edit)
            case (Token() as token,):
                left_out.append(token)
    return Alignment(
        claim,
        source,
        sentence,
        tuple(reversed(pairs)),
        tuple(reversed(added)),
        tuple(reversed(left_out)),
        tuple(dropped),
        cost,
    )


def _is_crossed(source: Sequence[Token], kept: set[int]) -> bool:
    lists = [found for found in _lists(source) if any(token.start in kept for token in found)]
    for one, two in combinations(lists, 2):
        if len(one) == len(two):
            taken = [tuple(token.start in kept for token in found) for found in (one, two)]
            if taken[0] != taken[1]:
                return True
    return False


def _lists(source: Sequence[Token]) -> list[list[Token]]:
    """Values, dates or names with nothing but commas and an "and" between them."""
    found: list[list[Token]] = []
    joined = False
    for token in source:
        item = token.sort in ("value", "date") or (token.sort == "word" and token.capital)
        if item and joined and found and found[-1][0].sort == token.sort:
            found[-1].append(token)
        elif item:
            found.append([token])
        joined = (joined and token.sort in ("free", "preposition", "mark")) or token.text in (",", "and", "och")
    return [one for one in found if len(one) > 1]


def candidates(claim: Reading, sentences: Sequence[Reading]) -> list[Reading]:
    """The sentences that share most with a claim, the best first."""
    wanted = {word.stem for word in claim.content}
    values = {quantity.value for quantity in claim.quantities}

    def shared(sentence: Reading) -> int:
        return len(wanted & sentence.stems) + len(values & {quantity.value for quantity in sentence.quantities})

    ranked = sorted(sentences, key=shared, reverse=True)
    return [sentence for sentence in ranked[:4] if 2 * shared(sentence) >= shared(ranked[0])]
