"""The pages of a PDF as poppler extracts them: a second opinion that shares no code with our reader."""

import shutil
import subprocess
from functools import lru_cache
from pathlib import Path

from sleuth.errors import UserError

_ORDERS = ((), ("-layout",), ("-raw",))  # reading order; as it looks; as it is drawn


@lru_cache(maxsize=96)
def poppler_pages(path: Path) -> tuple[tuple[str, ...], ...]:
    """For each order that poppler offers, the text of each page. Raises UserError where poppler is missing."""
    if shutil.which("pdftotext") is None:
        raise UserError("pdftotext is missing: it checks citations independently. Install poppler-utils.")
    return tuple(tuple(_extract(path, order).split("\f")) for order in _ORDERS)


def _extract(path: Path, order: tuple[str, ...]) -> str:
    command = ["pdftotext", "-enc", "UTF-8", *order, str(path), "-"]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode:
        raise UserError(f"{path.name}: pdftotext cannot read it ({done.stderr.strip()}). Leave the file out.")
    return done.stdout
