"""Beside a sentence it is said that its document is a draft, or dated by now."""

from collections.abc import Sequence
from datetime import date
from types import SimpleNamespace
from typing import cast

import pytest

from sleuth.agents.analyst.notes import statement_notes
from sleuth.agents.analyst.phrases import Phrases
from sleuth.agents.analyst.room import About, Room
from sleuth.answering.verification import Citation, Proven
from sleuth.evidence.source import Span
from sleuth.findings.compared.authority import Witness


def notes(text: str, filename: str, made: date | None, quality: str = "management") -> Sequence[str]:
    room = SimpleNamespace(
        witnesses={1: Witness(1, filename, quality, dated=made)},
        subjects={"Vinga AB": About(3, "2024-12-31")},
        filename=lambda _: filename,
    )
    claim = Proven(text, (Citation(text, 1, filename, 1, (Span(1, 0, 5),)),))
    return [block.text for block in statement_notes(cast("Room", room), [claim], Phrases("en"))]


@pytest.mark.parametrize(
    ("text", "filename", "made", "told"),
    [
        ("The company has 40 stores.", "memo.docx", date(2021, 3, 1), True),
        ("The company has 40 stores.", "memo.docx", date(2024, 9, 1), False),  # of the year of the newest figures
        ("The company had 40 stores in 2021.", "memo.docx", date(2021, 3, 1), False),  # it says so itself
        ("The rent is SEK 2m.", "Lease agreement.docx", date(2019, 3, 1), False),  # it holds
        ("The company has 40 stores.", "memo.docx", None, False),
    ],
)
def test_a_sentence_of_an_old_document_is_said_to_be_dated(
    text: str, filename: str, made: date | None, told: bool
) -> None:
    assert bool(notes(text, filename, made)) is told


def test_a_draft_is_called_one() -> None:
    assert "draft" in notes("The company has 40 stores.", "memo.docx", date(2024, 9, 1), "draft")[0]
