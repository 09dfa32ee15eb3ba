"""One address of a hosted model: JSON goes there and comes back; what fails is told apart, tried again and counted."""

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sleuth.errors import ModelError
from sleuth.models.failures import ModelSetupError, UnusableAnswerError
from sleuth.models.resilience import WAITS, Attempts, breaker_of
from sleuth.models.usage import Usage

if TYPE_CHECKING:
    import httpx

_MOST_BYTES = 128 * 1024**2  # of an answer; 128 vectors of 3,072 numbers are 8 MB
_SAID = 300  # characters of a server's own words that are passed on


@dataclass(frozen=True, slots=True)
class Access:
    """How a hosted model is reached; what is None is the provider's own address, or its key in the environment."""

    url: str | None = None
    key: str | None = field(default=None, repr=False)
    seconds: float = 60.0  # that work in the background waits for one answer
    search_seconds: float = 4.0  # that a search waits


@dataclass(frozen=True, slots=True)
class Patience:
    """How long one answer may take, and the waits between further attempts."""

    seconds: float
    waits: tuple[float, ...] = WAITS


class Endpoint:
    """Where one model is asked. `setting` is the option that names it, such as SLEUTH_RERANK."""

    def __init__(self, name: str, url: str, key: str | None, setting: str) -> None:
        self.usage = Usage(name)
        self._name, self._url, self._setting = name, url, setting
        self._key = _sendable(key, setting)
        self._breaker = breaker_of(f"{name} at {url}")
        self.pause: Callable[[float], None] = time.sleep

    def ask(self, task: str, body: Mapping[str, object], patience: Patience) -> dict[str, Any]:
        """The answer, a JSON object. Raises ModelUnavailableError, UnusableAnswerError or ModelSetupError."""
        tally = self.usage.task(task)
        tally.calls += 1
        attempts = Attempts(self._breaker, setting=self._setting, waits=patience.waits)
        started = time.perf_counter()
        try:
            return attempts.run_blocking(lambda: self._post(body, patience.seconds), tally, self.pause)
        except ModelError as error:
            raise type(error)(f"{self._name}: {str(error).rstrip('.')}.") from error
        finally:
            tally.seconds += time.perf_counter() - started

    @cached_property
    def _client(self) -> "httpx.Client":
        import httpx

        headers = {"Authorization": f"Bearer {self._key}"} if self._key else {}
        return httpx.Client(headers=headers)

    def _post(self, body: Mapping[str, object], seconds: float) -> dict[str, Any]:
        import httpx
        from langchain_core.exceptions import ModelConnectionError, ModelTimeoutError

        try:
            with self._client.stream("POST", self._url, json=body, timeout=seconds) as response:
                data = _read(response, time.monotonic() + seconds)
        except httpx.TimeoutException as error:
            raise ModelTimeoutError(f"no answer within {seconds:g} s") from error
        except (httpx.InvalidURL, httpx.UnsupportedProtocol) as error:
            raise ModelSetupError(f"{self._setting}_URL is no address: {error}") from error
        except (httpx.TransportError, httpx.DecodingError) as error:
            raise ModelConnectionError(str(error)) from error
        if not response.is_success:
            raise _refusal(response, data)
        return _object(data)


def acceptable(text: str, most_bytes: int) -> str:
    """As much of the text as may be sent. Servers refuse blank text, so a full stop stands for it."""
    kept = text.replace("\0", " ").encode("utf-8", "replace")[:most_bytes].decode("utf-8", "ignore")
    return kept if kept.strip() else "."


def whole_number(value: object) -> int:
    """A count that a server states, 0 where it states none."""
    return value if isinstance(value, int) and value > 0 else 0


def _read(response: "httpx.Response", deadline: float) -> bytes:
    """The body. The client's own timeout is for each piece: a server that trickles would keep us for ever."""
    from langchain_core.exceptions import ModelTimeoutError

    data = bytearray()
    for piece in response.iter_bytes():
        data += piece
        if time.monotonic() > deadline:
            raise ModelTimeoutError("its answer did not come to an end")
        if len(data) > _MOST_BYTES:
            raise UnusableAnswerError(f"its answer is longer than {_MOST_BYTES // 1024**2} MB")
    return bytes(data)


def _object(data: bytes) -> dict[str, Any]:
    try:
        answer = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise UnusableAnswerError("its answer is not JSON") from error
    if not isinstance(answer, dict):
        raise UnusableAnswerError("its answer is not a JSON object")
    return answer


def _refusal(response: "httpx.Response", data: bytes) -> Exception:
    """The status as the provider-neutral error that LangChain's models raise, so that one place judges both."""
    from langchain_core import exceptions

    kinds: dict[int, type[exceptions.ModelError]] = {
        401: exceptions.ModelAuthenticationError,
        403: exceptions.ModelPermissionDeniedError,
        404: exceptions.ModelNotFoundError,
        405: exceptions.ModelNotFoundError,
        408: exceptions.ModelTimeoutError,
        429: exceptions.ModelRateLimitError,
    }
    status = response.status_code
    other = exceptions.ModelAPIError if status >= 500 else exceptions.ModelInvalidRequestError
    said, code = _said(data)
    error = kinds.get(status, other)(f"{status} {said}".strip())
    vars(error).update(response=response, code="insufficient_quota" if status == 402 else code)
    return error


def _said(data: bytes) -> tuple[str, str | None]:
    """A server's own words and its code for the failure, in the forms in use: OpenAI's, Voyage's, Cohere's."""
    try:
        answer = json.loads(data)
    except (ValueError, RecursionError):  # a page of HTML, or nothing: the status says enough
        return "", None
    told = answer.get("error", answer) if isinstance(answer, dict) else {}
    if not isinstance(told, dict):
        told = {"message": told}
    said = str(told.get("message") or told.get("detail") or "")
    code = told.get("code")
    return "".join(c for c in said if c.isprintable())[:_SAID], code if isinstance(code, str) else None


def _sendable(key: str | None, setting: str) -> str | None:
    """The key without the line break that copying brings along. One that no header holds is refused, unquoted."""
    key = (key or "").strip()
    if not (key.isascii() and key.isprintable()):
        raise ModelSetupError(f"{setting}_KEY holds characters that no key has. Copy it again.")
    return key or None
