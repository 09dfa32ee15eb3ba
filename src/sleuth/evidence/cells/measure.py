"""Whether a cell's row is the measure that is claimed, and its number counts what is claimed."""

import re
from collections.abc import Callable, Iterator
from functools import partial

from sleuth.evidence.cells.meaning import Check, Meaning, disagrees, uncertain
from sleuth.evidence.cells.place import Place
from sleuth.evidence.cells.scales import check_scale, stated_units
from sleuth.evidence.cells.sums import Entry, are_parts, without_subtotals
from sleuth.language.canonical import without_aside
from sleuth.language.currency import is_code
from sleuth.language.glyphs import plain
from sleuth.language.measures import find_measures
from sleuth.language.metrics import (
    Lexicon,
    is_between_parts,
    is_to_customers,
    is_whole,
    label_form,
    of_each,
    without_formula,
    without_whole,
)
from sleuth.language.quantity import Printed, read_cell
from sleuth.language.scale import (
    RowUnit,
    read_scaling,
    unit_in_column,
    unit_of_label,
    without_units,
)
from sleuth.language.scenario import read_scenarios, without_scenario
from sleuth.language.timing import names_year_before, read_timing, without_year_before
from sleuth.language.tokens import tokens
from sleuth.language.weight import detect_language, is_stop
from sleuth.language.wordlist import wordlist

_COUNTED, _MONEY, _PER_SHARE, _SHARES, _BEGINNING, _END = (
    re.compile(wordlist("labels")[name]) for name in ("counted", "money", "per_share", "shares", "beginning", "end")
)
_OF_WHICH = re.compile(rf"\A{wordlist('labels')['of_which']}:?\s", re.IGNORECASE)
_STATEMENTS = ("income", "balance sheet", "cash flow")
_SENTENCE = re.compile(r"(?<=[a-z)]\.)\s+(?=[A-Z])")
_OPEN_END = re.compile(r"(?:[\s,]+(?:for|of|in|at|as|to|and|the|from|during))+[\s,]*$")  # left where a time was
_INTRODUCING = re.compile(wordlist("labels")["introducing"])
_NOTE = re.compile(r"^(?:note\s)?\d{1,2}(?:\.\d{1,2})?\.?\s(?=[^\W\d_])", re.IGNORECASE)  # "3 Revenue"
_ALL = 100  # percent
_BOUNDS = 2  # the first number of a column and the last
_LEAD_LINES = 3  # above a table, that one sentence may take


def check_value(place: Place, meaning: Meaning) -> Check | None:
    """None where the cell's own characters are the number that is claimed, with its sign."""
    printed = [read for comma in (False, True) if (read := read_cell(place.text, comma)) is not None]
    if not printed:
        return uncertain(f"“{place.text}” is not one number")
    if all(read.value != meaning.quantity.value for read in printed):
        return disagrees(f"the cell says {place.text}, not {meaning.quantity.value}")
    return None


def check_row(place: Place, meaning: Meaning, lexicon: Lexicon) -> Check | None:
    """None where the row is called what is claimed, and that is a name of the measure."""
    own = _OF_WHICH.sub("", _own_name(place))
    near = (*place.labels, *place.headings, *_of_which(place))
    pieces = [piece for part in near for piece in (part, *part.split(" > "))]  # "Arrears > 90 days" is one name
    bare_of = (*map(_timeless, near), *map(_unplanned, near), *(_unplanned(_timeless(part)) for part in near))
    around = {label_form(part) for part in (*pieces, *bare_of)}
    bare = label_form(_timeless(_unplanned(own)))  # "EBITDA, last twelve months"
    parts = [label_form(part) for part in meaning.label.split(" > ")]
    above = " ".join(map(label_form, place.lines))
    if any(part and part not in around and part not in above and part != meaning.metric for part in parts):
        return disagrees(f"the row is “{_shown(place)}”, not “{meaning.label}”")
    dimension = {label_form(part) for part in meaning.dimension}
    called = (own, bare, *([first] if (first := label_form(place.first_text)) else []))  # of a list, its first column
    whole = label_form(meaning.label)
    is_called = not dimension.isdisjoint(called) or any(part.startswith(called) for part in (*parts, whole))
    if own and not is_whole(own) and not is_called:
        return disagrees(f"the row is “{_shown(place)}”, not “{meaning.label}”")
    metric = lexicon.metrics.get(meaning.metric)
    if metric is None:
        return None
    named = _named(place, own, lexicon) | _named(place, bare, lexicon)
    if metric.key in named or _names_part(own, dimension, metric.key, lexicon):
        return None
    if _is_sold(place, metric.key):
        return None
    if not dimension.isdisjoint(map(label_form, place.headings)) and _is_of_each(bare, metric.key, lexicon):
        return None
    beside = (_section_over(place, place.row), _measure_beside(place, lexicon))
    is_behind = bool(dimension) and _is_behind_another(place, metric.key, lexicon)
    titles = () if is_behind else (*_titles(place), *_of_sheet(place))
    over = (*(() if is_behind else around), *beside, *titles)
    divided = [part.partition(" by ")[0] for part in over if dimension]  # "Adj. EBITDA by segment"
    sections = {m.key for part in (*over, *divided) for m in lexicon.named(part)}
    if is_whole(own):
        sections |= {m.key for part in _titles(place) for m in lexicon.titled(part)}
    if metric.key in sections and (dimension or is_whole(own) or not own):
        return None
    if (
        dimension
        and not dimension.isdisjoint(called)
        and _adds_up(place, lambda row: _is_named(place, row, metric.key, lexicon))
    ):
        return None
    if named and not meaning.dimension:
        return disagrees(f"“{_shown(place)}” is {sorted(named)[0]}, not {meaning.metric}")
    return uncertain(f"“{_shown(place)}” is no known name of {meaning.metric}")


def _is_behind_another(place: Place, key: str, lexicon: Lexicon) -> bool:
    """Whether a row above names another measure, so that the title above all of them tells nothing of those below it:
    costs below the EBITDA, in a table of revenue by segment.
    """
    above = (path[-1] for row, path in place.table.row_paths.items() if row < place.row and path)
    named = [lexicon.named(label_form(_timeless(_unplanned(label)))) for label in above]
    return any(metrics and all(metric.key != key for metric in metrics) for metrics in named)


def _measure_beside(place: Place, lexicon: Lexicon) -> str:
    """The measure over a column left of one that is headed by a scenario or the year before: "Budget YTD" right of
    "Revenue YTD"; "" where the nearest heading that names anything names no measure.
    """
    if any(map(_column_name, place.over)):
        return ""
    for column, path in sorted(place.table.column_paths.items(), reverse=True):
        names = [name for part in path if (name := _column_name(part))] if column < place.column else []
        if names:
            return names[-1] if lexicon.named(names[-1]) else ""
    return ""


def _column_name(heading: str) -> str:
    """What a heading of a column names beside time and scenario, in the form of labels."""
    return label_form(without_year_before(_unplanned(_timeless(heading))))


def _names_part(own: str, dimension: set[str], key: str, lexicon: Lexicon) -> bool:
    """Whether a row's label is the part with the measure's name before or behind it: "Net sales – Cold Storage"."""
    rests = [rest.strip() for part in dimension for rest in (own.removesuffix(part), own.removeprefix(part))]
    return any(metric.key == key for rest in rests if rest != own for metric in lexicon.named(rest))


def _is_of_each(own: str, key: str, lexicon: Lexicon) -> bool:
    """Whether a row says that it is the measure of each part that heads a column: "Segment EBITDA"."""
    return any(metric.key == key for metric in lexicon.named(label_form(of_each(own))))


def _is_sold(place: Place, key: str) -> bool:
    """Whether a column is of what segments sell to customers, beside one of what they sell to each other."""
    return key == "revenue" and any(map(is_to_customers, place.headings)) and _parts_sales(place)


def _parts_sales(place: Place) -> bool:
    """Whether the columns part what segments sell to customers from what they sell to each other."""
    headings = [part for path in place.table.column_paths.values() for part in path]
    return any(map(is_to_customers, headings)) and any(map(is_between_parts, headings))


def _timeless(heading: str) -> str:
    """A heading without the time beside its name: "Net Sales for the Year Ended" is "net sales"."""
    timing = read_timing(heading)
    return _OPEN_END.sub("", timing.rest) if timing is not None and timing.is_time else heading


def _unplanned(heading: str) -> str:
    """A heading without the scenario behind its name: "Revenue – budget" is "revenue"."""
    bare = without_year_before(heading) if names_year_before(heading) else heading
    return without_scenario(bare).strip(" -–—:,()") if bare != heading or read_scenarios(heading) else heading


def _shown(place: Place) -> str:
    return place.labels[-1] if place.labels else place.text


def _own_name(place: Place) -> str:
    """The row's label without a time or a balance's edge: "" where it is nothing else ("Balance at June 30, 2022")."""
    if not place.labels:
        return ""
    label = without_formula(plain(place.labels[-1]).text)
    timing = read_timing(label)
    if read_scenarios(label) and not re.search(r"[^\W\d_]", without_scenario(_timeless(label))):
        return ""  # "Budget 2025": of what stands over the rows
    if timing is not None and timing.is_time and not re.sub(r"\b(?:balances?|as of|at|of|the)\b|\W", "", timing.rest):
        return ""
    for edge in (_BEGINNING, _END):
        label = edge.sub("", label)
    return label_form(label)


def _is_named(place: Place, row: int, key: str, lexicon: Lexicon) -> bool:
    """Whether a row is called a measure, or is the total of a table whose lines above name it."""
    path = place.table.row_paths[row]
    own = label_form(path[-1]) if path else ""
    if not is_whole(own):
        return any(metric.key == key for metric in lexicon.titled(own))
    section = _section_over(place, row)
    if section and lexicon.named(section):
        return any(metric.key == key for metric in lexicon.named(section))
    is_titled = any(metric.key == key for name in _titles(place) for metric in lexicon.titled(name))
    return is_titled or _introduces(place, key, lexicon)


def _of_which(place: Place) -> Iterator[str]:
    """Of a row "of which vehicles" its name without these words, and the row above of which it tells."""
    named = [_OF_WHICH.sub("", label) for label in place.labels]
    if named == list(place.labels):
        return
    yield from named
    above = [place.table.row_paths[row][-1] for row in sorted(place.table.row_paths) if row < place.row]
    yield from [label for label in above if not _OF_WHICH.match(label)][-1:]


def _titles(place: Place) -> Iterator[str]:
    """What stands over the labels and the lines above a table, also without time and scenario: "Revenue actual NZ$000",
    "Budget FY26 – revenue by segment"."""
    yield from (label_form(without_scenario(_timeless(without_units(line))).strip(" -:,")) for line in place.corner)
    for line in (_NOTE.sub("", line) for line in place.lines):
        yield label_form(line)
        yield label_form(without_scenario(_timeless(line)).strip(" -:,"))


def _of_sheet(place: Place) -> Iterator[str]:
    """The name of a sheet, and its words one by one: "Headcount FTE"."""
    name = label_form(place.page.label)
    yield from (name, *name.split())


def _section_over(place: Place, row: int) -> str:
    """The label of the nearest row above that has no number in the cell's column; "" where there is none."""
    numbers = place.column_numbers()
    above = [other for other, path in place.table.row_paths.items() if other < row and other not in numbers and path]
    return label_form(place.table.row_paths[max(above)][-1]) if above else ""


def _introduces(place: Place, key: str, lexicon: Lexicon) -> bool:
    """Whether the sentence right above names one measure, and says that the table gives it."""
    lead = " ".join(reversed(place.lines[:_LEAD_LINES]))
    last = _SENTENCE.split(lead.strip())[-1]
    if not _INTRODUCING.search(plain(last).text):
        return False
    language = detect_language(last)
    named = find_measures(tokens(last, language), lexicon, language)
    return {one for found in named for one in found.measure.keys} == {key}


def _named(place: Place, own: str, lexicon: Lexicon) -> set[str]:
    """The measures that the row's own label names, alone or together with one section or heading."""
    timing = read_timing(own)
    timeless = label_form(timing.rest) if timing is not None and timing.is_time else own  # "Revenue 2023"
    forms = (own, timeless, without_aside(own), without_whole(own))
    found = {metric.key for form in forms for on in ("", *_STATEMENTS) for metric in lexicon.named(form, on)}
    rows = {label_form(path[-1]) for path in place.table.row_paths.values() if path}
    if (other := lexicon.beside(own, rows)) is not None:
        found.add(other.key)
    for part in (*place.labels[:-1], *place.headings):
        beside = label_form(part)
        for joined in (f"{beside} {own}", f"{own} {beside}"):
            found |= {metric.key for metric in lexicon.named(joined)}
    return found


def _is_among_percentages(place: Place) -> bool:
    """Whether the sign at the first number of a column and at the last tells that those between are in percent too,
    as beside a column of amounts it does, and where all add up to 100 %. Where a row is in percent as a whole, its
    signs tell nothing of the others.
    """
    column = sorted(place.column_numbers().items())
    signed = [row for row, text in column if text.rstrip().endswith("%")]
    if len(signed) < _BOUNDS or signed[0] != column[0][0] or signed[-1] != column[-1][0]:
        return False
    if (last := read_cell(column[-1][1])) is not None and last.value == _ALL:
        return True
    rows = (place.row_texts(signed[0]), place.row_texts(signed[-1]))
    return all(any(re.search(r"\d\)?\Z", text.rstrip()) for text in row) for row in rows)


def check_unit(place: Place, meaning: Meaning, lexicon: Lexicon) -> Check | None:
    """None where the cell, its row, its headings or the lines above give the number its unit and its scale."""
    printed = read_cell(place.text, signs=place.signs)
    if printed is None:
        return uncertain(f"“{place.text}” is not one number")
    words = plain(place.labels[-1]).text if place.labels else ""
    unit = meaning.quantity.unit
    if place.unit:
        return _check_beside(unit_in_column(place.unit, place.signs), place, meaning)
    if unit == "percent":
        said = printed.unit == "percent" or any("%" in part or "percent" in part.casefold() for part in _near(place))
        return None if said else uncertain("nothing beside it says percent")
    if printed.unit in ("percent", "points", "times"):
        return None if unit == printed.unit else disagrees(f"“{place.text}” is no amount")
    if unit.endswith("/share"):
        named = _PER_SHARE.search(plain(" ".join((*place.labels, *place.headings, meaning.label))).text)
        known = meaning.metric and lexicon.metrics.get(meaning.metric)
        return (
            None if named or (known and known.kind == "per share") else uncertain("nothing says that it is per share")
        )
    if _is_among_percentages(place):
        return disagrees(f"the first number of the column of “{place.text}” and the last are in percent")
    if is_code(unit):
        return _check_money(place, meaning, printed, words, lexicon)
    return _check_count(place, meaning, printed)


def _check_beside(told: RowUnit, place: Place, meaning: Meaning) -> Check | None:
    """None where the column of units says in the row what is claimed, with its scale."""
    quantity = meaning.quantity
    is_same = quantity.unit == (told.scaling.currency if told.kind == "money" else told.kind)
    is_known_count = told.kind == "count" and quantity.unit in ("employee", "share")
    if not (is_same or is_known_count):
        return disagrees(f"it is in {place.unit}, not in {quantity.unit}")
    scale = (told.scaling.money or 0) if told.kind == "money" else 0
    return None if quantity.scale == scale else disagrees(f"it is in 10^{scale} here, not in 10^{quantity.scale}")


def _near(place: Place) -> tuple[str, ...]:
    return (*place.labels, *place.headings, *place.corner, *place.lines[:2])


def _check_count(place: Place, meaning: Meaning, printed: Printed) -> Check | None:
    if printed.currency:
        return disagrees(f"“{place.text}” is an amount of money, not {meaning.quantity.unit}")
    if meaning.quantity.unit != "share":
        return None if not meaning.quantity.scale else uncertain(f"nothing counts {meaning.quantity.unit} in scale")
    stated = next((s for part in stated_units(place) if (s := read_scaling(part).shares) is not None), None)
    if stated is None and not meaning.quantity.scale and not any(read_scaling(p).money for p in stated_units(place)):
        return None
    if stated is None:
        return uncertain("nothing says in what scale shares are counted")
    return None if stated == meaning.quantity.scale else disagrees(f"shares are in 10^{stated} here")


def _check_money(place: Place, meaning: Meaning, printed: Printed, words: str, lexicon: Lexicon) -> Check | None:
    if not _is_money(place, meaning, printed, words, lexicon):
        if _COUNTED.search(words) or _SHARES.search(words):
            return disagrees(f"“{place.labels[-1]}” is counted: a scale of money does not hold for it")
        return uncertain(
            f"nothing says that “{place.labels[-1] if place.labels else place.text}” is an amount of money"
        )
    stated = (read_scaling(part, place.signs).currency for part in (place.text, *stated_units(place)))
    nearest = printed.currency or next(filter(None, stated), None) or place.signs.stated
    if nearest and nearest != meaning.quantity.unit:
        return disagrees(f"it is in {nearest}, not in {meaning.quantity.unit}")
    return check_scale(place, meaning, printed)


def _is_part_in_fractions(place: Place, meaning: Meaning) -> bool:
    """Whether a row is a part of a measure, called by things and in numbers that are none of things: "Stores 41.9"."""
    numbers = (read_cell(text) for text in place.row_texts(place.row))
    labels = " ".join(map(label_form, place.labels))
    is_part = any(label_form(part) in labels for part in meaning.dimension)
    return is_part and any(read is not None and read.value % 1 for read in numbers)


def _is_money(place: Place, meaning: Meaning, printed: Printed, words: str, lexicon: Lexicon) -> bool:
    """Whether a row is of money: by its marks, by what it is called, or because it adds up to a row that is."""
    if printed.currency or any((read := read_cell(text)) and read.currency for text in place.row_texts(place.row)):
        return True
    units = {metric.unit for metric in lexicon.named(label_form(words))}
    is_counted = _COUNTED.search(words) and not _is_part_in_fractions(place, meaning)
    if is_counted or (_SHARES.search(words) and "par value" not in words):
        return "money" in units or bool(_MONEY.search(words) and not re.match(r"number of|antal|anzahl", words))
    metric = lexicon.metrics.get(meaning.metric)
    of_money = metric is not None and metric.unit == "money"
    return (
        "money" in units
        or of_money
        or _ends_in_money(label_form(words), lexicon)
        or bool(_MONEY.search(words))
        or (not units and _is_under_money(place))
        or (any(map(is_between_parts, place.headings)) and _parts_sales(place))
        or _adds_up(place, partial(_is_known_money, place, lexicon))
    )


def _is_under_money(place: Place) -> bool:
    """Whether a unit of money stands over the labels of the rows, and the row's own words tell no other: "Net finance"
    under "TEUR", "Goods for resale" under "Stock, €000"."""
    units = [read_scaling(corner) for corner in place.corner if corner.strip()]
    is_unit = any(one.currency and one.money is not None and not one.doubtful for one in units)
    return is_unit and not any(map(unit_of_label, place.labels))


def _adds_up(place: Place, is_total: Callable[[int], bool]) -> bool:
    """Whether the row is one of a run of rows that add up to a row below, which is the total looked for."""
    read = {row: read_cell(text) for row, text in place.column_numbers().items()}
    numbers = {row: number for row, number in read.items() if number is not None and not number.unit}
    rows = sorted(numbers)
    for total in (row for row in rows if row > place.row and is_total(row)):
        run: list[Entry] = []
        for row in reversed([row for row in rows if row < total]):
            path = place.table.row_paths[row]
            run.insert(0, Entry(label_form(path[-1]) if path else "", numbers[row]))
            if row <= place.row and any(
                are_parts(without_subtotals(run, by_label=named), numbers[total]) for named in (True, False)
            ):
                return True
    return False


def _is_known_money(place: Place, lexicon: Lexicon, row: int) -> bool:
    path = place.table.row_paths[row]
    printed = read_cell(place.column_numbers()[row])
    form = label_form(path[-1]) if path else ""
    named = lexicon.named(form) or lexicon.named(without_aside(form))
    is_known = any(metric.unit == "money" for metric in named) or _ends_in_money(form, lexicon)
    return bool(printed and printed.currency) or is_known


def _ends_in_money(form: str, lexicon: Lexicon) -> bool:
    """Whether a label ends in the name of an amount, which the words before only say the kind of: "Diligence-adjusted
    EBITDA", not "multiple of EBITDA"."""
    words = form.split()
    ends = [at for at in range(1, len(words)) if not is_stop(words[at - 1], "en")]
    return any(metric.unit == "money" for at in ends for metric in lexicon.named(" ".join(words[at:])))
