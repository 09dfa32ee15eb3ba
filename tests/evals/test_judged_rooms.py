"""Rooms that people judged: an answer told again has its verdict, a new one is counted apart."""

import json
from pathlib import Path

import pytest

from sleuth.config import Settings
from sleuth.errors import UserError
from sleuth.evals.judged_rooms import UNREAD, ask_room, load_rooms, room_figures
from sleuth.store.server.database import Database

_LEASE = """# Lease of the Harbour Depot

between Quay Estates Ltd (the "Landlord") and Brindle Ferries Ltd (the "Tenant")

1. Term. The lease ends on 30 June 2031.

2. Rent. The rent is EUR 48,000 a year.
"""
_QUESTIONS = (
    {"id": "q01", "q": "What is the rent of the Harbour Depot?", "gold": "EUR 48,000 a year", "kind": "contract"},
    {"id": "q02", "q": "When does it end?", "gold": "30 June 2031", "kind": "contract", "follow": True},
    {"id": "q03", "q": "Who audits the company?", "gold": "not in the files", "kind": "unanswerable"},
)


def _room(folder: Path, judged: list[dict[str, str]]) -> Path:
    files = folder / "depot" / "files"
    files.mkdir(parents=True)
    (files / "lease.md").write_text(_LEASE, encoding="utf-8")
    for name, lines in (("questions", _QUESTIONS), ("judged", judged)):
        text = "".join(json.dumps(one) + "\n" for one in lines)
        (folder / "depot" / f"{name}.jsonl").write_text(text, encoding="utf-8")
    return folder


def _asked(folder: Path, database: Database) -> list[dict[str, object]]:
    settings = Settings(home=folder, database_url=database.dsn, background=False)
    return ask_room(database, settings, load_rooms(folder)[0], lambda *_: None)


def test_an_answer_has_the_verdict_that_its_reader_gave_it(tmp_path: Path, database: Database) -> None:
    first = _asked(_room(tmp_path / "before", []), database)
    assert [one["verdict"] for one in first] == [UNREAD, UNREAD, "ok"]
    judged = [{"id": str(one["id"]), "answer": str(one["answer"]), "verdict": "right"} for one in first[:2]]
    judged[1]["answer"] += " or so"  # another answer than the one that is told
    again = _asked(_room(tmp_path / "after", judged), database)
    assert [one["verdict"] for one in again] == ["right", UNREAD, "ok"]


def test_questions_with_and_without_an_answer_are_counted_apart() -> None:
    asked = [
        {"answerable": True, "verdict": "right"},
        {"answerable": True, "verdict": "refused"},
        {"answerable": False, "verdict": "ok"},
    ]
    found = {one.measure: (one.value, one.cases) for one in room_figures("depot", asked)}
    assert found["right"] == (0.5, 2)
    assert found["wrong"] == (0, 2)
    assert found["no answer in the files: none told"] == (1, 1)


def test_without_rooms_the_remedy_is_told(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="from a checkout"):
        load_rooms(tmp_path)


def test_each_verdict_of_the_rooms_is_on_one_of_their_questions() -> None:
    for room in load_rooms():
        known = {question.id for question in room.questions}
        assert len(known) == len(room.questions)
        assert {number for number, _ in room.verdicts} <= known
        assert all(path.stat().st_size for path in room.paths)
