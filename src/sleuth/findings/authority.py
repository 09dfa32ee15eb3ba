"""Which source carries more weight, and why, in words."""

from dataclasses import dataclass
from datetime import date

_RANKS = {"audited": 0, "filed": 1, "management": 2, "unknown": 2, "draft": 3, "correspondence": 4}
_CALLED = {
    "audited": "audited",
    "filed": "filed or official",
    "management": "management’s own",
    "unknown": "of a kind that it does not state",
    "draft": "a draft",
    "correspondence": "correspondence",
}


@dataclass(frozen=True, slots=True)
class Witness:
    """A document as a source of statements."""

    id: int
    filename: str
    quality: str = "unknown"  # audited, filed, management, draft, correspondence, unknown
    quality_reason: str = ""  # the words that show it, and where
    dated: date | None = None
    series: str = ""  # what its yearly or quarterly successors are called too
    closes: str = ""  # ISO: the end of the latest actual period it states; "" where it states none
    edition: int = 0  # documents of one number are one edition in several formats

    @property
    def rank(self) -> int:
        """0 carries most weight; what does not state its kind ranks with management's own records."""
        return _RANKS.get(self.quality, _RANKS["unknown"])


@dataclass(frozen=True, slots=True)
class Authority:
    """The source to rely on, None where none outranks the others, and why."""

    document: int | None
    why: str


def weigh(witnesses: list[Witness]) -> Authority:
    """Which of several sources that disagree carries most weight."""
    best, *others = sorted(witnesses, key=lambda w: (w.rank, w.filename))
    if all(other.rank == best.rank for other in others):
        return Authority(None, f"neither source outranks the other: {'; '.join(map(described, witnesses))}")
    if others[0].rank == best.rank:
        return Authority(None, f"the most authoritative sources disagree: {'; '.join(map(described, witnesses))}")
    lower = next(other for other in others if other.rank > best.rank)
    return Authority(best.id, f"{described(best)}, which outranks {described(lower)}")


def described(witness: Witness) -> str:
    """ "annual_report.pdf is audited (p.5: “Independent auditor’s report”)"."""
    shown = f" ({witness.quality_reason})" if witness.quality_reason and witness.quality != "unknown" else ""
    dated = f", dated {witness.dated}" if witness.dated else ""
    return f"{witness.filename} is {_CALLED.get(witness.quality, _CALLED['unknown'])}{shown}{dated}"
