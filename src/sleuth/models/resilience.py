"""The one place where calls to a model are retried, and left alone for a while when it keeps failing.

Waits of 1, 2 and 4 seconds between at most four attempts; after five failures in a row the breaker opens for 60
seconds, and then lets a single call through to see. The retries of the providers' own packages are switched off.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypeVar

from sleuth.models.failures import ModelSetupError, ModelUnavailableError
from sleuth.models.usage import Tally

T = TypeVar("T")
WAITS = (1.0, 2.0, 4.0)  # seconds before the second, third and fourth attempt
_LONGEST_WAIT = 30.0  # seconds; a server may ask for more, people will not wait
_FAILURES, _PAUSE = 5, 60.0


@dataclass
class Breaker:
    """Closed: calls pass. Open: none does until the pause is over. Then one does, and its outcome decides."""

    failures: int = 0
    opened: float = 0.0
    probing: bool = False
    clock: Callable[[], float] = field(default=time.monotonic, repr=False)

    def admit(self) -> None:
        """Let a call pass, or raise ModelUnavailableError."""
        if self.failures < _FAILURES:
            return
        left = self.opened + _PAUSE - self.clock()
        if left > 0 or self.probing:
            raise ModelUnavailableError(
                f"it failed {self.failures} times in a row; it is tried again in {max(left, 1):.0f} s"
            )
        self.probing = True

    def withdraw(self) -> None:
        """Tell that a call that was let through was given up before it ended."""
        self.probing = False

    def record(self, succeeded: bool) -> None:
        """Tell how a call that was let through ended."""
        self.probing = False
        self.failures = 0 if succeeded else self.failures + 1
        if self.failures >= _FAILURES:
            self.opened = self.clock()


_breakers: dict[str, Breaker] = {}


def breaker_of(model: str) -> Breaker:
    """The breaker of a model, one in the whole process."""
    return _breakers.setdefault(model, Breaker())


@dataclass(frozen=True)
class Attempts:
    """How calls to one model are tried. `setting` is the option that names the model, for remedies."""

    breaker: Breaker
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    setting: str = "SLEUTH_MODEL"
    waits: tuple[float, ...] = WAITS

    async def run(self, call: Callable[[], Awaitable[T]], tally: Tally) -> T:
        """The result of the first attempt that succeeds; retries and errors are counted in `tally`.

        Raises ModelUnavailableError when retries are used up or the breaker is open, ModelSetupError at once.
        """
        for number, wait in enumerate((*self.waits, None)):
            self.breaker.admit()
            tally.retries += number > 0
            try:
                result = await call()
            except Exception as error:  # noqa: BLE001 - judged and raised by _seconds_to_wait
                tally.errors += 1
                await self.sleep(self._seconds_to_wait(error, wait))
            except BaseException:  # cancelled: it tells nothing of the model
                self.breaker.withdraw()
                raise
            else:
                self.breaker.record(True)
                return result
        raise AssertionError("the last attempt returns or raises")

    def run_blocking(self, call: Callable[[], T], tally: Tally, pause: Callable[[float], None] = time.sleep) -> T:
        """The same in a thread that may wait, for calls that block."""
        for number, wait in enumerate((*self.waits, None)):
            self.breaker.admit()
            tally.retries += number > 0
            try:
                result = call()
            except Exception as error:  # noqa: BLE001 - judged and raised by _seconds_to_wait
                tally.errors += 1
                pause(self._seconds_to_wait(error, wait))
            except BaseException:
                self.breaker.withdraw()
                raise
            else:
                self.breaker.record(True)
                return result
        raise AssertionError("the last attempt returns or raises")

    def _seconds_to_wait(self, error: Exception, wait: float | None) -> float:
        """Before the next attempt. Raises what the failure means where there is none."""
        transient = is_transient(error)
        self.breaker.record(not transient and not isinstance(error, ModelUnavailableError))  # a wrong key is no outage
        if not transient:
            raise _explained(error, self.setting) from error
        if wait is None:
            raise ModelUnavailableError(
                f"it did not answer ({describe(error)}); {self.setting}_URL says where"
            ) from error
        return min(max(wait, retry_after(error)), _LONGEST_WAIT)


def is_transient(error: Exception) -> bool:
    """Whether the same call may succeed later: too many requests, a timeout, a lost connection, a server's fault."""
    from langchain_core.exceptions import ModelError as ProviderError

    if getattr(error, "code", None) == "insufficient_quota":
        return False
    return isinstance(error, ProviderError) and bool(error.is_retryable)


def retry_after(error: Exception) -> float:
    """The seconds a server asks to wait; 0 if it does not."""
    headers = getattr(getattr(error, "response", None), "headers", None) or {}
    try:
        return float(headers.get("retry-after", 0))
    except ValueError:  # the header may hold a date; our own waits serve then
        return 0.0


def describe(error: Exception) -> str:
    """What happened, in a few words."""
    from langchain_core import exceptions

    words = (
        (exceptions.ModelRateLimitError, "too many requests"),
        (exceptions.ModelTimeoutError, "timeout"),
        (exceptions.ModelConnectionError, "no connection"),
        (exceptions.ModelAPIError, "a fault of its server"),
    )
    return next((word for kind, word in words if isinstance(error, kind)), type(error).__name__)


def _explained(error: Exception, setting: str) -> Exception:
    """A failure that no retry mends, with the remedy; what is none of the provider's errors stays as it is."""
    from langchain_core import exceptions

    if getattr(error, "code", None) == "insufficient_quota":
        return ModelSetupError(f"the model's account has no quota left. Add credit, or choose another {setting}.")
    if isinstance(error, exceptions.ModelAuthenticationError | exceptions.ModelPermissionDeniedError):
        return ModelSetupError(
            f"the model's server refuses the key. Check {setting}_KEY; a provider's own key, such as OPENAI_API_KEY, "
            f"goes to its provider only, and not to {setting}_URL."
        )
    if isinstance(error, exceptions.ModelNotFoundError):
        return ModelSetupError(
            f"the model's server knows no model of that name, or no such path. Check {setting} and "
            f"{setting}_URL; the address mostly ends with /v1."
        )
    if isinstance(error, exceptions.ContextOverflowError) or getattr(error, "code", None) == "context_length_exceeded":
        return ModelSetupError("the evidence is longer than the model reads. Lower SLEUTH_EVIDENCE_CHARACTERS.")
    if isinstance(error, exceptions.ModelInvalidRequestError):
        return ModelSetupError(f"the model's server refuses the request: {error}")
    return error
