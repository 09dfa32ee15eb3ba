"""Rerankers read question and passage together: the port, and those that are asked over REST. None is the default."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from sleuth.config import Settings
from sleuth.errors import UserError
from sleuth.models.failures import ModelSetupError, UnusableAnswerError
from sleuth.models.hosted import Access, Endpoint, Patience, acceptable, whole_number
from sleuth.models.keys import Provider
from sleuth.models.usage import Usage

SETTING = "SLEUTH_RERANK"
_BYTES_OF_A_TEXT = 8_000  # far more than a passage has


class Reranker(Protocol):
    """A model that judges how well each passage answers a question."""

    @property
    def name(self) -> str:
        """PROVIDER:MODEL."""

    @property
    def usage(self) -> Usage:
        """What its calls took."""

    def relevance(self, question: str, passages: Sequence[str]) -> list[float]:
        """One number a passage, in order; higher is better, and nothing else is said of their range.

        Raises ModelError, soon: somebody waits for the search.
        """


@dataclass(frozen=True, slots=True)
class Dialect:
    """How one provider is spoken to; others copied their ways."""

    provider: Provider
    rows: str  # the field of an answer that holds {"index", "relevance_score"}
    options: Mapping[str, object]


DIALECTS = {
    "voyage": Dialect(Provider("https://api.voyageai.com/v1", ("VOYAGE_API_KEY",)), "data", {"truncation": True}),
    "cohere": Dialect(Provider("https://api.cohere.com/v2", ("COHERE_API_KEY", "CO_API_KEY")), "results", {}),
}


def open_reranker(settings: Settings) -> Reranker | None:
    """The reranker that the settings name, if any. Raises UserError for an unknown one, ModelSetupError for no key."""
    if not settings.rerank or settings.rerank == "none":
        return None
    provider, _, model = settings.rerank.partition(":")
    if provider not in DIALECTS or not model:
        forms = " or ".join(f"{known}:NAME" for known in DIALECTS)
        raise UserError(f"{SETTING}={settings.rerank} names no reranker. Set it to {forms}, or to none.")
    access = Access(settings.rerank_url, settings.rerank_key, search_seconds=settings.search_seconds)
    return HostedReranker(settings.rerank, DIALECTS[provider], access)


class HostedReranker:
    """Asked once a search, without a second attempt."""

    def __init__(self, name: str, dialect: Dialect, access: Access) -> None:
        provider = dialect.provider
        key = provider.key_for(access.url, access.key)
        if not key and not access.url:
            raise ModelSetupError(f"{name} needs a key. Set {SETTING}_KEY or {provider.keys[0]}.")
        url = (access.url or provider.url).rstrip("/").removesuffix("/rerank")
        self.name = name
        self._dialect = dialect
        self._endpoint = Endpoint(name, f"{url}/rerank", key, SETTING)
        self._patience = Patience(access.search_seconds, waits=())
        self.usage = self._endpoint.usage

    def relevance(self, question: str, passages: Sequence[str]) -> list[float]:
        """One number a passage, in order."""
        body = {
            "model": self.name.partition(":")[2],
            "query": acceptable(question, _BYTES_OF_A_TEXT),
            "documents": [acceptable(passage, _BYTES_OF_A_TEXT) for passage in passages],
            **self._dialect.options,
        }
        answer = self._endpoint.ask("rerank", body, self._patience)
        self._count(answer)
        try:
            return _scores(answer[self._dialect.rows], len(passages))
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise UnusableAnswerError(f"{self.name}: its answer does not judge each passage once.") from error

    def _count(self, answer: Mapping[str, Any]) -> None:
        """Some bill tokens, some bill searches."""
        tally = self.usage.task("rerank")
        tally.tokens_in += whole_number(_within(answer, "usage", "total_tokens"))
        tally.searches += whole_number(_within(answer, "meta", "billed_units", "search_units"))


def _scores(rows: Any, count: int) -> list[float]:
    scores = {row["index"]: float(row["relevance_score"]) for row in rows}
    if len(rows) != count or set(scores) != set(range(count)) or not all(map(math.isfinite, scores.values())):
        raise ValueError(f"{len(rows)} scores for {count} passages")
    return [scores[place] for place in range(count)]


def _within(value: Any, *path: str) -> Any:
    """What stands at the end of a path of fields; None where it breaks off."""
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value
