"""The provisions of an agreement: what stands under one number, under the headings and names that it is known by."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise, takewhile

from sleuth.evidence.source import Page
from sleuth.findings.text.clauses import Number, Passage, passages
from sleuth.findings.text.sentences import ORDINAL_MARK
from sleuth.findings.text.signatures import read_signatures
from sleuth.language.glyphs import plain_line
from sleuth.language.weight import is_stop

_DEPTH = 2  # numbers of a provision: 8.2; what is below belongs to it
_CAPTION_WORDS = 7
_NUMBER = re.compile(
    r"\A\W*(?:(?:(?:clause|section|article|punkt|artikel)\s+)?\d{1,2}(?:\.\d{1,2}){0,3}|(?:article|part)\s+[ivxlc]+)"
    r"[.):]?\s+[–—-]?\s*",
    re.I,
)
_ORDINAL = re.compile(rf"\A\W*{ORDINAL_MARK}\s*", re.I)
_LETTER = re.compile(r"\A\W*\(?[a-z]{1,4}\)\s+")
_CAPTION = re.compile(  # "Equity cure: …", "Distributions (clause 9.3): …"
    r"(?P<caption>[^\W\d_][^.:;()“”\"]{2,60}?)(?:\s*\((?:clauses?|sections?|articles?)\s[^)]*\))?(?::|\s[–—-])\s", re.I
)
_OF_CLAUSE = re.compile(r"\b(?:clause|section|article)\s+\d[\d.]*\s*\((?P<caption>[^()\d]{4,60})\)", re.I)
_OF_TERM = re.compile(
    r"\bdefinition of (?:the term )?[“\"]?(?P<caption>[A-ZÅÄÖ][^“”\"]{2,58}?)[”\"]?\s(?:is|are|shall|in)\b"
)
_TERM = re.compile(r"\W*(?:in the definition of\s+)?[“\"](?P<caption>[^“”\"]{3,60})[”\"]", re.I)
_CAPITALS = r"(?P<caption>[A-ZÅÄÖ][\w’'-]*(?:\s(?:of|and|in|the|[A-ZÅÄÖ][\w’'-]*)){0,5})"
_ENTRY = re.compile(  # "Affiliate: any company that …"
    rf"{_CAPITALS}:\s(?=(?:each|any|all|an?|the|in|has)\s)"
)
_GIVEN = re.compile(  # behind what it means: 'at least 400 tonnes a year (the "Minimum Quantity")'
    r"\((?:[^()“”\"]{0,30}\s)?[“\"](?:the\s)?(?P<caption>[^“”\"]{3,60})[”\"]\)", re.IGNORECASE
)
_MEANS = re.compile(  # a table of definitions: "Test Date each 30 June", "Change of Control means …"
    rf"{_CAPITALS}\s+(?:means\s|(?=(?:each|any|all|an?|the)\s))"
)


@dataclass(frozen=True, slots=True)
class Provision:
    """The sentences under one number of an agreement; of a list of definitions one of them."""

    number: Number  # (8, 2); () before the first
    section: str  # the heading above, in small letters: "change of control and assignment"; "" where there is none
    captions: tuple[str, ...]  # its own names: "equity cure" of "10.4 Equity cure: …", a term that it defines
    passages: tuple[Passage, ...]
    before: tuple[Passage, ...] = ()  # of an amendment: the sentences of the agreement that it changes

    @property
    def wording(self) -> tuple[str, ...]:
        """Its sentences, with those that it changes: "45 days" becoming "60 days" says nothing of invoices itself."""
        return tuple(" ".join(one.text.split()) for one in (*self.passages, *self.before))

    @property
    def text(self) -> str:
        """All of it, in one line."""
        return " ".join(" ".join(one.text.split()) for one in self.passages)

    @property
    def is_definition(self) -> bool:
        """Whether it only says what its name means."""
        return len(self.passages) == 1 and bool(term_defined(self.passages[0])) and not _OF_CLAUSE.search(self.text)

    @property
    def openings(self) -> tuple[str, ...]:
        """Its first sentence, and that of what it changes, without the number."""
        return tuple(map(_opening, (*self.passages[:1], *self.before[:1])))


def provisions(pages: Sequence[Page]) -> list[Provision]:
    """The provisions of an agreement in its order, without what its pages repeat at their edges."""
    found: list[Provision] = []
    section = ""
    signed = [(page.number, one.start, one.end) for page in pages for one in read_signatures(page)]
    for whole in _runs(_without_furniture(passages(pages))):
        run = list(takewhile(lambda one: not _is_signed(one, signed), whole))
        if not run:
            continue
        if not _is_heading(run[0]):
            found += (_provision(section, part) for part in _parts(run))
        elif not any(map(str.isdigit, title := _title(run[0].text))):  # a line of a table is no heading
            section = title
    return found


def _is_signed(one: Passage, signed: Sequence[tuple[int, int, int]]) -> bool:
    """Whether a passage is one of the signatures, by page and place: what follows it in a clause is none of that."""
    return any(page == one.page and start < one.end and one.start < end for page, start, end in signed)


def _title(text: str) -> str:
    """A heading without its number: "8. Leverage", "CLAUSE 8 – LEVERAGE" and "Eighth - Leverage" are "leverage"."""
    return _NUMBER.sub("", _ORDINAL.sub("", plain_line(text)), count=1).strip(" -.:")


def _runs(every: Sequence[Passage]) -> Iterator[list[Passage]]:
    """The passages of one number together; each heading by itself."""
    for (is_heading, _), run in groupby(every, key=lambda one: (_is_heading(one), one.number[:_DEPTH])):
        together = list(run)
        yield from ([one] for one in together) if is_heading else [together]


def _is_heading(one: Passage) -> bool:
    """Whether a passage is a heading: no line of a definition, with capitals on its words, and none that announces."""
    announces = one.text.rstrip().endswith(":") and len(one.number) >= _DEPTH
    return one.is_heading and not announces and _TERM.match(_opening(one)) is None


def _parts(run: Sequence[Passage]) -> Iterator[Sequence[Passage]]:
    """A provision; the sentences of a list of definitions, or before the first number, each by itself; of a clause
    whose items have names of their own, "(a) Leverage: …" and "(b) Interest Cover: …", each of these.
    """
    defining = sum(bool(term_defined(one)) for one in run)
    if defining > 1 or not run[0].number:
        yield from ((one,) for one in run)
        return
    named = [at for at, one in enumerate(run) if one.letter and _item_caption(one)]
    edges = [0, *named, len(run)] if len(named) > 1 else [0, len(run)]
    yield from (run[start:end] for start, end in pairwise(edges) if start < end)


def _item_caption(one: Passage) -> str:
    """The name before what an item says: "Interest Cover" of "(b) Interest Cover: the ratio shall …"."""
    found = _CAPTION.match(_LETTER.sub("", _opening(one)))
    return found["caption"] if found is not None and _is_name(found["caption"]) else ""


def _provision(section: str, run: Sequence[Passage]) -> Provision:
    captions = dict.fromkeys(plain_line(caption) for caption in _captions(run))
    return Provision(run[0].number[:_DEPTH], section, tuple(captions), tuple(run))


def _captions(run: Sequence[Passage]) -> Iterator[str]:
    """The names that a provision gives itself, or the clause that it changes."""
    opening = _opening(run[0])
    if named := _item_caption(run[0]):
        yield named
    if len(run) > 1 and _is_name(opening):
        yield opening.rstrip(" .")  # "2.6 Dividends. No dividend …"
    for one in run:
        if defined := term_defined(one):
            yield defined
        for form in (_OF_CLAUSE, _OF_TERM):
            yield from (found["caption"] for found in form.finditer(" ".join(one.text.split())))


def _is_name(text: str) -> bool:
    """Whether some words may be the name of a provision: few, and they do not break off."""
    words = text.strip(" .").split()
    return 0 < len(words) <= _CAPTION_WORDS and not is_stop(words[-1], "en")


def _opening(one: Passage) -> str:
    return _NUMBER.sub("", " ".join(one.text.split()), count=1)


def item_name(one: Passage) -> str:
    """The name that an item gives itself in a sentence: "Margin" of "(c) Margin."; "" where there is none."""
    name = _LETTER.sub("", _opening(one)).rstrip(" .:")
    return plain_line(name) if _is_name(name) else ""


def term_defined(one: Passage) -> str:
    """The term that a sentence of an agreement defines; "" for one that defines none."""
    opening = _opening(one)
    found = _TERM.match(opening) or _MEANS.match(opening) or _ENTRY.match(opening)
    return found["caption"] if found is not None and _is_name(found["caption"]) else ""


def terms_given(one: Passage) -> list[str]:
    """The terms that a sentence gives in brackets to what it says: 'at least 400 tonnes (the "Minimum Quantity")'."""
    return [found["caption"] for found in _GIVEN.finditer(" ".join(one.text.split()))]


def _without_furniture(every: Sequence[Passage]) -> list[Passage]:
    """Without the lines that several pages begin or end with; a sentence that one of them cuts goes on behind it."""
    pages: dict[str, set[int]] = {}
    for one in every:
        pages.setdefault(_form(one.text), set()).add(one.page)
    repeated = {form for form, numbers in pages.items() if len(numbers) > 1}
    heads = _first_lines(every)
    return [_behind(one, heads) for one in every if _form(one.text) not in repeated]


def _first_lines(every: Sequence[Passage]) -> frozenset[str]:
    """What the first passage of each page begins with, where several pages do."""
    first = {one.page: _form(one.text.split("\n")[0]) for one in reversed(every)}
    return frozenset(form for form, count in Counter(first.values()).items() if count > 1)


def _behind(one: Passage, heads: frozenset[str]) -> Passage:
    """A passage without a line at its beginning that other pages begin with too."""
    line, mark, rest = one.text.partition("\n")
    if not mark or _form(line) not in heads:
        return one
    return replace(one, start=one.start + len(line) + 1, text=rest)


def _form(text: str) -> str:
    return re.sub(r"\d+", "#", " ".join(text.split()).casefold())
