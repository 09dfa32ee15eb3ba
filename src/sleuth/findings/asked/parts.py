"""By which words of a question a part of a measure is meant: its name as printed, in short, or what it has alone."""

from collections.abc import Collection, Sequence

from sleuth.findings.asked.books import Fact
from sleuth.language.countries import as_country, is_place
from sleuth.language.metrics import default_lexicon, is_residual, names_of_part
from sleuth.language.query import Word
from sleuth.language.tokens import Token, stems, stems_of, tokens
from sleuth.language.weight import is_frame, is_legal_form, is_linking, words_of

_LEAST_SHORT = 3  # letters of a word that is printed in short: "Proc."
_LEAST_ALONE = 4  # letters of one that a question has in short: "pharma"
_FEWEST = 2  # parts of a division


def telling_words(name: str, metric: str, language: str) -> list[Token]:
    """The words of a part's name that tell it from others: "Net sales – Cold Storage" and "Storage rev." without those
    of the measure."""
    return [word for word in tokens(name, language) if not _frames(word, name, metric, language)]


def _frames(word: Token, name: str, metric: str, language: str) -> bool:
    """Whether a word of a part's name names no part: a small word, a legal form, the measure's own name."""
    if is_linking(word.text, language) or is_legal_form(word.text) or is_frame(word.text, language):
        return True
    known = default_lexicon().metrics.get(metric)
    spoken = {w for text in (known.names if known else ()) for w in text.split()}
    return word.text.casefold() in spoken or (_is_short(word, name) and _begins(word.text, spoken))


def _is_short(word: Token, name: str) -> bool:
    """Whether a word is printed in short, with a full stop: "Proc. rev."."""
    return len(word.text) >= _LEAST_SHORT and name[word.end : word.end + 1] == "."


def _begins(short: str, words: Collection[str]) -> bool:
    return any(word.casefold().startswith(short.casefold()) for word in words)


def is_said(word: Token, name: str, asked: Sequence[Word]) -> bool:
    """Whether a question says a word of a part's name, which may print it in short."""
    return any(word.stem == one.stem or (_is_short(word, name) and _begins(word.text, {one.text})) for one in asked)


def part_stems(fact: Fact, asked: Sequence[Word], language: str) -> frozenset[str]:
    """The stems of the words of a figure's parts; of a word in short also that of the question's word it begins."""
    return frozenset().union(*(_part_stems(part, asked, language) for part in fact.dimension))


def _part_stems(part: str, asked: Sequence[Word], language: str) -> frozenset[str]:
    own = stems(part, language) | in_short(part, asked, language) | clipped(part, asked, language)
    return own | as_country(part, asked)


def clipped(name: str, asked: Sequence[Word], language: str) -> frozenset[str]:
    """The stems of the question's words that are the beginning of a printed one: "lab" of "Laboratory Equipment".

    Three letters tell it only beside another word of the name, "lab equipment", or as a plural of a plural: "labs" of
    "Laboratories".
    """
    printed = {word.text.casefold() for word in tokens(name, language)}
    is_named = any(one.stem in stems(name, language) for one in asked)
    least = _LEAST_SHORT if is_named else _LEAST_ALONE
    short = (one for one in asked if one.is_heavy and any(_is_clip(one.text, word, least) for word in printed))
    return frozenset(one.stem for one in short)


def _is_clip(said: str, printed: str, least: int = _LEAST_SHORT) -> bool:
    """Whether a word is the beginning of a printed one, of so many letters, or a plural of it, of one in the plural."""
    if len(said) >= least and _begins(said, {printed}):
        return True
    bare = said.removesuffix("s")
    return bare != said and len(bare) >= _LEAST_SHORT and printed.endswith("s") and _begins(bare, {printed})


def is_clipped(word: Token, name: str, asked: Sequence[Word], language: str) -> bool:
    """Whether a question says the beginning of a word of a part's name: "lab" of Laboratory Equipment."""
    short = clipped(name, asked, language)
    return any(one.stem in short and _is_clip(one.text, word.text.casefold()) for one in asked)


def kinds_of_part(parts: frozenset[str], asked: frozenset[str], language: str) -> frozenset[str]:
    """The words asked for that only say what kind of thing a part is, where the part bears another one that is asked
    for: "customers" in "oil and gas customers" beside the part Oil and Gas.
    """
    kinds = stems_of(words_of(f"parts_{language}"), language)
    return kinds if (asked - kinds) & parts else frozenset()


def in_short(name: str, asked: Sequence[Word], language: str) -> frozenset[str]:
    """The stems of the question's words that a printed name has in short: "incl." is including."""
    short = [word.text for word in tokens(name, language) if _is_short(word, name)]
    return frozenset(one.stem for one in asked for word in short if _begins(word, {one.text}))


def only_part(fitting: Sequence[Fact], facts: Sequence[Fact], heavy: frozenset[str], language: str) -> list[Fact]:
    """The figures of the one part of its division whose name has the words that are asked for, though it has more.

    "Transport" is Chilled Transport beside Cold Storage. Of places one may lie in another: none is taken, but that of
    one kind of business beside others: "Norway" is Rental Norway beside Rental Sweden.
    """
    named = [fact for fact in fitting if len(fact.dimension) == 1 and not is_residual(fact.dimension[0])]
    for page in dict.fromkeys(fact.page for fact in named):
        parts = {fact.dimension[0] for fact in facts if fact.page == page and len(fact.dimension) == 1}
        meant = {fact.dimension[0] for fact in named if fact.page == page}
        if len(parts) < _FEWEST or (any(map(is_place, parts)) and not _is_one_of_kind(meant, parts, heavy, language)):
            return []
        if len(meant) != 1 or not any(heavy & stems(name, language) for name in names_of_part(*meant)):
            return []
    return list(named)


def _is_one_of_kind(meant: set[str], parts: set[str], heavy: frozenset[str], language: str) -> bool:
    """Whether all that a part is called beside the words asked for is in the name of another part as well."""
    rest = frozenset().union(*(stems(name, language) for name in meant)) - heavy
    others = [stems(name, language) for name in parts - meant]
    return bool(rest) and any(rest <= one and not heavy & one for one in others)
