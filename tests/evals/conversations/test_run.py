"""Talks from their set to the figures, with the real pipeline and the real analyst."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sleuth.config import Settings
from sleuth.errors import UserError
from sleuth.evals.conversations.asking import Judged, ask_room
from sleuth.evals.conversations.run import sample, talk_figures, to_read
from sleuth.evals.conversations.talks import Talk, Turn
from sleuth.evals.conversations.verdicts import ALL, RIGHT, WRONG, Answerability, Conflict, Value
from sleuth.evals.run import Wish, run
from sleuth.store.projects import list_projects
from tests.scripted import embeds, serve

if TYPE_CHECKING:
    from sleuth.store.server.database import Database

DOCUMENTS = {
    "document_1.txt": "Harbourville, Ohio is a village. The population of Harbourville was 2,197 at the 2010 census.",
    "document_2.txt": "Harbourville, Kent. The population of Harbourville was 5,000 in 2010.",
}


@pytest.mark.slow
def test_a_room_is_asked_in_a_project_that_is_removed_afterwards(database: "Database") -> None:
    values = Conflict(frozenset({"2,197"}), frozenset({"5,000"}))
    question = Turn("What is the population of Harbourville?", values, ("values disagree",))
    gap = Turn("When was the lighthouse painted?", Answerability("unanswerable"), ("unanswerable",))
    talk = Talk("t", "g", "r", (question, gap, Turn("Thanks")))
    with serve(embeds()) as script:
        settings = Settings(embedding="openai:any", embedding_url=script.url, embedding_key="k", background=False)
        judged = list(ask_room(database, settings, "harbours", DOCUMENTS, [talk], lambda *_: None))
    assert [one.outcome for one in judged] == [ALL, "refused", ""]
    assert {one.answer["conversation"] for one in judged} == {judged[0].answer["conversation"]}
    with database.connection() as connection:
        assert "evaluation: harbours" not in [one.name for one in list_projects(connection)]


def talk(name: str, *kinds: str) -> Talk:
    return Talk(name, name, name, tuple(Turn("?", Value("yes", is_computed=False), (kind,)) for kind in kinds))


def test_the_figures_tell_each_outcome_over_all_turns_and_over_each_kind() -> None:
    one, other = talk("a", "first turn", "second turn"), talk("b", "first turn")
    judged = [
        Judged(one, one.turns[0], 1, RIGHT, {}),
        Judged(one, one.turns[1], 2, WRONG, {}),
        Judged(other, other.turns[0], 1, RIGHT, {}),
    ]
    found = {(f.set, f.measure): (f.value, f.cases) for f in talk_figures("s", judged)}
    assert found["s", RIGHT] == (pytest.approx(2 / 3), 3)
    assert found["s", WRONG] == (pytest.approx(1 / 3), 3)
    assert found["s: first turn", RIGHT] == (1.0, 2)
    assert found["s: second turn", WRONG] == (1.0, 1)
    assert found["s", "conversations with every turn right"] == (0.5, 2)


def test_a_turn_that_only_leads_on_is_read_but_not_counted() -> None:
    leads = Talk("a", "a", "a", (Turn("Hello"),))
    judged = [Judged(leads, leads.turns[0], 1, "", {"answer": "Hello."})]
    assert list(talk_figures("s", judged)) == []
    (row,) = to_read("s", judged)
    assert (row["question"], row["answer"], row["right"], row["outcome"]) == ("Hello", "Hello.", "", "")


def test_the_same_talks_are_asked_on_every_run() -> None:
    talks = [talk(str(number), "first turn") for number in range(20)]
    chosen = sample(iter(talks), 5)
    assert len(chosen) == 5
    assert chosen == sample(reversed(talks), 5)


def test_a_set_that_is_not_there_is_left_out_visibly(tmp_path: Path, database: "Database") -> None:
    with pytest.raises(UserError, match="does not hold mtrag"):
        run(Settings(database_url=database.dsn), Wish(tmp_path, ("mtrag",)), lambda *_: None)
    report = run(Settings(database_url=database.dsn), Wish(tmp_path, ("conversations",)), lambda *_: None)
    assert report.figures == ()
    assert all(key in json.dumps(report.notes) for key in ("convfinqa", "mtrag", "ramdocs"))
