"""When two tokens, or two phrases, say the same."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from sleuth.evidence.clauses import BE, PAST, UNDATED, is_past, opens_with
from sleuth.evidence.context import Context
from sleuth.evidence.figures.equal import same_amount, same_time
from sleuth.evidence.lexicon import lexicon
from sleuth.evidence.tokens import Token, words_of

_NOT = frozenset(("not", "n't", "inte", "ej", "icke", "cannot"))
_OF = frozenset(("of", "från", "from", "efter"))
_DUTY = frozenset(("shall", "must", "will", "ska", "skall", "måste"))
_NUMBERING = re.compile(r"\d+(?:\.\d+)*")
_LOSS = re.compile(r"loss|lost|deficit|expens|cost|charge|outflow|used|provision|förlust|underskott|kostnad")


def same_token(claim: Token, source: Token, context: Context, *, loss: bool = False) -> bool:
    """Whether a token of the claim says what one of the source says; a `loss` is the same with brackets and without."""
    if claim.amount is not None and source.amount is not None:
        positive = replace(source.amount, value=-source.amount.value)
        return same_amount(claim.amount, source.amount) or (loss and same_amount(claim.amount, positive))
    if claim.period is not None and source.period is not None:
        return same_time(claim.period, source.period, context.calendar)
    if claim.sort == "negation" and source.sort == "negation":
        return _negation(claim.text) == _negation(source.text)
    return bool(claim.stem) and (claim.stem == source.stem or _neuter(claim.stem, source.stem))


def _neuter(one: str, two: str) -> bool:
    """Swedish neuters and passives: "preliminärt" and "preliminära", "avslog" and "avslogs" differ by a letter."""
    swedish = any(letter in "åäö" for letter in one) or one.endswith(("gs", "og"))
    return len(one) > 4 and swedish and any(one == two + ending or two == one + ending for ending in "ts")


def _negation(text: str) -> str:
    return "not" if text in _NOT or text.endswith("n't") else text


@cache
def _families() -> tuple[tuple[tuple[str, ...], int], ...]:
    """Each phrase of the lexicon, in words, with the number of its meaning; the joints of values are number 0."""
    listed = [lexicon("alignment")["joint"], lexicon("alignment")["ourselves"], *lexicon("alignment")["same"]]
    return tuple(
        (tuple(phrase.replace(",", " ,").split()), number) for number, family in enumerate(listed) for phrase in family
    )


_JOINT, _OURSELVES = 0, 1


def _words(phrase: str) -> tuple[str, ...]:
    """A name or a term as the texts of tokens: "Potomac, Inc." as "potomac", ",", "inc"."""
    return tuple(phrase.casefold().replace(",", " ,").replace(".", "").split())


@cache
def _known_phrases(
    names: tuple[str, ...], definitions: tuple[tuple[str, str], ...] = ()
) -> dict[str, tuple[tuple[tuple[str, ...], int], ...]]:
    """The phrases of a known meaning by their first word, each with the number of what it means."""
    known: dict[str, tuple[tuple[tuple[str, ...], int], ...]] = {}
    own = [(_words(name), _OURSELVES) for name in names]
    for number, (term, meaning) in enumerate(definitions, 1000):
        own += [(_words(term), number), (_words(meaning), number), ((meaning,), number)]
    for phrase, number in (*_families(), *own):
        if phrase:
            known[phrase[0]] = (*known.get(phrase[0], ()), (phrase, number))
    return known


def meanings(tokens: Sequence[Token], context: Context) -> list[list[tuple[int, int]]]:
    """For each token the phrases of a known meaning that begin there: (length, meaning)."""
    known = _known_phrases(context.names, context.terms)
    texts = tuple(token.text.removesuffix("'s") for token in tokens)
    found: list[list[tuple[int, int]]] = []
    for start, text in enumerate(texts):
        here = []
        for phrase, number in known.get(text, ()):
            length = len(phrase)
            if texts[start : start + length] == phrase and (number != _JOINT or _value_follows(tokens, start + length)):
                here.append((length, number))
        found.append(here)
    return found


def antecedents(tokens: Sequence[Token]) -> list[tuple[int, tuple[str, ...]]]:
    """The pronouns behind a joint of clauses, each with the thing it stands for: of a subject the subject before."""
    found = []
    for at, token in enumerate(tokens):
        if token.text not in words_of("pronoun"):
            continue
        joint = max((i for i in range(at) if tokens[i].text == ";" or tokens[i].sort == "coordinator"), default=0)
        subject = not any(t.sort == "word" for t in tokens[joint + 1 : at])
        verb = next((i for i in range(joint) if tokens[i].is_verb), joint)
        named = tokens[:verb] if subject else tokens[:joint]
        phrase = _last_thing(named)
        if joint and phrase:
            found.append((at, phrase))
    return found


def _last_thing(tokens: Sequence[Token]) -> tuple[str, ...]:
    words: list[str] = []
    for token in reversed(tokens):
        if token.sort != "word" and (words or token.sort != "mark"):
            break
        words += [token.text] if token.sort == "word" else []
    return tuple(reversed(words))


def _value_follows(tokens: Sequence[Token], at: int) -> bool:
    following = next((token for token in tokens[at:] if token.sort != "free"), None)
    return following is not None and following.sort == "value"


def of_loss(one: str, two: str) -> bool:
    """Whether both texts speak of a loss or a cost."""
    return bool(_LOSS.search(one) and _LOSS.search(two))


def _limits_time(token: Token) -> bool:
    return token.amount is not None and token.amount.bound == "within"


def told_as_fact(claim: Sequence[Token]) -> bool:
    """Whether it is told in the present, as a duty may be: "pays" for "shall pay"; a condition behind it aside."""
    end = next((at for at, token in enumerate(claim) if at and token.sort == "subordinator"), len(claim))
    told = claim[:end]
    if any(token.text in PAST for token in told):
        return False
    return not any(
        token.sort == "verb" and is_past(token) and not any(prior.text in BE for prior in told[max(0, at - 2) : at])
        for at, token in enumerate(told)  # "is renewed", "is automatically renewed"
    )


def loosened(tokens: Sequence[Token], *, dutiful: bool = False) -> tuple[Token, ...]:
    """Prepositions before dates, and phrases without force, as free tokens."""
    found = list(tokens)
    if (
        found
        and found[0].sort == "value"
        and _NUMBERING.fullmatch(found[0].text)
        and len(found) > 1
        and found[1].capital
    ):
        found[0] = replace(found[0], sort="mark")
    for at, token in enumerate(tokens):
        following = next((t for t in tokens[at + 1 :] if t.sort != "free" and t.text not in UNDATED), None)
        if token.text in UNDATED and following is not None and following.sort == "date":
            found[at] = replace(token, sort="free")
        limits = token.sort == "modal" and following is not None and following.is_denied_limit
        if limits:  # "may not exceed 5%" forbids as "shall not exceed 5%" does
            found[at] = replace(token, text="shall", stem="shall")
        if dutiful and (limits or token.text in _DUTY):
            found[at] = replace(token, sort="free")
        if token.text == "any" and any(before.sort == "negation" for before in tokens[:at]):
            found[at] = replace(token, sort="free")  # "not liable for any loss" is "not liable for loss"
        if token.text in _OF and at and _limits_time(tokens[at - 1]):
            found[at] = replace(token, text="after", stem="after")  # "within 24 hours of discovery"
        names = ("free_phrase", "back_reference") if at > 1 and tokens[at - 1].capital else ("free_phrase",)
        for length in (opens_with(tokens, at, name) for name in names):
            found[at : at + length] = [replace(t, sort="free") for t in tokens[at : at + length]]
    return tuple(found)
