"""Presentations: every slide a page."""

import io
from collections.abc import Callable
from datetime import datetime

import pytest
from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.presentation import Presentation as Deck
from pptx.util import Inches

from sleuth.errors import SourceError
from sleuth.evidence.source import PageSource, Source
from sleuth.ingest.readers.limits import Limits
from sleuth.ingest.readers.pptx import read

PLACE = (Inches(1), Inches(2), Inches(6), Inches(3))


def deck(fill: Callable[[Deck], None]) -> Source:
    built = Presentation()
    fill(built)
    stream = io.BytesIO()
    built.save(stream)
    return read(stream.getvalue(), "a.pptx", Limits())


def test_a_slide_is_a_page_with_its_title_first_and_its_notes_last() -> None:
    def fill(built: Deck) -> None:
        slide = built.slides.add_slide(built.slide_layouts[1])
        slide.placeholders[1].text = "First\nSecond"
        slide.shapes.title.text = "Risks"
        slide.notes_slide.notes_text_frame.text = "Say this."

    source = deck(fill)
    assert source.page_source is PageSource.SLIDE
    assert source.pages[0].label == "slide 1"
    assert source.pages[0].text == "Risks\nFirst\nSecond\nNotes:\nSay this."


def test_a_group_is_read_shape_by_shape() -> None:
    def fill(built: Deck) -> None:
        group = built.slides.add_slide(built.slide_layouts[6]).shapes.add_group_shape()
        for text in ("one", "two"):
            group.shapes.add_textbox(*PLACE).text_frame.text = text

    assert deck(fill).pages[0].text == "one\ntwo"


def test_a_table_keeps_its_headers() -> None:
    def fill(built: Deck) -> None:
        table = built.slides.add_slide(built.slide_layouts[6]).shapes.add_table(2, 2, *PLACE).table
        for place, text in enumerate(("EUR k", "2024", "Sales", "53,500")):
            table.cell(place // 2, place % 2).text = text

    (table,) = deck(fill).pages[0].tables
    assert table.column_paths[1] == ("2024",)
    assert table.row_paths == {1: ("Sales",)}


def test_the_data_of_a_chart_is_a_table() -> None:
    def fill(built: Deck) -> None:
        data = CategoryChartData()
        data.categories = ["Q1", "Q2"]
        data.add_series("Sales", (10.5, 20))
        data.add_series("Costs", (7, 8))
        slide = built.slides.add_slide(built.slide_layouts[6])
        slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *PLACE, data)

    page = deck(fill).pages[0]
    assert page.text == "Sales\tCosts\nQ1\t10.5\t7\nQ2\t20\t8"
    assert page.tables[0].row_paths == {1: ("Q1",), 2: ("Q2",)}
    assert page.tables[0].column_paths == {1: ("Sales",), 2: ("Costs",)}


def test_a_slide_without_text_is_a_problem() -> None:
    def fill(built: Deck) -> None:
        built.slides.add_slide(built.slide_layouts[6])
        built.slides.add_slide(built.slide_layouts[5]).shapes.title.text = "Words"

    assert [problem.page for problem in deck(fill).problems] == [1]


def test_a_presentation_without_any_text_is_refused() -> None:
    with pytest.raises(SourceError, match=r"^a\.pptx: no slide holds text"):
        deck(lambda built: built.slides.add_slide(built.slide_layouts[6]))


def test_the_file_states_when_and_by_whom_it_was_made() -> None:
    def fill(built: Deck) -> None:
        built.slides.add_slide(built.slide_layouts[5]).shapes.title.text = "Update"
        built.core_properties.author, built.core_properties.created = "J. Berg", datetime(2024, 9, 2, 8, 30)

    metadata = deck(fill).metadata
    assert (metadata["author"], metadata["created"]) == ("J. Berg", "2024-09-02T08:30:00Z")


def test_what_the_template_of_a_program_left_there_is_not_taken_for_it() -> None:
    def fill(built: Deck) -> None:
        built.slides.add_slide(built.slide_layouts[5]).shapes.title.text = "Update"

    assert not {"author", "created", "modified"} & deck(fill).metadata.keys()
