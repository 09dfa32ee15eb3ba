"""Opens a chat model by name, at its provider or at an address, with the key that belongs there and no other."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from sleuth.config import Settings
from sleuth.models.failures import ModelSetupError
from sleuth.models.keys import CHAT_PROVIDERS, no_credentials

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

DEFAULT_MODEL = "openai:o3-mini"
_NO_KEY = "none"  # for servers that ask for none; the providers' packages want a word


def open_model(name: str, settings: Settings) -> "BaseChatModel":
    """The model by LangChain's package for its provider. Raises ModelSetupError with the remedy."""
    if name.endswith(":"):
        raise ModelSetupError(f"SLEUTH_MODEL={name} names no model; write PROVIDER:MODEL, such as {DEFAULT_MODEL}.")
    if settings.model_url and not _is_address(settings.model_url):
        raise ModelSetupError(f"SLEUTH_MODEL_URL={settings.model_url} is no address. It reads http://HOST:PORT/v1.")
    try:
        from langchain.chat_models import init_chat_model
    except ImportError as error:
        raise ModelSetupError(
            f"the model {name} needs LangChain. Install it: pip install 'sleuth[llm]', or set SLEUTH_MODEL=none."
        ) from error
    options: dict[str, Any] = {"timeout": settings.model_seconds, "max_retries": 0}
    try:
        with _addressed(name, settings) as (full_name, address):
            if full_name.startswith("openai:") and settings.model_url:
                options["stream_usage"] = True  # servers other than OpenAI's tell it only when asked
            model: BaseChatModel = init_chat_model(full_name, **options, **address)
    except ImportError as error:
        raise ModelSetupError(f"the model {name} needs a package: {error}") from error
    except ValueError as error:
        told = str(error).partition("\n")[0]
        raise ModelSetupError(f"SLEUTH_MODEL={name} names no known provider; write PROVIDER:MODEL. {told}") from error
    except Exception as error:  # each provider's package has its own error for a missing key
        raise ModelSetupError(f"the model {name} cannot be opened: {error}") from error
    return model


@contextmanager
def _addressed(name: str, settings: Settings) -> Iterator[tuple[str, dict[str, Any]]]:
    """The model's full name, and where and with which key it is asked, where that is not left to its package.

    A package that is opened for an address other than its provider's finds no credentials to send there.
    """
    url, key = settings.model_url, settings.model_key
    if url is None:
        yield name, {"api_key": key} if key else {}
        return
    full_name = name if ":" in name else f"openai:{name}"  # a server of one's own speaks as OpenAI's do
    provider = CHAT_PROVIDERS.get(full_name.partition(":")[0])
    if provider is not None and provider.owns(url):
        yield full_name, {"base_url": url, "api_key": provider.key_for(url, key)}
        return
    with no_credentials():
        yield full_name, {"base_url": url, "api_key": key or _NO_KEY}


@dataclass(frozen=True, slots=True)
class Host:
    """A server other than a provider's own, which may be asked what it can read."""

    url: str
    key: str | None = field(repr=False)
    model: str  # as the server calls it


def host_of(name: str, settings: Settings) -> Host | None:
    """The server of the settings; None where the provider's own is asked."""
    url = settings.model_url
    provider = CHAT_PROVIDERS.get(name.partition(":")[0] if ":" in name else "openai")
    if url is None or (provider is not None and provider.owns(url)):
        return None
    return Host(url, settings.model_key, name.partition(":")[2] or name)


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a port that is none
        return False
