"""The researcher exactly as specified: Chroma, text-embedding-ada-002 and o3-mini, by the command of the guide."""

import json
import os
import re
import subprocess
import sys
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest

from sleuth.store.server.database import Database
from tests.scripted import Script, embeds, says, serve

ROOT = Path(__file__).parents[3]
QUOTE = "This Agreement is governed by the substantive law of Sweden"
ANSWERS = {
    "Queries": {"queries": ["governing law"]},
    "Graded": {"verdict": "FINISH", "reason": "it is stated"},
    "Drafted": {"claims": [], "reason": ""},
}


def documented() -> str:
    """The command as the guide prints it."""
    text = (ROOT / "docs/guide.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```bash\n(env .*?)^```$", text, re.MULTILINE | re.DOTALL)
    (command,) = (block for block in blocks if "text-embedding-ada-002" in block)
    return str(command)


def answers(handler: BaseHTTPRequestHandler, request: dict[str, Any]) -> None:
    """What the provider answers: vectors, queries, a grade, and a claim that quotes the passage it was shown."""
    if "input" in request:
        embeds(dimensions=1536)(handler, request)
        return
    wanted = request["response_format"]["json_schema"]["name"]
    answer = ANSWERS[wanted]
    if wanted == "Drafted":
        text = request["messages"][1]["content"]
        told, _ = json.JSONDecoder().raw_decode(text)
        evidence = next(item["id"] for item in told["evidence"] if QUOTE in json.dumps(item))
        quotes = [{"evidence_id": evidence, "text": QUOTE}]
        answer = {"claims": [{"text": f"{QUOTE}.", "quotes": quotes}], "reason": ""}
    says(answer)(handler, request)


@pytest.mark.slow
def test_the_documented_command_runs_the_researcher_as_specified(database: Database, tmp_path: Path) -> None:
    with serve(answers) as script:
        done = run(script, database, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr

    result = json.loads(done.stdout[done.stdout.index("{") :])
    assert result["answer"] == f"{QUOTE}."
    (citation,) = result["citations"]
    assert citation["filename"] == "Share Purchase Agreement (draft).docx"
    assert citation["page"] == 11
    assert QUOTE in citation["text"]
    assert len(citation["text"]) <= 600  # the chunk
    assert citation["quote"] == QUOTE

    models = {request["model"] for request in script.requests}
    assert models == {"text-embedding-ada-002", "o3-mini"}
    asked = [r["response_format"]["json_schema"]["name"] for r in script.requests if "messages" in r]
    assert asked == ["Queries", "Graded", "Drafted"]
    assert set(script.keys) == {"Bearer k"}
    assert (tmp_path / "home" / "chroma").is_dir()


def run(script: Script, database: Database, folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("SLEUTH_", "OPENAI_"))}
    environment |= {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "SLEUTH_HOME": str(folder / "home"),
        "SLEUTH_DATABASE_URL": database.dsn,
        "OPENAI_API_KEY": "k",
        "OPENAI_BASE_URL": script.url,
    }
    return subprocess.run(
        ["bash", "-c", documented()], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=280
    )
