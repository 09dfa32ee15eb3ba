"""What a list is called, and the words of a question that call it so: "the cap table", "kundlistan"."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from sleuth.language.concepts import Stem, ambiguous_in_titles, both_stems, is_frame, kinds_of_rows, text_stems
from sleuth.language.tokens import tokens
from sleuth.language.wordlist import wordlist
from sleuth.reason.records.asking import Asking
from sleuth.reason.records.senses.meaning import Meaning, Sense

_AND = re.compile(r"[\s,;&/+]*(?:and|och|und)?\s*", re.IGNORECASE)
_LEAST_COMPOUND = 3  # letters before a Swedish word for a list
_LIST_ENDINGS = (
    "listan",
    "lista",
    "registret",
    "register",
    "förteckningen",
    "förteckning",
    "tabellen",
    "tabell",
    "boken",
    "bok",
)


@dataclass(frozen=True, slots=True)
class Names:
    """What a list is called: by its own title and sheet, and by its file with all that stands in it."""

    own: tuple[str, ...]
    file: tuple[str, ...]

    @property
    def all(self) -> tuple[str, ...]:
        """Every name, without what it says of the other tables of its file."""
        own = self._own
        return (*(_of_this(name, own) for name in self.file), *own)

    @property
    def _own(self) -> tuple[str, ...]:
        """Its own names: a title that counts up all sheets of a workbook without what this sheet's label leaves out."""
        label = self.own[-1:]
        return (*(_of_this(title, label) if _counts_up(title) else title for title in self.own[:-1]), *label)

    @property
    def stems(self) -> frozenset[Stem]:
        """The stems of all their words."""
        return _called(self.all)

    @property
    def rows(self) -> frozenset[str]:
        """The kinds of rows that its own names say; where they say none, the one kind that its file's name says."""
        own = self._own
        if of_own := kinds_of_rows(_called(own)):
            return of_own
        files = tuple(_of_this(name, own) for name in self.file)
        of_file = kinds_of_rows(_called(files))
        return of_file if len(of_file) == 1 and any(map(_is_of_several, files)) else frozenset()


def _of_this(name: str, own: Sequence[str]) -> str:
    """A wider name without the things that a table's `own` names leave out where they say others of them: "Contracts,
    insurance, permits", of its sheet "Insurance".
    """
    stems = frozenset().union(*map(text_stems, own))
    kinds = kinds_of_rows(stems)
    things = [word for word in tokens(name) if _is_thing(word.text)]
    others = [
        word for word in things if not (both_stems(word.text) & stems or kinds_of_rows(both_stems(word.text)) & kinds)
    ]
    if len(others) == len(things):
        return name
    left = name
    for word in reversed(others):
        left = left[: word.start] + left[word.end :]
    return left


def _counts_up(title: str) -> bool:
    """Whether the things that a title names stand in one enumeration: "contracts, permits and insurance", not
    "employees by site".
    """
    things = [word for word in tokens(title) if _is_thing(word.text)]
    between = (title[one.end : other.start] for one, other in pairwise(things))
    return len(things) > 1 and all(_AND.fullmatch(text) for text in between)


def _is_thing(word: str) -> bool:
    """Whether a word of a name may say what the rows are: "insurance", "permits"."""
    return (is_plural(word) and not is_frame(word, "en")) or bool(kinds_of_rows(both_stems(word)))


def _is_of_several(name: str) -> bool:
    """Whether a file's name says that it is of several things, or a list: "Leases", "Contract register". "Lease –
    Hornby" is of one."""
    words = [word.text.casefold() for word in tokens(name)]
    lists = wordlist("records")["one"]["lists"].split()
    return any(
        word in lists or without_list(word) or (is_plural(word) and kinds_of_rows(both_stems(word))) for word in words
    )


def _called(names: Sequence[str]) -> frozenset[Stem]:
    """The stems of some names' words; of a Swedish "kundlista" also that of its first part."""
    words = [word.text for name in names for word in tokens(name)]
    parts = [part for word in words if (part := without_list(word))]
    said = frozenset().union(*map(text_stems, names), *map(both_stems, parts))
    return said - ambiguous_in_titles()


def is_plural(word: str) -> bool:
    """Whether a word may be a plural, by its end."""
    return word.casefold().endswith(("s", "r", "n", "or", "ar", "er"))


def without_list(word: str) -> str:
    """A Swedish word for a list without that: "kund" of "kundlistan"; "" for other words."""
    folded = word.casefold()
    kept = next((folded.removesuffix(ending) for ending in _LIST_ENDINGS if folded.endswith(ending)), "")
    return kept if len(kept) >= _LEAST_COMPOUND else ""


def is_list_word(word: str) -> bool:
    """Whether a word names a list of many: "register", "census"."""
    return word.casefold() in wordlist("records")["one"]["lists"].split()


def list_words(asking: Asking) -> Iterator[int]:
    """The words before one for a list: the "order" of "order book"."""
    for number, word in enumerate(asking.tokens[1:]):
        if is_list_word(word.text):
            yield number


def names_meant(asking: Asking, names: Names) -> Iterator[Meaning]:
    """Words of the table's name, its file's or its sheet's: "the cap table", "kundlistan"."""
    called = names.stems
    kinds = kinds_of_rows(called)
    for number in list_words(asking):
        here = frozenset((number, number + 1)) & frozenset(asking.words)
        said = both_stems(asking.tokens[number].text)
        own = kinds_of_rows(said)
        is_called = both_stems(asking.tokens[number + 1].text) & called and not own  # "HR census" of "Employee Census"
        if number in here and (said & called or own & kinds or is_called):
            yield Meaning(Sense.NAME, here, 3.2, is_list=True, kinds=own)
    for number in asking.words:
        word = asking.tokens[number].text
        before_list = without_list(word)
        own = kinds_of_rows(both_stems(before_list or word))
        if both_stems(word) & called or own & kinds:
            yield Meaning(Sense.NAME, frozenset([number]), 0.7, is_list=bool(before_list), kinds=own)
