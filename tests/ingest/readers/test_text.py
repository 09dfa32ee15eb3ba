"""Text, Markdown and CSV: the characters as they stand, and where they stand."""

import pytest

from sleuth.errors import SourceError
from sleuth.evidence.source import PageSource, Source
from sleuth.ingest.readers import csv_, markdown, text
from sleuth.ingest.readers.csv_ import find_delimiter
from sleuth.ingest.readers.limits import Limits

LEASE = """# Lease
Of 1 May 2021.

## 1 Rent
The rent is **EUR 4,200**.

| Item | 2023 | 2024 |
|------|------|------|
| Rent | 10   | 20   |

## 2 Term
### 2.1 Renewal
Five years.
"""


def lease() -> Source:
    return markdown.read(LEASE.encode(), "lease.md", Limits())


def test_text_is_one_page() -> None:
    source = text.read("Hej.\r\nÅr 2024.".encode(), "a.txt", Limits())
    assert source.page_source is PageSource.WHOLE
    assert [page.text for page in source.pages] == ["Hej.\nÅr 2024."]


def test_form_feeds_make_pages() -> None:
    source = text.read(b"one\n\ftwo\n\f", "a.txt", Limits())
    assert source.page_source is PageSource.RENDERED
    assert [(page.label, page.text.strip()) for page in source.pages] == [("p.1", "one"), ("p.2", "two")]


def test_a_very_long_text_is_cut_before_lines_and_loses_nothing() -> None:
    whole = "".join(f"line {number} of the text\n" for number in range(120_000))
    source = text.read(whole.encode(), "a.txt", Limits())
    assert len(source.pages) > 1
    assert "\n".join(page.text for page in source.pages) == whole.rstrip("\n")
    first_line = source.pages[1].text.split("\n")[0]
    assert source.pages[1].label == f"from line {int(first_line.split()[1]) + 1:,}"


def test_more_pages_than_the_limit_are_refused() -> None:
    with pytest.raises(SourceError, match=r"a\.txt: 3 pages, more than the limit of 2"):
        text.read(b"1\f2\f3", "a.txt", Limits(pages=2))


def test_markdown_has_a_page_for_each_of_the_outermost_sections() -> None:
    source = lease()
    assert source.page_source is PageSource.SECTION
    assert [page.label for page in source.pages] == ["opening", "§ 1", "§ 2"]
    assert source.title == "Lease"


def test_the_pages_of_markdown_joined_are_the_file() -> None:
    assert "\n".join(page.text for page in lease().pages) == LEASE.rstrip("\n")


def test_a_passage_of_markdown_knows_its_path_of_headings() -> None:
    page = lease().pages[2]
    at = page.text.index("Five years")
    paths = [anchor.address for anchor in page.anchors if anchor.start <= at < anchor.end]
    assert paths[-1] == "Lease > 2 Term > 2.1 Renewal"


def test_a_table_of_markdown_points_into_the_text() -> None:
    page = lease().pages[1]
    (table,) = page.tables
    values = {(cell.row, cell.column): page.text[cell.start : cell.end] for cell in table.cells()}
    assert values[1, 2] == "20"
    assert table.column_paths[2] == ("2024",)
    assert table.row_paths[1] == ("Rent",)


def test_a_hash_in_code_is_no_heading() -> None:
    source = markdown.read(b"# A\n```\n# not a heading\n```\n# B\nb\n", "a.md", Limits())
    assert [page.label for page in source.pages] == ["A", "B"]


def test_markdown_without_two_sections_is_one_page() -> None:
    assert markdown.read(b"# Lease\nThe rent is 12.\n", "a.md", Limits()).page_source is PageSource.WHOLE


@pytest.mark.parametrize(
    ("content", "delimiter"),
    [
        ("a,b,c\n1,2,3\n", ","),
        ("namn;värde\nVäxjö;1,5\nÅre;2,5\n", ";"),
        ("a\tb\n1,5\t2,5\n", "\t"),
        ("a|b\nx, y|2\n", "|"),
        ('name,note\nA,"one; two; three"\nB,"four; five"\n', ","),
        ("one column\nonly\n", ","),
    ],
)
def test_the_delimiter_is_found_in_the_file(content: str, delimiter: str) -> None:
    assert find_delimiter(content) == delimiter


def test_a_cell_of_a_csv_file_has_the_address_a_spreadsheet_gives_it() -> None:
    page = csv_.read(b"item,2023,2024\nRent,10,20\n", "costs.csv", Limits()).pages[0]
    addresses = {anchor.address: page.text[anchor.start : anchor.end] for anchor in page.anchors}
    assert addresses["C2"] == "20"
    assert page.label == "costs"
