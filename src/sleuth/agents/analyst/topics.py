"""What a question is about, in its own words: "customer concentration" of "What is the customer concentration?"."""

import re

from sleuth.agents.analyst.phrases import data
from sleuth.language.glyphs import plain
from sleuth.language.times import find_times
from sleuth.language.tokens import Token, stems, tokens
from sleuth.language.weight import is_frame, is_linking, is_stop


def topic_of(question: str, language: str) -> str:
    """The longest run of telling words in a question; the question itself, quoted, where it has none."""
    times = find_times(question)
    words = [w for w in tokens(question, language) if not w.is_within(times)]
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
    words = without_manner(message).strip().rstrip(".?!").strip()
    form = plain(words).text
    for says in data("intents")["order"]["says"]:
        found = re.match(says, form)
        if found is not None:
            topic = re.sub(data("intents")["order"]["matter"], "", words[found.end() :].strip())
            return topic or topic_of(message, language)
    return topic_of(message, language)


def without_manner(message: str) -> str:
    """A message without what it says of how the answer should be told: "in a few lines", "briefly, please"."""
    says = re.compile(data("intents")["manner"]["says"], re.IGNORECASE)
    while (shorter := says.sub("", message)) != message:
        message = shorter
    return message


def telling_stems(text: str, language: str) -> frozenset[str]:
    """The stems of the words that tell what a text is about."""
    kept = " ".join(word.text for word in tokens(text, language) if not _is_empty(word, language))
    return stems(kept, language)


def _is_empty(word: Token, language: str) -> bool:
    return is_stop(word.text, language) or is_frame(word.text, language) or is_linking(word.text, language)


def _trimmed(run: list[Token], language: str) -> list[Token]:
    """A run without linking words at its end."""
    while run and is_linking(run[-1].text, language):
        run = run[:-1]
    return run
