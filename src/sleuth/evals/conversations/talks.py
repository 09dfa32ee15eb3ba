"""Reads the sets as talks: documents, and messages that are put to the analyst one after the other."""

import html
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from sleuth.evals.conversations.verdicts import Answerability, Conflict, Judge, Value
from sleuth.evals.rows import rows

_DASH = "2014"  # what the set's cleaning has made of the dash (U+2014) of an empty cell


# U+2019, U+201C and U+201D, of which the cleaning has left the digits: "citi 2019s", "201cfiled 201d".
_APOSTROPHE = re.compile(r"\s?\b2019(?=s\b)")
_OPENING = re.compile(r"\b201c\s?(?=\w)")
_CLOSING = re.compile(r"\s?\b201d\b")


@dataclass(frozen=True, slots=True)
class Turn:
    """A message; what is right of its answer is None where nothing is judged and it only leads on."""

    message: str
    judge: Judge | None = None
    groups: tuple[str, ...] = ()  # the kinds of turns that it is counted with


@dataclass(frozen=True, slots=True)
class Talk:
    """Messages of one conversation about the files of one project."""

    id: str
    group: str  # its page or question: decides the half
    room: str  # talks of the same room share its files
    turns: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class TalkSet:
    """A set of talks. `files` gives the texts of a room: filename → content."""

    key: str
    items: str  # its file under the data's root
    talks: Callable[[Path], Iterator[Talk]]
    files: Callable[[Path], Mapping[str, Mapping[str, str]]]  # the data's root → room → filename → content

    def is_there(self, data: Path) -> bool:
        """Whether the data holds this set."""
        return (data / self.items).is_file()


_CONVFINQA = "redistributable/convfinqa/conversations.jsonl"
_MTRAG = "redistributable/mtrag/tasks.jsonl"
_UNDECODED, _MOST_UNDECODED = "\ufffd", 0.05  # of the characters of a text
_RAMDOCS = "redistributable/ramdocs/items.jsonl"
_CONFLICTNQ = "redistributable/conflictnq/items.jsonl"


def convfinqa_talks(data: Path) -> Iterator[Talk]:
    """Questions that follow on each other over one page of an annual report, each with the value that is right."""
    for row in rows(data / _CONVFINQA):
        page = _page_id(row["id"])
        dialogue = row["dialogue"]
        golds = zip(dialogue["conv_questions"], dialogue["executed_answers"], dialogue["turn_program"], strict=True)
        turns = [_figure_turn(number, *gold) for number, gold in enumerate(golds, 1)]
        yield Talk(row["id"], page, page, tuple(turns))


def _figure_turn(number: int, question: str, value: float | str, program: str) -> Turn:
    is_computed = "(" in program
    right = Decimal(str(value)) if isinstance(value, float | int) else value
    place = "first turn" if number == 1 else "second turn" if number == 2 else "later turns"
    return Turn(question, Value(right, is_computed), (place, "computed" if is_computed else "looked up"))


def _page_id(conversation: str) -> str:
    """ "Single_MRO/2007/page_134.pdf-1" → "MRO_2007_page_134": two conversations may be about one page."""
    return re.sub(r"^(?:Single|Double)_|\.pdf(?:-\d+)?$", "", conversation).replace("/", "_")


def convfinqa_files(data: Path) -> dict[str, dict[str, str]]:
    """Each page as an HTML document: the text before, the table, the text after."""
    pages: dict[str, dict[str, str]] = {}
    for row in rows(data / _CONVFINQA):
        page = _page_id(row["id"])
        pages.setdefault(page, {f"{page}.html": page_of(page, row["doc"])})
    return pages


def page_of(title: str, document: Mapping[str, Any]) -> str:
    """A page of the set as HTML. Blanks that the set's tokens have before punctuation are taken out again."""
    columns: Mapping[str, Mapping[str, Any]] = document["table"]
    labels = list(dict.fromkeys(label for column in columns.values() for label in column))
    head = "".join(f"<th>{_escaped(name)}</th>" for name in ("", *columns))
    lines = [_line(label, [column.get(label) for column in columns.values()]) for label in labels]
    table = f"<table><tr>{head}</tr>{''.join(lines)}</table>"
    before, after = ("".join(_paragraphs(document[part])) for part in ("pre_text", "post_text"))
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{html.escape(title)}</title></head>'
        f"<body>{before}{table}{after}</body></html>"
    )


def _line(label: str, values: Iterable[float | str | None]) -> str:
    cells = "".join(f"<td>{_cell(value)}</td>" for value in values)
    return f"<tr><td>{_escaped(label)}</td>{cells}</tr>"


def _escaped(text: str) -> str:
    return html.escape(untokenised(text))


def _paragraphs(text: str) -> Iterator[str]:
    """Each sentence as a paragraph: the set has neither, but ends sentences with a full stop of its own."""
    for sentence in re.split(r"(?<=\s[.;])\s+", text):
        if printed := untokenised(sentence).strip(" .;"):
            yield f"<p>{html.escape(printed[0].upper() + printed[1:])}.</p>"


def untokenised(text: str) -> str:
    """ "$ 5.0 , ( 3 % )" as it was printed: "$5.0, (3%)"; quotation marks whose code the set has spelled out too."""
    marked = _OPENING.sub("“", _CLOSING.sub("”", _APOSTROPHE.sub("’", text)))
    closed = re.sub(r"\s+([,.;:%)])", r"\1", marked)
    opened = re.sub(r"([($])\s+", r"\1", closed)
    return " ".join(opened.split())


def _cell(value: float | str | None) -> str:
    if value is None or str(value) in (_DASH, f"{_DASH}.0"):
        return "—"
    if isinstance(value, str):
        return _escaped(value)
    return f"{value:,.0f}" if value == int(value) else f"{value:,}"


def mtrag_talks(data: Path) -> Iterator[Talk]:
    """The person's messages of each conversation; the last is judged by whether its passages hold an answer."""
    for row in rows(data / _MTRAG):
        said = [one["text"] for one in row["input"] if one["speaker"] == "user"]
        kind = row["answerability"][0].lower()
        last = Turn(said[-1], Answerability(kind), (kind,))
        turns = (*(Turn(message) for message in said[:-1]), last)
        yield Talk(row["task_id"], row["conversation_id"], row["Collection"], turns)


def mtrag_files(data: Path) -> dict[str, dict[str, str]]:
    """Every passage of a collection that any conversation was given, each a document: an answer must be found."""
    collections: dict[str, dict[str, str]] = {}
    for row in rows(data / _MTRAG):
        files = collections.setdefault(row["Collection"], {})
        for passage in row["contexts"]:
            name = re.sub(r"[^\w-]+", "_", passage["document_id"]) + ".txt"
            title = passage.get("title") or ""
            files[name] = f"{title}\n\n{passage['text'].strip()}".strip()
    return collections


def ramdocs_talks(data: Path) -> Iterator[Talk]:
    """One question each, whose documents agree, disagree, mislead or do not bear on it."""
    for number, row in enumerate(rows(data / _RAMDOCS)):
        documents = row["documents"]
        right = {one["answer"] for one in documents if one["type"] == "correct"}
        false = {one["answer"] for one in documents if one["type"] == "misinfo"} - right
        noise = {f"document_{place}.txt" for place, one in enumerate(documents, 1) if one["type"] == "noise"}
        conflict = Conflict(frozenset(right), frozenset(false), frozenset(noise))
        kind = "values disagree" if conflict.disagrees else "one value"
        yield Talk(f"ramdocs {number}", row["question"], str(number), (Turn(row["question"], conflict, (kind,)),))


def ramdocs_files(data: Path) -> dict[str, dict[str, str]]:
    """Each document of a question as a text file, without those that are bytes taken for text: no reader opens them."""
    return {
        str(number): {
            f"document_{place}.txt": one["text"]
            for place, one in enumerate(row["documents"], 1)
            if one["text"].count(_UNDECODED) < _MOST_UNDECODED * len(one["text"])
        }
        for number, row in enumerate(rows(data / _RAMDOCS))
    }


def conflictnq_talks(data: Path) -> Iterator[Talk]:
    """One question each, with passages that hold the true answer and invented ones that hold another."""
    for number, row in enumerate(rows(data / _CONFLICTNQ)):
        conflict = Conflict(frozenset({row["real_short_answer"]}), frozenset({row["fake_short_answer"]}))
        turn = Turn(row["cleaned_question"], conflict, ("values disagree",))
        yield Talk(f"conflictnq {number}", row["id"], str(number), (turn,))


def conflictnq_files(data: Path) -> dict[str, dict[str, str]]:
    """The passages of a question as text files: `real_1.txt`, `fake_1.txt`, …"""
    return {
        str(number): {
            f"{kind}_{place}.txt": untokenised(one["passage"])
            for kind in ("real", "fake")
            for place, one in enumerate(row[f"{kind}_passages"], 1)
        }
        for number, row in enumerate(rows(data / _CONFLICTNQ))
    }


TALK_SETS = (
    TalkSet("convfinqa", _CONVFINQA, convfinqa_talks, convfinqa_files),
    TalkSet("mtrag", _MTRAG, mtrag_talks, mtrag_files),
    TalkSet("ramdocs", _RAMDOCS, ramdocs_talks, ramdocs_files),
    TalkSet("conflictnq", _CONFLICTNQ, conflictnq_talks, conflictnq_files),
)
