"""People and bodies by name: which capitalised words name a person, and which a ministry, an agency or a committee."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache

from sleuth.agents.detectives.words import given_names, lexicon, placeholders, surnames, term_set, terms

_CAPITAL = r"[A-ZÅÄÖÉÈÜØÆÁŠŽÇİ]"
_LETTERS = r"[a-zåäöéèüøæáàâãëïíîñóôšžçığþð]"
_PART = rf"{_CAPITAL}(?:{_LETTERS}|['’]{_CAPITAL})+(?:{_CAPITAL}{_LETTERS}+)?(?:-{_CAPITAL}?{_LETTERS}+)*"
_INITIALS = rf"{_CAPITAL}\.(?:\s?{_CAPITAL}\.)*|{_CAPITAL}(?=\s{_CAPITAL})"
_PARTICLE = r"(?:von\s+der|van\s+der|van\s+den|de\s+la|von|af|de|la|van|der|den|del|di|da|el|al|bin|ben|ter|zu)"
_TOKEN = re.compile(
    rf"(?<![\w-])(?:(?P<part>{_PART}(?!\w))|(?P<initials>{_INITIALS})|(?P<particle>{_PARTICLE})(?=\s+{_CAPITAL}))"
)
_BLANK = re.compile(r"[ \u00a0\n]+")
_LATER = re.compile(r"\s*\((?:senare|numera|tidigare|f\.d\.|född|nu)\s+(?P<name>[^)]{2,40})\)")
_MOST_PARTS = 5
_MINISTRY = re.compile(
    rf"(?<![\w-])(?:{_CAPITAL}{_LETTERS}+-(?:\s*,\s*{_LETTERS}+-)*\s+och\s+{_LETTERS}+departementet"
    rf"|(?:{_CAPITAL}|{_LETTERS}){_LETTERS}+departementet|Statsrådsberedningen)(?=s?\b)"
)
_LONG_TITLE = 8  # letters: "Karen" and "Helen" are names
_TITLE_END = re.compile(r"(?:en|n|et|t|ne|na|a)\Z")
_CONTEXT = 60  # characters before a name in which its title stands


@dataclass(frozen=True, slots=True)
class Named:
    """A person's name in a text; `title` is what stands before it, in small letters."""

    name: str
    start: int
    end: int
    title: str = ""
    also: str = ""  # a further name that the text gives: "(senare Norberg)"


@dataclass(frozen=True, slots=True)
class Body:
    """A ministry, agency or organisation in a text."""

    name: str
    type: str  # "ministry", "agency", "organisation"
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Run:
    """Capitalised words in a row, each with its place."""

    tokens: tuple[tuple[str, int, int], ...]


def read_names(text: str, known: Collection[str] = ()) -> tuple[Named, ...]:
    """The people named, in order. Ministers in office, bodies and placeholders are none.

    `known` are names, folded, that were read before: they need neither a title nor a common given name.
    """
    return tuple(_names(text, known))


def _names(text: str, known: Collection[str]) -> Iterator[Named]:
    for run in _runs(text):
        tokens = _person(run, text, known)
        if not tokens:
            continue
        start, end = tokens[0][1], tokens[-1][2]
        title = _title(text, start)
        if is_minister(title):
            continue
        later = _LATER.match(text, end)
        also = f"{' '.join(word for word, *_ in tokens[:-1])} {later['name']}" if later else ""
        yield Named(" ".join(text[start:end].split()), start, end, title, " ".join(also.split()))


def _runs(text: str) -> Iterator[_Run]:
    at = 0
    while found := _TOKEN.search(text, at):
        tokens = [(found[0], *found.span())]
        at = found.end()
        while (gap := _BLANK.match(text, at)) and (following := _TOKEN.match(text, gap.end())):
            tokens.append((following[0], *following.span()))
            at = following.end()
        yield _Run(tuple(tokens))


def _person(run: _Run, text: str, known: Collection[str]) -> tuple[tuple[str, int, int], ...]:
    """The part of a run that names a person; empty if none does."""
    for group in _divided(run):
        if folded_name(" ".join(word for word, *_ in group)) in known:
            return tuple(group)
        begun = next((index for index, token in enumerate(group) if _is_given(token[0])), None)
        titled = _has_title(text, group[0][1]) if group else False
        if begun is None and not titled:
            continue
        whole = titled and is_person(" ".join(word for word, *_ in group))
        tokens = group if whole else group[begun or 0 :]
        if is_person(" ".join(word for word, *_ in tokens)):
            return tuple(tokens)
    return ()


def _divided(run: _Run) -> Iterator[list[tuple[str, int, int]]]:
    """A run is divided at words that no name holds: "Lena Hallengren Regeringen", "Vårdföretagarna Ulla Tansen"."""
    group: list[tuple[str, int, int]] = []
    for token in run.tokens:
        if _is_no_part(token[0]):
            yield group
            group = []
        else:
            group.append(token)
    yield group


def _is_no_part(word: str) -> bool:
    if word in given_names() or word in surnames():
        return False
    named = {word, word.removesuffix("s")} & term_set("bodies", "words")
    return bool(named) or _is_office(word.casefold()) or _is_body_word(word)


def _is_body_word(word: str) -> bool:
    lowered = word.casefold()
    known = word in _single_bodies() or lowered in placeholders()
    by_suffix = any(lowered.removesuffix("s").endswith(end) and len(lowered) > len(end) + 2 for end in _suffixes())
    return known or by_suffix


@cache
def _suffixes() -> tuple[str, ...]:
    return terms("bodies", "suffixes")


@cache
def _single_bodies() -> frozenset[str]:
    named = (*terms("bodies", "agencies"), *terms("bodies", "organisations"))
    return frozenset(name for name in named if " " not in name)


def _is_given(word: str) -> bool:
    return word in given_names() or word.split("-")[0] in given_names()


def is_person(name: str) -> bool:
    """Whether a whole name can be a person's: two to five words, none of a body, no placeholder, no ministry."""
    return not why_no_person(name)


def why_no_person(name: str) -> str:
    """Why a name is no person's: "placeholder", "ministry", "minister", "body" or "shape"; "" where it may be one."""
    words = name.split()
    lowered = name.casefold().strip(" .")
    if lowered in placeholders() or all(word.casefold() in placeholders() for word in words):
        return "placeholder"
    if lowered.removesuffix("s").endswith("departementet"):
        return "ministry"
    if words and (words[0].casefold() in _ministers() or words[0].casefold().endswith(("minister", "ministern"))):
        return "minister"
    proper = [word for word in words if word[:1].isupper()]
    spelled = [word for word in proper if len(word.strip(".")) > 1]
    if not 2 <= len(words) <= _MOST_PARTS or len(proper) < 2 or not spelled or any(map(str.isdigit, name)):
        return "shape"
    if any(_is_no_part(word) for word in words):
        return "body"
    if any(word.isupper() and len(word) > 2 and "." not in word for word in words):
        return "shape"
    return ""


def _title(text: str, start: int) -> str:
    """The words before a name back to the border of its part of the sentence, when they are in small letters."""
    before = text[max(0, start - _CONTEXT) : start].replace("\n", " ")
    part = re.split(r"[,;:()/]|\boch\b|\bsamt\b|\brespektive\b|\d{4}|\bdag\b", before)[-1]
    words = part.split()
    if start > _CONTEXT and words and not before.endswith(words[0]) and part == before:
        words = words[1:]  # the first may be cut
    kept: list[str] = []
    for word in reversed(words):
        opens = not kept and _is_office(word.casefold())  # "Statsrådet N.N. förordnade …": it opens a sentence
        if not (word[:1].islower() or word in _degrees() or opens):
            break
        if word.casefold() in _NO_TITLES or _VERB_END.search(word):
            break
        kept.insert(0, word)
    return " ".join(kept)


def _has_title(text: str, start: int) -> bool:
    """Whether a definite noun or a degree stands right before: "departementsrådet", "fil. mag."."""
    words = _title(text, start).split()
    if not words:
        return False
    last = words[-1].casefold()
    return last in _degrees() or (len(last) > 4 and _TITLE_END.search(last) is not None)


def _is_office(word: str) -> bool:
    """Whether a word is a title that may open a sentence: "Statsrådet N.N.", "Skattehandläggaren N.N."."""
    return word in _ministers() or (len(word) >= _LONG_TITLE and word.endswith(tuple(lexicon("titles")["endings"])))


_NO_TITLES = frozenset(lexicon("titles")["borders"])
_VERB_END = re.compile(r"(?:ades|ats|ade|ttes|åg|ågs|etts|ett|ddes)\Z")


def is_minister(title: str) -> bool:
    """Whether a title is of a minister in office: such people appoint, they do not inquire."""
    words = title.casefold().split()
    for index, word in enumerate(words):
        if word in _ministers() or word.endswith(("minister", "ministern")):
            return not any(earlier in _former() for earlier in words[:index])
    return False


@cache
def _ministers() -> frozenset[str]:
    return frozenset(lexicon("titles")["ministers"])


@cache
def _former() -> frozenset[str]:
    return frozenset(lexicon("titles")["former"])


@cache
def _degrees() -> frozenset[str]:
    return frozenset(lexicon("titles")["degrees"])


def read_ministries(text: str) -> tuple[Body, ...]:
    """The ministries named, in order."""
    found = []
    for match in _MINISTRY.finditer(text.replace("\n", " ")):
        name = " ".join(match[0].split())
        shown = name[0].upper() + name[1:]  # before about 1990 they were printed in small letters
        if name[0].isupper() or shown in _known_ministries():
            found.append(Body(shown, "ministry", *match.span()))
    return tuple(found)


@cache
def _known_ministries() -> frozenset[str]:
    return frozenset(entry["name"] for entry in lexicon("ministries")["ministry"])


@cache
def _body_form(kind: str) -> re.Pattern[str]:
    known = sorted(terms("bodies", kind), key=len, reverse=True)
    joined = "|".join(re.escape(name).replace(r"\ ", r"\s+") for name in known)
    return re.compile(rf"(?<![\w-])(?:{joined})(?=s?(?![\w-]))")


def read_bodies(text: str) -> tuple[Body, ...]:
    """The agencies and organisations of the word lists, in order."""
    found: list[Body] = []
    for kind, type_ in (("agencies", "agency"), ("organisations", "organisation")):
        for match in _body_form(kind).finditer(text):
            if not any(body.start < match.end() and match.start() < body.end for body in found):
                found.append(Body(" ".join(match[0].split()), type_, *match.span()))
    return tuple(sorted(found, key=lambda body: body.start))


def body_type(name: str) -> str:
    """What a consultation body is: an agency where a list or its form says so, else an organisation."""
    bare = " ".join(name.split())
    if bare in term_set("bodies", "agencies"):
        return "agency"
    last_words = [word.casefold() for word in bare.split()]
    return "agency" if any(word.endswith(terms("bodies", "public")) for word in last_words) else "organisation"


def folded_name(name: str) -> str:
    """A name without case, hyphens and genitive, by which spellings of it meet."""
    words = re.split(r"[\s\-‐‑–]+", name.casefold().replace(".", " "))
    return " ".join(word for word in words if word)
