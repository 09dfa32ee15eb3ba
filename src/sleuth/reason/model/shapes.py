"""The shapes in which a language model answers. Every field is required, as strict structured output demands."""

from typing import Literal

from pydantic import BaseModel, ConfigDict


class Shape(BaseModel):
    """An answer with these fields and no other."""

    model_config = ConfigDict(extra="forbid")


class Queries(Shape):
    """What to search for next."""

    queries: list[str]


class Graded(Shape):
    """Whether the evidence suffices."""

    verdict: Literal["FINISH", "CONTINUE", "RETRY_GENERATION", "FAIL"]
    reason: str


class QuoteShape(Shape):
    """Words copied from a piece of evidence."""

    evidence_id: int
    text: str


class ClaimShape(Shape):
    """One sentence and what it rests on."""

    text: str
    quotes: list[QuoteShape]


class Drafted(Shape):
    """The answer, or why there is none."""

    claims: list[ClaimShape]
    reason: str


class Judged(Shape):
    """Whether a sentence follows from its quotes."""

    number: int  # of the sentence, as it was shown: 1 for the first
    follows: bool
    reason: str


class Rulings(Shape):
    """What is judged of each sentence."""

    verdicts: list[Judged]
