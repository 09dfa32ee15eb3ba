"""Keeps what was found for a topic, so that a follow-up on it needs no second search."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

from sleuth.search.intent import general_words
from sleuth.search.query import understand

T = TypeVar("T")
MOST_TOPICS = 20
FIVE_MINUTES = 300_000  # milliseconds
_TELLING = 1.0  # the weight of a word that the search takes in full


def topic_of(message: str) -> str:
    """The topic of a message: its telling words, each once, sorted, and what stands in quotation marks.

    A word tells if the search gives it full weight, however short it is ("Q3", "CEO"), unless it only asks for data in
    general. "Q3 revenue?" and "Q3 revenue data" are one topic, "Q2 revenue" is another. Empty if no word tells.
    """
    asked = understand(message, lexicon=False)
    telling = {word for word, weight in asked.words.items() if weight >= _TELLING} - general_words()
    phrases = [f'"{" ".join(phrase.casefold().split())}"' for phrase in sorted(asked.phrases)]
    return "_".join([*sorted(telling), *phrases])


@dataclass(frozen=True, slots=True)
class _Entry(Generic[T]):
    value: T
    edition: Hashable
    until: float  # seconds on the clock


class TopicCache(Generic[T]):
    """What was found, by project and topic. Safe to use from several threads.

    An entry is dropped when its time is over, when the project's documents have changed, and when MOST_TOPICS others
    were used since.
    """

    def __init__(
        self,
        lifetime_ms: float = FIVE_MINUTES,
        most: int = MOST_TOPICS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._lifetime = lifetime_ms / 1000
        self._most = most
        self._clock = clock
        self._entries: OrderedDict[tuple[int, str], _Entry[T]] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._entries)

    def get(self, project_id: int, topic: str, edition: Hashable) -> T | None:
        """What was found for the topic in this edition of the project's documents; None if nothing is kept."""
        key = (project_id, topic)
        with self._lock:
            entry = self._entries.get(key)
            if entry is None:
                return None
            if entry.edition != edition or self._clock() >= entry.until:
                del self._entries[key]
                return None
            self._entries.move_to_end(key)
            return entry.value

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._entries.clear()

    def put(self, project_id: int, topic: str, edition: Hashable, value: T) -> None:
        """Keep what was found; what was not used for longest makes room. A message of no topic is not kept."""
        if not topic or self._most < 1:
            return
        with self._lock:
            self._entries[project_id, topic] = _Entry(value, edition, self._clock() + self._lifetime)
            self._entries.move_to_end((project_id, topic))
            while len(self._entries) > self._most:
                self._entries.popitem(last=False)
