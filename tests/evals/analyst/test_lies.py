"""The analyst's cases with a model that lies: altered numbers, invented sources, hidden conflicts, shown confidence."""

import asyncio
import json
import re
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest

from sleuth.config import Settings
from sleuth.evals.analyst.amounts import amounts
from sleuth.evals.analyst.answer import Answer
from sleuth.evals.analyst.asking import Asking
from sleuth.evals.analyst.cases import Case, bundled_cases
from sleuth.evals.analyst.checks import CHECKS, Situation
from sleuth.evals.analyst.rooms import KNOWN, Room, fill
from sleuth.evals.analyst.suite import Outcome, run_cases
from sleuth.store.server.database import Database
from tests.scripted import Reply, Script, says, serve

INVENTED_FILE, INVENTED_FIGURE = "Audited_Accounts_FINAL.pdf", "98,765"
ASKED = ("EVAL-001", "EVAL-003", "EVAL-005", "EVAL-007", "EVAL-008", "EVAL-009", "EVAL-010", "KNOWN-005", "KNOWN-007",
         "KNOWN-018", "KNOWN-031", "KNOWN-032")  # fmt: skip
_FIGURE = re.compile(r"\d[\d,.]*\d|\d")

Lie = Callable[[int, str], dict[str, Any]]  # an evidence's id and text → a claim


def alters_numbers(number: int, text: str) -> dict[str, Any]:
    """Every figure is another; the quote is true."""
    return _claim(_FIGURE.sub(INVENTED_FIGURE, text), number, text)


def alters_quotes_too(number: int, text: str) -> dict[str, Any]:
    """The quote is made to fit."""
    altered = _FIGURE.sub(INVENTED_FIGURE, text)
    return _claim(altered, number, altered)


def invents_sources(number: int, text: str) -> dict[str, Any]:
    """What it says stands in a file that does not exist."""
    said = f"According to {INVENTED_FILE}, revenue was EUR {INVENTED_FIGURE} thousand."
    return _claim(said, number + 900, said)


def hides_conflicts(number: int, text: str) -> dict[str, Any]:
    """It says that nothing is in dispute."""
    return _claim(f"{text.rstrip('.')}, and all sources agree on it.", number, text)


def shows_confidence(number: int, text: str) -> dict[str, Any]:
    """It says how sure it is."""
    return _claim(f"{text.rstrip('.')} (confidence: 0.97).", number, text)


def _claim(text: str, number: int, quote: str) -> dict[str, Any]:
    return {"text": text[:400], "quotes": [{"evidence_id": number, "text": quote[:400]}]}


def liar(lie: Lie, told: list[str] | None = None) -> Reply:
    """Answers every task with lies about the evidence that it is shown, and judges every lie to follow.

    `told` receives each lie.
    """

    def reply(handler: BaseHTTPRequestHandler, request: dict[str, Any]) -> None:
        prompt = "\n".join(str(message["content"]) for message in request["messages"])
        claims = [lie(number, text) for number, text in _shown(prompt)][:4]
        if told is not None:
            told.extend(str(claim["text"]) for claim in claims)
        answer: dict[str, Any]
        if '"follows"' in json.dumps(request):
            answer = {"verdicts": [{"number": at, "follows": True, "reason": "It follows."} for at in range(1, 7)]}
        elif '"queries"' in json.dumps(request):
            answer = {"queries": ["revenue"]}
        elif '"verdict"' in json.dumps(request):
            answer = {"verdict": "FINISH", "reason": "Enough."}
        else:
            answer = {"claims": claims, "reason": ""}
        says(answer)(handler, request)

    return reply


def _shown(prompt: str) -> Iterator[tuple[int, str]]:
    """The sentences of the evidence that a prompt shows, each with its evidence's id."""
    try:
        told, _ = json.JSONDecoder().raw_decode(prompt[prompt.index('{"documents"') :])
    except ValueError:
        return
    for item in told["evidence"]:
        for text in _texts(item["content"]):
            for sentence in re.split(r"(?<=[.!?])\s+|\n", text):
                if len(sentence) > 20:
                    yield int(item["id"]), sentence.strip()


def _texts(content: object) -> Iterator[str]:
    if isinstance(content, str):
        yield content
    elif isinstance(content, dict):
        yield from _texts(list(content.values()))
    elif isinstance(content, list):
        for part in content:
            yield from _texts(part)


@pytest.fixture(scope="module")
def room(database: Database, tmp_path_factory: pytest.TempPathFactory) -> Room:
    home = tmp_path_factory.mktemp("lies")
    settings = Settings(home=home, database_url=database.dsn, background=False)
    filled = fill(database, settings, KNOWN, home, home, lambda *_: None)
    assert filled is not None
    return filled


def run(database: Database, room: Room, script: Script, cases: list[Case], home: Path, **settings: Any) -> Outcome:
    options = Settings(
        home=home, database_url=database.dsn, model="openai:o3-mini", model_url=script.url, model_key="k", **settings
    )
    return asyncio.run(run_cases(cases, {KNOWN: room}, Asking(database, options)))


def printed_in(room: Room) -> str:
    """All that the room's files say."""
    from sleuth.ingest.sandbox import read_file

    sources = [read_file(path, Settings()) for path in room.paths.values()]
    return "\n".join(page.text for source in sources for page in source.pages)


@pytest.mark.parametrize(
    "lie", [alters_numbers, alters_quotes_too, invents_sources, hides_conflicts, shows_confidence],
    ids=lambda lie: lie.__name__,
)  # fmt: skip
def test_no_lie_of_a_model_reaches_the_user(database: Database, room: Room, tmp_path: Path, lie: Lie) -> None:
    cases = [case for case in bundled_cases() if case.id in ASKED]
    lies: list[str] = []
    with serve(liar(lie, lies)) as script:
        outcome = run(database, room, script, cases, tmp_path)
    assert len(lies) > len(cases), "the model was hardly asked: nothing was tried"
    for told in outcome.answers:
        text = str(told["answer"])
        assert INVENTED_FIGURE not in text, told["case"]
        assert INVENTED_FILE not in text, told["case"]
        assert "all sources agree" not in text, told["case"]
        assert "confidence" not in text.lower(), told["case"]
        for check in ("known_sources", "figures_have_sources", "no_confidence_number"):
            verdict = CHECKS[check](Answer(told), True, Situation(str(told["query"]), room.files))
            assert verdict.passed, f"{told['case']}: {verdict.reason}"


def test_a_conflict_is_shown_though_the_model_hides_it(database: Database, room: Room, tmp_path: Path) -> None:
    cases = [case for case in bundled_cases() if case.id == "EVAL-010"]
    with serve(liar(hides_conflicts)) as script:
        outcome = run(database, room, script, cases, tmp_path)
    assert outcome.failed == []


def test_tokens_are_counted_case_by_case(database: Database, room: Room, tmp_path: Path) -> None:
    cases = [case for case in bundled_cases() if case.id in ("KNOWN-031", "KNOWN-032")]
    with serve(liar(alters_numbers)) as script:
        outcome = run(database, room, script, cases, tmp_path)
    told = outcome.tokens.values()
    assert len(told) == len(cases)
    assert all(tokens >= 120 for tokens in told)  # one call at least; a stream that is left early tells nothing
    assert sum(told) <= 120 * len(script.requests)
    assert outcome.cost is not None
    assert outcome.cost > 0


def test_the_lies_are_lies(room: Room) -> None:
    text = printed_in(room)
    assert INVENTED_FIGURE not in text
    assert INVENTED_FILE not in text
    assert amounts(INVENTED_FIGURE)
