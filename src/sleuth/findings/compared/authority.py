"""Which source carries more weight, and why, in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

_RANKS = {"audited": 0, "filed": 1, "management": 2, "unknown": 2, "draft": 3, "correspondence": 4}
_CALLED = {
    "audited": "is audited",
    "filed": "is filed or official",
    "management": "is management’s own",
    "draft": "is a draft",
    "correspondence": "is correspondence",
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

    @property
    def is_record(self) -> bool:
        """Whether it is a paper of the company's books: no draft and no correspondence."""
        return self.rank <= _RANKS["management"]


@dataclass(frozen=True, slots=True)
class Authority:
    """The source to rely on, None where none outranks the others, and why."""

    document: int | None
    why: str


def weigh(witnesses: Sequence[Witness]) -> Authority:
    """Which of several sources that disagree carries most weight; the first of equals has no more than the others."""
    best, *others = sorted(witnesses, key=lambda w: w.rank)
    if all(other.rank == best.rank for other in others):
        return Authority(None, f"neither source outranks the other: {_listed(witnesses)}")
    if others[0].rank == best.rank:
        return Authority(None, f"the most authoritative sources disagree: {_listed(witnesses)}")
    return Authority(best.id, f"{best.filename} outranks the rest: it {described(best)}; {_listed(others)}")


def _listed(witnesses: Sequence[Witness]) -> str:
    return "; ".join(f"{witness.filename} {described(witness)}" for witness in witnesses)


def described(witness: Witness) -> str:
    """What a source is: "is audited (p.5: “Independent auditor’s report”; dated 2025-03-01)"."""
    shown = witness.quality_reason if witness.quality in _CALLED else ""
    known = "; ".join(filter(None, (shown, f"dated {witness.dated}" if witness.dated else "")))
    return _CALLED.get(witness.quality, "does not state its kind") + (f" ({known})" if known else "")
