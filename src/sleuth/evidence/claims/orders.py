"""In which other orders a sentence may say the same: an adjunct moved, active for passive, a genitive taken apart."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from sleuth.evidence.clauses import BE, UNDATED
from sleuth.evidence.tokens import Token, first_verb, words_of

_BY = frozenset(("by", "av"))
_NO = frozenset(("no", "ingen", "inget", "inga"))
_NOT = frozenset(("not", "inte", "ej"))
_LONGEST_AGENT = 8  # tokens behind "by" that name who acts
_THE = frozenset(("the", "den", "det", "de"))
_NEAR = 3  # tokens that an inverted verb may pass
_BLOCK = ("preposition", "date", "subordinator", "factive")


def orders(tokens: tuple[Token, ...], language: str) -> Iterator[tuple[tuple[Token, ...], bool]]:
    """The claim in other orders; and whether it is a passive that does not say who acts.

    In the active voice; with one adjunct moved as a block.
    """
    bases = [(tokens, False), *_active(tokens), *((other, False) for other in (*_owned(tokens), *_denied(tokens)))]
    yield from bases[1:]
    for base, agentless in bases:
        for start, end in _blocks(base):
            block, rest = base[start:end], base[:start] + base[end:]
            for place in _places(rest, block):
                moved = rest[:place] + block + rest[place:]
                if place != start:
                    yield moved, agentless
                if place != start and language == "sv" and place in (0, len(rest)):
                    yield from ((other, agentless) for other in _uninverted(moved))
    if language == "sv":
        yield from ((other, False) for other in _uninverted(tokens))


def _denied(tokens: tuple[Token, ...]) -> Iterator[tuple[Token, ...]]:
    """ "No dividend is proposed" as "a dividend is not proposed", and the other way round."""
    verb = first_verb(tokens)
    subject = tokens[:verb]
    if not verb or any(token.text in words_of("quantifier") | words_of("collective") for token in subject[1:]):
        return
    if subject[0].text in _NO:
        yield (*subject[1:], tokens[verb], subject[0], *tokens[verb + 1 :])
    denied = verb + 1 < len(tokens) and tokens[verb + 1].text in _NOT
    if denied and subject[0].text not in words_of("quantifier") | words_of("collective"):
        yield (tokens[verb + 1], *subject, tokens[verb], *tokens[verb + 2 :])


def _opens_block(tokens: Sequence[Token], at: int) -> bool:
    token = tokens[at]
    if token.sort in _BLOCK or (token.sort == "negation" and token.text in ("without", "utan")):
        return not (at and tokens[at - 1].sort == "preposition" and token.sort == "date")
    within = token.sort == "value" and token.text.startswith(("within", "inom", "senast", "no later"))
    return token.text in UNDATED or within or token.text in ("som", "effective")


def _blocks(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Adjuncts at the head and at the end, and a date anywhere."""
    size = len(tokens)
    if tokens and _opens_block(tokens, 0):
        comma = next((i for i, token in enumerate(tokens) if token.text == ","), 0)
        if comma:
            yield 0, comma + 1
        article = next((i for i, token in enumerate(tokens[:6]) if i > 1 and token.text in _THE), 0)
        dated = next((i + 1 for i, token in enumerate(tokens[:6]) if token.sort == "date"), 0)
        verb = first_verb(tokens)
        yield from ((0, end) for end in dict.fromkeys((dated, verb, article)) if end and end != comma + 1)
        if tokens[0].sort in ("subordinator", "factive") and not comma:
            yield from ((0, i) for i, token in enumerate(tokens) if token.is_verb and i > 1)
    for start in range(size - 1, max(0, size - 16), -1):
        if _opens_block(tokens, start) and not any(t.sort == "coordinator" for t in tokens[start:]):
            yield start, size
    for at, token in enumerate(tokens):
        if token.sort == "date" and 0 < at < size - 1:
            start = at
            while start and tokens[start - 1].text in (*UNDATED, "the"):
                start -= 1
            yield start, at + 1


def _places(tokens: Sequence[Token], block: Sequence[Token]) -> Iterator[int]:
    """Where a block may be put: only a time or a clause beside the subject, which nothing else may come to limit."""
    yield 0
    loose = any(t.sort in ("date", "mark") or t.is_verb or t.text in words_of("span_word") for t in block)
    verb = first_verb(tokens)
    for at in range(1 if loose else verb + 1, len(tokens)):
        before, after = tokens[at - 1], tokens[at]
        opens = after.sort in (*_BLOCK, "mark", "coordinator", "value", "negation") or after.is_verb
        if opens or before.is_verb or before.sort in ("value", "date", "mark"):
            yield at
    yield len(tokens)


def _uninverted(tokens: tuple[Token, ...]) -> Iterator[tuple[Token, ...]]:
    """Swedish puts the verb before its subject behind an adjunct: the verb where the other order has it."""
    for at, token in enumerate(tokens):
        if not (token.is_verb or token.sort == "modal"):
            continue
        rest = tokens[:at] + tokens[at + 1 :]
        for step in (*range(1, _NEAR + 1), *range(-1, -_NEAR - 1, -1)):
            if 0 <= at + step <= len(rest):
                yield (*rest[: at + step], token, *rest[at + step :])
        return


def _active(tokens: tuple[Token, ...]) -> Iterator[tuple[tuple[Token, ...], bool]]:
    """ "X was done by Y in May" as "Y done X in May"; without an agent as "done X in May", and that it has none."""
    auxiliary = next((i for i, token in enumerate(tokens) if token.text in BE), None)
    by = next((i for i, token in enumerate(tokens) if token.text in _BY and i), None)
    passive = next((i for i, t in enumerate(tokens) if t.sort in ("word", "verb") and _is_s_passive(t)), None)
    if by is not None and ((auxiliary is not None and auxiliary < by) or (passive is not None and passive < by)):
        first = auxiliary if auxiliary is not None else passive
        head_end = first or 0
        while head_end and tokens[head_end - 1].sort in ("modal", "negation", "free"):
            head_end -= 1
        last = next((i for i in range(first or 0, by) if tokens[i].sort in ("verb", "word")), by - 1)
        while last + 2 < by and tokens[last + 1].sort == "coordinator":  # "amended or terminated"
            last += 2
        patient, verb, where = tokens[:head_end], tokens[head_end : last + 1], tokens[last + 1 : by]
        for end in range(by + 2, min(len(tokens), by + 2 + _LONGEST_AGENT) + 1):
            agent, rest = tokens[by + 1 : end], tokens[end:]
            if rest and rest[0].sort in ("word", "verb", "value"):
                continue  # within the name of who acts
            yield agent + verb + patient + where + rest, False
            yield agent + verb + where + patient + rest, False
    elif auxiliary or passive:
        opens = auxiliary or passive or 0
        done = next((i for i in range(opens, len(tokens)) if tokens[i].sort in ("verb", "word")), None)
        if done is not None:
            yield tokens[opens : done + 1] + tokens[:opens] + tokens[done + 1 :], True


def _is_s_passive(token: Token) -> bool:
    return token.text.endswith(("des", "tes", "ats", "as", "its", "ts", "gs", "lls")) and token.text not in words_of(
        "free"
    )


def source_orders(tokens: tuple[Token, ...]) -> Iterator[tuple[Token, ...]]:
    """The source as it stands, its passive in the active voice, "the owner's consent" as "consent of the owner"."""
    yield tokens
    auxiliary = next((i for i, token in enumerate(tokens) if token.text in BE or _is_s_passive(token)), None)
    if auxiliary is not None and any(token.text in _BY for token in tokens[auxiliary:]):
        yield from (other for other, _ in _active(tokens))
    yield from _owned(tokens)


def _owned(tokens: tuple[Token, ...]) -> Iterator[tuple[Token, ...]]:
    """ "The owner's consent" as "consent of the owner"."""
    for at, token in enumerate(tokens):
        if token.text.endswith("'s") and at + 1 < len(tokens):
            end = next((i for i in range(at + 1, len(tokens)) if tokens[i].sort not in ("word", "verb")), len(tokens))
            of = replace(token, text="of", stem="of", sort="preposition")
            owner = replace(token, text=token.text[:-2])
            yield tokens[:at] + tokens[at + 1 : end] + (of, owner) + tokens[end:]
