"""The margin that goes with a measure: "the margin" beside EBITDA is the EBITDA margin."""

from collections.abc import Sequence

from sleuth.language.glyphs import plain
from sleuth.language.measures import find_measures
from sleuth.language.metrics import default_lexicon
from sleuth.language.query import Measure, Word
from sleuth.language.tokens import tokens

_MARGIN = frozenset(("margin", "margins", "marginal", "marginalen"))


def is_margin(word: Word) -> bool:
    """Whether a word asks for a margin without saying of what."""
    return plain(word.text).text in _MARGIN


def margin_of(measures: Sequence[Measure]) -> Measure | None:
    """The margin of the last measure that has one; of a margin itself; None where none has."""
    known = default_lexicon().metrics
    keys = [key for measure in measures for key in measure.keys]
    margins = [f"{key} margin" for key in keys if f"{key} margin" in known]
    margins = margins or [key for key in keys if key.endswith("margin")]
    found = find_measures(tokens(margins[-1], "en"), default_lexicon(), "en") if margins else []
    return found[0].measure if found else None
