"""Which sentence or row of a page answers a question in free words: by words, one vector a text, late interaction.

`passages/` holds 515 invented pages of data rooms with 4,120 questions, written by people who had not read the code: at
least half of the answers share no word with their question. A line is a page with its title, its sentences and rows in
order, and questions with the numbers of the passages that answer (none for a quarter of them).
"""

import json
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sleuth.language.tokens import stems
from sleuth.language.weight import is_heavy
from sleuth.models.late_interaction import late_likeness

_PAGES = Path(__file__).parent / "passages"
_SHOWN = 4
_TITLE = 60

Scores = Callable[[str, Sequence[str]], Sequence[float]]


def main() -> None:
    """Print the shares and the time of each way."""
    asked = list(_asked())
    ways: dict[str, Scores] = {
        "words": _words,
        "cosine of means": lambda question, texts: late_likeness(question, texts)[:, 0],
        "tokens, as used": lambda question, texts: late_likeness(question, texts)[:, 1],
        "both": lambda question, texts: late_likeness(question, texts).sum(axis=1),
    }
    print(
        f"{len(asked)} questions with an answer, {np.mean([len(texts) for _, texts, _ in asked]):.1f} passages a page"
    )
    print(f"{'by':16} {'first':>6} {f'of {_SHOWN}':>6} {'ms a question':>14}")
    for name, score in ways.items():
        started = time.perf_counter()
        ranks = [_rank(score(question, texts), right) for question, texts, right in asked]
        taken = (time.perf_counter() - started) * 1000 / len(asked)
        first, shown = np.mean([rank == 0 for rank in ranks]), np.mean([rank < _SHOWN for rank in ranks])
        print(f"{name:16} {first:6.3f} {shown:6.3f} {taken:14.1f}")


def _asked() -> Iterator[tuple[str, list[str], list[int]]]:
    """Each question that has an answer, the passages of its page behind their title, and which of them answer."""
    for file in sorted(_PAGES.glob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            page: dict[str, Any] = json.loads(line)
            texts = [f"{page['title'][:_TITLE]}. {' '.join(unit.split())}" for unit in page["units"]]
            for question in page["questions"]:
                if question["answers"]:
                    yield question["q"], texts, question["answers"]


def _words(question: str, texts: Sequence[str]) -> list[float]:
    """The share of a question's words of weight that a text says."""
    telling = stems(" ".join(word for word in question.split() if is_heavy(word, "en")), "en")
    return [len(telling & stems(text, "en")) / max(1, len(telling)) for text in texts]


def _rank(scores: Sequence[float], right: Sequence[int]) -> int:
    """The place of the best passage that answers, from 0; ties go to the page's order."""
    order = np.argsort(-np.asarray(scores), kind="stable").tolist()
    return min(order.index(number) for number in right)


if __name__ == "__main__":
    main()
