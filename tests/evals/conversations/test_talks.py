"""How the sets become documents and messages."""

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from sleuth.evals.conversations.talks import (
    TALK_SETS,
    convfinqa_files,
    convfinqa_talks,
    mtrag_files,
    mtrag_talks,
    page_of,
    ramdocs_files,
    ramdocs_talks,
    untokenised,
)
from sleuth.evals.conversations.verdicts import Answerability, Conflict, Value


def write(data: Path, name: str, *rows: dict[str, Any]) -> None:
    path = data / "redistributable" / name
    path.parent.mkdir(parents=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


PAGE = {
    "pre_text": "rent was $ 80 million in 2007 . citi 2019s plan is 201cfiled 201d ; see note 2 .",
    "post_text": "berths ( 3 ) are let .",
    "table": {"2007": {"dividends paid": 1279.0, "berths": 2014.0}, "2006": {"dividends paid": 1180.5}},
}


def test_a_page_is_its_text_and_a_table_with_a_row_for_each_label() -> None:
    page = page_of("HBR 2007", PAGE)
    assert "<p>Rent was $80 million in 2007.</p><p>Citi’s plan is “filed”.</p><p>See note 2.</p><table>" in page
    assert "<tr><th></th><th>2007</th><th>2006</th></tr>" in page
    assert "<tr><td>dividends paid</td><td>1,279</td><td>1,180.5</td></tr>" in page
    assert "<tr><td>berths</td><td>—</td><td>—</td></tr>" in page  # a dash that the set's cleaning made 2014
    assert "</table><p>Berths (3) are let.</p>" in page


def test_what_a_page_says_is_no_markup() -> None:
    assert "<b>" not in page_of("<b>", {**PAGE, "pre_text": "<b>R&D</b>"})


def test_tokens_are_joined_as_they_were_printed() -> None:
    assert untokenised("cash , ( $ 5.0 ) or 3 % ; next .") == "cash, ($5.0) or 3%; next."


def test_a_conversation_over_figures_is_asked_of_its_page_turn_by_turn(tmp_path: Path) -> None:
    dialogue = {
        "conv_questions": ["what were dividends in 2007?", "and the change?", "did it rise?"],
        "executed_answers": [1279.0, 98.5, "yes"],
        "turn_program": ["1279", "subtract(1279, 1180.5)", "greater(1279, 1180.5)"],
    }
    write(
        tmp_path,
        "convfinqa/conversations.jsonl",
        {"id": "Single_HBR/2007/page_3.pdf-1", "doc": PAGE, "dialogue": dialogue},
        {"id": "Double_HBR/2007/page_3.pdf", "doc": PAGE, "dialogue": dialogue},
    )
    first, second = convfinqa_talks(tmp_path)
    assert first.room == second.room == "HBR_2007_page_3"
    assert [turn.judge for turn in first.turns] == [
        Value(Decimal("1279.0"), is_computed=False),
        Value(Decimal("98.5"), is_computed=True),
        Value("yes", is_computed=True),
    ]
    assert [turn.groups for turn in first.turns] == [
        ("first turn", "looked up"),
        ("second turn", "computed"),
        ("later turns", "computed"),
    ]
    assert list(convfinqa_files(tmp_path)["HBR_2007_page_3"]) == ["HBR_2007_page_3.html"]


def test_of_a_conversation_with_passages_the_last_message_is_judged(tmp_path: Path) -> None:
    said = [("user", "What does a licence cost?"), ("agent", "40 dollars"), ("user", "Who issues it?")]
    task = {
        "conversation_id": "c",
        "task_id": "c<::>2",
        "Collection": "govt",
        "contexts": [{"document_id": "1/2", "title": "Boats", "text": "\nA licence costs 40 dollars."}],
        "input": [{"speaker": speaker, "text": text} for speaker, text in said],
        "answerability": ["UNDERSPECIFIED"],
    }
    write(tmp_path, "mtrag/tasks.jsonl", task)
    (talk,) = mtrag_talks(tmp_path)
    assert [turn.message for turn in talk.turns] == ["What does a licence cost?", "Who issues it?"]
    assert [turn.judge for turn in talk.turns] == [None, Answerability("underspecified")]
    assert mtrag_files(tmp_path) == {"govt": {"1_2.txt": "Boats\n\nA licence costs 40 dollars."}}


def test_documents_that_disagree_give_the_values_and_the_noise(tmp_path: Path) -> None:
    documents = [
        {"text": "It was 183.", "type": "correct", "answer": "183"},
        {"text": "It was 190.", "type": "misinfo", "answer": "190"},
        {"text": "The sea is deep.", "type": "noise", "answer": "unknown"},
    ]
    write(tmp_path, "ramdocs/items.jsonl", {"question": "How many?", "documents": documents})
    (talk,) = ramdocs_talks(tmp_path)
    assert talk.turns[0].judge == Conflict(frozenset({"183"}), frozenset({"190"}), frozenset({"document_3.txt"}))
    assert talk.turns[0].groups == ("values disagree",)
    assert ramdocs_files(tmp_path)["0"]["document_2.txt"] == "It was 190."


@pytest.mark.parametrize("key", [one.key for one in TALK_SETS])
def test_every_room_of_the_sets_has_its_files(key: str, shared_data: Path) -> None:
    chosen = next(one for one in TALK_SETS if one.key == key)
    if not chosen.is_there(shared_data):
        pytest.skip(f"{shared_data} does not hold {key}")
    files = chosen.files(shared_data)
    talks = list(chosen.talks(shared_data))
    assert talks
    assert all(files[talk.room] for talk in talks)
    assert all(talk.turns[-1].judge for talk in talks)


def test_bytes_that_were_taken_for_text_are_no_document(tmp_path: Path) -> None:
    garbled = "\ufffd" * 20 + " SVEM % 3AMR"
    row = {"question": "Where?", "documents": [{"text": "In Lund."}, {"text": garbled}, {"text": "In Moss."}]}
    write(tmp_path, "ramdocs/items.jsonl", row)

    assert ramdocs_files(tmp_path) == {"0": {"document_1.txt": "In Lund.", "document_3.txt": "In Moss."}}
