"""How long a prompt a server reads, as it tells by itself: llama.cpp, vLLM, Ollama, LM Studio and their like."""

from collections.abc import Callable, Iterable
from typing import Any

_SECONDS = 3.0  # that a server has to tell; it is asked once
_NAMES = ("max_model_len", "loaded_context_length", "n_ctx", "context_length", "context_window", "max_context_length")
Get = Callable[[str], Any]


def look_up_context(url: str, key: str | None, model: str) -> int | None:
    """The tokens of prompt and answer together; None where the server does not tell. Never raises."""
    import httpx

    headers = {"Authorization": f"Bearer {key}"} if key else {}
    with httpx.Client(headers=headers, timeout=_SECONDS) as client:

        def get(address: str) -> Any:
            try:
                response = client.get(address)
                return response.json() if response.is_success else None
            except (httpx.HTTPError, ValueError, UnicodeError):  # what does not answer, or not in JSON, tells nothing
                return None

        return context_of(url, model, get)


def context_of(url: str, model: str, get: Get) -> int | None:
    """The same, with `get` giving the JSON at an address, or None."""
    base = url.rstrip("/")
    root = base.removesuffix("/v1")
    props = get(f"{root}/props")  # llama.cpp: the context of one slot
    if found := _of(_inside(props, "default_generation_settings")):
        return found
    running = get(f"{root}/api/ps")  # Ollama: what is loaded now, with the context in force
    if found := _listed(_inside(running, "models"), model):
        return found
    if running is not None:
        return None  # Ollama lists what a model could read, not what it is set to
    loaded = get(f"{root}/api/v0/models")  # LM Studio
    return _listed(_inside(loaded, "data"), model) or _listed(_inside(get(f"{base}/models"), "data"), model)


def _listed(rows: Any, model: str) -> int | None:
    """What the row of the model tells, or the only row."""
    if not isinstance(rows, list):
        return None
    named = [
        row for row in rows if isinstance(row, dict) and model in (row.get("id"), row.get("name"), row.get("model"))
    ]
    chosen = named or (rows if len(rows) == 1 else [])
    return next(filter(None, (_of(row) or _of(_inside(row, "meta")) for row in chosen)), None)


def _of(row: Any) -> int | None:
    values: Iterable[Any] = (row.get(name) for name in _NAMES) if isinstance(row, dict) else ()
    return next((value for value in values if isinstance(value, int) and value > 0), None)


def _inside(answer: Any, name: str) -> Any:
    return answer.get(name) if isinstance(answer, dict) else None
