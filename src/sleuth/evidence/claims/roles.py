"""Who does what to whom: whether a sentence exchanges the parties of its quotes."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from sleuth.evidence.lexicon import any_of, lexicon
from sleuth.evidence.reading import Reading
from sleuth.evidence.words import Name, stem

_DIRECTION = re.compile(
    r"(?<!\w)(to|from|by|against|over|of|upon|under|in|on|at|for|with|within|till|från|av|mot|åt|gentemot|enligt|i|på|för|med|vid|hos|inom)\s+(?:the\s+|an?\s+|den\s+|det\s+)?\Z"
)
_LIST = re.compile(r"[\s,]*(?:and|or|och|eller|&|samt|,)?\s*(?:the\s+)?\Z")
_CODE = re.compile(r"(?:usd|eur|sek|gbp|nok|dkk|chf|kr)(?!\w)")
_PASSIVE_BEFORE = re.compile(
    r"(?:(?<!\w)(?:was|were|is|are|be|been|being|blev|blir|är|var|blivit)\s+(?:\w+\s+){1,3}|\w+s\s+)(?:by|av)\s+(?:the\s+|an?\s+)?\Z"
)


@dataclass(frozen=True, slots=True)
class _Party:
    key: str
    start: int
    end: int
    direction: str  # the preposition before it, or ""
    genitive: bool  # "the Seller's"


@cache
def _party_nouns() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)({any_of(lexicon('words')['party'])})(?:'s|s|n|ns)?(?!\w)")


def _parties(reading: Reading, names: Sequence[Name]) -> list[_Party]:
    """Party nouns and the given names in order, each with what stands before it."""
    text = reading.plain
    spots = [(found[1], found.start(), found.end()) for found in _party_nouns().finditer(text)]
    for key in {name.key for name in names}:
        for found in re.finditer(rf"(?<!\w){re.escape(key[0])}(?:'?s)?(?!\w)", text):
            if _is_value(reading, found.start()):
                continue
            if not any(start <= found.start() < end for _, start, end in spots):
                spots.append((key[0], found.start(), found.end()))
    return [
        _Party(
            key,
            start,
            end,
            before[1] if (before := _DIRECTION.search(text[max(0, start - 24) : start])) else "",
            _owns(text, key, start, end),
        )
        for key, start, end in sorted(spots, key=lambda spot: spot[1])
    ]


def _is_value(reading: Reading, at: int) -> bool:
    """Whether a capitalised word belongs to a date or to a number, as "June" and "EUR" do."""
    values = [(date.start, date.end) for date in reading.dates] + [(q.start, q.end) for q in reading.quantities]
    return any(start <= at < end for start, end in values) or bool(_CODE.match(reading.plain, at))


def _owns(text: str, key: str, start: int, end: int) -> bool:
    found = text[start:end]
    return (
        found.endswith(("'s", "s'", "’s"))
        or text[end : end + 2] in ("'s", "’s")
        or (found == key + "s" and key.endswith(("n", "t")))
    )


def exchanged(claim: Reading, quote: Reading) -> str:
    """How the claim exchanges two parties of the quote's sentence; "" where it does not."""
    names = [*claim.names, *quote.names]
    known = {party.key: party for party in reversed(_parties(quote, names))}
    ours = [party for party in _first_of_each(_parties(claim, names)) if party.key in known]
    for first, second in combinations(ours, 2):
        one, two = known[first.key], known[second.key]
        if _exchanged_directions(first, second, one, two) or _exchanged_order(claim, quote, first, second, one, two):
            return f"the sentence exchanges “{first.key}” and “{second.key}”"
    return (
        _owned_by_another(claim, quote)
        or _given_to_another(_parties(claim, names), _parties(quote, names))
        or _exchanged_ends(claim, quote)
    )


_OWNED = re.compile(r"([^\W\d_]+)['’]s\s+(?:[^\W\d_]+\s+)?([^\W\d_]+)|([^\W\d_]+)\s+of\s+(?:the\s+)?([^\W\d_]+)")


def _owned_by_another(claim: Reading, quote: Reading) -> str:
    """ "Alpha's parent" where the quote says "Gamma's parent"."""
    theirs: dict[str, set[str]] = {}
    for thing, owner in _ownings(quote):
        theirs.setdefault(thing, set()).add(owner)
    for thing, owner in _ownings(claim):
        if (
            thing in theirs
            and owner not in theirs[thing]
            and owner in {o for owners in theirs.values() for o in owners}
        ):
            return f"the sentence gives “{thing}…” to another than the quote does"
    return ""


def _ownings(reading: Reading) -> Iterator[tuple[str, str]]:
    """What belongs to whom, by their stems, where the text says "X's Y" or "Y of X"."""
    for found in _OWNED.finditer(reading.plain):
        owner, thing = (found[1], found[2]) if found[1] else (found[4], found[3])
        yield stem(thing), stem(owner)


def _given_to_another(ours: Sequence[_Party], theirs: Sequence[_Party]) -> str:
    """ "A pays to B" told as "C pays to A", "A pays to A" or "B pays": the other party of the quote is left out."""
    named, known = {party.key for party in ours}, {(party.key, party.direction) for party in theirs}
    for party in ours:
        if not any(key == party.key for key, _ in known) or (party.key, party.direction) in known:
            continue
        rivals = [other.key for other in theirs if other.direction == party.direction and other.key != party.key]
        if party.direction in _GIVING and rivals:
            return f"the quote says “{party.direction} {rivals[0]}”, the sentence “{party.direction} {party.key}”"
        given = all(direction in _GIVING for key, direction in known if key == party.key)
        if not party.direction and given and rivals and rivals[0] not in named:
            return f"the quote says it of “{rivals[0]}”, the sentence of “{party.key}”"
    return ""


_GIVING = frozenset(("to", "from", "against", "till", "från", "mot"))
_GIVES = re.compile(
    r"(?<!\w)(to|from|by|against|till|från|av|mot)\s+(?:the\s+|an?\s+|den\s+|det\s+|its\s+|sin\s+|sitt\s+)?\Z"
)


_OPPOSITE = frozenset(
    (one, two) for to in ("to", "till") for by in ("by", "av", "from", "från") for one, two in ((to, by), (by, to))
)


def _exchanged_ends(claim: Reading, quote: Reading) -> str:
    """Nouns that no list holds: the one behind "to" in the quote stands free in the sentence, and the reverse."""
    ours, theirs = _ends(claim), _ends(quote)
    for word, end in ours.items():
        if end and (end, theirs.get(word)) in _OPPOSITE:
            return f"the quote says “{theirs[word]} {word}…”, the sentence “{end} {word}…”"
    freed = [word for word, end in ours.items() if not end and theirs.get(word)]
    bound = [word for word, end in ours.items() if end and theirs.get(word) == ""]
    if freed and bound and theirs[freed[0]] == ours[bound[0]]:
        return f"the sentence exchanges “{freed[0]}…” and “{bound[0]}…”"
    return ""


def _ends(reading: Reading) -> dict[str, str]:
    """stem → the preposition of giving before it, "" if none."""
    found: dict[str, str] = {}
    for word in reading.content:
        before = _GIVES.search(reading.plain[max(0, word.start - 20) : word.start])
        found.setdefault(word.stem, before[1] if before else "")
    return found


def _first_of_each(parties: list[_Party]) -> list[_Party]:
    return list({party.key: party for party in reversed(parties)}.values())[::-1]


def _exchanged_directions(first: _Party, second: _Party, one: _Party, two: _Party) -> bool:
    """ "from A to B" against "from B to A"."""
    given = {first.direction, second.direction}
    return "" not in given and len(given) == 2 and (first.direction, second.direction) == (two.direction, one.direction)


def _exchanged_order(claim: Reading, quote: Reading, first: _Party, second: _Party, one: _Party, two: _Party) -> bool:
    """ "A sold to B" against "B sold to A", unless one of them is in the passive ("sold by")."""
    if (first.direction and first.direction == one.direction) or (
        second.direction and second.direction == two.direction
    ):
        return False
    ours = claim.plain[first.end : second.start]
    begin, end = (one.end, two.start) if one.start < two.start else (two.end, one.start)
    theirs = quote.plain[begin:end]
    if _LIST.fullmatch(ours) or _LIST.fullmatch(theirs):
        return False
    if first.genitive or second.genitive or one.genitive or two.genitive:
        return False  # whose something is, not who does it
    return _agent(claim.plain, first, second) != _agent(quote.plain, one, two)


def _agent(text: str, first: _Party, second: _Party) -> str:
    """Who of two acts: the one before the verb, or the one behind the "by" of a passive."""
    for party in (first, second):
        if party.direction in ("by", "av") and _PASSIVE_BEFORE.search(text[: party.start]):
            return party.key
    return min(first, second, key=lambda party: (party.direction in ("by", "av"), party.start)).key
