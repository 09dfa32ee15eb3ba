"""What a sentence may leave out of its source: asides, appositions, conjuncts, and adjuncts of what happened."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from sleuth.evidence.claims.clauses import Clauses, has_verb
from sleuth.evidence.lexicon import lexicon
from sleuth.evidence.tokens import Token, words_of

_AND = frozenset(("and", "och", "samt"))
_OR = frozenset(("or", "eller", "nor"))
_OF = frozenset(("of", "av"))


@dataclass(frozen=True, slots=True)
class Drop:
    """Tokens [start, end) of a source that may be left out, and as what."""

    start: int
    end: int
    licence: str


def drops(tokens: Sequence[Token]) -> tuple[Drop, ...]:
    """Everything that may be left out, each once."""
    clauses = Clauses(tokens)
    found = (
        *_set_off(tokens),
        *_asides(tokens, clauses),
        *_openings(tokens, clauses),
        *_conjuncts(tokens, clauses),
        *_adjuncts(tokens, clauses),
        *_beside_values(tokens),
        *_titles(tokens),
    )
    return tuple(dict.fromkeys(found))


@cache
def phrases(name: str) -> tuple[tuple[str, ...], ...]:
    """The phrases of a list, in words, the longest first."""
    return tuple(sorted((tuple(phrase.split()) for phrase in lexicon("alignment")[name]), key=len, reverse=True))


def opens_with(tokens: Sequence[Token], at: int, name: str) -> int:
    """How many tokens from `at` are a phrase of the list; 0 if none is."""
    texts = tuple(token.text for token in tokens[at : at + 6])
    return next((len(phrase) for phrase in phrases(name) if texts[: len(phrase)] == phrase), 0)


def _restricts(tokens: Sequence[Token]) -> bool:
    """Whether something in it limits what it hangs on to."""
    return any(token.sort in ("subordinator", "negation") for token in tokens)


def _set_off(tokens: Sequence[Token]) -> Iterator[Drop]:
    """Brackets, and what stands between commas without limiting what is said."""
    depth = 0
    for start, token in enumerate(tokens):
        depth += (token.text == "(") - (token.text == ")")
        if token.text == "(":
            closing = next((i for i in range(start, len(tokens)) if tokens[i].text == ")"), 0)
            if closing and not _restricts(tokens[start:closing]):
                yield Drop(start, closing + 1, "apposition")
        if token.text != "," or depth or start + 1 >= len(tokens):
            continue
        first = tokens[start + 1]
        revalued = first.text in ("or", "eller") and start + 2 < len(tokens) and tokens[start + 2].sort == "value"
        allowed = opens_with(tokens, start + 1, "set_off") or first.text not in words_of("restriction") or revalued
        if not allowed:
            continue
        for end in _comma_ends(tokens, start + 1):
            inner = tokens[start + 1 : end]
            closed = end == len(tokens)
            if inner and (not _restricts(inner) or opens_with(tokens, start + 1, "set_off")):
                yield Drop(start, end if closed or tokens[end].text == ";" else end + 1, "apposition")


def _comma_ends(tokens: Sequence[Token], start: int) -> Iterator[int]:
    """The next comma, and the end of the sentence or of its half."""
    found = [i for i in range(start, len(tokens)) if tokens[i].text in (",", ";")]
    if found:
        yield found[0]
    stop = next((i for i in found if tokens[i].text == ";"), len(tokens))
    if stop not in found[:1]:
        yield stop


def _clause_end(tokens: Sequence[Token], clauses: Clauses, start: int) -> int:
    number = clauses.numbers[start]
    return next((i for i in range(start, len(tokens)) if clauses.numbers[i] != number), len(tokens))


def _asides(tokens: Sequence[Token], clauses: Clauses) -> Iterator[Drop]:
    """The reason and the comparison behind a statement, to its end; not of what is denied or allowed."""
    for start in range(1, len(tokens)):
        length = opens_with(tokens, start, "aside")
        before = clauses.of(start - 1)
        weak = any(token.sort in ("negation", "modal") for token in before) or any(
            token.text in words_of("collective") for token in before
        )
        compared = length and opens_with(tokens, start, "comparing")
        if not length or weak or not (compared or has_verb(tokens[:start])):
            continue
        end = _clause_end(tokens, clauses, start)
        if not _restricts(tokens[start:end]):
            yield Drop(start, end, "reason")
        for stop in range(start + length + 1, end):
            if tokens[stop].text == "," or tokens[stop].is_verb or opens_with(tokens, stop, "aside"):
                if not _restricts(tokens[start:stop]):
                    yield Drop(start, stop, "reason")
                break
        if not _restricts(tokens[start:]):
            yield Drop(start, len(tokens), "reason")


def _openings(tokens: Sequence[Token], clauses: Clauses) -> Iterator[Drop]:
    """What stands before the statement: an adjunct up to its comma, or a whole clause up to its joint."""
    comma = next((i for i, token in enumerate(tokens) if token.text == ","), 0)
    governs = any(token.sort in ("modal", "negation") for token in tokens[comma:])
    loose = not governs or tokens[0].text in ("notwithstanding", "although", "while", "medan", "trots")
    limited = _limits(tokens[:comma]) or opens_with(tokens, 0, "conditional")
    if comma and tokens[0].text in words_of("opening") and loose and not limited:
        yield Drop(0, comma + 1, "opening")
    for end in range(1, len(tokens)):
        token, head = tokens[end - 1], tokens[: end - 1]
        listed = (
            token.text == ","
            and has_verb(head)
            and any(t.text in _AND for t in tokens[end:])
            and _is_clause(tokens[end:])
        )
        joint = token.text == ";" or token.sort in ("coordinator", "factive") or (listed and _is_clause(head))
        if joint and token.text not in _OR and _states(head) and _states(tokens[end:]) and not _limits(head):
            yield Drop(0, end, "clause")
    for at in range(2, len(tokens)):
        if tokens[at].text in words_of("relative") and tokens[at - 1].text == ",":
            for start in range(at - 2, max(0, at - 6), -1):
                if tokens[start].sort != "word" or _limits(tokens[:start]) or _restricts(tokens[:start]):
                    break
                if tokens[start - 1].sort in ("verb", "preposition", "free", "value"):
                    yield Drop(0, start, "clause")


def _beside_values(tokens: Sequence[Token]) -> Iterator[Drop]:
    """A value in brackets or said in another way, the change that ends at a value, the amount "of" a thing."""
    for at, token in enumerate(tokens):
        if token.sort != "value":
            continue
        following = tokens[at + 1 : at + 3]
        if token.text.startswith("("):
            yield Drop(at, at + 1, "apposition")
        other = (
            following
            and following[-1].text in ("or", "eller")
            and at + 3 < len(tokens)
            and tokens[at + 3].sort == "value"
        )
        if other and following[0].text == ",":
            yield Drop(at, at + 3, "apposition")
        closed = not following or following[0].sort in ("mark", "verb") or following[0].text in words_of("adjunct")
        if at > 1 and tokens[at - 1].text in _OF and tokens[at - 2].sort == "word" and closed:
            yield Drop(at - 1, at + 1, "apposition")
        for start in range(max(0, at - 4), at - 1):
            if tokens[start].text in words_of("change") and tokens[at - 1].text in ("to", "till"):
                yield Drop(start, at, "change")


def _states(tokens: Sequence[Token]) -> bool:
    """Whether it has a verb, or a thing and its value: "revenue was 80 and costs 65"."""
    valued = any(token.sort == "value" for token in tokens[1:]) and any(token.sort == "word" for token in tokens[:2])
    return has_verb(tokens) or valued


def _titles(tokens: Sequence[Token]) -> Iterator[Drop]:
    """What somebody is, before the name: "the auditor, Lowell LLP, …", "member Per Ek"."""
    comma = next((i for i, token in enumerate(tokens[:-1]) if token.text == ","), 0)
    head = tokens[:comma]
    closed = any(token.text == "," for token in tokens[comma + 1 :])
    if (
        comma
        and closed
        and tokens[comma + 1].capital
        and not has_verb(head)
        and not any(t.sort == "preposition" for t in head)
    ):
        yield Drop(0, comma + 1, "apposition")
    for at, (title, name) in enumerate(pairwise(tokens)):
        last = at + 2 >= len(tokens) or not tokens[at + 2].capital
        if title.sort != "word" or (title.capital and at) or not name.capital or last:
            continue
        if title.text not in words_of("former") and (not at or tokens[at - 1].text not in words_of("former")):
            yield Drop(at, at + 1, "apposition")


def _limits(tokens: Sequence[Token]) -> bool:
    """Whether a stretch at the head of a sentence governs what follows: a condition, an opinion, a denial."""
    return any(
        token.sort == "subordinator"
        or token.text in words_of("stance")
        or token.text in ("that", "att", "neither", "without", "utan")
        for token in tokens
    )


def _conjuncts(tokens: Sequence[Token], clauses: Clauses) -> Iterator[Drop]:
    """One of several things that are said alike: to the right of an "and", or to its left."""
    for at, token in enumerate(tokens):
        compared = opens_with(tokens, at, "comparing")
        if compared:
            yield from _compared(tokens, at, compared)
        listed = token.text == "," and _in_list(tokens, at)
        if token.sort != "coordinator" and not listed and token.text != "nor":
            continue
        denied = _is_denied(tokens[:at])
        governed = any(t.text in ("without", "utan", "except", "that", "att") for t in tokens[:at])
        loose = not denied if token.text not in _OR else denied and not governed
        before = at - 1 if at and tokens[at - 1].text == "," else at
        whole = clauses.takes_together(at) or (at > 0 and clauses.takes_together(at - 1))
        for end in range(at + 2, len(tokens) + 1):
            apart = (
                token.text not in _OR
                and not governed
                and _is_clause(tokens[at + 1 : end])
                and not _is_conditional(tokens[:at])
            )
            if (loose or apart) and _may_end(tokens, at + 1, end, clauses, whole):
                yield Drop(before, end, "conjunct")
        if not loose:
            continue
        if at + 1 < len(tokens):
            alone = at + 2 < len(tokens) and tokens[at + 2].is_verb  # "employees and contractors may"
            for start in range(0 if alone else 1, before):
                if _may_begin(tokens, start, at, clauses, whole):
                    yield Drop(start, at + 1, "conjunct")


def _is_denied(tokens: Sequence[Token]) -> bool:
    """Whether a denial or a condition stands before, in the same half of the sentence."""
    stop = max((i for i, token in enumerate(tokens) if token.text == ";"), default=-1)
    return _restricts(tokens[stop + 1 :])


def _is_clause(tokens: Sequence[Token]) -> bool:
    """Whether it has a subject and a verb of its own."""
    verb = next((i for i, token in enumerate(tokens) if token.is_verb), 0)
    return any(token.sort == "word" for token in tokens[:verb])


def _is_conditional(tokens: Sequence[Token]) -> bool:
    return any(
        token.sort == "subordinator" and token.text not in ("before", "innan", "when", "när", "where", "once")
        for token in tokens
    )


def _compared(tokens: Sequence[Token], at: int, length: int) -> Iterator[Drop]:
    """Of "was 5.2 in 2022, compared with 4.0 in 2021" the first value with its date."""
    if at + length >= len(tokens) or tokens[at + length].sort != "value":
        return
    first = next((i for i, token in enumerate(tokens) if token.sort == "value"), at)
    if any(token.sort == "date" for token in tokens[:first]):
        return  # the date may be that of the first value
    for start in range(1, at):
        if tokens[start].sort == "value" and not any(t.is_verb or t.sort == "coordinator" for t in tokens[start:at]):
            yield Drop(start, at + length, "comparison")


def _in_list(tokens: Sequence[Token], at: int) -> bool:
    """Whether a comma stands for an "and": the list goes on to one."""
    verbal = at + 1 < len(tokens) and tokens[at + 1].sort == "verb"
    for token in tokens[at + 1 :]:
        if (token.is_verb and not verbal) or token.text in (";", "("):
            return False
        if token.text in _AND:
            return True
    return False


def _may_end(tokens: Sequence[Token], start: int, end: int, clauses: Clauses, collective: bool) -> bool:
    """Whether the second conjunct, tokens [start, end), ends where it may be cut off."""
    inner = tokens[start:end]
    if _restricts(inner):
        return False
    at_end = end == len(tokens) or tokens[end].text == ";" or clauses.numbers[end] != clauses.numbers[end - 1]
    if at_end and has_verb(inner):
        return True
    following = tokens[end] if end < len(tokens) else None
    if has_verb(inner):
        if following is None or inner[0].sort != "verb" or any(t.sort in ("value", "date") for t in inner):
            return False
        kept = tokens[start - 2]
        if inner[-1].sort == "preposition":  # "governed by and construed in accordance with the laws"
            return kept.sort == "preposition"
        return len(inner) == 1 and (kept.is_verb or following.sort in ("word", "free"))
    if collective or not any(token.is_content for token in inner):
        return False
    if following is None or following.sort in ("mark", "coordinator", "factive") or following.is_verb:
        return True
    if following.sort == "preposition" or following.text in words_of("adjunct"):
        return not _has_own_phrase(tokens[: start - 1], inner)
    return following.sort == "word" and len(inner) == 1 and inner[0].sort == "word" and tokens[start - 2].sort == "word"


def _has_own_phrase(before: Sequence[Token], inner: Sequence[Token]) -> bool:
    """Whether the first conjunct has its own "in 2020": then what follows the second is of the second alone."""
    head = next((token.sort for token in inner if token.is_content), "")
    for token in reversed(before):
        if token.sort == head:
            return False
        if token.sort in ("date", "preposition") or token.text in words_of("adjunct"):
            return True
    return False


def _may_begin(tokens: Sequence[Token], start: int, joint: int, clauses: Clauses, collective: bool) -> bool:
    """Whether the first conjunct, tokens [start, joint), is like what follows the joint."""
    inner, following = tokens[start:joint], tokens[joint + 1]
    if _restricts(inner) or not inner:
        return False
    first = inner[0]
    if first.is_verb != following.is_verb:
        return False
    alike = first.sort == following.sort or first.is_verb
    if not alike and not (first.sort == "free" and following.sort in ("word", "free")):
        return False
    if first.is_verb:
        return not any(token.sort == "modal" for token in inner) or following.sort == "modal"
    if collective or has_verb(inner):
        return False
    if first.sort == "preposition":
        return first.text == following.text or _is_timed(inner)
    return not start or first.capital == following.capital or first.sort in ("value", "date")


def _is_timed(tokens: Sequence[Token]) -> bool:
    return any(token.sort == "date" for token in tokens[:4])


def _adjuncts(tokens: Sequence[Token], clauses: Clauses) -> Iterator[Drop]:
    """Where, when and for how much something happened, behind its verb."""
    for start in range(1, len(tokens)):
        token = tokens[start]
        timed = token.sort == "date" or (token.sort == "free" and token.text in words_of("adjunct"))
        if not timed and (token.sort not in ("preposition", "free") or token.text not in words_of("adjunct")):
            continue
        verbs = [i for i in range(start) if tokens[i].is_verb and clauses.numbers[i] == clauses.numbers[start]]
        plainly = not any(t.sort in ("negation", "modal") for t in clauses.of(start))
        happened = clauses.tells_what_happened(start)
        if not verbs or not plainly:
            continue
        for end in range(start + 1, len(tokens) + 1):
            inner = tokens[start:end]
            if any(t.is_verb or t.sort in ("mark", "coordinator", "subordinator") for t in inner):
                break
            if opens_with(tokens, end - 1, "comparing"):
                break
            following = tokens[end] if end < len(tokens) else None
            border = (
                following is None
                or following.sort in ("mark", "coordinator", "date")
                or (following.sort in ("preposition", "free") and following.text in words_of("adjunct"))
            )
            only_time = all(t.sort in ("date", "free") for t in inner)
            if border and inner[-1].is_content and (happened or only_time):
                yield Drop(start, end, "adjunct")
