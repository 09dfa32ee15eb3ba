"""Which sentence or row of a page answers a question in free words: by words, one vector a text, late interaction.

`passages/` holds 515 invented pages of data rooms with 4,120 questions, written by people who had not read the code: at
least half of the answers share no word with their question. A line is a page with its title, its sentences and rows in
order, and questions with the numbers of the passages that answer (none for a quarter of them).
"""

import json
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sleuth.language.tokens import stems
from sleuth.language.weight import is_heavy
from sleuth.models.late_interaction import late_likeness

_PAGES = Path(__file__).parent / "passages"
_SHOWN = 4
_TITLE = 60


def main() -> None:
    """Print the share of questions whose first passage answers, and of those with an answer among the first four."""
    asked = list(_asked())
    ranks: defaultdict[str, list[int]] = defaultdict(list)
    started = time.perf_counter()
    for question, texts, right in asked:
        as_a_whole, by_token = late_likeness(question, texts).T
        scored = {
            "words": _words(question, texts),
            "cosine of means": as_a_whole,
            "tokens, as used": by_token,
            "both": as_a_whole + by_token,
        }
        for name, scores in scored.items():
            ranks[name].append(_rank(scores, right))
    taken = (time.perf_counter() - started) * 1000 / len(asked)
    passages = np.mean([len(texts) for _, texts, _ in asked])
    print(f"{len(asked)} questions with an answer, {passages:.1f} passages a page, {taken:.0f} ms a question")
    print(f"{'by':16} {'first':>6} {f'of {_SHOWN}':>6}")
    for name, found in ranks.items():
        first, shown = np.mean([rank == 0 for rank in found]), np.mean([rank < _SHOWN for rank in found])
        print(f"{name:16} {first:6.3f} {shown:6.3f}")


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
