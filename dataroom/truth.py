"""What a generated room says, written beside it: the answers against which readers of the room are judged."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

Place = Mapping[
    str, str | int
]  # {"page": 4}, {"sheet": "P&L", "cell": "D12"}, {"slide": 3}, {"section": "4. Term"}, {}


@dataclass(frozen=True, slots=True, order=True)
class Period:
    """A stretch of `months` that ends on `end` (inclusive), or with 0 months the instant at the end of that day."""

    end: date
    months: int
    label: str = field(compare=False, default="")


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a printed figure stands for. `amount` is in whole units (1 = one euro, one head, one per cent)."""

    subject: str
    metric: str
    period: Period
    scenario: str  # actual, budget, forecast, estimate, pro forma
    amount: Decimal
    unit: str  # currency code, "%", "count", "EUR/share"
    variant: str = ""  # why it differs from what the room's books say; empty where it does not
    dimension: str = ""  # a segment, market or function of the subject; empty for the whole

    @property
    def key(self) -> tuple[str, str, str, Period, str, str]:
        """Figures of the same key speak of the same thing."""
        return self.subject, self.dimension, self.metric, self.period, self.scenario, self.unit


@dataclass(frozen=True, slots=True)
class Term:
    """A stated fact that is no figure: a party, a date, a law, a role."""

    kind: str
    subject: str
    value: str
    iso: str = ""  # dates and durations in ISO 8601
    variant: str = ""  # as in a Meaning


@dataclass(frozen=True, slots=True)
class Fact:
    """One statement at one place of one file."""

    id: str
    file: str
    place: Place
    printed: str  # the characters at that place
    stated: Meaning | Term
    value: str = ""  # the decimal as printed, with its sign
    scale: str = "one"  # one, thousand, million


SCALES = {"one": 1, "thousand": 1_000, "million": 1_000_000}


@dataclass(frozen=True, slots=True)
class File:
    """A file of the room, as a reader meets it."""

    name: str  # unique in the room
    folder: str
    title: str
    dated: date
    author: str
    authority: int  # 0 audited, 1 filed or signed, 2 management, 3 draft, 4 correspondence


@dataclass(frozen=True, slots=True)
class Link:
    """The newer file replaces the older."""

    newer: str
    older: str
    pattern: str
    evidence: str


@dataclass(frozen=True, slots=True)
class Apart:
    """Two files that look like versions and are none."""

    files: tuple[str, str]
    why: str


@dataclass(frozen=True, slots=True)
class Request:
    """A line of the request list and how the room answers it."""

    number: str
    text: str
    status: str  # provided, partial, missing, outdated
    files: tuple[str, ...]
    lacking: str = ""


@dataclass(slots=True)
class Truth:
    """Everything planted in a room."""

    seed: int
    company: dict[str, Any] = field(default_factory=dict)
    files: list[File] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    versions: list[Link] = field(default_factory=list)
    renditions: list[Apart] = field(default_factory=list)
    non_versions: list[Apart] = field(default_factory=list)
    conflicts: list[dict[str, Any]] = field(default_factory=list)
    non_conflicts: list[dict[str, Any]] = field(default_factory=list)
    gaps: list[Request] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """The truth in the published schema."""
        return {
            "seed": self.seed,
            "company": self.company,
            "files": [asdict(file) | {"dated": file.dated.isoformat()} for file in self.files],
            "facts": [fact_json(fact) for fact in self.facts],
            "versions": [asdict(link) for link in self.versions],
            "renditions": [asdict(pair) for pair in self.renditions],
            "non_versions": [asdict(pair) for pair in self.non_versions],
            "conflicts": self.conflicts,
            "non_conflicts": self.non_conflicts,
            "gaps": [asdict(request) for request in self.gaps],
        }

    def write(self, path: Path) -> None:
        """Write the truth as JSON, a line a record so that differences read well."""
        sections = (f"{json.dumps(key)}: {_lines(value)}" for key, value in self.as_json().items())
        path.write_text("{\n" + ",\n".join(sections) + "\n}\n", encoding="utf-8")


def _lines(value: Any) -> str:
    if not isinstance(value, list):
        return json.dumps(value, ensure_ascii=False)
    return "[\n" + ",\n".join(json.dumps(row, ensure_ascii=False) for row in value) + "\n]"


def fact_json(fact: Fact) -> dict[str, Any]:
    """A fact in the published schema."""
    row: dict[str, Any] = {"id": fact.id, "file": fact.file, "place": dict(fact.place), "printed": fact.printed}
    if isinstance(fact.stated, Term):
        term = fact.stated
        return row | {"kind": term.kind, "subject": term.subject, "value": term.value, "iso": term.iso or None}
    meaning = fact.stated
    return row | {
        "kind": "figure",
        "subject": meaning.subject,
        "dimension": meaning.dimension,
        "metric": meaning.metric,
        "period": period_json(meaning.period),
        "scenario": meaning.scenario,
        "value": fact.value,
        "unit": meaning.unit,
        "scale": fact.scale,
    }


def period_json(period: Period) -> dict[str, Any]:
    """A period in the published schema."""
    return {"label": period.label, "end": period.end.isoformat(), "months": period.months}
