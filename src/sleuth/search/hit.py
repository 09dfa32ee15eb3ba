"""What a search gives back."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage that was found. `content` is exactly the document's text [start, end)."""

    passage_id: int
    document_id: int
    filename: str
    page: int  # 1-based; the page of its first character
    start: int  # inclusive, in the document's text
    end: int  # exclusive
    content: str
    score: float  # 0 to 1 and comparable within one search only
    locator: str  # how a citation names the page: "p.12", "P&L", "slide 7"


@dataclass(frozen=True, slots=True)
class Results:
    """The hits of one search, best first, and what it had to do without."""

    hits: tuple[Hit, ...]
    degraded: tuple[str, ...]  # sentences for the user; empty when words and vectors both served
    latency_ms: float
