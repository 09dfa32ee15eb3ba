"""Who holds an office today, on a day, and who did before, is told by the days that all documents give."""

from collections.abc import Callable
from pathlib import Path

import pytest

from sleuth.agents.analyst.run import Reply
from sleuth.store.server.database import Database
from tests.agents.analyst.conftest import analyst_of, conversing

PAPERS = {
    "Annual report 2024.md": """# Vik Group plc: annual report 2024

Report for the year ended 31 December 2024, approved on 4 April 2025.

Management: Ida Berg (CEO), Ola Lund (CFO, until 30 November 2024), Jon Moe (CFO, since 13 January 2025).

Colin Peel, managing director of Vik Boats Limited, left the group on 31 March 2025.
""",
    "Annual report 2023.md": """# Vik Group plc: annual report 2023

Report for the year ended 31 December 2023, approved on 9 April 2024.

Management: Ida Berg (CEO), Ola Lund (CFO). Prepared by: Neil Strand, financial controller.
""",
    "Facility agreement, amendment 1.md": """# Amendment No. 1

Dated 12 December 2024 between Vik Group plc and Nairn Bank plc.

Signed for Vik Group plc:

Neil Strand, Interim CFO

Signed for Nairn Bank plc:

Uma Reid, COO
""",
    "Board 2023.md": """# Vik Group plc: the board in 2023

Board: Arne Holm (chair, until 30 June 2024), Nils Aa Deputy chair.
""",
    "Board 2025.md": """# Vik Group plc: the board in 2025

Board: Kari Lie (Independent Chair, from 1 July 2024), Nils Aa Deputy chair.
""",
    "Board minutes.md": """# Minutes of the board of Vik Group plc

Held on 18 June 2025.

Amy Dale is appointed managing director of Vik Boats Limited with effect from 1 July 2025.

Steve Hall leads Retail on an interim basis.
""",
}
Asks = Callable[..., Reply]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two annual reports, an amendment that an interim officer signs, and minutes."""
    made = tmp_path_factory.mktemp("offices")
    for name, text in PAPERS.items():
        (made / name).write_text(text, encoding="utf-8")
    return made


@pytest.fixture
def ask(database: Database, new_project: Callable[..., int], folder: Path) -> Asks:
    """ask(message, …) → the last reply of a conversation over those files, without a model."""
    return conversing(analyst_of(database, new_project("offices"), sorted(folder.iterdir())))


@pytest.mark.parametrize(
    ("question", "holder", "former"),
    [
        ("who is the CFO?", "Jon Moe (CFO, since 13 January 2025)", "Neil Strand"),
        ("who was CFO in December 2024?", "Neil Strand, Interim CFO", "Berg"),
        ("who was CFO in October 2024?", "Ola Lund", "Strand"),
        ("who was group finance director before Jon Moe?", "Neil Strand, Interim CFO", "Peel"),
        ("who runs the boats business today?", "Amy Dale is appointed", "Peel"),
        ("who heads Retail at the moment?", "Steve Hall leads Retail", "Dale"),
        ("who was managing director of Vik Boats before Amy Dale?", "Colin Peel", "Hall"),
        ("Who chaired the board before Kari Lie?", "Arne Holm", "Nils Aa is"),
        ("who chaired the board before Kari Lie and until when", "30 June 2024", "Nils Aa is"),
    ],
)
def test_the_holder_on_the_day_that_is_meant_is_told(ask: Asks, question: str, holder: str, former: str) -> None:
    reply = ask(question)
    assert not reply.refuses
    assert holder in reply.answer
    assert former not in reply.answer


def test_a_follow_up_asks_who_was_before(ask: Asks) -> None:
    assert "Colin Peel" in ask("who runs the boats business today?", "and who was it before?").answer


def test_present_and_former_holder_are_told_of_one_question(ask: Asks) -> None:
    answer = ask("who runs the boats business now and who did before?").answer
    assert "Amy Dale" in answer
    assert "Colin Peel" in answer


@pytest.mark.parametrize(
    "question",
    [
        "who was CFO in March 2019?",
        "who was COO in December 2024?",
        "who was head of Retail before Steve Hall?",
        "Who is the CEO of the landlord?",
        "Who is the CEO reporting to?",
    ],
)
def test_who_is_told_of_by_no_document_is_nobody(ask: Asks, question: str) -> None:
    assert ask(question).refuses


MOVES = {
    "Annual report 2024.md": """# Harle Tiles plc: annual report 2024

Report for the year ended 31 December 2024, approved on 4 April 2025.

Piet Vos joined as CFO on 1 March 2024, succeeding Lien Maas, who became managing director of Glazes.

On 1 June 2024 Engr. Tom Roe succeeded Engr. Una Fell as Plant Director at Lowick.

Mona Quist, Export Director. Bea Lorn, independent director. Dora Finch, Plant Director at Stell.
""",
    "Board minutes.md": """# Minutes of the board of Harle Tiles plc

Held on 18 June 2025.

Ms Quist has resigned and leaves on 30 November 2025.

Mr Axel Jan Rood, now Sales Manager Nordic, is named Export Director from 1 December 2025.

Piet Vos resigns with effect from 31 August 2025.

Ruth Imber is appointed Chief Financial Officer ad interim from 1 September 2025.

Eli Strand is appointed Chief Financial Officer with effect from 10 February 2026.

Ms Lorn leaves on 30 September 2025. Gus Vane is appointed independent director from 1 October 2025.
""",
}


@pytest.fixture
def ask_of_moves(database: Database, new_project: Callable[..., int], tmp_path: Path) -> Asks:
    """ask(message, …) → the last reply of a conversation over papers in which people take over from others."""
    for name, text in MOVES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return conversing(analyst_of(database, new_project("moves"), sorted(tmp_path.iterdir())))


@pytest.mark.parametrize(
    ("question", "told", "not_told"),
    [
        ("who runs the Lowick plant?", "Tom Roe succeeded", "Finch"),
        ("who runs the Glazes business and what did she do before that?", "succeeding Lien Maas", "Rood"),
        ("Who will be CFO if we sign in mid-February 2026?", "Eli Strand", "Imber"),
        ("Who will be CFO when the deal closes in October 2025?", "Ruth Imber", "Strand"),
        ("Who takes over from Mona Quist, and when?", "Axel Jan Rood", "Strand"),
        ("Who replaces Ms Quist?", "30 November 2025", "Strand"),
    ],
)
def test_who_takes_an_office_over_is_told_by_its_days(
    ask_of_moves: Asks, question: str, told: str, not_told: str
) -> None:
    reply = ask_of_moves(question)
    assert not reply.refuses
    assert told in reply.answer
    assert not_told not in reply.answer


@pytest.mark.parametrize(
    "question",
    [
        "who replaces Bea Lorn?",  # a board has several independent directors
        "who replaces Dora Finch?",  # she does not leave
        "who runs the Stell business and what did she do before that?",
    ],
)
def test_nobody_takes_over_where_none_leaves_or_several_hold_the_office(ask_of_moves: Asks, question: str) -> None:
    assert ask_of_moves(question).refuses


PLACES = {
    "Annual report 2024.md": """# Lund Mills plc: annual report 2024

Report for the year ended 31 December 2024, approved on 4 April 2025.

| Role | Name | Notes |
|---|---|---|
| Chief Financial Officer | Ida Rask | Appointed 4 November 2024 |
| Non-executive director | Mona Abel | Chair of the audit committee |

Gus Leding, Finance Director since 2011, left the Board on 31 October 2024.

Chair: Per Stolt.
""",
    "Supply agreement.md": """# Supply Agreement

Dated 3 March 2021 between Lund Mills plc and Tarn Metals GmbH.

Notices to Tarn Metals: Dr. Henning Brauck, managing director of Tarn Metals
""",
    "Board minutes.md": """# Minutes of the board of Lund Mills plc

Held on 18 June 2025.

Hans Corse was appointed chair of the audit committee in place of Mona Abel and remains chair of the pay committee.

Dr. Brauck retired at Christmas.
""",
}


@pytest.fixture
def ask_of_places(database: Database, new_project: Callable[..., int], tmp_path: Path) -> Asks:
    """ask(message, …) → the last reply of a conversation over papers with committees and officers in a table."""
    for name, text in PLACES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return conversing(analyst_of(database, new_project("places"), sorted(tmp_path.iterdir())))


def test_the_chair_of_another_body_is_told_after_that_of_the_board(ask_of_places: Asks) -> None:
    reply = ask_of_places("Who chairs the board?", "and the audit committee?")
    assert not reply.refuses
    assert "Hans Corse was appointed" in reply.answer


def test_when_the_one_before_left_is_told_with_who_it_was(ask_of_places: Asks) -> None:
    reply = ask_of_places("who was the finance chief before Ida Rask and when did he leave the board?")
    assert not reply.refuses
    assert "Gus Leding" in reply.answer
    assert "31 October 2024" in reply.answer


def test_one_who_has_retired_since_an_agreement_is_no_holder_of_today(ask_of_places: Asks) -> None:
    reply = ask_of_places("who runs Tarn Metals now?")
    assert reply.refuses
