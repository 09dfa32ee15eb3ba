"""HTML: what a browser would show."""

import pytest

from sleuth.errors import SourceError
from sleuth.evidence.source import Page, Source
from sleuth.ingest.readers.html import read
from sleuth.ingest.readers.limits import Limits


def html(body: str) -> Source:
    return read(f"<html><body>{body}</body></html>".encode(), "a.html", Limits())


def page(body: str) -> Page:
    (only,) = html(body).pages
    return only


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("<p>One</p><p>Two</p>", "One\nTwo"),
        ("<p>One <b>bold</b>,\n  word.</p>", "One bold, word."),
        ("one<br>two", "one\ntwo"),
        ("<ul><li>One</li><li>Two</li></ul>", "One\nTwo"),
        ("a&nbsp;b &amp; c", "a\xa0b & c"),
        ("<pre>a\n  b</pre>", "a\n  b"),
        ("<p>seen<span style='display: none'>hidden</span></p>", "seen"),
        ("<p>seen</p><div hidden>hidden</div>after", "seen\nafter"),
        ("<p>seen<script>var hidden</script><style>p{}</style></p>", "seen"),
        ("<p>seen</p><!-- hidden -->", "seen"),
        ("<p>unclosed <b>tags", "unclosed tags"),
    ],
)
def test_text_is_what_a_browser_would_show(body: str, text: str) -> None:
    assert page(body).text == text


def test_headings_make_sections_with_paths() -> None:
    source = html("<h1>Report</h1><h2>1 Fees</h2><p>Twelve.</p><h2>2 Terms</h2><h3>2.1 Notice</h3><p>Six months.</p>")
    assert [found.label for found in source.pages] == ["§ 1", "§ 2"]
    assert source.pages[1].anchors[-1].address == "Report > 2 Terms > 2.1 Notice"


def test_spanning_headers_reach_their_columns() -> None:
    (table,) = page(
        "<table><tr><th rowspan=2>Item</th><th colspan=2>FY</th></tr><tr><th>2023</th><th>2024</th></tr>"
        "<tr><td>Rent</td><td>10</td><td>20</td></tr></table>"
    ).tables
    assert table.column_paths == {0: ("Item",), 1: ("FY", "2023"), 2: ("FY", "2024")}
    assert table.row_paths == {2: ("Rent",)}


def test_a_spanning_header_with_a_day_in_it_reaches_its_columns() -> None:
    (table,) = page(
        "<table><tr><td></td><td colspan=6>Six months ended June 30,</td></tr>"
        "<tr><td></td><td colspan=3>2023</td><td colspan=3>2022</td></tr>"
        "<tr><td>Revenue</td><td>$</td><td>5</td><td></td><td>$</td><td>4</td><td></td></tr></table>"
    ).tables
    paths = table.column_paths
    assert paths[1] == ("Six months ended June 30,", "2023")
    assert paths[4] == ("Six months ended June 30,", "2022")


def test_a_currency_sign_in_a_cell_of_its_own_joins_its_number() -> None:
    found = page(
        "<table><tr><td></td><td colspan=2>2023</td></tr><tr><td>Sales</td><td>$</td><td>119</td></tr>"
        "<tr><td>Loss</td><td>(12</td><td>)</td></tr></table>"
    )
    assert found.text == "2023\nSales\t$119\nLoss\t(12)"


def test_a_table_that_only_lays_out_the_page_is_no_table() -> None:
    found = page(
        "<table><tr><td><table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table></td></tr></table>"
    )
    assert len(found.tables) == 1
    assert found.text == "A\tB\n1\t2"


def test_the_encoding_the_page_declares_is_used() -> None:
    source = read("<html><meta charset='iso-8859-1'><p>Växjö</p></html>".encode("latin-1"), "a.html", Limits())
    assert source.pages[0].text == "Växjö"


def test_a_page_that_shows_nothing_is_refused() -> None:
    with pytest.raises(SourceError, match=r"^a\.html: the page shows no text.*Save it as PDF"):
        html("<script>document.write('x')</script>")


def test_signs_alone_in_their_header_cells_are_headers_of_their_own() -> None:
    found = page(
        "<p>Revenue by product</p><p>(in millions)</p><table>"
        "<tr><td></td><td>2023</td><td>$</td><td>%</td></tr>"
        "<tr><td>Chips</td><td>$</td><td>12</td><td>4</td><td>%</td></tr>"
        "<tr><td>Boards</td><td>$</td><td>15</td><td>3</td><td>%</td></tr></table>"
    )
    (table,) = found.tables
    texts = [found.text[cell.start : cell.end] for cell in table.cells()]
    assert texts[1:3] == ["$", "%"]
    assert "$12" in texts
    assert "4%" in texts
    assert table.caption == "Revenue by product\n(in millions)"
