"""Whether a list of contracts is right: the entries that a message names are held against their contracts."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from sleuth.agents.analyst.behaviours.register import asks_of_register
from sleuth.agents.analyst.run import Reply
from sleuth.store.server.database import Database
from tests.agents.analyst.conftest import analyst_of
from tests.answering.test_contract_registers import AMENDMENT, ORVIK, REGISTER, TARN
from tests.records import book_of

Asks = Callable[..., Reply]


@pytest.fixture
def room(database: Database, new_project: Callable[..., int], tmp_path: Path) -> Asks:
    """room(message, conversation) → the reply over a register and two of its contracts."""
    (tmp_path / "Contract_register.xlsx").write_bytes(book_of({"Register": REGISTER}))
    for name, text in (("Supply_Orvik", ORVIK), ("Orvik_Amendment_1", AMENDMENT), ("Tarn_frame", TARN)):
        (tmp_path / f"{name}.md").write_text(text, encoding="utf-8")
    analyst = analyst_of(database, new_project("register"), sorted(tmp_path.iterdir()))
    return lambda message, conversation=None: asyncio.run(analyst.ask(message, conversation))


@pytest.mark.parametrize(
    "message",
    [
        "is the contract register right on Orvik?",
        "Orvik: register vs contract",
        "what does the register get wrong on Orvik",
    ],
)
def test_an_entry_is_told_beside_the_contract_as_it_stands(room: Asks, message: str) -> None:
    reply = room(message)

    lead, row, *rest = reply.answer.splitlines()[0], *reply.answer.splitlines()[2:]
    assert "otherwise in Expiry, Payment days and Change of control" in lead
    assert "the same in Notice" in lead
    assert "31/05/2025" in row
    assert any("31 May 2030" in one and "Orvik_Amendment_1.md" in one for one in rest)
    assert "Tarn" not in reply.answer


def test_only_the_terms_that_are_named_are_told(room: Asks) -> None:
    reply = room("is the notice in the register for Orvik right?")

    assert "the same in Notice" in reply.answer
    assert "Expiry" not in reply.answer


@pytest.mark.parametrize(
    "message",
    [
        "The contracts register shows Orvik ending May 2025. Is that correct?",
        "is the contract register right that Orvik expires on 31 May 2025?",
    ],
)
def test_what_a_message_says_that_the_register_states_names_no_other_entry(room: Asks, message: str) -> None:
    reply = room(message)

    assert "otherwise in Expiry" in reply.answer
    assert "31 May 2030" in reply.answer
    assert "Payment days" not in reply.answer


def test_a_value_of_an_entry_that_is_not_named_is_held_against_none(room: Asks) -> None:
    assert "held against the contract" not in room("the contract register shows one ending May 2025, correct?").answer


def test_any_others_are_those_that_were_not_told_yet(room: Asks) -> None:
    first = room("is the contract register right on Orvik?")

    reply = room("any other entries that are wrong?", first.conversation)

    assert reply.answer.startswith("Tarn Dairies plc")


@pytest.mark.parametrize(
    "message",
    [
        "is the register right on Sund Bakeries?",
        "Orvik: annual fee, register vs contract",
        "current rent at Orvik? register right?",
    ],
)
def test_what_no_contract_here_states_is_not_answered_by_other_entries(room: Asks, message: str) -> None:
    assert "held against the contract" not in room(message).answer


@pytest.mark.parametrize(
    ("message", "is_one"),
    [
        ("Check the contracts register against the lease", True),
        ("any errors in the list of contracts?", True),
        ("which contracts are in the register?", False),
        ("is the forecast right?", False),
    ],
)
def test_a_question_on_a_register_asks_for_its_errors(message: str, is_one: bool) -> None:
    assert asks_of_register(message) is is_one
