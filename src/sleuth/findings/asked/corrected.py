"""A figure that a person corrected: what the source prints there, and who says otherwise and why."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from sleuth.findings.asked.wording import amount


@dataclass(frozen=True, slots=True)
class Corrected:
    """What stands beside a corrected value wherever it is shown."""

    printed: str  # what the rules read in the source, for people: "11.1 million EUR"
    by_whom: str
    why: str  # the person's reason, then what was changed: "digits swapped (value 11.1 → 11.3)"
    at: datetime

    @property
    def note(self) -> str:
        """ "corrected by Ann: digits swapped (value 11.1 → 11.3); the source says 11.1 million EUR"."""
        return f"corrected by {self.by_whom}: {self.why}; the source says {self.printed}"

    @property
    def short_note(self) -> str:
        """ "corrected by Ann; the source says 11.1 million EUR"."""
        return f"corrected by {self.by_whom}; the source says {self.printed}"

    @property
    def shape(self) -> dict[str, str]:
        """As JSON gives it."""
        return {"by": self.by_whom, "why": self.why, "at": self.at.isoformat(), "printed": self.printed}


def read_correction(stored: Mapping[str, Any] | None) -> Corrected | None:
    """A correction from the store's record of it; None where nobody corrected."""
    if stored is None:
        return None
    value = stored["value"]
    printed = stored["text"] if value is None else amount(Decimal(value), stored["unit"], stored["scale"])
    return Corrected(printed, stored["by"], stored["why"], datetime.fromisoformat(stored["at"]))
