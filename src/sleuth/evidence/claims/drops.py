"""What a sentence may leave out of its source: asides, appositions, conjuncts, and adjuncts of what happened."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from sleuth.evidence.claims.conjuncts import Drop, conjuncts, has_subject
from sleuth.evidence.clauses import AND, OF, OR, THAT, Clauses, has_verb, opens_with, restricts
from sleuth.evidence.tokens import Token, is_stance, words_of


def drops(tokens: Sequence[Token]) -> tuple[Drop, ...]:
    """Everything that may be left out, each once."""
    clauses = Clauses(tokens)
    found = (
        *_set_off(tokens, clauses),
        *_asides(tokens, clauses),
        *_openings(tokens),
        *conjuncts(tokens, clauses),
        *_adjuncts(tokens, clauses),
        *_beside_values(tokens),
        *_titles(tokens),
    )
    return tuple(dict.fromkeys(found))


def _set_off(tokens: Sequence[Token], clauses: Clauses) -> Iterator[Drop]:
    """Brackets, and what stands between commas without limiting what is said."""
    depth = 0
    for start, token in enumerate(tokens):
        depth += (token.text == "(") - (token.text == ")")
        if token.text == "(":
            closing = next((i for i in range(start, len(tokens)) if tokens[i].text == ")"), 0)
            if closing and not _limits_head(tokens[start + 1 : closing]):
                yield Drop(start, closing + 1)
        if token.text != "," or depth or start + 1 >= len(tokens):
            continue
        first = tokens[start + 1]
        revalued = first.text in ("or", "eller") and start + 2 < len(tokens) and tokens[start + 2].sort == "value"
        weak = any(other.sort in ("negation", "modal") for other in clauses.of(start))
        limits = first.text in words_of("restriction") or opens_with(tokens, start + 1, "conditional")
        limits = limits or (weak and first.sort == "preposition")  # "may, with the bank's consent, pay"
        if limits and not (revalued or opens_with(tokens, start + 1, "set_off")):
            continue
        for end in _comma_ends(tokens, start + 1):
            inner = tokens[start + 1 : end]
            closed = end == len(tokens) or tokens[end].text != ","
            if inner and (not _limits_head(inner) or opens_with(tokens, start + 1, "set_off")):
                yield Drop(start, end if closed else end + 1)


def _limits_head(inner: Sequence[Token]) -> bool:
    """Whether a set-off phrase limits what it hangs on to; one with "which" tells more of it, a denial too."""
    if inner and inner[0].text in words_of("relative"):
        return any(token.sort == "subordinator" for token in inner)
    return restricts(inner)


def _comma_ends(tokens: Sequence[Token], start: int) -> Iterator[int]:
    """The next comma, and the end of the sentence or of its half."""
    found = [i for i in range(start, len(tokens)) if tokens[i].text in (",", ";")]
    if found:
        yield found[0]
    aside = next((i for i in range(start + 1, len(tokens)) if opens_with(tokens, i, "aside")), None)
    if aside is not None and aside < min(found, default=len(tokens)):
        yield aside
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
        if not length or _is_weak(clauses.of(start - 1), of_all=bool(opens_with(tokens, start, "aside_of_all"))):
            continue
        if not (opens_with(tokens, start, "comparing") or has_verb(tokens[:start])):
            continue
        end = _clause_end(tokens, clauses, start)
        stops = range(start + length + 1, end)
        first = next((stop for stop in stops if _closes_aside(tokens, stop)), end)
        for stop in dict.fromkeys((end, first, len(tokens))):
            if not restricts(tokens[start + length : stop]):
                yield Drop(start, stop)


def _is_weak(clause: Sequence[Token], *, of_all: bool) -> bool:
    """Whether less may not be said of a clause: it is denied, allowed, or of several together."""
    if any(token.text in words_of("collective") for token in clause):
        return True
    return not of_all and any(token.sort in ("negation", "modal") for token in clause)


def _closes_aside(tokens: Sequence[Token], at: int) -> bool:
    return tokens[at].text == "," or tokens[at].is_verb or bool(opens_with(tokens, at, "aside"))


def _openings(tokens: Sequence[Token]) -> Iterator[Drop]:
    """What stands before the statement: an adjunct up to its comma, or a whole clause up to its joint."""
    comma = next((i for i, token in enumerate(tokens) if token.text == ","), 0)
    governs = any(token.sort in ("modal", "negation") for token in tokens[comma:])
    loose = not governs or tokens[0].text in ("notwithstanding", "although", "while", "medan", "trots")
    limited = _limits(tokens[:comma]) or opens_with(tokens, 0, "conditional")
    if comma and tokens[0].text in words_of("opening") and loose and not limited:
        yield Drop(0, comma + 1)
    for end in range(1, len(tokens)):
        token, head = tokens[end - 1], tokens[: end - 1]
        listed = (
            token.text == ","
            and has_verb(head)
            and any(t.text in AND for t in tokens[end:])
            and has_subject(tokens[end:])
        )
        noted = token.text in THAT and head[-1:] and head[-1].text in words_of("factive_verb") and not restricts(head)
        joint = token.text == ";" or token.sort in ("coordinator", "factive") or (listed and has_subject(head)) or noted
        if joint and token.text not in OR and _states(head) and _states(tokens[end:]) and not _limits(head):
            yield Drop(0, end)
    for at in range(2, len(tokens)):
        if tokens[at].text in words_of("relative") and tokens[at - 1].text == ",":
            for start in range(at - 2, max(0, at - 6), -1):
                if tokens[start].sort != "word" or _limits(tokens[:start]) or restricts(tokens[:start]):
                    break
                if tokens[start - 1].sort in ("verb", "preposition", "free", "value"):
                    yield Drop(0, start)


def _beside_values(tokens: Sequence[Token]) -> Iterator[Drop]:
    """A value in brackets or said in another way, the change that ends at a value, the amount "of" a thing."""
    for at, token in enumerate(tokens):
        if token.sort != "value":
            continue
        following = tokens[at + 1 : at + 4]
        texts = [other.text for other in following]
        if token.text.startswith("("):
            yield Drop(at, at + 1)
        if len(following) > 2 and texts[0] == "," and texts[1] in OR and following[2].sort == "value":
            yield Drop(at, at + 3)
        closed = not following or following[0].sort in ("mark", "verb") or texts[0] in words_of("adjunct")
        if at > 1 and tokens[at - 1].text in OF and tokens[at - 2].sort == "word" and closed:
            yield Drop(at - 1, at + 1)
        for start in range(max(0, at - 4), at - 1):
            if tokens[start].text in words_of("change") and tokens[at - 1].text in ("to", "till"):
                yield Drop(start, at)


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
        yield Drop(0, comma + 1)
    for at, (title, name) in enumerate(pairwise(tokens)):
        last = at + 2 >= len(tokens) or not tokens[at + 2].capital
        if title.sort != "word" or (title.capital and at) or not name.capital or last:
            continue
        if title.text not in words_of("former") and (not at or tokens[at - 1].text not in words_of("former")):
            yield Drop(at, at + 1)


def _limits(tokens: Sequence[Token]) -> bool:
    """Whether a stretch at the head of a sentence governs what follows: a condition, an opinion, a denial."""
    return any(
        token.sort == "subordinator" or is_stance(token) or token.text in ("that", "att", "neither", "without", "utan")
        for token in tokens
    )


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
                yield Drop(start, end)
