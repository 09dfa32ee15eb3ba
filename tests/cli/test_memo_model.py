"""`sleuth memo` with a language model that words the answers: the same proofs, and a lie is not written down."""

import json
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest

from tests.commands import Run
from tests.scripted import Reply, says, serve

pytest.importorskip("langchain_openai")
NOTE = "Halden AB: customers\n\nThe largest customer, Orvik Marine AS, stands for 14% of revenue in 2024.\n"
QUOTE = "The largest customer, Orvik Marine AS, stands for 14% of revenue in 2024."


def words(text: str) -> Reply:
    """Answers every task as a model does that says this of the sentence on the largest customer."""

    def reply(handler: BaseHTTPRequestHandler, request: dict[str, Any]) -> None:
        schema = json.dumps(request)
        if '"follows"' in schema:
            answer: dict[str, Any] = {
                "verdicts": [{"number": at, "follows": True, "reason": "It follows."} for at in range(1, 7)]
            }
        elif '"queries"' in schema:
            answer = {"queries": ["largest customer"]}
        elif '"verdict"' in schema:
            answer = {"verdict": "FINISH", "reason": "Enough."}
        else:
            answer = {"claims": [{"text": text, "quotes": [{"evidence_id": 0, "text": QUOTE}]}], "reason": ""}
        says(answer)(handler, request)

    return reply


@pytest.fixture
def drafted(run: Run, tmp_path: Path) -> Callable[[str], dict[str, Any]]:
    (tmp_path / "note.md").write_text(NOTE)
    (tmp_path / "outline.md").write_text("## Customers\n- Who is the largest customer?\n")
    assert run("add", str(tmp_path / "note.md"), "-p", tmp_path.name).returncode == 0

    def drafted(text: str) -> dict[str, Any]:
        with serve(words(text)) as script:
            model = {"SLEUTH_MODEL": "openai:o3-mini", "SLEUTH_MODEL_URL": script.url, "SLEUTH_MODEL_KEY": "k"}
            options = ("--outline", str(tmp_path / "outline.md"), "--company", "Halden", "--anew", "--json")
            done = run("memo", "-p", tmp_path.name, *options, **model)
            assert script.requests, done.stderr
        assert done.returncode in (0, 1), done.stderr
        return json.loads(done.stdout)

    return drafted


def said(memo: dict[str, Any]) -> list[tuple[str, str]]:
    """The sentences of the first section, each with the words of its first source."""
    blocks = memo["sections"][0]["blocks"]
    return [(s["text"], s["sources"][0]["text"]) for b in blocks for s in b["sentences"] if s["sources"]]


def test_what_follows_from_the_source_is_shown_in_the_models_words(
    drafted: Callable[[str], dict[str, Any]],
) -> None:
    memo = drafted("The largest customer is Orvik Marine AS, which stands for 14% of revenue in 2024.")
    ((text, source),) = said(memo)
    assert text.removeprefix("≈ ").startswith("The largest customer")
    assert "Orvik Marine AS" in text
    assert source.rstrip(".") == QUOTE.rstrip(".")


@pytest.mark.parametrize(
    "lie",
    [
        "The largest customer, Orvik Marine AS, stands for 41% of revenue in 2024.",
        "The largest customer, Nordsjö Rederi, stands for 14% of revenue in 2024.",
        "The largest customer, Orvik Marine AS, stands for 14% of revenue in 2023.",
        "The largest customer does not stand for 14% of revenue in 2024.",
    ],
)
def test_a_lie_is_not_written_down(drafted: Callable[[str], dict[str, Any]], lie: str) -> None:
    texts = [text for text, _ in said(drafted(lie))]
    assert lie not in " ".join(texts)
    assert all(text.rstrip(".") == QUOTE.rstrip(".") for text in texts)
