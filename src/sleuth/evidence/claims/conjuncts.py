"""One of several things that are said alike, which a sentence may leave out of its source."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sleuth.evidence.clauses import AND, OR, Clauses, has_verb, restricts
from sleuth.evidence.tokens import Token, first_verb, words_of


@dataclass(frozen=True, slots=True)
class Drop:
    """Tokens [start, end) of a source that may be left out."""

    start: int
    end: int


def conjuncts(tokens: Sequence[Token], clauses: Clauses) -> Iterator[Drop]:
    """One of several things that are said alike: to the right of an "and", or to its left."""
    for at, token in enumerate(tokens):
        joint = _list_joint(tokens, at) if token.text == "," else token.text
        if token.sort != "coordinator" and joint not in (*AND, *OR):
            continue
        denied = _is_denied(tokens[:at])
        governed = any(t.text in ("without", "utan", "except", "that", "att") for t in tokens[:at])
        loose = denied and not governed if joint in OR else not denied
        before = at - 1 if at and tokens[at - 1].text == "," else at
        whole = clauses.takes_together(at) or (at > 0 and clauses.takes_together(at - 1))
        if not loose:
            continue
        for end in range(at + 2, len(tokens) + 1):
            if _may_end(tokens, at + 1, end, clauses, whole):
                yield Drop(before, end)
        if at + 1 < len(tokens):
            alone = at + 2 < len(tokens) and tokens[at + 2].is_verb  # "employees and contractors may"
            for start in range(0 if alone else 1, before):
                if _may_begin(tokens, start, at, whole):
                    yield Drop(start, at + 1)


def _is_denied(tokens: Sequence[Token]) -> bool:
    """Whether a denial or a condition stands before, in the same half of the sentence."""
    stop = max((i for i, token in enumerate(tokens) if token.text == ";"), default=-1)
    return restricts(tokens[stop + 1 :])


def has_subject(tokens: Sequence[Token]) -> bool:
    """Whether it has a subject and a verb of its own."""
    verb = first_verb(tokens)
    return any(token.sort == "word" for token in tokens[:verb])


def _list_joint(tokens: Sequence[Token], at: int) -> str:
    """The "and" or the "or" that a comma stands for, as the list goes on to it; "" where it stands for neither."""
    verbal = at + 1 < len(tokens) and tokens[at + 1].sort == "verb"
    for token in tokens[at + 1 :]:
        if (token.is_verb and not verbal) or token.text in (";", "("):
            return ""
        if token.text in (*AND, *OR):
            return token.text
    return ""


def _may_end(tokens: Sequence[Token], start: int, end: int, clauses: Clauses, collective: bool) -> bool:
    """Whether the second conjunct, tokens [start, end), ends where it may be cut off."""
    inner = tokens[start:end]
    if restricts(inner):
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


def _may_begin(tokens: Sequence[Token], start: int, joint: int, collective: bool) -> bool:
    """Whether the first conjunct, tokens [start, joint), is like what follows the joint."""
    inner, following = tokens[start:joint], tokens[joint + 1]
    if restricts(inner) or not inner:
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
        return first.text == following.text
    return not start or first.capital == following.capital or first.sort in ("value", "date")
