"""Which messages the intent gate answers without a search: a confusion matrix over messages nobody here wrote."""

import csv
from collections.abc import Iterator
from pathlib import Path

from sleuth.evals.figures import INTENT, Figure, figure
from sleuth.evals.rows import rows
from sleuth.search.intent import Intent, classify

_MIXED = "redistributable/intent/items.jsonl"
_BANKING = "redistributable/banking77/train_10shot.csv"
_QUESTIONS = ("factual", "task", "out_of_scope")

Labelled = list[tuple[str, str]]  # text, label


def intent_figures(data: Path) -> list[Figure]:
    """How each label is classified, and how many questions go without a search. Empty without the data."""
    mixed, banking = data / _MIXED, data / _BANKING
    figures: list[Figure] = []
    if mixed.exists():
        figures += _matrix([(row["text"], row["label"]) for row in rows(mixed)])
    if banking.exists():
        figures.append(_skipped("banking77", [(text, "factual") for text in _customers_questions(banking)]))
    return figures


def _matrix(messages: Labelled) -> Iterator[Figure]:
    yield _skipped("intent", [one for one in messages if one[1] in _QUESTIONS])
    for label in sorted({label for _, label in messages}):
        texts = [text for text, given in messages if given == label]
        for intent in Intent:
            judged = [(text, float(classify(text) is intent)) for text in texts]
            yield figure(INTENT, f"intent: {label}", f"as {intent}", judged)


def _skipped(name: str, questions: Labelled) -> Figure:
    judged = [(text, float(not classify(text).retrieves)) for text, _ in questions]
    return figure(INTENT, name, "questions without a search", judged)


def _customers_questions(path: Path) -> list[str]:
    with path.open(encoding="utf-8", newline="") as lines:
        return [row["text"] for row in csv.DictReader(lines)]
