"""Searching online: a port, and what may stand behind it: nothing, DuckDuckGo through `ddgs`, or a SearXNG server.

Results are a stranger's text: they are shown with their address and time and never count as verified.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as LateError
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Protocol
from urllib.parse import urlsplit

from sleuth.config import Settings
from sleuth.errors import SleuthError, UserError

_MOST_RESULTS = 5
_MOST_CHARACTERS = 1_000  # of a title or a snippet
_BACKEND = "duckduckgo"  # the default asks six engines; one that does not exist would silently become the default
_EMPTY = "No results found"


class SearchError(SleuthError):
    """A search did not bring anything: switched off, out of reach, too slow, refused."""


@dataclass(frozen=True, slots=True)
class WebResult:
    """One page that a search found."""

    url: str
    title: str
    snippet: str
    fetched_at: datetime  # aware

    def to_json(self) -> dict[str, str]:
        """For tool results and `--json`."""
        return {
            "url": self.url,
            "title": self.title,
            "snippet": self.snippet,
            "fetched_at": self.fetched_at.isoformat(timespec="seconds"),
        }


class SearchProvider(Protocol):
    """Anything that finds pages for a query."""

    name: str

    def search(self, query: str) -> list[WebResult]:
        """Pages, best first; none where nothing was found. Raises SearchError."""
        ...


class NoSearch:
    """Searching online is switched off."""

    name = "off"

    def search(self, query: str) -> list[WebResult]:
        """Raises SearchError, always."""
        raise SearchError("searching online is switched off; set SLEUTH_WEB_SEARCH=ddgs or searxng to allow it")


class DdgsSearch:
    """DuckDuckGo through the package `ddgs`, the extra `[web]`."""

    name = "ddgs"

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def search(self, query: str) -> list[WebResult]:
        """Pages by DuckDuckGo. Raises SearchError."""
        try:
            from ddgs import DDGS
        except ImportError as error:
            raise SearchError("the package ddgs is missing; install it: pip install 'sleuth[web]'") from error

        def ask() -> list[dict[str, Any]]:
            with DDGS(timeout=max(1, round(self._seconds))) as client:
                return list(client.text(query, max_results=_MOST_RESULTS, backend=_BACKEND))

        rows = _within(self._seconds, ask, self.name)
        return _results(rows, "href", "body")


class SearxngSearch:
    """A SearXNG server that allows JSON."""

    name = "searxng"

    def __init__(self, url: str, seconds: float) -> None:
        self._url = url.rstrip("/")
        self._seconds = seconds

    def search(self, query: str) -> list[WebResult]:
        """Pages by the server's engines. Raises SearchError."""
        import httpx

        def ask() -> list[dict[str, Any]]:
            answer = httpx.get(
                f"{self._url}/search",
                params={"q": query, "format": "json"},
                timeout=self._seconds,
                follow_redirects=False,
            )
            if answer.status_code == httpx.codes.FORBIDDEN:
                raise SearchError("the SearXNG server does not allow JSON; add it to search.formats in its settings")
            answer.raise_for_status()
            found = answer.json()
            rows = found.get("results") if isinstance(found, dict) else None
            if not isinstance(rows, list):
                raise SearchError("the server does not answer as SearXNG does")
            return rows

        rows = _within(self._seconds, ask, self.name)
        return _results(rows, "url", "content")


def open_search(settings: Settings) -> SearchProvider:
    """The provider that the settings name. Raises UserError for one without its address."""
    if settings.web_search == "ddgs":
        return DdgsSearch(settings.web_search_seconds)
    if settings.web_search == "searxng":
        url = settings.web_search_url or ""
        if urlsplit(url).scheme not in ("http", "https"):
            raise UserError(
                "SLEUTH_WEB_SEARCH=searxng needs the server's address: SLEUTH_WEB_SEARCH_URL=http://HOST:PORT."
            )
        return SearxngSearch(url, settings.web_search_seconds)
    return NoSearch()


def _within(seconds: float, ask: Callable[[], list[dict[str, Any]]], name: str) -> list[dict[str, Any]]:
    """What a search brings before its time is up. The packages' own timeouts are for each request, not for all."""
    pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="sleuth-search")
    try:
        return pool.submit(ask).result(seconds)
    except LateError as error:
        raise SearchError(f"{name} did not answer within {seconds:g} s") from error
    except SearchError:
        raise
    except Exception as error:
        if _EMPTY in str(error):
            return []
        raise SearchError(f"{name} could not be asked ({type(error).__name__})") from error
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _results(rows: Sequence[Any], url: str, body: str) -> list[WebResult]:
    """The rows that have an address of the web, cut to size."""
    now = datetime.now(UTC)
    results = []
    for row in rows:
        if not isinstance(row, dict) or urlsplit(str(row.get(url, ""))).scheme not in ("http", "https"):
            continue
        title, snippet = (" ".join(str(row.get(key) or "").split())[:_MOST_CHARACTERS] for key in ("title", body))
        results.append(WebResult(str(row[url]), title, snippet, now))
    return results[:_MOST_RESULTS]
