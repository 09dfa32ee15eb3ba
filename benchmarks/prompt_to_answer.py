"""How long `sleuth research` takes from the shell's prompt to its answer, beside a plain LangGraph script over Chroma.

The store is up, and each command is a process of its own. The peer is what the tutorials make: a graph of one node that
looks the question up in a LangChain + Chroma folder with the same passages and the same model, and prints what it
finds; it reads no answer from it and proves nothing. `imports` is Python importing LangGraph alone, which is the floor.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from sleuth.config import Settings
from sleuth.project import open_project

ROUNDS = 9
FILING = Path(__file__).parents[1] / "examples" / "dataroom" / "2023 Q3 AAPL.pdf"
QUESTION = "What were total net sales in the third quarter?"
SLEUTH = "from sleuth.cli import main; main()"
IMPORTS = "import langgraph.graph; print('imported')"
PEER = """
import sys
from typing import TypedDict
from langchain_chroma import Chroma
from langchain_core.embeddings import Embeddings
from langgraph.graph import END, START, StateGraph
from sleuth.models.minilm import MiniLM

class Local(Embeddings):
    model = MiniLM()
    def embed_documents(self, texts): return self.model.embed_passages(texts).tolist()
    def embed_query(self, text): return self.model.embed_query(text).tolist()

class State(TypedDict):
    question: str
    found: str

store = Chroma("documents", Local(), persist_directory=sys.argv[1])
if sys.argv[2:] == ["add"]:
    texts = sys.stdin.read().split("\\0")
    store.add_texts(texts)
else:
    graph = StateGraph(State)
    graph.add_node("retrieve", lambda state: {"found": store.similarity_search(state["question"], k=4)[0].page_content})
    graph.add_edge(START, "retrieve")
    graph.add_edge("retrieve", END)
    print(graph.compile().invoke({"question": sys.argv[2]})["found"])
"""


def seconds(code: str, arguments: Sequence[str], home: Path) -> float:
    """From the start of a process to the first line that it prints."""
    start = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        env=os.environ | {"SLEUTH_HOME": str(home), "PYTHONDONTWRITEBYTECODE": ""},  # compiled once, all of them
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        taken = time.perf_counter() - start
        process.stdout.read()
    if process.returncode or not line:
        sys.exit(f"A command failed: {arguments}")
    return taken


def main() -> None:
    """Interleave them, so that a busy machine slows all."""
    with tempfile.TemporaryDirectory(prefix="sleuth-bench-", ignore_cleanup_errors=True) as folder:
        home, chroma = Path(folder) / "home", str(Path(folder) / "chroma")
        with open_project(settings=Settings(home=home, server_grace_seconds=0)) as project:
            project.add(FILING)
            texts = [hit.content for hit in project.search("sales", limit=1_000).hits]
            subprocess.run([sys.executable, "-c", PEER, chroma, "add"], input="\0".join(texts), text=True, check=True)
            commands = {
                "sleuth research": (SLEUTH, ["research", QUESTION, "--file", FILING.name]),
                "LangGraph + Chroma": (PEER, [chroma, QUESTION]),
                "imports": (IMPORTS, []),
            }
            taken: dict[str, list[float]] = {name: [] for name in commands}
            for _ in range(ROUNDS + 1):
                for name, (code, arguments) in commands.items():
                    taken[name].append(seconds(code, arguments, home))
    print(f"{'from prompt to answer':24}{'p50, s':>8}{'least, s':>10}{'ours is':>9}   of {ROUNDS}")
    ours = statistics.median(taken["sleuth research"][1:])
    for name, all_taken in taken.items():
        middle = statistics.median(all_taken[1:])
        print(f"{name:24}{middle:8.2f}{min(all_taken[1:]):10.2f}{ours / middle:8.2f}x")


if __name__ == "__main__":
    main()
