"""A message that only names somebody or some place: it goes on from the question before, or is asked back."""

import re

from sleuth.agents.analyst.answer import Answer, Block, line
from sleuth.agents.analyst.topics import telling_stems
from sleuth.agents.analyst.turn import Turn
from sleuth.language.tokens import stems, without_genitive
from sleuth.language.weight import is_stop
from sleuth.reason.understand.figures import figure_query
from sleuth.store.documents.pages import stretches_with, written_small

_OPENING = re.compile(
    r"\W*(?:(?:and|but|och|men)\b,?\s*)?(?P<same>(?:what|how) about|what of|(?:the )?same (?:for|with|in|at)|"
    r"hur är det med|samma (?:för|i)|vad gäller)?\s*",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_][^\W\d_’'-]*")
_MOST_WORDS = 4  # of a name, with a small word before it


async def strays(turn: Turn, message: str, answer: Answer) -> str:
    """The name that a message brings alone, where an answer does not tell of it what the question before asked; "".

    Such a message has no topic of its own: a number of the place that is named answers another question.
    """
    if answer.refuses or turn.meant.query is not None or not turn.context.question or turn.context.query is not None:
        return ""
    name = await _named_alone(turn, message)
    told = [block for block in answer.blocks if block.proof]
    if not name or not told:
        return ""
    topic = telling_stems(turn.context.question, turn.meant.language)
    own = stems(name, turn.meant.language)
    asked_in_full = bool(topic & stems(turn.meant.question, turn.meant.language))
    fits = any(_tells(block, own, frozenset() if asked_in_full else topic) for block in told)
    return "" if fits else name


def _tells(block: Block, name: frozenset[str], topic: frozenset[str]) -> bool:
    """Whether a sentence, with the names of its documents, speaks of somebody and of a topic, if there is one."""
    said = " ".join((block.stated, *(citation.filename for citation in block.citations)))
    words = stems(re.sub(r"[_.-]+", " ", said), "en") | stems(said, "sv")
    return name <= words and (not topic or bool(topic & words))


async def _named_alone(turn: Turn, message: str) -> str:
    """The name that is all of a message behind its opening; "" where it says anything else.

    A word is of a name where it has a capital, in the message or in a document, and no document writes it small.
    """
    opening = _OPENING.match(message)
    if opening is None or not opening[0].strip():
        return ""
    words = [word[0] for word in _WORD.finditer(message[opening.end() :])]
    telling = [word for word in words if not (is_stop(word.casefold(), "en") or is_stop(word.casefold(), "sv"))]
    if not telling or len(words) > _MOST_WORDS or re.search(r"\d", message) or figure_query(message) is not None:
        return ""
    bare = {without_genitive(word) for word in telling}
    documents = list(turn.room.documents)
    small = sorted(re.escape(word.casefold()) for word in bare)
    if await turn.room.read(lambda connection, _: written_small(connection, documents, small)):
        return ""
    for word in sorted(word.title() for word in bare if word.islower()):
        if not await _is_written(turn, word):
            return ""  # in no document, and so no name that is known
    return " ".join(message[message.index(telling[0]) :].strip(" ?.!,").split())


async def _is_written(turn: Turn, word: str) -> bool:
    """Whether some document writes a word so."""
    documents, pattern = list(turn.room.documents), [re.escape(word)]
    return bool(await turn.room.read(lambda connection, _: stretches_with(connection, documents, pattern)))


def asked_back(turn: Turn, name: str) -> Answer:
    """What of somebody or some place is meant: nothing that was found answers the question before for them."""
    calls = tuple(turn.tools.calls)
    return Answer((line(turn.phrases("what_of_name", name=name)),), calls=calls, refuses=True, asks_which=True)
