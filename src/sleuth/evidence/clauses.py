"""The clauses of a sentence, what each says, and with what force."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from sleuth.evidence.lexicon import lexicon
from sleuth.evidence.reading import Reading
from sleuth.evidence.tokens import Token, is_stance, kind, words_of

BE = frozenset(("is", "are", "was", "were", "be", "been", "being", "är", "blev", "blivit", "bli", "blir", "varit"))
OF = frozenset(("of", "av"))
THAT = frozenset(("that", "att"))
AND = frozenset(("and", "och", "samt"))
OR = frozenset(("or", "eller", "nor"))
UNDATED = frozenset(("in", "on", "at", "for", "during", "of", "as", "i", "på", "under", "per", "den"))  # before a date
PAST = frozenset(("was", "were", "had", "did", "has", "have", "var", "hade", "har", "blev", "fick"))


@dataclass(frozen=True)
class Clauses:
    """Which clause each token of a sentence belongs to, and what holds in it."""

    tokens: Sequence[Token]

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The clause of each token, counted from 0."""
        found, number = [], 0
        start = 0
        for index, token in enumerate(self.tokens):
            opens = token.text == ";" or token.sort in ("coordinator", "subordinator", "factive")
            if opens and has_verb(self.tokens[start:index]) and has_verb(self._rest(index + 1)):
                number, start = number + 1, index
            found.append(number)
        return tuple(found)

    def _rest(self, start: int) -> Sequence[Token]:
        """Up to the next joint that a verb precedes."""
        for end in range(start, len(self.tokens)):
            token = self.tokens[end]
            if token.sort in ("coordinator", "subordinator", "factive") or token.text == ";":
                return self.tokens[start:end]
        return self.tokens[start:]

    def of(self, index: int) -> list[Token]:
        """The tokens of the clause that holds token `index`."""
        number = self.numbers[index]
        return [token for token, other in zip(self.tokens, self.numbers, strict=True) if other == number]

    def takes_together(self, index: int) -> bool:
        """Whether the clause says something of several things together: "both", "the lower of"."""
        clause = self.of(index)
        return any(
            token.text in words_of("collective") or (token.text in words_of("choice") and after.text in OF)
            for token, after in zip(clause, [*clause[1:], clause[-1]], strict=True)
        )

    def tells_what_happened(self, index: int) -> bool:
        """Whether the clause is in the past, and neither denied, permitted, demanded nor expected."""
        clause = self.of(index)
        if any(token.sort in ("negation", "modal") or is_stance(token) for token in clause):
            return False
        return any(token.text in PAST or (token.sort == "verb" and is_past(token)) for token in clause)


def is_past(token: Token) -> bool:
    """Whether a verb has the form of a past tense."""
    return token.text.endswith(tuple(kind("ending"))) or token.text in words_of("past")


def has_verb(tokens: Sequence[Token]) -> bool:
    """Whether a finite verb is among the tokens."""
    return any(token.is_verb for token in tokens)


def statements(sentence: Reading) -> list[list[Token]]:
    """The clauses of a sentence; a comma or a "that" parts two where each side has a verb."""
    return statements_of(sentence.tokens)


def statements_of(tokens: Sequence[Token]) -> list[list[Token]]:
    """The same of a part of a sentence."""
    found: list[list[Token]] = []
    last = -1
    for token, number in zip(tokens, Clauses(tokens).numbers, strict=True):
        if number != last:
            found.append([])
        found[-1].append(token)
        last = number
    return [part for clause in found for part in _parted(clause)]


def _parted(clause: list[Token]) -> list[list[Token]]:
    for at, token in enumerate(clause):
        if token.text != "," and token.text not in THAT:
            continue
        rest = clause[at + 1 :]
        tail = rest[: next((i for i, other in enumerate(rest) if other.text == ","), len(rest))]
        adjunct = bool(tail) and tail[0].sort == "preposition"
        if has_verb(clause[:at]) and has_verb(tail) and not adjunct:
            return [clause[:at], *_parted(rest)]
    return [clause]


def said_in(tokens: Sequence[Token]) -> frozenset[str]:
    """The stems of what a clause says, its values in figures and its dates as they are written."""
    return frozenset(token.stem or _figure(token) for token in tokens if token.is_content)


def _figure(token: Token) -> str:
    return token.text if token.amount is None else f"{token.amount.value.normalize():f} {token.amount.unit}"


@cache
def phrases(name: str) -> tuple[tuple[str, ...], ...]:
    """The phrases of a list, in words, the longest first."""
    return tuple(sorted((tuple(phrase.split()) for phrase in lexicon("alignment")[name]), key=len, reverse=True))


def opens_with(tokens: Sequence[Token], at: int, name: str) -> int:
    """How many tokens from `at` are a phrase of the list; 0 if none is."""
    texts = tuple(token.text for token in tokens[at : at + 8])
    return next((len(phrase) for phrase in phrases(name) if texts[: len(phrase)] == phrase), 0)


def restricts(tokens: Sequence[Token]) -> bool:
    """Whether something in it limits what it hangs on to."""
    return any(token.sort in ("subordinator", "negation") for token in tokens)


WEAK = frozenset(("permission", "ability", "possibility", "advice", "condition"))


def forces(tokens: Sequence[Token]) -> dict[str, Token]:
    """What the modals among some tokens grant or demand; "shall have the right to" grants as "may" does."""
    kinds = lexicon("polarity")["modality"]
    weighty = [token for token in tokens if token.sort != "free" or token.text in kinds]
    found: dict[str, Token] = {}
    for token, after in zip(weighty, [*weighty[1:], *weighty[-1:]], strict=True):
        if token.text in kinds:
            found["permission" if after.text in words_of("right") else kinds[token.text]] = token
    return found
