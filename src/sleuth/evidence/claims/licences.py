"""The licences: when two tokens, or two phrases, say the same, and in which other orders a sentence may say it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache

from sleuth.evidence.claims.clauses import PAST, is_past
from sleuth.evidence.claims.drops import phrases
from sleuth.evidence.lexicon import lexicon
from sleuth.evidence.tokens import Time, Token, words_of
from sleuth.evidence.values import Quantity
from sleuth.language.calendar import Calendar
from sleuth.language.dates import Date
from sleuth.language.period import Day, Period, fiscal_period, period_ending, same_period

_BY = frozenset(("by", "av"))
_BE = frozenset(("is", "are", "was", "were", "be", "been", "being", "är", "blev", "blivit", "bli", "blir", "varit"))
_NOT = frozenset(("not", "n't", "inte", "ej", "icke", "cannot"))
_DUTY = frozenset(("shall", "must", "will", "ska", "skall", "måste"))
_NUMBERING = re.compile(r"\d+(?:\.\d+)*")
_UNDATED = frozenset(("in", "on", "at", "for", "during", "of", "as", "i", "på", "under", "per", "den"))
_LOSS = re.compile(r"loss|lost|deficit|expens|cost|charge|outflow|used|provision|förlust|underskott|kostnad")
_BASE = {"week": (7, "day"), "quarter": (3, "month"), "year": (12, "month")}
_LONGEST_AGENT = 8  # tokens behind "by" that name who acts
_NEAR = 3  # tokens that an inverted verb may pass


@dataclass(frozen=True, slots=True)
class Context:
    """What the document says of itself: the names it goes by, and its fiscal calendar if it states one."""

    names: tuple[str, ...] = ()
    calendar: Calendar | None = None
    definitions: tuple[tuple[str, str], ...] = ()  # a defined term and what it means, case folded


NO_CONTEXT = Context()


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


def same_amount(claim: Quantity, source: Quantity) -> bool:
    """The same value in the same unit, bounded alike; "about 40" may stand for 40."""
    (value, unit), (other, others_unit) = in_base_unit(claim), in_base_unit(source)
    bounded = claim.bound == source.bound or (claim.bound == "about" and not source.bound)
    return value == other and unit == others_unit and bounded


def in_base_unit(quantity: Quantity) -> tuple[Decimal, str]:
    """Weeks are days and years are months; nothing else is converted, as no month has a fixed number of days."""
    times, unit = _BASE.get(quantity.unit, (1, quantity.unit))
    return quantity.value * times, unit


def same_time(claim: Time, source: Time, calendar: Calendar | None) -> bool:
    """The same date or a less precise one, or the same period by the document's calendar."""
    one, two = claim.date, source.date
    lengthy = claim.months or source.months or one.quarter or two.quarter
    if not lengthy or (claim.months == source.months and one.quarter == two.quarter):
        return one.stated_by(two)
    mine, theirs = period_of(claim, calendar), period_of(source, calendar)
    return mine is not None and theirs is not None and same_period(mine, theirs)


def must_differ(one: Date, two: Date) -> bool:
    """Whether two dates cannot be of the same time, whatever the fiscal calendar."""
    if one.year and two.year and one.year != two.year:
        return True
    if one.month and two.month:
        return one.month != two.month or bool(one.day and two.day and one.day != two.day)
    return bool(one.quarter and two.quarter and one.quarter != two.quarter)


def period_of(span: Time, calendar: Calendar | None) -> Period | None:
    """The period that a date with its length names; None where the calendar that it takes is not known."""
    date = span.date
    if date.year is None:
        return None
    if span.months and date.month:
        return period_ending(Day(date.year, date.month, date.day), span.months, calendar or Calendar())
    if calendar is None:
        return None
    if date.quarter:
        return fiscal_period(date.year, 3, 3 * date.quarter, calendar)
    if span.months and span.months < 12:
        return fiscal_period(date.year, span.months, span.months, calendar)
    return None if date.month else fiscal_period(date.year, 12, 12, calendar)


@cache
def _families() -> tuple[tuple[tuple[str, ...], int], ...]:
    """Each phrase of the lexicon, in words, with the number of its meaning; the joints of values are number 0."""
    listed = [lexicon("alignment")["joint"], lexicon("alignment")["ourselves"], *lexicon("alignment")["same"]]
    return tuple(
        (tuple(phrase.replace(",", " ,").split()), number) for number, family in enumerate(listed) for phrase in family
    )


_JOINT, _OURSELVES = 0, 1


@cache
def _known_phrases(
    names: tuple[str, ...], definitions: tuple[tuple[str, str], ...] = ()
) -> dict[tuple[str, ...], tuple[int, ...]]:
    known: dict[tuple[str, ...], tuple[int, ...]] = {}
    own = [(tuple(name.casefold().replace(".", "").split()), _OURSELVES) for name in names]
    for number, (term, meaning) in enumerate(definitions, 1000):
        own += [(tuple(term.split()), number), ((meaning,), number)]
    for phrase, number in (*_families(), *own):
        known[phrase] = (*known.get(phrase, ()), number)
    return known


_DEFINED = re.compile(
    r"[“\"]([^”\"]{3,40})[”\"]\s+(?:means|shall mean|avser|betyder)\s+(?:the\s+|den\s+)?([^.;,]{3,40})"
)


def definitions(texts: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """The terms that texts define as a date or a short phrase: “Long Stop Date” means 30 June 2025."""
    found = (pair for text in texts for pair in _DEFINED.findall(text))
    return tuple((term.casefold(), meaning.casefold().strip()) for term, meaning in found)


def meanings(tokens: Sequence[Token], context: Context) -> list[list[tuple[int, int]]]:
    """For each token the phrases of a known meaning that begin there: (length, meaning)."""
    known = _known_phrases(context.names, context.definitions)
    texts = [token.text.removesuffix("'s") for token in tokens]
    found: list[list[tuple[int, int]]] = []
    for start in range(len(texts)):
        here = []
        for length in range(1, min(6, len(texts) - start) + 1):
            for number in known.get(tuple(texts[start : start + length]), ()):
                if number != _JOINT or _value_follows(tokens, start + length):
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


def told_as_fact(claim: Sequence[Token]) -> bool:
    """Whether it is told in the present and without a modal, as a duty may be: "pays" for "shall pay"."""
    if any(token.sort == "modal" or token.text in PAST for token in claim):
        return False
    before = ("", *(token.text for token in claim))
    return not any(token.sort == "verb" and is_past(token) and before[at] not in _BE for at, token in enumerate(claim))


def loosened(tokens: Sequence[Token], context: Context, *, claim: bool, dutiful: bool = False) -> tuple[Token, ...]:
    """Prepositions before dates, and phrases without force, as free tokens; in a claim its own possessive name too."""
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
        following = next((t for t in tokens[at + 1 :] if t.sort != "free" and t.text not in _UNDATED), None)
        if token.text in _UNDATED and following is not None and following.sort == "date":
            found[at] = replace(token, sort="free")
        if dutiful and token.text in _DUTY:
            found[at] = replace(token, sort="free")
        own = claim and token.text.endswith("'s") and (token.text[:-2],) in _known_phrases(context.names)
        if own and context.names:
            found[at] = replace(token, sort="free")
        for phrase in phrases("free_phrase"):
            if tuple(t.text for t in tokens[at : at + len(phrase)]) == phrase:
                found[at : at + len(phrase)] = [replace(t, sort="free") for t in tokens[at : at + len(phrase)]]
    return tuple(found)


def orders(tokens: tuple[Token, ...], language: str) -> Iterator[tuple[tuple[Token, ...], bool]]:
    """The claim in other orders; and whether it is a passive that does not say who acts.

    In the active voice; with "margin for products" as "products margin"; with one adjunct moved as a block.
    """
    bases = [(tokens, False), *_active(tokens), *((other, False) for other in _compounds(tokens))]
    yield from bases[1:]
    for base, agentless in bases:
        for start, end in _blocks(base):
            block, rest = base[start:end], base[:start] + base[end:]
            for place in _places(rest):
                moved = rest[:place] + block + rest[place:]
                if place != start:
                    yield moved, agentless
                if place != start and language == "sv" and place in (0, len(rest)):
                    yield from ((other, agentless) for other in _uninverted(moved))
    if language == "sv":
        yield from ((other, False) for other in _uninverted(tokens))


def _compounds(tokens: tuple[Token, ...]) -> Iterator[tuple[Token, ...]]:
    """ "Lease for the Malmö warehouse" as "Malmö warehouse lease", "5 of goodwill" as "goodwill of 5"."""
    for at, token in enumerate(tokens):
        if token.text not in _LINKS or not 0 < at < len(tokens) - 1 or tokens[at - 1].text in words_of("choice"):
            continue
        start = at
        while start and tokens[start - 1].sort == "word" and at - start < 3:
            start -= 1
        end = at + 1
        while end < len(tokens) and (tokens[end].sort in ("word", "free")) and end - at < 5:
            end += 1
        head, tail = tokens[start:at], tokens[at + 1 : end]
        if head and tail and tail[-1].sort == "word":
            yield tokens[:start] + tail + head + tokens[end:]
            for inner in range(1, len(head)):
                yield tokens[: start + inner] + tail + head[inner:] + tokens[end:]
        beside = tokens[at - 1].sort == "value" and tail
        if beside:
            yield (*tokens[: at - 1], *tail, token, tokens[at - 1], *tokens[end:])
        elif head and tokens[at + 1].sort == "value":
            yield (*tokens[:start], tokens[at + 1], token, *head, *tokens[at + 2 :])


_LINKS = frozenset(("of", "for", "in", "av", "för", "på", "i"))
_BLOCK = ("preposition", "date", "subordinator", "factive")


def _opens_block(tokens: Sequence[Token], at: int) -> bool:
    token = tokens[at]
    if token.sort in _BLOCK or (token.sort == "negation" and token.text in ("without", "utan")):
        return not (at and tokens[at - 1].sort == "preposition" and token.sort == "date")
    within = token.sort == "value" and token.text.startswith(("within", "inom", "senast", "no later"))
    return token.text in _UNDATED or within


def _blocks(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Adjuncts at the head and at the end, and a date anywhere."""
    size = len(tokens)
    if tokens and _opens_block(tokens, 0):
        comma = next((i for i, token in enumerate(tokens) if token.text == ","), 0)
        if comma:
            yield 0, comma + 1
        dated = next((i + 1 for i, token in enumerate(tokens[:6]) if token.sort == "date"), 0)
        verb = next((i for i, token in enumerate(tokens) if token.is_verb), 0)
        yield from ((0, end) for end in dict.fromkeys((dated, verb)) if end and end != comma + 1)
        if tokens[0].sort in ("subordinator", "factive") and not comma:
            yield from ((0, i) for i, token in enumerate(tokens) if token.is_verb and i > 1)
    for start in range(size - 1, max(0, size - 16), -1):
        if _opens_block(tokens, start) and not any(t.sort == "coordinator" for t in tokens[start:]):
            yield start, size
    for at, token in enumerate(tokens):
        if token.sort == "date" and 0 < at < size - 1:
            start = at
            while start and tokens[start - 1].text in (*_UNDATED, "the"):
                start -= 1
            yield start, at + 1


def _places(tokens: Sequence[Token]) -> Iterator[int]:
    """Where a block may be put."""
    yield 0
    for at in range(1, len(tokens)):
        before, after = tokens[at - 1], tokens[at]
        opens = after.sort in (*_BLOCK, "mark", "coordinator", "value") or after.is_verb
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
    auxiliary = next((i for i, token in enumerate(tokens) if token.text in _BE), None)
    by = next((i for i, token in enumerate(tokens) if token.text in _BY and i), None)
    passive = next((i for i, t in enumerate(tokens) if t.sort in ("word", "verb") and _is_s_passive(t)), None)
    if by is not None and ((auxiliary is not None and auxiliary < by) or (passive is not None and passive < by)):
        first = auxiliary if auxiliary is not None else passive
        head_end = first or 0
        while head_end and tokens[head_end - 1].sort in ("modal", "negation", "free"):
            head_end -= 1
        last = next((i for i in range(first or 0, by) if tokens[i].sort in ("verb", "word")), by - 1)
        patient, verb, where = tokens[:head_end], tokens[head_end : last + 1], tokens[last + 1 : by]
        for end in range(by + 2, min(len(tokens), by + 2 + _LONGEST_AGENT) + 1):
            agent, rest = tokens[by + 1 : end], tokens[end:]
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
    auxiliary = next((i for i, token in enumerate(tokens) if token.text in _BE or _is_s_passive(token)), None)
    if auxiliary is not None and any(token.text in _BY for token in tokens[auxiliary:]):
        yield from (other for other, _ in _active(tokens))
    yield from _compounds(tokens)
    for at, token in enumerate(tokens):
        if token.text.endswith("'s") and at + 1 < len(tokens):
            end = next((i for i in range(at + 1, len(tokens)) if tokens[i].sort not in ("word", "verb")), len(tokens))
            of = replace(token, text="of", stem="of", sort="preposition")
            owner = replace(token, text=token.text[:-2])
            yield tokens[:at] + tokens[at + 1 : end] + (of, owner) + tokens[end:]
