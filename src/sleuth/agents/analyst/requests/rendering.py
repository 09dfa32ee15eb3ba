"""An item of the coverage for people: its mark, what is lacking, and its sources."""

from sleuth.agents.analyst.requests.coverage import Item
from sleuth.evidence.cite import Citation, render

MARKS = {"provided": "✅", "partial": "🟡", "outdated": "🕓", "missing": "❌"}
_MOST_SOURCES = 3  # of an item


def told(item: Item) -> str:
    """What keeps an item from being provided: "partial, lacks FY2022", "outdated: it is of 2024-03-07"."""
    lacking = "; ".join(item.lacking)
    return f"partial, lacks {lacking}" if item.status == "partial" else f"{item.status}: {lacking}"


def sources_of(item: Item) -> str:
    """`(source: file.pdf, p.12)`, of at most three places."""
    return render([Citation(one.filename, one.locator) for one in item.evidence[:_MOST_SOURCES]])
