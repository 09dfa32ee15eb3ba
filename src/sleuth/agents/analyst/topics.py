"""What a question is about, in its own words: "customer concentration" of "What is the customer concentration?"."""

import re

from sleuth.agents.analyst.phrases import data
from sleuth.agents.analyst.room import Room
from sleuth.language.glyphs import plain
from sleuth.language.times import find_times
from sleuth.language.tokens import Token, stems, tokens
from sleuth.language.weight import is_frame, is_linking, is_stop


def topic_of(question: str, language: str) -> str:
    """The longest run of telling words in a question; the question itself, quoted, where it has none."""
    times = find_times(question)
    words = [w for w in tokens(question, language) if not any(t.start <= w.start < t.end for t in times)]
    runs: list[list[Token]] = [[]]
    for word in words:
        if not _is_empty(word, language) or (runs[-1] and is_linking(word.text, language)):
            runs[-1].append(word)
        elif runs[-1]:
            runs.append([])
    trimmed = [_trimmed(run, language) for run in runs]
    best = max(trimmed, key=lambda run: sum(len(word.text) for word in run), default=[])
    return question[best[0].start : best[-1].end] if best else f"“{question.strip()}”"


def topic_after(message: str, language: str) -> str:
    """What an order is about: "the management team" of "Summarize the management team"."""
    words = message.strip().rstrip(".?!").strip()
    form = plain(words).text
    for says in data("intents")["order"]["says"]:
        found = re.match(says, form)
        if found is not None:
            return words[found.end() :].strip() or topic_of(message, language)
    return topic_of(message, language)


def telling_stems(text: str, language: str) -> frozenset[str]:
    """The stems of the words that tell what a text is about."""
    kept = " ".join(word.text for word in tokens(text, language) if not _is_empty(word, language))
    return stems(kept, language)


async def is_spoken_of(room: Room, topic: str, language: str) -> bool:
    """Whether the documents speak of a topic at all: of any of its telling words."""
    wanted = telling_stems(topic, language)
    if not wanted:
        return False
    finds = await room.library.search([topic])
    pages = await room.library.pages({(place.document_id, place.page) for place in finds.places})
    texts = (
        pages[p.document_id, p.page].text[p.start : p.end] for p in finds.places if (p.document_id, p.page) in pages
    )
    return any(wanted & stems(text, language) for text in texts)


def _is_empty(word: Token, language: str) -> bool:
    return is_stop(word.text, language) or is_frame(word.text, language) or is_linking(word.text, language)


def _trimmed(run: list[Token], language: str) -> list[Token]:
    """A run without linking words at its end."""
    while run and is_linking(run[-1].text, language):
        run = run[:-1]
    return run
