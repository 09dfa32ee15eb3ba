"""What a question asks of two columns together: how much a thing grew, how full it is, what it costs per another."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from sleuth.findings.records.columns import Column, Kind, year_of
from sleuth.findings.records.reading import Field, Record, Records
from sleuth.language.concepts import shares_stem
from sleuth.language.quantity import read_cell
from sleuth.language.scale import read_scaling
from sleuth.language.table_query import Derived, DerivedForm, Ranged, RowOperation, TableQuery
from sleuth.language.tokens import stem_of, tokens
from sleuth.language.wordlist import wordlist
from sleuth.reason.records.asking import Asking
from sleuth.reason.records.binding import Bound, bind
from sleuth.reason.records.senses.names import Names

_INDEX = -10  # of a derived column: no column of a table has it
_MOST_ABOVE, _MOST_BELOW = 2, 3  # words before and behind "per"
_YEAR = re.compile(r"\b(?:fy ?)?(?:(?:19|20)?\d\d/\d\d|(?:19|20)\d\d|(?<=fy)\d\d)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be derived, and which words of the question say it."""

    form: DerivedForm
    heading: str  # what the derived column is called
    words: frozenset[int]  # that name it
    degrees: frozenset[int]  # that rank by it: "fastest"
    operation: RowOperation | None  # of a ranking
    top: str = ""  # words of the headings, where they are named
    bottom: str = ""
    is_fall: bool = False  # of growth: it is asked what fell

    def left_of(self, asking: Asking) -> Asking:
        """The question without the words that name what is derived: a page need not say them."""
        used = self.words | self.degrees
        return replace(asking, words=tuple(number for number in asking.words if number not in used))

    @property
    def patterns(self) -> list[str]:
        """What a page must say so that one of its tables may tell it, in small letters."""
        return ["|".join(words.split()) for words in (self.top, self.bottom) if words]

    def put_to(self, asking: Asking) -> Asking:
        """The question as one of the derived column, by its name."""
        first = min(self.words)
        used = (self.words | self.degrees) - {first}
        name = "per" if self.form is DerivedForm.RATIO else self.heading
        named = asking.tokens[first]._replace(text=name, stem=stem_of(name.casefold(), asking.language))
        renamed = tuple(named if number == first else token for number, token in enumerate(asking.tokens))
        words = tuple(sorted({*(number for number in asking.words if number not in used), first}))
        operation = self.operation or asking.operation
        return replace(asking, tokens=renamed, words=words, operation=operation, by_days=False)


def both_ends(question: str) -> tuple[str, ...]:
    """A question after the first and the last of an order as one after each: "best and worst occupancy"."""
    found = re.search(wordlist("records")["derived"]["both"], question, re.IGNORECASE)
    if found is None:
        return (question,)
    return tuple(f"{question[: found.start()]}{found[end]}{question[found.end() :]}" for end in ("one", "other"))


def wish_of(asking: Asking) -> Wish | None:
    """What a question asks of two columns together; None where it asks nothing of the kind."""
    texts = [token.text.casefold() for token in asking.tokens]
    said = wordlist("records")["derived"]
    degrees = frozenset(n for n, text in enumerate(texts) if re.fullmatch(said["degrees"], text))
    low = any(re.fullmatch(said["low"], texts[number]) for number in degrees)
    grown = frozenset(n for n, text in enumerate(texts) if re.fullmatch(said["growth"], text))
    if grown:
        fell = any(re.fullmatch(said["fell"], texts[number]) for number in grown)
        operation = _ranking(asking, degrees, is_low=low != fell)
        return Wish(DerivedForm.GROWTH, "Growth", grown, degrees, operation, is_fall=fell)
    for name, concept in said["ratios"].items():
        here = frozenset(n for n, text in enumerate(texts) if text in concept["words"].split())
        if here:
            operation = _ranking(asking, degrees, is_low=low)
            return Wish(DerivedForm.PERCENT, name, here, degrees, operation, concept["top"], concept["bottom"])
    return _per(asking, texts, degrees, is_low=low)


def _per(asking: Asking, texts: Sequence[str], degrees: frozenset[int], *, is_low: bool) -> Wish | None:
    """One column for each of another: "rent per square metre", "rent per pallet position"."""
    said = wordlist("records")["derived"]
    at = next((n for n, text in enumerate(texts) if text in said["per"].split()), 0)
    above = [n for n in range(max(0, at - _MOST_ABOVE), at) if n in asking.words and n not in degrees]
    behind = range(at + 1, min(at + 1 + _MOST_BELOW, len(texts)))
    below = [n for n in behind if n in asking.words and len(texts[n]) > 1]
    if not above or not below or any(texts[n] in said["times"].split() for n in below):
        return None
    tops, bottoms = texts[above[-1]], " ".join(_alike(texts[n]) for n in below)
    operation = _ranking(asking, degrees, is_low=is_low)
    return Wish(DerivedForm.RATIO, "per", frozenset((above[-1], *below)), degrees, operation, tops, bottoms)


def _alike(word: str) -> str:
    """A word of an area with those by which headings call it: "Area m²", "Sq m"."""
    area = wordlist("records")["derived"]["area"].split()
    return " ".join(area) if word in area else word


def _ranking(asking: Asking, degrees: frozenset[int], *, is_low: bool) -> RowOperation | None:
    """The ranking that a degree asks for; None where nothing is ranked."""
    if not degrees and not asking.ranks:
        return None
    return RowOperation.SMALLEST if is_low else RowOperation.LARGEST


def bind_derived(asking: Asking, wish: Wish, records: Records, names: Names) -> Bound | str:
    """The typed question over a column that is derived from two others, or why there is none."""
    pairs = list(_pairs(wish, records))
    if len(pairs) > 1:
        pairs = [pair for pair in pairs if any(_heads(asking, n, one) for n in asking.words for one in pair)]
    if len(pairs) != 1:
        return "which columns are to be set against each other is not certain" if pairs else "no columns tell it"
    top, bottom = pairs[0]
    is_ratio = wish.form is DerivedForm.RATIO
    heading = f"{top.heading} per {bottom.heading}" if is_ratio else wish.heading  # which says in what it is counted
    derived = Derived(heading, top.heading, bottom.heading, wish.form)
    wider = _with_column(records, derived, top, bottom)
    if wider is None:
        return "its rows do not tell it"
    put = _without_measure(wish.put_to(asking), top, bottom)
    bound = bind(put, wider, names)
    if isinstance(bound, str) and wish.top:  # only one kind of rows has both columns
        bound = bind(_of_rows(put, records), wider, names)
    if isinstance(bound, str):
        return bound
    if derived.heading not in bound.query.columns:
        return "its words do not go together in it"
    beside = dict.fromkeys((*bound.query.beside, top.heading, bottom.heading))
    conditions = (*bound.query.conditions, *_side(wish, derived, bound.query))
    query = replace(bound.query, text=asking.text, derived=(derived,), beside=tuple(beside), conditions=conditions)
    return replace(bound, query=query)


def _side(wish: Wish, derived: Derived, query: TableQuery) -> tuple[Ranged, ...]:
    """Of rows that are listed because they grew, or fell, those that did: "which customers shrank"."""
    if wish.form is not DerivedForm.GROWTH or query.operation is not RowOperation.LIST:
        return ()
    low, high = (None, Decimal(0)) if wish.is_fall else (Decimal(0), None)
    return (Ranged(derived.heading, low, high, "percent", True, "< 0%" if wish.is_fall else "> 0%"),)


def _without_measure(asking: Asking, top: Column, bottom: Column) -> Asking:
    """The question without the words that both columns are called by: "whose sales fell the most"."""
    said = [n for n in asking.words if _heads(asking, n, top) and _heads(asking, n, bottom)]
    return replace(asking, words=tuple(number for number in asking.words if number not in said))


def _of_rows(asking: Asking, records: Records) -> Asking:
    """The question with the word over the names of the rows, where it has none for them: "best occupancy?"."""
    rows = tokens(records.named_by.heading, asking.language)[:1]
    added = range(len(asking.tokens), len(asking.tokens) + len(rows))
    return replace(asking, tokens=(*asking.tokens, *rows), words=(*asking.words, *added))


def _heads(asking: Asking, number: int, column: Column) -> bool:
    return shares_stem(asking.tokens[number].text, column.heading, asking.language)


def _pairs(wish: Wish, records: Records) -> Iterator[tuple[Column, Column]]:
    """The columns that may be meant, the one that is divided first."""
    amounts = [column for column in records.columns if column.kind is Kind.AMOUNT]
    if any(shares_stem(wish.heading, column.heading, "en") for column in records.columns):
        return  # the list prints it itself
    if wish.form is DerivedForm.GROWTH:
        yield from _years(amounts)
        return
    tops, bottoms = (_headed(amounts, words) for words in (wish.top, wish.bottom))
    if len(tops) > 1:  # in the currency of each row, and in one
        tops = [column for column in tops if read_scaling(column.heading).currency] or tops
    if len(bottoms) > 1:
        whole = wordlist("records")["derived"]["whole"]
        bottoms = [column for column in bottoms if re.search(whole, column.heading.casefold())] or bottoms
    yield from ((top, bottom) for top in tops for bottom in bottoms if top is not bottom)


def _headed(columns: Sequence[Column], words: str) -> list[Column]:
    return [column for column in columns if any(shares_stem(word, column.heading, "en") for word in words.split())]


def _years(columns: Sequence[Column]) -> Iterator[tuple[Column, Column]]:
    """Of each measure the last two years that follow one another; a half beside a year is another measure."""
    measures: dict[str, dict[int, Column]] = {}
    for column in columns:
        year = year_of(column.heading)
        if year is not None and _YEAR.search(column.heading):
            measures.setdefault(_measure(column.heading), {})[year] = column
    for by_year in measures.values():
        last = max(by_year)
        if last - 1 in by_year:
            yield by_year[last], by_year[last - 1]


def _measure(heading: str) -> str:
    return " ".join(_YEAR.sub(" ", heading).casefold().split())


def _with_column(records: Records, derived: Derived, top: Column, bottom: Column) -> Records | None:
    """The list with the derived column; None where fewer than half of its rows tell it."""
    rows: list[Record] = []
    told = 0
    for row in records.rows:
        text = _derived(row, derived, top, bottom)
        told += bool(text)
        rows.append(replace(row, fields={**row.fields, _INDEX: Field(text, 0, 0)}))
    if 2 * told < len(rows):
        return None
    kind = Kind.AMOUNT if derived.form is DerivedForm.RATIO else Kind.PERCENT
    column = Column(_INDEX, derived.heading, kind, frozenset())
    return replace(records, columns=(*records.columns, column), rows=tuple(rows))


def _derived(row: Record, derived: Derived, top: Column, bottom: Column) -> str:
    one, other = (read_cell(row.text(column.index), column.comma_is_decimal) for column in (top, bottom))
    if one is None or other is None:
        return ""
    return derived.of(one.value.scaleb(one.scale or 0), other.value.scaleb(other.scale or 0))
