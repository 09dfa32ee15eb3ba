"""What calls to models took: time, tokens, errors, retries and, where the price is known, money."""

import re
import tomllib
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from importlib import resources
from typing import Any

_MILLION = 1_000_000
_EDITION = re.compile(r"-(?:\d{4}-\d\d-\d\d|\d{8}|latest)\Z")  # of a model: o3-mini-2025-01-31


@dataclass
class Tally:
    """The sum over the calls of one task."""

    calls: int = 0
    retries: int = 0  # attempts beyond the first of each call
    errors: int = 0  # attempts that failed
    seconds: float = 0.0
    tokens_in: int = 0
    tokens_out: int = 0
    searches: int = 0  # of rerankers that bill by the search


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
        total = self.total()
        spent = total.tokens_in * price.tokens_in + total.tokens_out * price.tokens_out
        spent += total.searches * price.searches
        return (spent / _MILLION).quantize(Decimal("0.000001"))

    def total(self) -> Tally:
        """The sum over the tasks."""
        tallies = [vars(tally) for tally in self.tasks.values()]
        return Tally(**{name: sum(tally[name] for tally in tallies) for name in vars(Tally())})

    def to_json(self) -> dict[str, Any]:
        """For `--detail`: totals, the cost or "unknown", and each task."""
        cost = self.cost()
        shown = {name: vars(tally) for name, tally in self.tasks.items()}
        return {
            **vars(self.total()),
            "model": self.model,
            "cost_usd": "unknown" if cost is None else str(cost),
            "tasks": shown,
        }


def cost_of(model: str, tokens: int) -> Decimal | None:
    """US dollars for tokens that went in; None where the model's price is not in the table."""
    usage = Usage(model)
    usage.task("passages").tokens_in = tokens
    return usage.cost()


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars for a million."""

    tokens_in: Decimal
    tokens_out: Decimal
    searches: Decimal


@cache
def _prices() -> dict[str, Price]:
    table = tomllib.loads(resources.files("sleuth.models").joinpath("prices.toml").read_text(encoding="utf-8"))
    tokens = {name: Price(Decimal(str(a)), Decimal(str(b)), Decimal(0)) for name, (a, b) in table["prices"].items()}
    searches = {name: Price(Decimal(0), Decimal(0), Decimal(str(c))) for name, c in table["searches"].items()}
    return tokens | searches


def price_of(model: str) -> Price | None:
    """The price of any edition of a model; None for one that the table does not name: o3-pro is not o3."""
    return _prices().get(_EDITION.sub("", model.rpartition(":")[2]))
