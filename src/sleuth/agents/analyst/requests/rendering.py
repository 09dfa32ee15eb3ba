"""Coverage for people: the answer to "what is missing?", by area, each item with its source or what is lacking."""

from collections.abc import Iterator, Sequence

from sleuth.agents.analyst.requests.coverage import BUILT_IN, Coverage, Domain, Item
from sleuth.evidence.cite import Citation, render

MARKS = {"provided": "✅", "partial": "🟡", "outdated": "🕓", "missing": "❌"}
_MOST_SOURCES = 3  # of an item
_OFFER = "Would you like me to generate Q&A items for the missing information?"


def markdown(covered: Coverage, most: int | None = None) -> str:
    """The coverage as an answer; of each area at most `most` items, what is wanting first."""
    against = "the built-in checklist" if covered.lists == (BUILT_IN,) else "your IRL"
    parts = [f"Here's the coverage analysis against {against}:"]
    parts += ["\n".join(_domain(domain, most)) for domain in covered.domains]
    if covered.gaps:
        parts.append(_OFFER)
    return "\n\n".join(parts)


def _domain(domain: Domain, most: int | None) -> Iterator[str]:
    name = domain.name[:1].upper() + domain.name[1:]
    yield f"**{name} ({domain.provided}/{len(domain.items)} items covered)**"
    shown = _chosen(domain.items, most)
    yield from (f"- {line(item)}" for item in shown)
    if left := len(domain.items) - len(shown):
        yield f"- and {left} more"


def _chosen(items: Sequence[Item], most: int | None) -> Sequence[Item]:
    """The items in their order; where there are too many, those that something is wanting of."""
    if most is None or len(items) <= most:
        return items
    kept = {id(item) for item in sorted(items, key=lambda item: not item.is_gap)[:most]}
    return [item for item in items if id(item) in kept]


def line(item: Item) -> str:
    """An item on one line: its mark, what is asked for, what is lacking, and where the rest stands."""
    said = f"{MARKS[item.status]} {item.text}"
    if item.status in ("partial", "outdated"):
        said += f": {told(item)}"
    sources = sources_of(item)
    return f"{said} {sources}" if sources else said


def told(item: Item) -> str:
    """What keeps an item from being provided: "partial, lacks FY2022", "outdated: it is of 2024-03-07"."""
    lacking = "; ".join(item.lacking)
    return f"partial, lacks {lacking}" if item.status == "partial" else f"{item.status}: {lacking}"


def sources_of(item: Item) -> str:
    """`(source: file.pdf, p.12)`, of at most three places."""
    return render([Citation(one.filename, one.locator) for one in item.evidence[:_MOST_SOURCES]])
