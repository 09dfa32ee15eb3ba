"""Which numbers of a page stand in columns."""

from array import array

from sleuth.evidence.source import Words
from sleuth.ingest.readers.tables import recognise

_HEIGHT, _LETTER = 10.0, 5.0  # points


def page_of(lines: list[list[tuple[float, str]]]) -> tuple[str, Words]:
    """A page whose lines hold texts that begin at given places."""
    text, spans, boxes = "", array("I"), array("f")
    for number, line in enumerate(lines):
        y = 20.0 + 1.3 * _HEIGHT * number
        for x, phrase in line:
            for word in phrase.split():
                spans.extend((len(text), len(text) + len(word)))
                boxes.extend((x, y, x + _LETTER * len(word), y + _HEIGHT))
                text += f"{word} "
                x += _LETTER * (len(word) + 0.5)
        text = f"{text.rstrip()}\n"
    return text, Words(spans, boxes, array("I", range(len(spans) // 2)))


def test_a_number_on_the_last_line_of_a_label_makes_no_column() -> None:
    lines = [
        [(380, "2023"), (480, "2022")],
        [(40, "Assets")],
        [(40, "Cash and equivalents"), (380, "$ 7,146"), (480, "$ 4,749")],
        [(40, "Receivables, net"), (380, "12,980"), (480, "12,672")],
        [(40, "Retained earnings"), (380, "53,900"), (480, "51,609")],
        [(40, "Class B common stock, issued and outstanding,")],
        [(48, "9,444,375"), (380, "50"), (480, "51")],
        [(40, "Total equity"), (380, "84,679"), (480, "81,627")],
    ]
    (table,) = recognise(*page_of(lines))
    assert table.column_paths == {1: ("2023",), 2: ("2022",)}
