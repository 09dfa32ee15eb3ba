"""Searches before anything answers: what the documents hold on a message, ready for a model's prompt or for rules.

retriever = Retriever(database, services, limits)
retrieved = await retriever.before(project_id, message)
"""

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import psycopg

from sleuth.errors import SleuthError
from sleuth.search.context import format_context
from sleuth.search.hit import Hit
from sleuth.search.hybrid import search
from sleuth.search.intent import Intent, classify
from sleuth.search.services import LOCAL, Services
from sleuth.search.topics import FIVE_MINUTES, TopicCache, topic_of
from sleuth.store.documents.documents import documents_edition

if TYPE_CHECKING:
    from sleuth.config import Settings
    from sleuth.store.server.database import Database

_log = logging.getLogger(__name__)
_log.addHandler(logging.NullHandler())  # for whoever collects logs; a person at a terminal has `degraded`
SLOW_MS = 500.0  # a search that takes longer is reported
MOST_TOKENS = 2_000
_HITS = 5
_WAIT_SECONDS = 10.0  # for a search; the answer then goes on without


@dataclass(frozen=True, slots=True)
class RetrievalMetrics:
    """What a retrieval took."""

    latency_ms: float
    cache_hit: bool
    skipped: bool  # the message did not ask for anything that stands in documents


@dataclass(frozen=True, slots=True)
class Retrieved:
    """What was found before the answer."""

    intent: Intent
    skipped: bool
    hits: tuple[Hit, ...]  # best first
    context: str  # the hits as a model is shown them; empty where nothing was found
    metrics: RetrievalMetrics
    degraded: tuple[str, ...] = ()  # sentences for the user: what the search had to do without, or that it failed


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is retrieved, and how long it is kept."""

    most_tokens: int = MOST_TOKENS  # of the context, heading included
    cache_ms: float = FIVE_MINUTES
    hits: int = _HITS
    wait_seconds: float = _WAIT_SECONDS


@dataclass(frozen=True, slots=True)
class _Found:
    hits: tuple[Hit, ...] = ()
    context: str = ""
    degraded: tuple[str, ...] = ()


def limits_of(settings: "Settings") -> Limits:
    """What the settings say."""
    return Limits(settings.retrieval_max_tokens, settings.retrieval_cache_ttl_ms)


@dataclass(slots=True)
class Retriever:
    """Retrieval before the answer, for any number of projects. Keep one for the life of a process: it holds the cache.

    `on_retrieval_complete` is called after every message, also where nothing was searched.
    """

    database: "Database"
    services: Services = LOCAL
    limits: Limits = field(default_factory=Limits)
    on_retrieval_complete: Callable[[RetrievalMetrics], None] | None = None
    clock: Callable[[], float] = time.monotonic
    cache: TopicCache[_Found] = field(init=False)

    def __post_init__(self) -> None:
        self.cache = TopicCache(self.limits.cache_ms, clock=self.clock)

    async def before(self, project_id: int, message: str) -> Retrieved:
        """What the project's documents hold on the message, unless it is a greeting or about the conversation.

        Never raises for a search that failed or took too long: `degraded` says so, and there are no hits.
        """
        started = time.perf_counter()
        intent = classify(message)
        if _needs_nothing(intent, message):
            return self._result(intent, _Found(), started, skipped=True)
        try:
            work = asyncio.to_thread(self._find, project_id, message)
            found, was_cached = await asyncio.wait_for(work, self.limits.wait_seconds)
        except TimeoutError:
            found, was_cached = _failed(f"the search took more than {self.limits.wait_seconds:g} s."), False
        return self._result(intent, found, started, cache_hit=was_cached)

    def before_blocking(self, project_id: int, message: str) -> Retrieved:
        """The same for callers without an event loop; it waits as long as the search takes."""
        started = time.perf_counter()
        intent = classify(message)
        if _needs_nothing(intent, message):
            return self._result(intent, _Found(), started, skipped=True)
        found, was_cached = self._find(project_id, message)
        return self._result(intent, found, started, cache_hit=was_cached)

    def _find(self, project_id: int, message: str) -> tuple[_Found, bool]:
        """What is found, and whether the cache held it."""
        try:
            with self.database.connection() as connection:
                edition = documents_edition(connection, project_id)
                topic = topic_of(message)
                kept = self.cache.get(project_id, topic, edition)
                if kept is not None:
                    return kept, True
                found = self._search(connection, project_id, message)
        except (SleuthError, psycopg.Error, OSError) as error:
            return _failed(str(error)), False
        if not found.degraded:  # the next search may be whole
            self.cache.put(project_id, topic, edition, found)
        return found, False

    def _search(self, connection: psycopg.Connection, project_id: int, message: str) -> _Found:
        index = self.database.index(connection)
        results = search(connection, project_id, message, limit=self.limits.hits, index=index, services=self.services)
        context = format_context(results.hits, self.limits.most_tokens)
        return _Found(results.hits, context, results.degraded)

    def _result(
        self, intent: Intent, found: _Found, started: float, *, cache_hit: bool = False, skipped: bool = False
    ) -> Retrieved:
        latency = (time.perf_counter() - started) * 1000
        metrics = RetrievalMetrics(latency, cache_hit, skipped)
        if latency > SLOW_MS:
            _log.warning("retrieval_slow latency_ms=%.0f target_ms=%.0f cache_hit=%s", latency, SLOW_MS, cache_hit)
        if self.on_retrieval_complete is not None:
            self.on_retrieval_complete(metrics)
        return Retrieved(intent, skipped, found.hits, found.context, metrics, found.degraded)


def _needs_nothing(intent: Intent, message: str) -> bool:
    return not intent.retrieves or not message.strip()


def _failed(reason: str) -> _Found:
    _log.warning("retrieval_failed reason=%s", reason)
    return _Found(degraded=(f"The documents could not be searched before answering: {reason}",))
