"""Pages as Markdown."""

from markdown_it import MarkdownIt

from sleuth.agents.analyst.page.markdown import write_markdown
from sleuth.agents.analyst.page.model import Cell, Page, Paragraph, Section, Sentence, Source, Table

ROW = Source(1, "Q3 report (final).pdf", "p.12", 12, "Revenue 12.4")


def written(*blocks: Paragraph | Table) -> str:
    return write_markdown(Page("Acme", "today", (Section("one", "One", blocks),)), "acme sources")


def test_sources_are_footnotes_of_their_section_that_open_the_place() -> None:
    text = written(Paragraph((Sentence("It grew.", (ROW,)), Sentence("Again.", (ROW,)))))
    assert "It grew.[^one-1] Again.[^one-1]" in text
    link = "[Q3 report (final).pdf, p.12](<acme%20sources/Q3%20report%20%28final%29.pdf#page=12>)"
    assert f"[^one-1]: {link}: “Revenue 12.4”" in text


def test_a_table_has_its_figures_flush_right() -> None:
    table = Table("EUR million", ("", "FY2024"), ((Cell("Revenue"), Cell("12.4", (ROW,), True)),), "a remark")
    assert "|  | FY2024 |\n| --- | ---: |\n| Revenue | 12.4[^one-1] |\n\n*a remark*" in written(table)


def test_text_of_a_document_makes_no_markup_of_its_own() -> None:
    said = "# Not <b>a</b> | heading [x](http://evil.example) *at* all_of it"
    html = MarkdownIt().enable("table").render(written(Paragraph((Sentence(said),))))
    assert "<b>" not in html
    assert "href" not in html
    assert "<em>" not in html
    assert html.count("<h1>") == 1
    assert "all_of" in html
