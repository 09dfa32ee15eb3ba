"""What takes a side or a degree: whether the quotes say more where the claim says more, all where it says all."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise

from sleuth.evidence.bindings.doubt import Doubt
from sleuth.evidence.claims.phrases import told_as_fact
from sleuth.evidence.clauses import WEAK, Clauses, forces, said_in, statements
from sleuth.evidence.figures.comparison import compare
from sleuth.evidence.lexicon import lexicon
from sleuth.evidence.reading import Reading, sentences_of
from sleuth.evidence.tokens import Token, is_stance, words_of
from sleuth.evidence.words import stem

_NEGATIVE = ("un", "non", "in", "im", "ir", "dis", "o", "icke")
_AMOUNT = ("change", "height", "size")
_LENGTHS = {1: "month", 3: "quarter", 12: "year"}
_PARTICLES = frozenset(("up", "down"))  # of verbs, unless "from" or a number follows
_WITHOUT = frozenset(("without", "utan"))


def scale_doubts(claim: Reading, evidence: Sequence[Reading], *, close: bool) -> Iterator[Doubt]:
    """Sides, degrees, denials and units of time that the quotes do not take.

    `close`: the claim is worded as they are.
    """
    sentences = sentences_of(evidence)
    said = frozenset(token.text for sentence in sentences for token in sentence.tokens)
    yield from _sides(claim, sentences, close=close)
    yield from _unstated(claim, evidence)
    yield from _prefixes(claim, said)
    yield from _quantifiers(claim, sentences)
    yield from _denials(claim, sentences)
    yield from _stances(claim, sentences)
    yield from _spans(claim, evidence)
    yield from _counted(claim, said)
    yield from _widened(claim, sentences)


@cache
def _lexicon(language: str) -> Mapping[str, str]:
    """stem → family and side: "amount+"."""
    listed = {**lexicon("polarity")["comparison"], **lexicon("alignment")["opposite"]}
    return {stem(word, language): _scale(side) for word, side in listed.items()} | {
        word: _scale(side) for word, side in listed.items()
    }


def _scale(side: str) -> str:
    """Heights, sizes and changes go up or down alike."""
    return f"amount{side[-1]}" if side[:-1] in _AMOUNT else side


def _side(token: Token, language: str) -> str:
    known = _lexicon(language)
    return known.get(token.text) or known.get(token.stem, "")


def _turned(side: str) -> str:
    return side[:-1] + ("-" if side[-1] == "+" else "+")


def _sides(claim: Reading, sentences: Sequence[Reading], *, close: bool) -> Iterator[Doubt]:
    """Another side than the quotes take of the same thing: "increased" for "decreased", "sold" for "bought"."""
    known = [said for sentence in sentences for said in _directed(sentence)]
    own = {side for _, side, _ in _directed(claim)}
    for token, side, governed in _directed(claim):
        along = [stems for _, theirs, stems in known if theirs == side]
        against = [(word, stems) for word, theirs, stems in known if theirs == _turned(side)]
        turned = {one for _, stems in against for one in stems & governed}
        kept = {one for stems in along for one in stems & governed}
        if turned - kept and not kept - turned:
            word = next(word for word, stems in against if stems & governed)
            yield Doubt(
                "comparison",
                f"the quote says “{word.text}”, the sentence “{token.text}”",
                sure=close and _turned(side) not in own,
            )
        elif against and not along and not all(governed and stems for _, stems in against):
            yield Doubt("comparison", f"the quote says “{against[0][0].text}”, the sentence “{token.text}”")


def _unstated(claim: Reading, evidence: Sequence[Reading]) -> Iterator[Doubt]:
    """A rise or a fall that the quotes neither tell nor give by their numbers."""
    told = {side for sentence in sentences_of(evidence) for _, side, _ in _directed(sentence)}
    for token, side, _ in _directed(claim):
        if side[:-1] == "amount" and side not in told and not compare(claim, evidence):
            yield Doubt("comparison", f"the quotes do not say “{token.text}”")


def _directed(sentence: Reading) -> Iterator[tuple[Token, str, frozenset[str]]]:
    """Each word that takes a side and is not denied, its side, and the words it is said of."""
    for clause in statements(sentence):
        for at, token in enumerate(clause):
            after = clause[at + 1] if at + 1 < len(clause) else token
            particle = token.text in _PARTICLES and after.sort != "value" and after.text != "from"
            name = token.capital and token is not sentence.tokens[0]
            side = "" if particle or name else _side(token, sentence.language)
            if side and not (at and clause[at - 1].sort == "negation"):
                yield token, side, _governed(clause, at, sentence.language)


def _governed(clause: Sequence[Token], at: int, language: str) -> frozenset[str]:
    """Of a verb the words on both sides of it, of any other word those behind it, up to a mark or another side."""
    spoken, family = clause[at].is_verb, _side(clause[at], language)[:-1]
    ends = [
        i
        for i, token in enumerate(clause)
        if i != at
        and (
            token.sort == "mark"
            or _side(token, language)[:-1] == family
            or (token.is_verb and not spoken and i != at + 1)
        )
    ]
    start = max((end + 1 for end in ends if end < at), default=0) if spoken else at
    stop = min((end for end in ends if end > at), default=len(clause))
    return frozenset(token.stem for token in clause[start:stop] if token.sort == "word" and not _side(token, language))


def _prefixes(claim: Reading, said: frozenset[str]) -> Iterator[Doubt]:
    """ "Audited" where the quotes say "unaudited", and the other way round."""
    for token in claim.tokens:
        if token.sort not in ("word", "verb") or token.text in said:
            continue
        bare = [token.text.removeprefix(prefix) for prefix in _NEGATIVE if token.text.startswith(prefix)]
        opposites = {f"{prefix}{token.text}" for prefix in _NEGATIVE} | {word for word in bare if len(word) > 4}
        if opposites & said:
            yield Doubt("negation", f"the quote says “{min(opposites & said)}”, the sentence “{token.text}”")


@cache
def _ranks() -> dict[str, int]:
    return {word: rank for rank, words in enumerate(lexicon("alignment")["rank"], 1) for word in words}


def rates_of(claim: Reading) -> list[int]:
    """Where words tell how often, "every" of "every quarter", and not of how many something is said."""
    units = {word for words in lexicon("alignment")["span"].values() for word in words}
    return [one.start for one, after in pairwise(claim.tokens) if after.text in units]


def _quantifiers(claim: Reading, sentences: Sequence[Reading]) -> Iterator[Doubt]:
    """Most or all of what the quotes say of some."""
    known = max((_ranks().get(token.text, 0) for sentence in sentences for token in sentence.tokens), default=0)
    whole = any(q.unit == "percent" and q.value == 100 for sentence in sentences for q in sentence.quantities)
    rates = rates_of(claim)
    for before, token in pairwise((claim.tokens[0], *claim.tokens)):
        rank = _ranks().get(token.text, 0)
        if rank > known and not whole and token.start not in rates and before.text not in words_of("nearly"):
            yield Doubt("scope", f"the sentence says “{token.text}”, the quotes do not")


def _widened(claim: Reading, sentences: Sequence[Reading]) -> Iterator[Doubt]:
    """ "All obligations" where the quotes say it of "all payment obligations"."""
    known = {pair for sentence in sentences for pair in _quantified(sentence)}
    counted = {quantifier for quantifier, _ in known}
    for quantifier, noun in _quantified(claim):
        if quantifier in counted and (quantifier, noun) not in known:
            yield Doubt("scope", f"the quotes do not say “{quantifier}” of the same")


def _quantified(sentence: Reading) -> Iterator[tuple[str, str]]:
    """Each "all", "any" or "no" with the word behind it."""
    tokens = [token for token in sentence.tokens if token.sort != "free" and token.text not in ("of", "av")]
    for token, after in pairwise(tokens):
        if token.text in words_of("quantifier") and after.sort in ("word", "verb"):
            yield token.text, after.stem


def _nearest(ours: frozenset[str], clauses: Sequence[Sequence[Token]]) -> list[Sequence[Token]]:
    """The clauses that share at least half as much with some words as the one that shares most."""
    shared = [(len(ours & said_in(clause)), clause) for clause in clauses]
    most = max((count for count, _ in shared), default=0)
    return [clause for count, clause in shared if most and 2 * count >= most]


def _denials(claim: Reading, sentences: Sequence[Reading]) -> Iterator[Doubt]:
    """Denied or limited on one side only: the sentence as a whole, and a statement of it by itself."""
    one_sided = _one_sided(claim.tokens, sentences)
    parts = [part for part in statements(claim) if said_in(part)]
    if one_sided and any(_one_sided(part, sentences) for part in parts):
        yield Doubt("negation", f"“{one_sided}” stands on one side only")


def _one_sided(tokens: Sequence[Token], sentences: Sequence[Reading]) -> str:
    """A denial that either these words or those of the quotes that are nearest to them have; "" for none."""
    clauses = [clause for sentence in sentences for clause in statements(sentence)]
    ours = [token.text for token in tokens if _denies(token)]
    nearest = _nearest(said_in(tokens), [sentence.tokens for sentence in sentences] if ours else clauses)
    theirs = [token.text for near in nearest for token in near if _denies(token)]
    limited = bool(set(theirs) & words_of("denying"))
    if bool(_WITHOUT & set(ours)) == bool(_WITHOUT & set(theirs)) or limited:  # it limits; the others deny
        ours, theirs = ([text for text in texts if text not in _WITHOUT] for texts in (ours, theirs))
    return (ours or theirs)[0] if bool(ours) != bool(theirs) else ""


def _denies(token: Token) -> bool:
    return token.sort == "negation" or token.text in words_of("denying")


def _stances(claim: Reading, sentences: Sequence[Reading]) -> Iterator[Doubt]:
    """A plan, an opinion or a permission told as a fact or a duty, and what is to come as what has happened."""
    ours = forces(claim.tokens).keys()
    if ours & WEAK or any(is_stance(token) for token in claim.tokens):
        return
    happened = Clauses(claim.tokens).tells_what_happened(0) and not told_as_fact(claim.tokens)
    clauses = [clause for sentence in sentences for clause in statements(sentence)]
    for clause in _nearest(said_in(claim.tokens), clauses):
        theirs = forces(clause)
        weak = next((token for token in clause if is_stance(token)), None)
        weak = weak or next((token for kind, token in theirs.items() if happened or kind in WEAK), None)
        if weak is not None:
            yield Doubt("modality", f"the quote says it only as “{weak.text}”, the sentence as a fact")


@cache
def spans() -> dict[str, str]:
    """stem → the unit of time that it tells."""
    return {stem(word): unit for unit, words in lexicon("alignment")["span"].items() for word in words}


def _spans(claim: Reading, evidence: Sequence[Reading]) -> Iterator[Doubt]:
    """A year where the quotes say nothing of years."""
    units = spans()
    known = {units[word.stem] for reading in evidence for word in reading.words if word.stem in units}
    times = [time for reading in evidence for _, _, time in reading.times]
    known |= {_LENGTHS[time.months] for time in times if time.months in _LENGTHS}
    if len({time.date.year for time in times if time.date.year}) > 1:
        known.add("year")
    for token in claim.tokens:
        if units.get(token.stem, "") not in known | {""}:
            yield Doubt("unit", f"the quotes do not say “{token.text}”")


def _counted(claim: Reading, said: frozenset[str]) -> Iterator[Doubt]:
    """Which of several, the lower of two, and so much per what."""
    for token, after in pairwise((*claim.tokens, claim.tokens[-1])):
        chosen = token.text in words_of("choice") and after.text in ("of", "av")
        if (token.text in words_of("ordinal") or chosen) and token.text not in said:
            yield Doubt("value", f"the quotes do not say “{token.text}”")
        if token.text == "per" and after.sort == "word" and after.text not in said and "per" in said:
            yield Doubt("unit", f"the quotes do not say “per {after.text}”")
