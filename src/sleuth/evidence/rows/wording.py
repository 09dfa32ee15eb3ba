"""A proven selection in words: which rows of how many, with the arithmetic of what is computed."""

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal

from sleuth.evidence.computation import places_of, write
from sleuth.evidence.rows.grid import COUNTED, Grid, Line, stands_for_several
from sleuth.evidence.rows.selection import Checked, Selection
from sleuth.evidence.rows.things import sums_of, things_of
from sleuth.evidence.source import Span
from sleuth.language.concepts import for_many, told_by
from sleuth.language.currency import AS_PRINTED, shared_signs
from sleuth.language.quantity import comma_is_decimal, read_cell
from sleuth.language.scale import NOTHING, counts_time, read_scaling
from sleuth.language.table_query import DerivedForm, OneOf, RowOperation, TableQuery
from sleuth.language.wordlist import wordlist

_MOST_TERMS = 12  # of arithmetic that is shown in full
_MOST_NAMED = 12  # rows that are named in one sentence
_MOST_CITED = 40  # rows
_SHARE_PLACES = 1


def told(grid: Grid, selection: Selection) -> Checked:
    """The words and places of a selection that was checked; of one of its rows where the claim tells one."""
    by_row = {line.row: line for line in grid.lines}
    chosen = [by_row[row] for row in selection.rows]
    speaker = _Speaker(grid, selection, chosen)
    if selection.told is not None:
        line = by_row[selection.told]
        text = speaker.row(line)
        if selection.query.operation in (RowOperation.LARGEST, RowOperation.SMALLEST) and len(chosen) == 1:
            text = f"{text} ({speaker.ranked()})"
        return Checked(text, _places(grid, [line]), line.span, False)
    return Checked(speaker.lead(), _places(grid, chosen[:_MOST_CITED]), grid.whole, True)


def _places(grid: Grid, lines: Iterable[Line]) -> tuple[Span, ...]:
    """The headings' row and those of the things."""
    return (*((grid.header,) if grid.header else ()), *(line.span for line in lines))


class _Speaker:
    """Says a selection in the question's language."""

    def __init__(self, grid: Grid, selection: Selection, chosen: Sequence[Line]) -> None:
        self.grid = grid
        self.selection = selection
        self.query: TableQuery = selection.query
        self.chosen = chosen
        phrases = wordlist("records")["wording"]
        self.phrases = phrases.get(self.query.language, phrases["en"])
        several = [line for line in grid.lines if stands_for_several(line, selection.naming)]
        self.beside = several if self.query.is_per_row else []  # rows that stand for several, and are not counted

    def row(self, line: Line) -> str:
        """A row by its name with the columns that are asked for or limited."""
        headings = [*self.query.columns, *self.query.beside, *(one.column for one in self.query.conditions)]
        told_of = [heading for heading in dict.fromkeys(headings) if heading != self.selection.naming]
        said = [self._said(line, heading) for heading in told_of]
        name = line.texts.get(self.selection.naming) or next(iter(line.texts.values()))
        return f"{name}{', ' if len(said) == 1 else ' – '}{', '.join(said)}" if said else name

    def _said(self, line: Line, heading: str) -> str:
        text = line.texts.get(heading) or self.phrases["empty"]
        is_part = any(
            one.form is DerivedForm.PERCENT and heading in (one.top, one.bottom) for one in self.query.derived
        )
        stated = self._unit(heading) if not is_part and line.texts.get(heading) and read_cell(text) is not None else ""
        return f"{heading}: {text}{stated}"

    def _unit(self, heading: str) -> str:
        """The statement over the table of what its amounts are counted in, for a column that does not say it itself."""
        own = read_scaling(heading)
        read = [cell for text in self.grid.texts(heading) if (cell := read_cell(text)) is not None]
        plain = [cell for cell in read if not cell.unit and cell.currency is None and cell.scale is None]
        says_own = own.currency or own.money is not None or own.percent
        is_money = not (says_own or counts_time(heading) or told_by(heading) & COUNTED)
        is_years = all(1900 <= cell.value <= 2100 and not places_of(cell.value) for cell in read)
        return (
            f" ({_without_brackets(_of_units(self.grid.stated))})"
            if self.grid.stated and is_money and plain and not is_years
            else ""
        )

    def ranked(self) -> str:
        """The place of the one row that is told."""
        is_largest = self.query.operation is RowOperation.LARGEST
        if self.query.count > 1:
            key = "first_of" if is_largest else "last_of"
        elif self.query.place > 1:
            key = "place" if is_largest else "place_low"
        elif self._is_days(self.query.columns[0]):
            key = "latest" if is_largest else "earliest"
        else:
            key = "largest" if is_largest else "smallest"
        conditions = self._conditions()
        among = self._of_list(self._among())
        text = self.phrases[key].format(all=among, place=self.query.place, n=self.query.count)
        return "".join([text, f"; {conditions}" if conditions else "", self._unread()])

    def _among(self) -> str:
        """What is ranked, in number: "39 rows", or "21 different “Customer”"."""
        group = self.query.group
        key, what = ("things", group) if group else ("every", self.phrases["rows"])
        return str(self.phrases[key].format(all=self.selection.among, what=what))

    def _is_days(self, heading: str) -> bool:
        texts = self.grid.texts(heading)
        return bool(told_by(heading) & {"expiry", "start"}) or not any(read_cell(text) for text in texts)

    def lead(self) -> str:
        """The selection as a whole."""
        query = self.query
        is_sum_of_first = query.operation is RowOperation.SUM and query.is_ranked
        if query.group and query.operation is not RowOperation.SHARE and not is_sum_of_first:
            return self._by_thing()
        if query.operation in (RowOperation.SUM, RowOperation.AVERAGE, RowOperation.SHARE):
            return self._computed()
        if query.distinct:
            values = list(
                dict.fromkeys(line.texts[query.distinct] for line in self.chosen if line.texts.get(query.distinct))
            )
            rows = self._rows()
            text = self.phrases["distinct"].format(n=len(values), column=query.distinct, rows=rows)
            return f"{text}: {', '.join(values[: _MOST_TERMS * 2])}{self._unread()}"
        text = self._rows(own_word=True)
        if query.operation is RowOperation.COUNT and 0 < len(self.chosen) <= _MOST_NAMED:
            text = f"{text}: {', '.join(self._name(line) for line in self.chosen)}"
        return f"{text}{self._unread()}"

    def _of_list(self, text: str) -> str:
        name = self.selection.called
        return self.phrases["of_list"].format(text=text, name=name) if name else text

    def _rows(self, *, own_word: bool = False) -> str:
        """ "5 of 9 customers (Country: Norway)"; all rows where no condition leaves any out."""
        conditions = self._conditions()
        own = for_many(self.query.rows, self.query.language) if own_word else ""
        word = own or self.phrases["rows"]
        counted = self.selection.counted - len(self.beside)
        is_every = len(self.chosen) == counted
        if not (is_every or self.query.conditions):
            conditions = ", ".join(self.query.columns)
        key = "every" if is_every and not self.query.conditions else "some"
        text = self.phrases[key].format(n=len(self.chosen), all=counted, what=word)
        return self._of_list(f"{text} ({conditions})" if conditions else text)

    def _conditions(self) -> str:
        return "; ".join(self._condition(one) for one in self.query.conditions)

    def _condition(self, one: object) -> str:
        if isinstance(one, OneOf):
            values = f" {'eller' if self.query.language == 'sv' else 'or'} ".join(one.values)
            return f"{one.column}: {'≠ ' if one.is_not else ''}{values}"
        return f"{one.column}: {one.said}"  # type: ignore[attr-defined]

    def _name(self, line: Line) -> str:
        return line.texts.get(self.selection.naming) or next(iter(line.texts.values()))

    def _unread(self) -> str:
        """The rows that could not be judged, each with the cell that does not tell."""
        lines = [line for line in self.grid.lines if line.row in self.selection.unread]
        counts = self.beside and not self.query.is_ranked
        names = ", ".join(self._name(line) for line in self.beside)
        beside = self.phrases["beside_rest"].format(names=names) if counts else ""
        return self._uncertain(lines) + beside

    def _uncertain(self, lines: Sequence[Line]) -> str:
        if not lines:
            return ""
        columns = [one.column for one in self.query.conditions] or list(self.query.columns[:1])
        named = [
            f"{self._name(line)} ({columns[-1]}: {line.texts.get(columns[-1]) or self.phrases['empty']})"
            for line in lines[:_MOST_NAMED]
        ]
        more = ", …" if len(lines) > _MOST_NAMED else ""
        return f"; {self.phrases['unread'].format(n=len(lines), names=', '.join(named))}{more}"

    def _by_thing(self) -> str:
        """What the rows of each thing sum up to, or how many they are; of a ranking its first things."""
        query = self.query
        things = things_of(self.chosen, query.group, self.selection.naming)
        if query.operation is RowOperation.COUNT:
            counts = sorted(things.items(), key=lambda thing: -len(thing[1]))
            said = self._few([f"{name} {len(lines)}" for name, lines in counts])
            return (
                f"{self._rows(own_word=True)}, {self.phrases['by'].format(column=query.group)}: {said}{self._unread()}"
            )
        heading = query.columns[0]
        amounts, places, unit = self._amounts(heading)
        sums = sums_of(things, amounts)
        order = sorted(things, key=lambda name: sums[name], reverse=query.operation is not RowOperation.SMALLEST)
        title = self.phrases["total"].format(column=heading)
        if query.is_ranked:
            told = [self._thing(name, things[name], title, amounts, places, unit) for name in order]
            return f"{self._few(told)} ({self.ranked()})"
        said = self._few([f"{name} {write(sums[name], '#', places)}" for name in order])
        return f"{title} {self.phrases['by'].format(column=query.group)}, {self._rows()}: {said}{unit}{self._unread()}"

    def _thing(
        self, name: str, lines: Sequence[Line], title: str, amounts: dict[int, Decimal], places: int, unit: str
    ) -> str:
        """A thing with the sum of its rows: "Birka Fisk AB, total Value: 30 = 10 + 20 (SEK million)"."""
        terms = [write(amounts[line.row], "#", places) for line in lines]
        total = write(sum((amounts[line.row] for line in lines), Decimal()), "#", places)
        own = list(dict.fromkeys(self._name(line) for line in lines))
        members = f" ({', '.join(own[:_MOST_NAMED])})" if own != [name] and len(own) <= _MOST_NAMED else ""
        summed = f" = {' + '.join(terms)}" if 1 < len(terms) <= _MOST_TERMS else ""
        return f"{name}{members}, {title}: {total}{unit}{summed}"

    def _few(self, said: Sequence[str]) -> str:
        more = "; …" if len(said) > _MOST_TERMS * 2 else ""
        return "; ".join(said[: _MOST_TERMS * 2]) + more

    def _amounts(self, heading: str) -> tuple[dict[int, Decimal], int, str]:
        """The amounts under a heading by row, with their places behind the comma and what they are counted in."""
        texts = self.grid.texts(heading)
        comma = comma_is_decimal(texts, self.query.language)
        read = {line.row: read_cell(line.texts.get(heading, ""), comma, AS_PRINTED) for line in self.grid.lines}
        amounts = {
            row: one.value.scaleb(one.scale or 0) for row, one in read.items() if one is not None and not one.is_nil
        }
        currencies = {one.currency for one in read.values() if one is not None and one.currency}
        places = max((places_of(one.step) for one in read.values() if one is not None), default=0)
        if len(currencies) != 1:
            return amounts, places, self._unit(heading)
        mark = currencies.pop()
        return amounts, places, f" ({mark})" if mark in shared_signs() else f" {mark}"

    def _computed(self) -> str:
        heading = self.query.columns[0]
        amounts, places, unit = self._amounts(heading)
        chosen = [amounts[line.row] for line in self.chosen]
        shown = [write(value, "#", places) for value in chosen]
        total = write(sum(chosen, Decimal()), "#", places)
        title = self.phrases[_TITLES[self.query.operation]].format(column=heading)
        figure = self._figure(shown, total, amounts, places, unit)
        rows = self._first() if self.query.is_ranked else self._rows()
        return f"{title}, {rows}: {figure}{self._unread()}"

    def _first(self) -> str:
        """ "the largest of 22 rows: Skagen Pelagic A/S"."""
        key = "largest" if self.query.count == 1 else "first_of"
        every = self._among()
        things = things_of(self.chosen, self.query.group or self.selection.naming, self.selection.naming)
        names = ", ".join(list(things)[:_MOST_NAMED])
        more = ", …" if len(things) > _MOST_NAMED else ""
        limited = f"; {conditions}" if (conditions := self._conditions()) else ""
        return f"{self.phrases[key].format(n=len(self.chosen), all=every)} ({names}{more}{limited})"

    def _figure(self, shown: Sequence[str], total: str, amounts: dict[int, Decimal], places: int, unit: str) -> str:
        """The result with its arithmetic."""
        result = self.selection.result or Decimal()
        terms = " + ".join(shown) if len(shown) <= _MOST_TERMS else ""
        if self.query.operation is RowOperation.SUM:
            return f"{total}{unit}" + (f" = {terms}" if terms and len(shown) > 1 else "")
        if self.query.operation is RowOperation.SHARE:
            whole = write(sum(amounts.values(), Decimal()), "#", places)
            return f"{write(result, '#%', _SHARE_PLACES)} = {total} ÷ {whole}{unit}"
        above = f"({terms})" if terms and len(shown) > 1 else total
        return f"{write(result, '#', places or (0 if result == int(result) else 1))}{unit} = {above} ÷ {len(shown)}"


_TITLES = {RowOperation.SUM: "total", RowOperation.AVERAGE: "average", RowOperation.SHARE: "share"}


def _of_units(stated: str) -> str:
    """The sentence of a note over a table that tells its units: "Net sales in KSEK. Source: sales ledger." """
    said = [one for one in re.split(r"(?<=[\w)]\.)\s+(?=[A-Z])", stated) if read_scaling(one) != NOTHING]
    return said[0].removesuffix(".") if len(said) == 1 else stated


def _without_brackets(line: str) -> str:
    return line[1:-1].strip() if line.startswith("(") and line.find(")") == len(line) - 1 else line
