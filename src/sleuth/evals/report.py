"""Sets the figures out: tables to read, JSON to keep, and every answer for a person to judge."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from sleuth.evals.citations import Check, Found
from sleuth.evals.figures import PARTS, Figure

_HEAD = "| set | measure | all | dev | held-out | cases |\n|---|---|--:|--:|--:|--:|"


@dataclass(frozen=True, slots=True)
class Report:
    """All that a run measured."""

    notes: tuple[str, ...]  # what was asked of what, and what was left out
    figures: tuple[Figure, ...]
    checks: tuple[Check, ...] = ()  # every citation into a PDF
    answers: tuple[dict[str, Any], ...] = ()
    failures: tuple[str, ...] = ()  # checks of the analyst that did not pass
    refusal: str = ""  # why this may not be released; empty where it may

    @property
    def misses(self) -> tuple[Check, ...]:
        """Citations that pdftotext does not find on their page."""
        return tuple(check for check in self.checks if check.found is Found.MISSING)

    def to_json(self) -> dict[str, Any]:
        """Notes, figures and misses as plain data."""
        return {
            "notes": list(self.notes),
            "figures": [asdict(figure) for figure in self.figures],
            "misses": [{"filename": c.filename, "page": c.page, "quote": c.quote} for c in self.misses],
            "failures": list(self.failures),
            "refusal": self.refusal,
        }

    def to_markdown(self) -> str:
        """A table a part, each miss, and what was asked of what."""
        parts = [(part, [figure for figure in self.figures if figure.part == part]) for part in PARTS]
        sections = [_section(part.capitalize(), figures) for part, figures in parts if figures]
        missed = [f"- not on its page: {c.filename}, p. {c.page}: “{c.quote}”" for c in self.misses]
        failed = [f"- {failure}" for failure in self.failures]
        listed = ["\n".join(lines) for lines in (missed, failed) if lines]
        return "\n\n".join([*sections, *listed, "\n".join(self.notes)])

    def write(self, folder: Path) -> None:
        """report.md, report.json and answers.jsonl in a folder, which is made."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "report.md").write_text(self.to_markdown() + "\n", encoding="utf-8")
        (folder / "report.json").write_text(_plain(self.to_json(), indent=2), encoding="utf-8")
        (folder / "answers.jsonl").write_text("".join(map(_plain, self.answers)), encoding="utf-8")


def show(value: float | None) -> str:
    """A figure for people: a share to three places, an amount to one."""
    return "–" if value is None else f"{value:.3f}" if value <= 1 else f"{value:,.1f}"


def _section(title: str, figures: Sequence[Figure]) -> str:
    return "\n".join([f"## {title}", "", _HEAD, *_lines(figures)])


def _lines(figures: Sequence[Figure]) -> Iterator[str]:
    for f in figures:
        yield f"| {f.set} | {f.measure} | {show(f.value)} | {show(f.dev)} | {show(f.held_out)} | {f.cases} |"


def _plain(value: Any, indent: int | None = None) -> str:
    return json.dumps(value, ensure_ascii=False, indent=indent) + "\n"
