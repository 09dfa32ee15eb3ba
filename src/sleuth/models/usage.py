"""What calls to models took: time, tokens, errors, retries and, where the price is known, money."""

import tomllib
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from importlib import resources
from typing import Any

_MILLION = 1_000_000


@dataclass
class Tally:
    """The sum over the calls of one task."""

    calls: int = 0
    errors: int = 0  # attempts that failed
    seconds: float = 0.0
    tokens_in: int = 0
    tokens_out: int = 0


@dataclass
class Usage:
    """What one run took, task by task."""

    model: str
    tasks: dict[str, Tally] = field(default_factory=dict)

    def task(self, name: str) -> Tally:
        """The tally of a task, begun when first asked for."""
        return self.tasks.setdefault(name, Tally())

    def cost(self) -> Decimal | None:
        """US dollars; None where the model's price is not in the table."""
        price = price_of(self.model)
        if price is None:
            return None
        spent = sum(tally.tokens_in * price[0] + tally.tokens_out * price[1] for tally in self.tasks.values())
        return (Decimal(spent) / _MILLION).quantize(Decimal("0.000001"))

    def to_json(self) -> dict[str, Any]:
        """For `--detail`: totals, the cost or "unknown", and each task."""
        cost = self.cost()
        total = Tally()
        for tally in self.tasks.values():
            total.calls += tally.calls
            total.errors += tally.errors
            total.seconds += tally.seconds
            total.tokens_in += tally.tokens_in
            total.tokens_out += tally.tokens_out
        shown = {name: vars(tally) for name, tally in self.tasks.items()}
        return {
            **vars(total),
            "model": self.model,
            "cost_usd": "unknown" if cost is None else str(cost),
            "tasks": shown,
        }


@cache
def _prices() -> dict[str, tuple[Decimal, Decimal]]:
    table = tomllib.loads(resources.files("sleuth.models").joinpath("prices.toml").read_text(encoding="utf-8"))
    return {name: (Decimal(str(into)), Decimal(str(out))) for name, (into, out) in table["prices"].items()}


def price_of(model: str) -> tuple[Decimal, Decimal] | None:
    """Dollars for a million tokens in and out, by the longest name in the table that the model's begins with."""
    name = model.rpartition(":")[2]
    known = [prefix for prefix in _prices() if name == prefix or name.startswith(f"{prefix}-")]
    return _prices()[max(known, key=len)] if known else None
