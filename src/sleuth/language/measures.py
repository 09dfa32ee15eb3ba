"""Finds the measures that a question names, by all their names in the lexicon and the formulas."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from sleuth.language.metrics import Lexicon, label_form
from sleuth.language.query import Measure
from sleuth.language.tokens import Token, tokens
from sleuth.language.weight import is_contract, is_kind_of_contract, is_linking, is_stop, words_of
from sleuth.language.wordlist import wordlist

_GAP = "…"  # in a name as people ask: other words may stand there
_MOST_BETWEEN = 4  # words
_OPENING = 2  # letters
YEAR_BEFORE = "_before"  # ends the names of an expression that mean the year before
_OR = ("or", "eller", "oder")
_SHARES = frozenset(("as", "som", "percent", "percentage", "share", "proportion", "procent", "andel"))
_AND = ("and", "och", "samt", "und", "&")

_Parts = tuple[tuple[str, ...], ...]


class Named(NamedTuple):
    """A measure that a text names, and which of its tokens do so."""

    measure: Measure
    at: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Name:
    parts: _Parts  # stems that follow one another; other words may stand between two parts
    measure: Measure
    joins: bool = False  # it holds an "and" itself: "research and development"
    divides: bool = False  # it is one measure over another: "capex as a share of revenue"

    @property
    def length(self) -> tuple[int, int]:
        """Longer names go first."""
        words = [stem for part in self.parts for stem in part]
        return len(words), sum(map(len, words))


_MOST_PRINTED = 9  # words of a line's name
_APART = 2  # characters between two words of a name: a comma and a blank
_TOTAL = "total"


def find_measures(words: Sequence[Token], lexicon: Lexicon, language: str) -> list[Named]:
    """The measures that the words name, in their order. Of names that overlap the longest counts."""
    other = _alternatives(words)
    content = [n for n, word in enumerate(words) if n not in other and not is_linking(word.text, language)]
    said = {word.stem for word in words}
    taken: set[int] = set()
    found: list[Named] = []
    for name in _names(lexicon, language, frozenset(_opening(word.text) for word in words)):
        if not said.issuperset(stem for part in name.parts for stem in part):
            continue
        pool = content if len(name.parts) == 1 else range(len(words))
        at = _match(name, words, [number for number in pool if number not in taken])
        if at and _is_left_aside(words, at, language):
            taken.update(at)
        elif at and not (
            _is_parted(name, words, at) or _is_beside(words, at, language) or _is_verb_of(name, words, at)
        ):
            at += tuple(number for number in other if min(at) < number < max(at))
            taken.update(at)
            at += _said_again(name.measure, words, max(at) + 1, taken, lexicon, language)
            taken.update(at)
            found.append(Named(name.measure, at))
    printed = (_as_printed(named, words, lexicon) for named in found)
    return sorted({named.at: named for named in printed}.values(), key=lambda named: named.at)


def _as_printed(named: Named, words: Sequence[Token], lexicon: Lexicon) -> Named:
    """The measure that the words around a name give as statements print it, where they name another one: the investing
    activities of "cash flows used for investing activities", which begins with a name of the operating ones.
    """
    first, last = min(named.at), max(named.at)
    for begin in range(max(0, first - _MOST_BETWEEN), first + 1):
        for end in range(last + 2, min(len(words), begin + _MOST_PRINTED) + 1):
            within = words[begin:end]
            if end - begin <= len(named.at) or any(b.start - a.end > _APART for a, b in pairwise(within)):
                continue
            printed = " ".join(word.text for word in within)
            keys = _keys_of(lexicon, printed)
            if keys and keys.isdisjoint(named.measure.keys):
                return Named(Measure(printed, tuple(sorted(keys))), tuple(range(begin, end)))
    return named


@lru_cache(maxsize=16384)
def _keys_of(lexicon: Lexicon, printed: str) -> frozenset[str]:
    """The keys of the measures that a line of this name states."""
    return frozenset(metric.key for metric in lexicon.named(label_form(printed)))


def _alternatives(words: Sequence[Token]) -> frozenset[int]:
    """The words that only name the other outcome of one measure: "or loss" in "profit or loss before tax"."""
    first, second = (re.compile(says) for says in wordlist("wordings")["either"])
    return frozenset(
        one
        for number in range(2, len(words))
        for one in (number - 1, number)
        if words[number - 1].text.casefold() in _OR
        and first.fullmatch(words[number - 2].text.casefold())
        and second.fullmatch(words[number].text.casefold())
    )


def _is_parted(name: _Name, words: Sequence[Token], at: Sequence[int]) -> bool:
    """Whether an "and" or a share stands inside a name that has none: "revenue and net income" does not name "revenue,
    net", nor "costs as % of revenue" the cost of revenue.
    """
    gaps = (words[number + 1].start - words[number].end for number in range(min(at), max(at)))
    if words[max(at)].stem == _TOTAL and any(gap > _APART for gap in gaps):
        return True  # a time stood before it: "net debt at 31 Dec 2024, total"
    inside = {words[number].text.casefold() for number in range(min(at), max(at)) if number not in at}
    if name.joins:
        return False
    return bool(inside & _SHARES and not name.divides) or not inside.isdisjoint(_AND)


def _is_verb_of(name: _Name, words: Sequence[Token], at: Sequence[int]) -> bool:
    """Whether a word only is the verb of one of the name: what a company "holds" is no "holding", what it "receives"
    are not its receivables, and "compare EBITDA" asks for no "comparable EBITDA".
    """
    named = name.measure.name.casefold().split()
    if len(named) != len(at):
        return False
    pairs = [(noun, words[number].text.casefold()) for noun, number in zip(named, sorted(at), strict=True)]
    if any(noun.rstrip("s").endswith("able") and "able" not in word for noun, word in pairs):
        return True
    (noun, word), *others = pairs
    return not others and noun.endswith("ing") and not word.startswith(noun)


def _is_beside(words: Sequence[Token], at: Sequence[int], language: str) -> bool:
    """Whether the words only tell of what something else is."""
    return _names_a_contract(words, at, language) or _is_charged_for(words, at, language)


def _is_left_aside(words: Sequence[Token], at: Sequence[int], language: str) -> bool:
    """Whether the words tell what is deducted or left out of another figure: "after tax", "excluding its interest"."""
    before = min(at) - 1
    while before > 0 and is_linking(words[before].text, language):
        before -= 1
    return before >= 0 and words[before].text.casefold() in words_of(f"aside_{language}")


def _is_charged_for(words: Sequence[Token], at: Sequence[int], language: str) -> bool:
    """Whether a single word tells what a charge is for: "a prepayment fee", "the fee if the loan is repaid"."""
    if len(at) > 1:
        return False
    charges = words_of(f"charges_{language}")
    of_this = [word.text.casefold() in charges for word in words[at[0] + 1 : at[0] + 2]]
    before = [word.text.casefold() for word in words[: at[0]]]
    of_those = (
        one in charges and is_stop(other, language) and other not in (*_AND, *_OR) for one, other in pairwise(before)
    )
    return any(of_this) or any(of_those)


def _names_a_contract(words: Sequence[Token], at: Sequence[int], language: str) -> bool:
    """Whether the words only say which contract is meant: "the Lease Agreement" names no lease liabilities."""
    after = max(at) + 1
    if after >= len(words) or not is_contract(words[after].text, language):
        return False
    return all(is_kind_of_contract(words[number].stem, language) for number in at)


def _said_again(
    measure: Measure, words: Sequence[Token], after: int, taken: set[int], lexicon: Lexicon, language: str
) -> tuple[int, ...]:
    """A word right behind a measure that other names of it hold, so that it says nothing more: "R&D expenses"."""
    if after + 1 < len(words) and words[after].text.casefold() in _OR:  # "net profit or loss"
        after += 1
    if after >= len(words) or after in taken:
        return ()
    if is_linking(words[after].text, language):
        return ()
    own = {stem for key in measure.keys for stem in _vocabulary(lexicon, key, language)}
    return (after,) if words[after].stem in own else ()


@lru_cache(maxsize=1024)
def _vocabulary(lexicon: Lexicon, key: str, language: str) -> frozenset[str]:
    metric = lexicon.metrics.get(key)
    names = (*metric.names, *metric.asked) if metric is not None else ()
    return frozenset(word.stem for name in names for word in tokens(name, language))


def _match(name: _Name, words: Sequence[Token], free: Sequence[int]) -> tuple[int, ...]:
    """The first place where the parts of a name follow one another."""
    at: list[int] = []
    start = 0
    for part in name.parts:
        limit = len(free) - len(part) + 1
        if at:
            limit = min(limit, start + _MOST_BETWEEN + 1)
        here = next((i for i in range(start, limit) if _stands(part, words, free[i : i + len(part)])), None)
        if here is None:
            return ()
        at += free[here : here + len(part)]
        start = here + len(part)
    return tuple(at)


def _stands(part: Sequence[str], words: Sequence[Token], here: Sequence[int]) -> bool:
    return all(words[number].stem == stem for number, stem in zip(here, part, strict=True))


def _names(lexicon: Lexicon, language: str, openings: frozenset[str]) -> list[_Name]:
    """The names of measures and formulas that begin as one of the words does, the longest first."""
    known: dict[_Parts, _Name] = {}
    for opening in sorted(openings):
        known |= _names_by_opening(lexicon, language, opening)
    return sorted(known.values(), key=lambda name: name.length, reverse=True)


@lru_cache(maxsize=4096)
def _names_by_opening(lexicon: Lexicon, language: str, opening: str) -> dict[_Parts, _Name]:
    known = {name.parts: name for name in _of_formulas(language, opening)}
    keys: dict[_Parts, list[str]] = {}
    joining: set[_Parts] = set()
    written: dict[_Parts, str] = {}
    for text, key in _texts(lexicon).get(opening, ()):
        parts = _parts(text, language)
        if _joins(text):
            joining.add(parts)
        if parts and key not in keys.setdefault(parts, []):
            keys[parts].append(key)
            written.setdefault(parts, _without_linking(text, language))
    for parts, named in keys.items():
        formula = known.get(parts)
        measure = Measure(written[parts], tuple(named), formula.measure.formula if formula else "")
        known[parts] = _Name(parts, measure, parts in joining, formula is not None and formula.divides)
    return known


@lru_cache(maxsize=16)
def _texts(lexicon: Lexicon) -> dict[str, list[tuple[str, str]]]:
    """Every name with its measure's key, by the opening of its first word."""
    found: dict[str, list[tuple[str, str]]] = {}
    for metric in lexicon.metrics.values():
        for text in sorted({metric.key, *metric.names, *metric.asked}):
            found.setdefault(_opening(text), []).append((text, metric.key))
    return found


def _opening(text: str) -> str:
    """The first letters of a word: stems and their words share them."""
    return text[:_OPENING].casefold()


def _of_formulas(language: str, opening: str) -> Iterator[_Name]:
    for formula in formulas().values():
        for ask in formula.asks:
            if _opening(ask) == opening and (parts := _parts(ask, language)):
                measure = Measure(ask, (formula.key,) if formula.key else (), formula.name)
                yield _Name(parts, measure, _joins(ask), divides=formula.form in ("ratio", "percent"))


def _without_linking(text: str, language: str) -> str:
    """A name without the small words that join its others, which people leave out."""
    words = tokens(text.replace(_GAP, " "), language)
    return " ".join(word.text for word in words if not is_linking(word.text, language))


def _joins(text: str) -> bool:
    return any(word in _AND for word in text.casefold().split())


def _parts(text: str, language: str) -> _Parts:
    pieces = text.split(_GAP)
    whole = len(pieces) == 1
    parts = (_stems(tokens(piece, language), language if whole else "") for piece in pieces)
    return tuple(part for part in parts if part)


def _stems(words: Iterable[Token], language: str) -> tuple[str, ...]:
    return tuple(word.stem for word in words if not language or not is_linking(word.text, language))


class Way(NamedTuple):
    """One way to compute a formula, from the names of `parts()`."""

    expression: str
    where: tuple[str, ...] = ()  # two parts: it holds only where the first is less than the second

    @property
    def names(self) -> tuple[str, ...]:
        """The parts that must be known, each once: those of the expression in its order, then those of `where`."""
        return tuple(dict.fromkeys((*names_in(self.expression), *self.where)))

    def holds(self, amounts: Mapping[str, Decimal]) -> bool:
        """Whether it may be computed from parts of these amounts."""
        return not self.where or amounts[self.where[0]] < amounts[self.where[1]]


@dataclass(frozen=True, slots=True)
class Formula:
    """A figure that is computed from statements."""

    name: str
    form: str  # ratio, percent, days, amount
    asks: tuple[str, ...]  # names by which people ask for it
    ways: tuple[Way, ...]  # the first whose parts are all found, and which holds, serves
    key: str = ""  # the measure that states the same figure


@cache
def formulas() -> dict[str, Formula]:
    """The formulas of `data/formulas.toml`, by name."""
    rows = wordlist("formulas")["formula"]
    return {
        row["name"]: Formula(row["name"], row["form"], tuple(row["asks"]), _ways(row["ways"]), row.get("key", ""))
        for row in rows
    }


def _ways(rows: Sequence[str]) -> tuple[Way, ...]:
    """Ways as the file writes them: "abs(tax) / result where net < result"."""
    parted = (row.partition(" where ") for row in rows)
    return tuple(Way(expression, tuple(where.split(" < ")) if where else ()) for expression, _, where in parted)


@cache
def parts() -> dict[str, str]:
    """The measure of the lexicon for each name in an expression."""
    return dict(wordlist("formulas")["parts"])


def measures_of(formula: Formula) -> frozenset[str]:
    """The keys of the measures that a formula is computed from, in any of its ways."""
    names = {name.removesuffix(YEAR_BEFORE) for way in formula.ways for name in way.names}
    return frozenset(key for name, key in parts().items() if name in names)


@cache
def names_in(expression: str) -> tuple[str, ...]:
    """The names in an expression, each once, in its order; those of the year before end in `YEAR_BEFORE`."""
    names = {node.id for node in ast.walk(ast.parse(expression)) if isinstance(node, ast.Name)} - {"abs"}
    return tuple(sorted(names, key=expression.index))


def adjusted_for(measure: Measure, lexicon: Lexicon) -> Measure | None:
    """The adjusted measure beside a reported one, which may be all that is stated of a segment or in a budget."""
    key = next((f"adjusted {key}" for key in measure.keys if f"adjusted {key}" in lexicon.metrics), "")
    formula = next((one.name for one in formulas().values() if key and one.key == key), "")
    return Measure(key, (key,), formula) if key else None


class Whole(NamedTuple):
    """The measure `key` that another is all of, where the name of no line, in plain form, fits `unless`."""

    key: str
    unless: re.Pattern[str]


@cache
def wholes() -> dict[str, Whole]:
    """The wholes of `data/formulas.toml`, by the key of the measure that may be all of them."""
    return {key: Whole(row["key"], re.compile(row["unless"])) for key, row in wordlist("formulas")["whole"].items()}
