"""Which stored name a person means, and which names are near the one they gave."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from fnmatch import fnmatchcase
from pathlib import PurePosixPath
from typing import Any

from sleuth.errors import UserError

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_ENDING = re.compile(r"\.[A-Za-z]{2,5}")
_NEAR_WHOLE, _NEAR_WORDS, _NEAR_PART = 65, 75, 80  # of 100; below all of them a name is no help
_LEAST_PART = 4  # characters: anything shorter is a part of something
_MOST_NAMES = 5


def storable(text: str) -> str:
    """The text with each character that PostgreSQL cannot hold replaced by U+FFFD; its offsets stay."""
    return _UNSTORABLE.sub("\ufffd", text)


def storable_value(value: Any) -> Any:
    """A value of JSON with `storable` texts and keys: people and models may say what PostgreSQL cannot hold."""
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, Mapping):
        return {storable(str(key)): storable_value(inner) for key, inner in value.items()}
    return [storable_value(inner) for inner in value] if isinstance(value, list | tuple) else value


def resolve(asked: str, names: Collection[str]) -> str:
    """The one name that is meant: exact, then whatever its case and form, then by the end of its path.

    Raises UserError that lists the near names, or all names that it could be.
    """
    asked = storable(asked)
    if asked in names:
        return asked
    found = [name for name in names if _form(name) == _form(asked)] or [name for name in names if _ends(asked, name)]
    if len(found) == 1:
        return found[0]
    if found:
        raise UserError(f"{quoted([asked])} could be {quoted(sorted(found), ' or ')}. Give its whole name.")
    raise UserError(f"There is no document {quoted([asked])} here. {near(asked, names)}")


def near(asked: str, names: Iterable[str]) -> str:
    """A sentence with the names that resemble the one asked for, or with where to see them all."""
    known = list(names)
    scores = {name: _likeness(asked, name) for name in known}
    found = sorted((name for name in known if scores[name] > 0), key=lambda name: (-scores[name], name))
    if found:
        return f"Did you mean {quoted(found[:_MOST_NAMES], ' or ')}?"
    some = sorted(known)[:_MOST_NAMES]
    return f"There are {quoted(some, ', ')}." if some else "There is nothing yet: add some with `sleuth add PATH`."


def _likeness(asked: str, name: str) -> float:
    """How much like the name what was asked is, of 100; 0 where it is no help. Endings such as .docx say nothing.

    The whole may be misspelt ("leese"), or words of it left out ("board"), or a part of it misspelt ("sahre purchase").
    """
    from rapidfuzz import fuzz

    one, other = _plain(asked), _plain(name)
    whole = max(fuzz.ratio(one, other), fuzz.token_sort_ratio(one, other))
    words = fuzz.token_set_ratio(one, other)
    part = fuzz.partial_ratio(one, other) if len(one) >= _LEAST_PART else 0.0
    fits = whole >= _NEAR_WHOLE or words >= _NEAR_WORDS or part >= _NEAR_PART
    return max(whole, words, part) if fits else 0.0


def _plain(name: str) -> str:
    """The name in lower case, without folders, punctuation or the ending that tells its format."""
    from rapidfuzz import utils

    path = PurePosixPath(name.replace("\\", "/"))
    return utils.default_process(path.stem if _ENDING.fullmatch(path.suffix) else path.name)


def quoted(names: Iterable[str], separator: str = ", ") -> str:
    """Names as they stand in a message."""
    return separator.join(f"“{name}”" for name in names)


def owners_of(asked: str, owners: Mapping[str, int]) -> list[int]:
    """What a name belongs to, or all that a pattern fits; UserError where that is nothing or ambiguous."""
    if asked in owners or not any(mark in asked for mark in "*?["):
        return [owners[resolve(asked, owners.keys())]]
    pattern = _form(asked)
    known = {name: (_form(name), _form(PurePosixPath(name).name)) for name in owners}
    fitting = [owners[name] for name, forms in known.items() if any(fnmatchcase(form, pattern) for form in forms)]
    if not fitting:
        raise UserError(f"no document’s name fits “{asked}”. `sleuth documents` lists the names.")
    return fitting


def _form(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


def _ends(one: str, other: str) -> bool:
    """Whether one is the end of the other's path: `x.pdf` and `./x.pdf` of `contracts/x.pdf`."""
    short, long = sorted((_parts(one), _parts(other)), key=len)
    return bool(short) and long[-len(short) :] == short


def _parts(name: str) -> tuple[str, ...]:
    return tuple(part for part in PurePosixPath(_form(name).replace("\\", "/")).parts if part not in ("/", ".", ".."))
