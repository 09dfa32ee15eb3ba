"""What is true and answers nothing that was asked is not told."""

from collections.abc import Callable
from pathlib import Path

import pytest

from sleuth.agents.analyst.answer import Answer, Block
from sleuth.agents.analyst.behaviours.unasked import only_heads_or_asks
from sleuth.store.server.database import Database
from tests.agents.analyst.conftest import asking

REPORT = """# Halden plc – Annual report 2024

Year ended 31 December 2024. EUR thousand.

Segments

External revenue, EUR thousand

| | 2024 | 2023 |
|---|---|---|
| Kilns | 45,110 | 42,260 |
| Tours | 18,245 | 14,127 |
| Group | 63,355 | 56,387 |

Segment EBITDA, EUR thousand

| | 2024 |
|---|---|
| Kilns | 9,925 |
| Tours | 2,086 |
"""


@pytest.mark.parametrize(
    "text", ["11 Assignment and change of control", "And is the fleet 318 or 304 at June?", "7.2 Rent"]
)
def test_a_heading_and_a_question_tell_nothing(text: str) -> None:
    assert only_heads_or_asks(Answer((Block("line", text, (), "verbatim"),)))


@pytest.mark.parametrize(
    "text", ["11 clinics were closed in 2024.", "Jens Holm, Chief Executive", "7.2 The rent is 300."]
)
def test_a_sentence_a_count_and_a_name_do(text: str) -> None:
    assert not only_heads_or_asks(Answer((Block("line", text, (), "verbatim"),)))


def test_the_revenue_of_a_segment_is_not_told_for_its_ebitda(
    database: Database, new_project: Callable[..., int], tmp_path: Path
) -> None:
    ask = asking(database, new_project("unasked"), tmp_path, {"Annual_Report_2024.md": REPORT})

    reply = ask("Tours EBITDA in 2023?")
    assert reply.refuses or "14,127" not in reply.pieces[0]
    assert "2,086" in ask("Tours EBITDA in 2024?").answer


MEMORANDUM = """# Information memorandum

No customer accounts for more than 15% of the revenue of Halden plc.
"""
REGISTER = """# Contracts register

The lease of Kilnside 14 ends on 31 May 2027.
"""


@pytest.mark.parametrize(
    "question",
    [
        "The IM says no customer accounts for more than 15% of revenue. Is that true?",
        "when does the lease of Kilnside 14 end? the register says May 2027",
    ],
)
def test_what_a_paper_says_is_not_proven_by_that_paper(
    database: Database, new_project: Callable[..., int], tmp_path: Path, question: str
) -> None:
    papers = {"Information_memorandum.md": MEMORANDUM, "Contracts_register.md": REGISTER, "Report.md": REPORT}

    assert asking(database, new_project("claims"), tmp_path, papers)(question).refuses
