"""What shows that two documents can, or cannot, be editions of one: wording, periods, companies, titles."""

from collections.abc import Iterable
from functools import cache

from sleuth.findings.versions.portrait import Portrait, likeness
from sleuth.findings.versions.weights import Edition
from sleuth.language.wordlist import wordlist

ALIKE = 0.5  # of the wording: two editions of one document
MUST_ALIKE = 0.7  # where nothing but title, author and date links them
UNLIKE = 0.15  # below it two files of one name are hardly one document
_SAME_TIMES = 0.75  # of the periods that two documents speak of


def reads_alike(one: Portrait, other: Portrait) -> bool:
    """Whether the texts alone show two editions of one document."""
    alike = likeness(one, other)
    return alike is not None and alike >= MUST_ALIKE and same_times(one, other)


def same_times(one: Portrait, other: Portrait) -> bool:
    """Whether two documents speak of the same periods, as far as they name any."""
    if not one.times or not other.times:
        return True
    return len(one.times & other.times) >= _SAME_TIMES * len(one.times | other.times)


def parties_apart(one: Portrait, other: Portrait) -> bool:
    """Whether each names a company that the other does not; what stands before a name does not count."""
    return _has_stranger(one, other) and _has_stranger(other, one)


def _has_stranger(one: Portrait, other: Portrait) -> bool:
    """Whether a document names a company that another, which names some, does not."""
    known = other.parties
    return bool(known) and not all(_is_among(name, known) for name in one.parties)


def _is_among(name: str, known: Iterable[str]) -> bool:
    return any(name.endswith(other) or other.endswith(name) for other in known)


def made_before(one: Portrait, other: Portrait) -> bool:
    """Whether both say when they were made, and one was first."""
    return one.made is not None and other.made is not None and one.made < other.made


def base_name(edition: Edition) -> str:
    """The file's name without its folders."""
    return edition.portrait.filename.rpartition("/")[2]


@cache
def is_untold(title: str) -> bool:
    """Whether a title tells no document from another: "report", "document 1"."""
    return title in wordlist("versions", "findings")["untold"]["titles"] or title.isdigit()


@cache
def is_series(title: str) -> bool:
    """Whether a title is of a kind of which there is one each time: minutes, invoices, amendments."""
    return any(f" {word} " in f" {title} " for word in wordlist("versions", "findings")["series"]["words"])
