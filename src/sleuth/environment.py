"""What the processes that we start inherit: what they need, and none of the caller's other secrets."""

import os
from collections.abc import Mapping

_PYTHON = frozenset((
    "PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "TEMP", "SYSTEMROOT",
    "PYTHONPATH", "PYTHONHOME", "PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX",
    "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH",
))  # fmt: skip
# Beside its settings a worker needs the key of hosted embeddings, PostgreSQL's and Chroma's own variables, and the way
# out: proxies and certificates.
_WORKER = frozenset((
    "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR",
    "XDG_RUNTIME_DIR", "XDG_DATA_HOME", "OMP_NUM_THREADS",
))  # fmt: skip
_WORKER_PREFIXES = ("SLEUTH_", "OPENAI_", "CHROMA_", "PG")


def to_run_python() -> dict[str, str]:
    """For a process that reads files or watches over a server: enough to run, and nothing to give away."""
    return {name: value for name, value in os.environ.items() if name in _PYTHON}


def to_work(settings: Mapping[str, object]) -> dict[str, str]:
    """For a worker with these settings (by the names of config.py), wherever they came from."""
    given = {f"SLEUTH_{name}".upper(): value for name, value in settings.items()}
    kept = {name: value for name, value in os.environ.items() if _is_for_workers(name) and name not in given}
    return kept | {name: str(value) for name, value in given.items() if value is not None}


def _is_for_workers(name: str) -> bool:
    return name in _PYTHON or name.upper() in _WORKER or name.startswith(_WORKER_PREFIXES)
