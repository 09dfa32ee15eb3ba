"""Lays a claim over a sentence of its source, token by token and in order, with as few unlicensed edits as can be."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from itertools import chain, combinations, count, islice

from sleuth.evidence.claims.conjuncts import Drop
from sleuth.evidence.claims.drops import drops
from sleuth.evidence.claims.orders import orders, source_orders
from sleuth.evidence.claims.phrases import (
    antecedents,
    loosened,
    meanings,
    of_loss,
    same_token,
    told_as_fact,
)
from sleuth.evidence.context import Context
from sleuth.evidence.reading import Reading
from sleuth.evidence.tokens import Token, first_verb, words_of

# What an edit costs that no licence covers, by the sort of the token that it adds or leaves out.
_ADDED = {"value": 4.0, "date": 4.0, "word": 2.0, "verb": 2.0, "negation": 3.0, "modal": 2.0}
_LEFT_OUT = {"value": 1.0, "date": 1.0, "word": 0.8, "verb": 0.8, "negation": 2.0, "modal": 1.0}
_LEAST = 0.5  # of a preposition, a coordinator, a subordinator
_LICENSED = 0.01  # a licensed drop, so that the shorter of two is taken
_MOST_ORDERS, _MOST_SOURCES = 400, 24  # tried of a claim, and of its source
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
        kept = {token.start for pair in self.pairs for token in pair.source}
        figures = [token for token in self.sentence.tokens if not token.capital or token.sort != "word"]
        paired = any(token.text in words_of("respective") for token in self.source)
        return _is_crossed(self.source, kept, paired=paired) or _is_crossed(figures, kept)

    @property
    def is_close(self) -> bool:
        """Whether all that the claim says stands in the sentence, in its order."""
        return not any(token.is_content for token in self.added)


def align(claim: Reading, sentence: Reading, context: Context) -> Alignment:
    """The best alignment of a one-sentence claim; in another order only where it follows by licensed edits alone."""
    is_contract = bool(context.title)  # what it tells in the present is a duty
    ours = loosened(claim.tokens, dutiful=is_contract and told_as_fact(sentence.tokens))
    theirs = loosened(sentence.tokens, dutiful=told_as_fact(claim.tokens))
    comparison = _Comparison(sentence, context, of_loss(claim.plain, sentence.plain), {})
    best = comparison.cheapest(ours, Side(theirs, context))
    if best is None or best.is_whole or not _may_follow(best):
        return best or Alignment(ours, theirs, sentence, (), ours, theirs, (), 0.0)
    sources = [Side(source, context) for source in islice(source_orders(theirs), _MOST_SOURCES)]
    for order, agentless in islice(chain([(ours, False)], orders(ours, claim.language)), _MOST_ORDERS):
        for source in sources:
            other = comparison.cheapest(order, source, agentless=agentless, strict=True)
            if other is not None and other.is_whole:
                return other
    return best


def _may_follow(alignment: Alignment) -> bool:
    """Whether another order could prove it: each word that was not matched stands elsewhere in the sentence."""
    known = {token.stem for token in alignment.source if token.stem}
    known |= {stem.removesuffix("'s") for stem in known}
    values = any(token.sort in ("value", "date") for token in alignment.source)
    return all(
        token.stem.removesuffix("'s") in known or (token.sort in ("value", "date") and values) or not token.is_content
        for token in alignment.added
    )


class Side:
    """A source in one order, with what may be left out of it and what its phrases mean."""

    def __init__(self, tokens: tuple[Token, ...], context: Context) -> None:
        self.tokens = tokens
        self.meanings = meanings(tokens, context)
        self.antecedents = list(enumerate(antecedents(tokens), _PRONOUNS))
        for number, (pronoun, _) in self.antecedents:
            self.meanings[pronoun].append((1, number))
        self.licensed: dict[int, list[Drop]] = {}
        for drop in drops(tokens):
            self.licensed.setdefault(drop.start, []).append(drop)

    @cached_property
    def without_agent(self) -> dict[int, list[Drop]]:
        """The drops, and that of who acts: of a claim in the passive voice that does not say it."""
        verb = first_verb(self.tokens)
        if not verb or any(token.sort in ("negation", "subordinator", "mark") for token in self.tokens[:verb]):
            return self.licensed
        return {**self.licensed, 0: [*self.licensed.get(0, []), Drop(0, verb)]}


_Edit = Pair | Drop | Token | tuple[Token] | None
_Path = tuple[_Edit, "_Path"] | None  # the last edit, and the path before it
_Place = tuple[int, int]  # how many tokens of the claim and of the source are done


@dataclass(frozen=True)
class _Comparison:
    """A claim and a sentence; whether two of their tokens say the same is looked up once."""

    sentence: Reading
    context: Context
    loss: bool
    same: dict[tuple[int, str, int, str], bool]

    def cheapest(
        self, claim: tuple[Token, ...], source: Side, *, agentless: bool = False, strict: bool = False
    ) -> Alignment | None:
        """The cheapest path through both (Dijkstra's algorithm); `strict`: by licensed edits, or None."""
        ours = self._meanings(claim, source)
        licensed = source.without_agent if agentless else source.licensed
        end = (len(claim), len(source.tokens))
        ticket = count()
        heap: list[tuple[float, int, _Place, _Path]] = [(0.0, next(ticket), (0, 0), None)]
        done: set[_Place] = set()
        while heap:
            cost, _, at, path = heappop(heap)
            if at in done:
                continue
            done.add(at)
            if at == end:
                return _alignment(claim, source.tokens, self.sentence, path, cost)
            for step, onward, taken in self._steps(claim, source, at, licensed, ours):
                if onward not in done and not (strict and step >= _LEAST):
                    heappush(heap, (cost + step, next(ticket), onward, (taken, path)))
        return None

    def _meanings(self, claim: tuple[Token, ...], source: Side) -> list[list[tuple[int, int]]]:
        """The meanings of the claim's phrases, those of the source's antecedents among them."""
        ours = meanings(claim, self.context)
        texts = [token.text for token in claim]
        for number, (_, phrase) in source.antecedents:
            for start in range(len(claim) - len(phrase) + 1):
                if tuple(texts[start : start + len(phrase)]) == phrase:
                    ours[start].append((len(phrase), number))
        return ours

    def _steps(
        self,
        claim: tuple[Token, ...],
        source: Side,
        at: _Place,
        licensed: dict[int, list[Drop]],
        ours: list[list[tuple[int, int]]],
    ) -> Iterator[tuple[float, _Place, _Edit]]:
        """What may be done at a place: (cost, the next place, the edit)."""
        i, j = at
        theirs = source.tokens
        if i < len(claim):
            token = claim[i]
            free = token.sort in _FREE
            yield (0.0 if free else _ADDED.get(token.sort, _LEAST)), (i + 1, j), None if free else token
        if j < len(theirs):
            other = theirs[j]
            free = other.sort in _FREE
            yield (0.0 if free else _LEFT_OUT.get(other.sort, _LEAST)), (i, j + 1), None if free else (other,)
            for drop in licensed.get(j, ()):
                yield _LICENSED, (i, drop.end), drop
        if i == len(claim) or j == len(theirs):
            return
        if self._is_same(token, other):
            yield 0.0, (i + 1, j + 1), Pair((token,), (other,))
        for length, meaning in ours[i]:
            for others_length, others_meaning in source.meanings[j]:
                if meaning == others_meaning:
                    pair = Pair(claim[i : i + length], theirs[j : j + others_length])
                    yield 0.0, (i + length, j + others_length), pair

    def _is_same(self, token: Token, other: Token) -> bool:
        key = (token.start, token.text, other.start, other.text)
        if key not in self.same:
            self.same[key] = same_token(token, other, self.context, loss=self.loss)
        return self.same[key]


def _alignment(
    claim: tuple[Token, ...], source: tuple[Token, ...], sentence: Reading, path: _Path, cost: float
) -> Alignment:
    """The alignment that a path of edits makes."""
    edits: list[_Edit] = []
    while path is not None:
        edit, path = path
        edits.append(edit)
    edits.reverse()
    pairs = tuple(edit for edit in edits if isinstance(edit, Pair))
    added = tuple(edit for edit in edits if isinstance(edit, Token))
    left_out = tuple(edit[0] for edit in edits if isinstance(edit, tuple))
    dropped = tuple(edit for edit in edits if isinstance(edit, Drop))
    return Alignment(claim, source, sentence, pairs, added, left_out, dropped, cost)


def _is_crossed(source: Sequence[Token], kept: set[int], *, paired: bool = False) -> bool:
    """Whether two lists of one length are not kept at the same places; `paired`: whether a list is kept in part."""
    lists = [found for found in _lists(source) if any(token.start in kept for token in found)]
    taken = [tuple(token.start in kept for token in found) for found in lists]
    if paired and len(taken) == 1 and not all(taken[0]):
        return True  # of what the rest of it is said, no other list tells
    return any(len(one) == len(two) and one != two for one, two in combinations(taken, 2))


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
