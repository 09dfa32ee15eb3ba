"""Whose figures a walk-through or an overview tells, where a project holds those of several companies."""

from collections import Counter
from collections.abc import Iterable, Sequence

from sleuth.agents.analyst.answer import Answer, Choice, line
from sleuth.agents.analyst.phrases import Phrases
from sleuth.agents.analyst.room import Room
from sleuth.agents.analyst.turn import Turn
from sleuth.findings.finding import subject_key
from sleuth.language.glyphs import plain
from sleuth.language.spoken import in_a_row

_FAR_LESS = 0.5  # of the documents on the chief company: others with fewer are mentioned, not meant
_FEW = 0.1  # of the figures of the chief company
_MOST = 4


def subject_of(turn: Turn) -> str | None:
    """The company that is meant: named, or the conversation's, or the only one that counts; None where it is open."""
    named = named_subjects(turn.room, turn.message)
    if len(named) == 1:
        return named[0]
    if turn.meant.subject or turn.context.subject:
        return turn.meant.subject or turn.context.subject
    chief = chief_subjects(turn.room)
    return chief[0] if len(chief) == 1 else None if chief else ""


def named_subjects(room: Room, text: str) -> list[str]:
    """The companies that a text names, by their names without the legal form, or the first word of them: of a group's
    that is the parent."""
    words = f" {' '.join(plain(text).text.casefold().split())} "
    keys = {subject: subject_key(subject) for subject in room.subjects}
    found = []
    for subject, bare in keys.items():
        names = (bare,) if _has_parent(bare, keys.values()) else (bare, bare.partition(" ")[0])
        if any(f" {name}" in words for name in names if len(name) > 2):
            found.append(subject)
    return found


def chief_subjects(room: Room) -> list[str]:
    """The companies that the documents are about, the one in most of them first; names that mean one count once.

    Who has but a few figures beside the first company's is mentioned only: the bank that a list of loans names. Of a
    group it is the parent, whose accounts have its subsidiaries in them.
    """
    names: dict[str, str] = {}
    documents, figures = Counter[str](), Counter[str]()
    for subject, about in room.subjects.items():
        key = subject_key(subject)
        names.setdefault(key, subject)
        documents[key] += about.documents
        figures[key] += about.figures
    parents = Counter({key: count for key, count in documents.items() if not _has_parent(key, documents)})
    ranked = parents.most_common(_MOST)
    return [
        names[key]
        for key, count in ranked
        if count >= _FAR_LESS * ranked[0][1] and figures[key] >= _FEW * figures[ranked[0][0]]
    ]


def _has_parent(key: str, keys: Iterable[str]) -> bool:
    """Whether a company's name goes on from the whole name of another: "Vinga Sverige AB" beside "Vinga Group AB".

    Both are given without what tells their legal form, to which "Group" belongs.
    """
    return any(other and key.startswith(f"{other} ") for other in keys)


def which_subject(turn: Turn) -> Answer:
    """The question back where several companies may be meant."""
    choices = choices_of(turn.message, chief_subjects(turn.room))
    return Answer((line(turn.phrases("which_company", options=listed(choices, turn.phrases))),), choices=choices)


def choices_of(message: str, subjects: Sequence[str]) -> tuple[Choice, ...]:
    """The message, once for each company."""
    bare = message.rstrip(" ?.!")
    return tuple(Choice(subject, message=f"{bare} of {subject}") for subject in subjects)


def listed(choices: Sequence[Choice], phrases: Phrases) -> str:
    """Choices in a row: "a, b or c"."""
    return in_a_row([choice.label for choice in choices], phrases("or"))
