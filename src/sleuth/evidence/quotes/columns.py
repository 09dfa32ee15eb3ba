"""Finds quotes that another reader took column by column from a page whose stored text runs row by row.

The order is the page's own: from a cell to the one below it, from the foot of a column to the head of the next to
the right, or as the text is stored. Nothing else is tried, so that no number can stand beside another's label.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from sleuth.evidence.fold import FoldedSource
from sleuth.evidence.source import Page

_COLUMN_GAP = 1.5  # heights of a word between two cells of a line
_FAR_BELOW = 6.0  # heights between a cell and the one below it, at most
_LEAST_LETTERS = 30  # of a quote that may be read so
_STEPS = 5_000


@dataclass(frozen=True, slots=True)
class Cell:
    """A run of words on one line without a wide gap: folded characters [start, end) of the whole source."""

    text: str
    start: int
    end: int
    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def height(self) -> float:
        return self.y1 - self.y0

    @property
    def middle(self) -> float:
        return (self.y0 + self.y1) / 2

    def shares_column(self, other: "Cell") -> bool:
        """Whether half of the narrower lies over or under the wider."""
        common = min(self.x1, other.x1) - max(self.x0, other.x0)
        return common >= 0.5 * min(self.x1 - self.x0, other.x1 - other.x0)


def read_by_columns(quote: str, source: FoldedSource, pages: Sequence[int]) -> list[tuple[int, int]] | None:
    """The stretches of `source.text` on one of `pages` that, column by column, read as the folded `quote`."""
    if sum(map(str.isalpha, quote)) < _LEAST_LETTERS:
        return None
    for page in pages:
        path = _Walk(quote, cells_of(source, page)).run()
        if path:
            return path
    return None


@lru_cache(maxsize=64)
def cells_of(source: FoldedSource, number: int) -> tuple[Cell, ...]:
    """The cells of a page in stored order; none where the page has no geometry."""
    page, folded, base = source.source.pages[number], source.pages[number], source.starts[number]
    cells, at = [], 0
    for start, end, box in _word_runs(page):
        low = folded.index(start, at)
        at = high = folded.index(end, low)
        while low < high and folded.text[low] == " ":
            low += 1
        if low < high:
            cells.append(Cell(folded.text[low:high], base + low, base + high, *box))
    return tuple(cells)


def _word_runs(page: Page) -> Iterator[tuple[int, int, tuple[float, float, float, float]]]:
    """Stretches of a page's text whose words stand close to each other on one line, with their box."""
    if page.words is None or not page.words.spans:
        return
    boxes: dict[int, tuple[float, ...]] = {}
    for index, word in enumerate(page.words.owner):
        boxes.setdefault(word, tuple(page.words.boxes[4 * index : 4 * index + 4]))
    run: list[int] = []
    for word in sorted(boxes):
        if run and _is_apart(boxes[run[-1]], boxes[word]):
            yield _run(page, run, boxes)
            run = []
        run.append(word)
    if run:
        yield _run(page, run, boxes)


def _run(
    page: Page, run: Sequence[int], boxes: dict[int, tuple[float, ...]]
) -> tuple[int, int, tuple[float, float, float, float]]:
    spans = page.words.spans if page.words else ()
    x0, y0, x1, y1 = zip(*(boxes[word] for word in run), strict=True)
    return spans[2 * run[0]], spans[2 * run[-1] + 1], (min(x0), min(y0), max(x1), max(y1))


def _is_apart(left: Sequence[float], right: Sequence[float]) -> bool:
    height = max(left[3] - left[1], right[3] - right[1], 1.0)
    other_line = abs(left[1] + left[3] - right[1] - right[3]) > height
    return other_line or right[0] - left[2] > _COLUMN_GAP * height or right[2] < left[0]


class _Walk:
    """Follows the quote from cell to cell, depth first."""

    def __init__(self, quote: str, cells: Sequence[Cell]) -> None:
        self.quote, self.cells, self.steps = quote, cells, 0

    def run(self) -> list[tuple[int, int]] | None:
        for index, cell in enumerate(self.cells):
            at = cell.text.find(self.quote[:1])
            while at >= 0:
                if self.quote.startswith(cell.text[at:]):
                    path = self._follow(len(cell.text) - at, index, (index,))
                    if path is not None:
                        return [(cell.start + at, cell.end), *path]
                at = cell.text.find(self.quote[:1], at + 1)
        return None

    def _follow(self, done: int, last: int, column: tuple[int, ...]) -> list[tuple[int, int]] | None:
        """The stretches that give the rest of the quote after the cell `last`; `column` is what was read of its
        column."""
        if done == len(self.quote):
            return []
        self.steps += 1
        if self.steps > _STEPS:
            return None
        done += self.quote[done] == " "
        for index, same_column in self._successors(last, column):
            cell, rest = self.cells[index], self.quote[done:]
            if rest.startswith(cell.text):
                path = self._follow(done + len(cell.text), index, (*column, index) if same_column else (index,))
                if path is not None:
                    return [(cell.start, cell.end), *path]
            elif cell.text.startswith(rest):
                return [(cell.start, cell.start + len(rest))]
        return None

    def _successors(self, last: int, column: tuple[int, ...]) -> Iterator[tuple[int, bool]]:
        """The next cell as stored, the one below, and the head of the next column."""
        below, beside = self._below(last), self._beside(column)
        if last + 1 < len(self.cells):
            yield last + 1, last + 1 == below
        if below is not None and below != last + 1:
            yield below, True
        if beside is not None and beside not in (below, last + 1):
            yield beside, False

    def _below(self, last: int) -> int | None:
        cell = self.cells[last]
        under = [
            index
            for index, other in enumerate(self.cells)
            if 0 < other.middle - cell.middle - 0.5 * cell.height < _FAR_BELOW * cell.height
            and cell.shares_column(other)
        ]
        return min(under, key=lambda index: self.cells[index].middle, default=None)

    def _is_whole_column(self, column: tuple[int, ...]) -> bool:
        """Whether nothing else on the page stands over or under what was read."""
        return all(
            index in column or not any(cell.shares_column(self.cells[one]) for one in column)
            for index, cell in enumerate(self.cells)
        )

    def _beside(self, column: tuple[int, ...]) -> int | None:
        read = [self.cells[index] for index in column]
        top, foot = min(cell.y0 for cell in read), max(cell.y1 for cell in read)
        if self._is_whole_column(column):
            top, foot = float("-inf"), float("inf")
        edge = max(cell.x1 for cell in read)
        right = [index for index, cell in enumerate(self.cells) if cell.x0 >= edge - 1 and top <= cell.middle <= foot]
        if not right:
            return None
        nearest = self.cells[min(right, key=lambda index: self.cells[index].x0)]
        return min(
            (index for index in right if self.cells[index].shares_column(nearest)),
            key=lambda index: self.cells[index].middle,
        )
