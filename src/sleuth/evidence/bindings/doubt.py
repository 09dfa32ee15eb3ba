"""What of a sentence is no matter of wording."""

from typing import NamedTuple


class Doubt(NamedTuple):
    """Something that a model may not decide, or, where it is `sure`, that the quotes contradict."""

    kind: str  # value, date, unit, name, party, negation, modality, comparison, scope, subject
    reason: str
    sure: bool = False
