"""A memo's file over several runs, with a person who edits it in between."""

import io
import zipfile

import docx
import pytest

from sleuth.agents.analyst.memo.writing import Written, write_memo
from sleuth.agents.analyst.page.model import Cell, Page, Paragraph, Section, Sentence, Source, Table
from sleuth.errors import UserError

NAMES = ("memo.docx", "memo.md")


def source(page: int = 1) -> Source:
    return Source(7, "report.pdf", f"p.{page}", page, f"the words on page {page}")


def section(key: str, *sentences: str) -> Section:
    return Section(key, key.title(), (Paragraph(tuple(Sentence(text, (source(),)) for text in sentences)),))


def page(*sections: Section) -> Page:
    return Page("Acme: company profile", "Drafted from 1 document.", sections)


def write(name: str, made: Page, existing: bytes | None = None) -> Written:
    return write_memo(made, name, existing, "memo sources")


def edited(name: str, data: bytes, old: str, new: str) -> bytes:
    """What a person makes of a file: in Word as python-docx writes it, of Markdown as text."""
    if name.endswith(".md"):
        assert old in data.decode()
        return data.decode().replace(old, new).encode()
    document = docx.Document(io.BytesIO(data))
    runs = [run for paragraph in document.paragraphs for run in paragraph.runs if old in run.text]
    assert runs
    for run in runs:
        run.text = run.text.replace(old, new)
    saved = io.BytesIO()
    document.save(saved)
    return saved.getvalue()


def shown(name: str, data: bytes) -> str:
    if name.endswith(".md"):
        return data.decode()
    return "\n".join(paragraph.text for paragraph in docx.Document(io.BytesIO(data)).paragraphs)


def comments(name: str, data: bytes) -> str:
    if name.endswith(".md"):
        return data.decode().partition("<!-- sleuth:draft")[2]
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.read("word/comments.xml").decode()


FIRST = page(section("business", "It sells winches."), section("customers", "Orvik is the largest."))


@pytest.mark.parametrize("name", NAMES)
class TestAgain:
    def test_what_nobody_edited_says_what_was_drafted_last(self, name: str) -> None:
        again = write(name, page(section("business", "It sells cranes.")), write(name, FIRST).data)
        assert "cranes" in shown(name, again.data)
        assert "winches" not in shown(name, again.data)
        assert (again.kept, again.offered) == ((), ())

    def test_an_edited_section_stays_and_the_fresh_draft_stands_in_a_comment(self, name: str) -> None:
        mine = edited(name, write(name, FIRST).data, "Orvik is the largest", "Orvik will renew")
        fresh = page(section("business", "It sells cranes."), section("customers", "Nordsjö is the largest."))
        again = write(name, fresh, mine)
        assert (again.kept, again.offered) == (("Customers",), ("Customers",))
        assert "Orvik will renew" in shown(name, again.data)
        assert "cranes" in shown(name, again.data)
        assert "Nordsjö is the largest. [report.pdf, p.1]" in comments(name, again.data)

    def test_no_comment_where_the_draft_is_the_one_that_was_edited(self, name: str) -> None:
        mine = edited(name, write(name, FIRST).data, "Orvik is the largest", "Orvik will renew")
        again = write(name, FIRST, mine)
        assert (again.kept, again.offered) == (("Customers",), ())
        assert "Sleuth" not in comments(name, again.data)

    def test_an_edit_stays_over_many_runs_with_one_comment(self, name: str) -> None:
        data = edited(name, write(name, FIRST).data, "Orvik is the largest", "Orvik will renew")
        for customer in ("Nordsjö", "Tallinn", "Kystverket"):
            data = write(name, page(section("customers", f"{customer} is the largest.")), data).data
        assert "Orvik will renew" in shown(name, data)
        assert "Kystverket is the largest" in comments(name, data)
        assert "Tallinn" not in comments(name, data)

    def test_a_new_section_stands_where_the_outline_has_it(self, name: str) -> None:
        wider = page(FIRST.sections[0], section("market", "It is small."), FIRST.sections[1])
        said = shown(name, write(name, wider, write(name, FIRST).data).data)
        assert said.index("winches") < said.index("It is small") < said.index("Orvik")

    def test_a_section_that_the_outline_dropped_goes_unless_it_was_edited(self, name: str) -> None:
        mine = edited(name, write(name, FIRST).data, "Orvik is the largest", "Orvik will renew")
        said = shown(name, write(name, page(section("market", "It is small.")), mine).data)
        assert "winches" not in said
        assert "Orvik will renew" in said

    def test_writing_the_same_again_changes_nothing(self, name: str) -> None:
        once = write(name, FIRST).data
        assert shown(name, write(name, FIRST, once).data) == shown(name, once)

    def test_a_file_that_is_no_memo_of_ours_is_refused(self, name: str) -> None:
        other = io.BytesIO()
        docx.Document().save(other)
        with pytest.raises(UserError, match="is no memo of ours"):
            write(name, FIRST, other.getvalue() if name.endswith(".docx") else b"# Mine\n")
        with pytest.raises(UserError, match="is no"):
            write(name, FIRST, b"\xff\xfe\x00 neither")


def test_a_section_that_a_person_took_out_stays_out() -> None:
    text = write("memo.md", FIRST).data.decode()
    start, end = text.index("<!-- sleuth:section customers"), text.index("<!-- sleuth:drafts")
    again = write("memo.md", FIRST, (text[:start] + text[end:]).encode())
    assert again.left_out == ("Customers",)
    assert "Orvik" not in again.data.decode()


def test_a_table_that_a_person_edited_in_word_stays() -> None:
    cells = (Cell("Revenue"), Cell("12.4", (source(),), True))
    table = Section("figures", "Figures", (Table("EUR million", ("", "FY2024"), (cells,)),))
    document = docx.Document(io.BytesIO(write("memo.docx", page(table)).data))
    document.tables[0].rows[1].cells[1].paragraphs[0].runs[0].text = "11.9"
    saved = io.BytesIO()
    document.save(saved)
    again = write("memo.docx", page(table), saved.getvalue())
    assert again.kept == ("Figures",)
    assert docx.Document(io.BytesIO(again.data)).tables[0].rows[1].cells[1].text == "11.9"


def test_footnotes_of_what_went_go_and_those_of_what_stays_stay() -> None:
    first = Section("a", "A", (Paragraph((Sentence("One.", (source(1),)),)),))
    second = Section("b", "B", (Paragraph((Sentence("Two.", (source(2),)),)),))
    data = write("memo.docx", page(first, second)).data
    for _ in range(3):
        data = write("memo.docx", page(first, second), data).data
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        notes = archive.read("word/footnotes.xml").decode()
    assert notes.count("the words on page 1") == notes.count("the words on page 2") == 1
