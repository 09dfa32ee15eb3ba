"""What is paid today is told as it was set last, by whichever paper sets it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from sleuth.agents.analyst.run import Reply
from sleuth.store.server.database import Database
from tests.agents.analyst.conftest import analyst_of, conversing
from tests.records import book_of

PAPERS = {
    "Lease Harbour Works.md": """# Lease of Harbour Works

Dated 11 November 2016 between Lorn Estates Limited (the “Landlord”) and Vik Nets Limited (the “Tenant”).

The initial rent is £286,000 a year.

## Memorandum of rent review

The rent under the lease of Harbour Works with effect from 11 November 2021 is £318,500 a year.
""",
    "Service agreement CEO.md": """# Service agreement

Dated 1 May 2022 between Vik Nets Limited and Ida Berg, Chief Executive Officer.

4.1 Basic salary: £215,000 a year, reviewed on 1 July each year.
""",
    "Board minutes.md": """# Minutes of the board of Vik Nets Limited

Held on 23 September 2025. Present: Ida Berg (CEO), Jon Moe (CFO).

IT WAS RESOLVED to raise the Chief Executive's basic salary to £228,000 with effect from 1 July 2025.

The fixed salary of Mr Moe is raised to £190,000 as of 1 January 2025.

The rent of the Buckie hall was discussed.
""",
}
SCHEDULE = (
    ("Warehouse Leith: rent schedule", "", ""),
    (),
    ("From", "To", "Annual rent GBP"),
    ("2019-01-01", "2021-12-31", 80_000),
    ("2022-01-01", "2030-12-31", 92_500),
    ("2031-01-01", "2033-12-31", 99_000),
)
RECORD = (
    ("Quay Oban: rent record", "", ""),
    (),
    ("From", "Coefficient", "Yearly rent GBP"),
    ("1 April 2023", "-", 41_000),
    ("1 April 2025", "1.0216", 43_500),
    ("1 April 2026 (notified 2 March 2026)", "1.0304", 44_800),
)
Asks = Callable[..., Reply]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lease with its review, a service agreement, minutes, and a schedule of rents."""
    made = tmp_path_factory.mktemp("in_force")
    for name, text in PAPERS.items():
        (made / name).write_text(text, encoding="utf-8")
    (made / "Leith schedule.xlsx").write_bytes(book_of({"Rent": SCHEDULE}))
    (made / "Oban record.xlsx").write_bytes(book_of({"Rent": RECORD}))
    return made


@pytest.fixture
def ask(database: Database, new_project: Callable[..., int], folder: Path) -> Asks:
    """ask(message) → the reply over those files, without a model."""
    return conversing(analyst_of(database, new_project("in_force"), sorted(folder.iterdir())))


@pytest.mark.parametrize(
    ("question", "now", "before"),
    [
        ("current rent at Harbour Works", "318,500", "286,000"),
        ("passing rent for Harbour Works", "318,500", "286,000"),
        ("What is the CEO's basic salary now?", "228,000", "215,000"),
        ("CFO salary currently?", "190,000", "228,000"),
        ("annual rent of the Leith warehouse today?", "92500", "80000"),
        ("annual rent of the Leith warehouse in March 2020?", "80000", "92500"),
        ("yearly rent of the Oban quay in March 2026?", "43500", "44800"),
        ("What was the CEO's basic salary in March 2026?", "228,000", "215,000"),
    ],
)
def test_the_amount_that_was_set_last_is_told(ask: Asks, question: str, now: str, before: str) -> None:
    reply = ask(question)
    assert not reply.refuses
    assert now in reply.answer
    assert before not in reply.answer


def test_beside_the_amount_only_its_days_are_told(ask: Asks) -> None:
    assert "1.0216" not in ask("yearly rent of the Oban quay in March 2026?").answer


@pytest.mark.parametrize(
    "question",
    [
        "what is the rent of the Buckie hall now?",
        "what salary does the COO get now?",
        "what was the rent at Harbour Works in March 2015?",
    ],
)
def test_what_no_paper_sets_is_not_told_by_another(ask: Asks, question: str) -> None:
    assert ask(question).refuses
