"""Which key goes where: a provider's key to the provider, and any other only where the person sent it."""

import os
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import urlsplit

_PORTS = {"https": 443, "http": 80}
# What providers' packages take from the environment by themselves and send along.
_CREDENTIAL = re.compile(
    r"(^|_)(KEY|KEY_ID|TOKEN|SECRET|PASSWORD|CREDENTIALS?|HEADERS|ORG|ORG_ID|ORGANIZATION|PROJECT|PROJECT_ID)$"
)
_hiding = threading.Lock()


@dataclass(frozen=True, slots=True)
class Provider:
    """A provider's own address, and the environment variables in which people keep its key."""

    url: str
    keys: tuple[str, ...]
    url_variable: str | None = None  # names another host for the same keys, as the provider's own package reads it

    def key_for(self, url: str | None, named: str | None) -> str | None:
        """The key for requests to `url` (None: the provider's own address); `named` is the one set for them.

        The environment's key belongs to the provider, and goes to its hosts only.
        """
        if named:
            return named
        if url is not None and not self.owns(url):
            return None
        return next(filter(None, map(os.environ.get, self.keys)), None)

    def owns(self, url: str) -> bool:
        """Whether the address is one of the provider's, or the one that was set beside its key."""
        own = [self.url, os.environ.get(self.url_variable) if self.url_variable else None]
        return _origin(url) in [_origin(address) for address in own if address]

    def address(self) -> str:
        """Where the provider is asked if no other address is named."""
        return (os.environ.get(self.url_variable) if self.url_variable else None) or self.url


OPENAI = Provider("https://api.openai.com/v1", ("OPENAI_API_KEY",), "OPENAI_BASE_URL")
CHAT_PROVIDERS = {  # others are reached at another address with SLEUTH_MODEL_KEY only
    "openai": OPENAI,
    "anthropic": Provider("https://api.anthropic.com", ("ANTHROPIC_API_KEY",), "ANTHROPIC_BASE_URL"),
}


@contextmanager
def no_credentials() -> Iterator[None]:
    """While the block runs, the environment holds no key, token or account that a provider's package could send."""
    with _hiding:
        hidden = {name: value for name, value in os.environ.items() if _CREDENTIAL.search(name)}
        for name in hidden:
            del os.environ[name]
        try:
            yield
        finally:
            os.environ.update(hidden)


def _origin(url: str) -> tuple[str, str, int | None]:
    """Scheme, host and port: who is asked, and whether others can read along."""
    parts = urlsplit(url.strip())
    try:
        port = parts.port
    except ValueError:  # no number: whoever opens the address says so
        port = None
    return parts.scheme.lower(), (parts.hostname or "").rstrip("."), port or _PORTS.get(parts.scheme.lower())
