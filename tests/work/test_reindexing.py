"""Changing a project's embedding model: the old vectors serve until the new ones are whole, whatever happens."""

import json
import os
import signal
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest

from sleuth.config import Settings
from sleuth.errors import UserError
from sleuth.models import resilience
from sleuth.models.failures import ModelSetupError
from sleuth.search.hit import Results
from tests.scripted import Reply, Script, embeds, fails
from tests.work.room import HOSTED, RENT, Room


@pytest.fixture(autouse=True)
def closed_breakers() -> None:
    resilience._breakers.clear()


SHORT = {"passage_characters": 60, "passage_overlap": 0}  # a clause each: they are embedded for real


def paper(name: str, clauses: int) -> str:
    """A document on the rent, with so many clauses."""
    said = [
        "The monthly rent is EUR 4,200.",
        *(f"Clause {n} is on the garden of {name} and its walks." for n in range(clauses)),
    ]
    return f"# {name}\n\n" + "\n\n".join(said)


@pytest.fixture
def room(empty_room: Room) -> Room:
    """With a lease of many clauses, embedded."""
    empty_room.settings = empty_room.settings.model_copy(update=SHORT)
    empty_room.add(empty_room.put("lease.md", paper("lease", 80)))
    empty_room.embed()
    return empty_room


def in_the_midst(action: Any, after: int = 2) -> Reply:
    """Embeds; before the request of this number something else happens."""
    count = [0]

    def reply(handler: BaseHTTPRequestHandler, request: dict[str, Any]) -> None:
        count[0] += 1
        if count[0] == after:
            action()
        embeds()(handler, request)

    return reply


def test_the_new_vectors_serve_and_the_old_are_gone(room: Room) -> None:
    before = room.vectors()["minilm"]
    done = room.reindex()
    assert room.models() == (HOSTED, None)
    assert room.vectors() == {HOSTED: before}
    assert room.search().degraded == ()
    assert (done.before, done.embedding.dimensions, done.passages) == ("minilm", 64, before)


def test_what_it_took_is_recorded_and_costs(room: Room, script: Script) -> None:
    shape = room.reindex().to_json()
    sent = [text for request in script.requests for text in request["input"] if text != "length"]
    assert shape["usage"]["tokens"] == sum(len(text.split()) for text in sent)
    assert shape["usage"]["calls"] == len(script.requests) - 1
    assert float(shape["usage"]["cost_usd"]) == pytest.approx(shape["usage"]["tokens"] * 0.13 / 1e6, abs=1e-6)


def test_while_it_goes_on_the_old_vectors_serve(room: Room, script: Script) -> None:
    seen: list[tuple[Any, Results]] = []
    script.replies = [in_the_midst(lambda: seen.append((room.models(), room.search())), after=3)]
    room.reindex()
    ((models, results),) = seen
    assert models == ("minilm", HOSTED)
    assert results.degraded == ()
    assert results.hits[0].filename == "lease.md"


def test_searches_never_go_without_vectors(room: Room) -> None:
    remarks: set[str] = set()
    stop = threading.Event()

    def ask() -> None:
        while not stop.is_set():
            remarks.update(room.search().degraded)

    thread = threading.Thread(target=ask)
    thread.start()
    try:
        for model in (HOSTED, "minilm", HOSTED):
            room.reindex(model)
    finally:
        stop.set()
        thread.join()
    assert remarks == set()


def test_a_document_added_meanwhile_gets_both(room: Room, script: Script) -> None:
    counted: list[dict[str, int]] = []

    def add() -> None:
        room.add(room.put("annex.md", "# Annex\n\nThe parking space costs EUR 90 a month."))

    def count(done: int, total: int) -> None:
        counted.append(room.vectors())

    before = room.vectors()["minilm"]
    script.replies = [in_the_midst(add)]
    room.reindex(show=count)
    assert max(counts["minilm"] for counts in counted) > before
    assert room.search("parking space").hits[0].filename == "annex.md"
    assert room.search("parking space").degraded == ()
    assert list(room.vectors()) == [HOSTED]


def test_a_provider_that_fails_leaves_what_there_is_and_the_same_command_goes_on(room: Room, script: Script) -> None:
    script.replies = [embeds(), embeds(), fails(401)]
    with pytest.raises(ModelSetupError, match=r"refuses the key.*64 of \d+ passages.*again"):
        room.reindex()
    assert room.models() == ("minilm", HOSTED)
    assert room.vectors()[HOSTED] == 64
    assert room.search().degraded == ()
    asked = len(script.requests)
    script.replies = [embeds()]
    done = room.reindex()
    assert room.models() == (HOSTED, None)
    assert sum(len(r["input"]) for r in script.requests[asked:] if r["input"] != ["length"]) == done.passages - 64


def test_whoever_embeds_the_project_finishes_it(room: Room, script: Script) -> None:
    script.replies = [embeds(), embeds(), fails(401)]
    with pytest.raises(ModelSetupError):
        room.reindex()
    script.replies = [embeds()]
    room.embed()
    assert room.models() == (HOSTED, None)


def test_a_model_that_cannot_be_had_begins_nothing(room: Room, script: Script) -> None:
    script.replies = [fails(401)]
    with pytest.raises(ModelSetupError, match="SLEUTH_EMBEDDING_KEY"):
        room.reindex()
    with pytest.raises(UserError, match="no such embedding model"):
        room.reindex("word2vec")
    assert room.models() == ("minilm", None)


def test_asking_for_the_old_model_again_gives_the_new_one_up(room: Room, script: Script) -> None:
    before = room.vectors()
    script.replies = [embeds(), embeds(), fails(401)]
    with pytest.raises(ModelSetupError):
        room.reindex()
    done = room.reindex("minilm")
    assert room.models() == ("minilm", None)
    assert room.vectors() == before
    assert done.to_json()["changed"] is False


def test_asking_for_a_third_model_in_the_midst_makes_that_one_serve(room: Room, script: Script) -> None:
    script.replies = [embeds(), embeds(), fails(401)]
    with pytest.raises(ModelSetupError):
        room.reindex()
    script.replies = [embeds(dimensions=32)]
    room.reindex("openai:another")
    assert list(room.vectors()) == ["openai:another"]


def test_the_model_that_serves_already_costs_one_question(room: Room, script: Script) -> None:
    room.reindex()
    asked = len(script.requests)
    assert room.reindex().to_json()["changed"] is False
    assert len(script.requests) <= asked + 1


def test_another_model_of_the_same_name_is_refused_until_all_is_made_anew(room: Room, script: Script) -> None:
    from sleuth.models.embeddings import open_embedder

    room.reindex()
    script.replies = [embeds(dimensions=32)]
    open_embedder.cache_clear()  # another process, another day
    room.add(room.put("annex.md", "# Annex\n\nThe parking space costs EUR 90 a month."))
    with pytest.raises(Exception, match=r"32 numbers now.*64.*sleuth reindex --embedding"):
        room.embed()
    assert "Found by words only" in room.search().degraded[0]
    assert room.reindex().embedding.dimensions == 32
    assert room.search().degraded == ()


def test_an_empty_project_has_nothing_to_reindex(empty_room: Room) -> None:
    with pytest.raises(UserError, match="sleuth add"):
        empty_room.reindex()


def test_a_project_may_be_hosted_from_the_start(empty_room: Room) -> None:
    empty_room.settings = empty_room.settings.model_copy(update={"embedding": HOSTED})
    empty_room.add(empty_room.put("lease.md"))
    empty_room.embed()
    assert empty_room.models() == (HOSTED, None)
    assert empty_room.search().degraded == ()


def test_without_a_key_no_model_is_recorded(empty_room: Room) -> None:
    empty_room.settings = Settings(background=False, embedding=HOSTED)
    empty_room.add(empty_room.put("lease.md"))
    with pytest.raises(ModelSetupError, match="needs a key"):
        empty_room.embed()
    assert empty_room.models() == (None, None)
    assert empty_room.search().hits[0].filename == "lease.md"


def test_a_hosted_model_that_is_away_leaves_the_words(room: Room, script: Script) -> None:
    room.reindex()
    script.replies = [fails(500)]
    results = room.search("what is due for the month")
    assert "did not answer" in results.degraded[0]
    assert "Found by words only" in results.degraded[0]
    assert results.hits


@pytest.fixture
def environment(fresh_url: str, script: Script, tmp_path: Path) -> dict[str, str]:
    """Of processes with a database of their own and the hosted model at hand."""
    return {
        **os.environ,
        "SLEUTH_HOME": str(tmp_path / "home"),
        "SLEUTH_DATABASE_URL": fresh_url,
        "SLEUTH_BACKGROUND": "0",
        "SLEUTH_EMBEDDING_URL": script.url,
        "SLEUTH_EMBEDDING_KEY": "k",
        **{f"SLEUTH_{name.upper()}": str(value) for name, value in SHORT.items()},
    }


def sleuth(environment: dict[str, str], *arguments: str) -> str:
    command = [sys.executable, "-m", "sleuth", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=200, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_killed_in_the_midst_it_goes_on(environment: dict[str, str], script: Script, tmp_path: Path) -> None:
    folder = tmp_path / "papers"
    folder.mkdir()
    for name in "abc":
        (folder / f"{name}.md").write_text(paper(name, 80))
    sleuth(environment, "add", str(folder), "--wait")
    halfway = threading.Event()
    script.replies = [in_the_midst(halfway.set, after=4)]
    process = subprocess.Popen(
        [sys.executable, "-m", "sleuth", "reindex", "--embedding", HOSTED],
        env=environment,
        stderr=subprocess.DEVNULL,
    )
    assert halfway.wait(60)
    process.send_signal(signal.SIGKILL)
    process.wait()
    asked = len(script.requests)
    doctor = json.loads(sleuth(environment, "doctor", "--json"))
    project = next(f for f in doctor["findings"] if f["name"] == "project default")
    assert "sleuth reindex" in project["remedy"]
    done = json.loads(sleuth(environment, "reindex", "--embedding", HOSTED, "--json"))
    assert (done["embedding"], done["before"], done["dimensions"]) == (HOSTED, "minilm", 64)
    again = sum(len(request["input"]) for request in script.requests[asked:] if request["input"] != ["length"])
    assert 0 < again <= done["passages"] - 2 * 64


def test_a_worker_that_meets_a_failing_model_says_so_at_its_end(
    environment: dict[str, str], script: Script, tmp_path: Path
) -> None:
    (tmp_path / "lease.md").write_text(RENT)
    sleuth(environment, "add", str(tmp_path / "lease.md"))
    script.replies = [fails(401)]
    command = [sys.executable, "-m", "sleuth", "worker", "--until-idle"]
    hosted = {**environment, "SLEUTH_EMBEDDING": HOSTED}
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, env=hosted)
    assert done.returncode == 2
    assert "refuses the key" in done.stderr
    assert len(script.requests) == 1
