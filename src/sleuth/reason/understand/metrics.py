"""Measures that a question names, as sentences are searched for them: by all their names, as stems."""

import re
from collections.abc import Sequence

from sleuth.language.measures import Named, find_measures
from sleuth.language.metrics import Metric as Known
from sleuth.language.metrics import default_lexicon
from sleuth.language.tokens import Token, tokens
from sleuth.language.weight import telling_stems
from sleuth.reason.understand.parts import Metric

_COUNTED = re.compile(
    r"\b(?:how many|hur många) ((?:[\w-]+ ){1,3}?)"
    r"(?:do|does|did|is|are|was|were|has|have|had|can|may|must|will|får|har|hade|är|var|kan|ska)\b",
    re.IGNORECASE,
)
# Measures after these are what another is measured by: "a multiple of EBITDA".
_DERIVED = re.compile(
    r"(multiple|percentage|percent|%|share|proportion|fraction|ratio|times|how much|andel|procent|hur mycket) (of|av) "
    r"(the |its |total |net )*$"
)


def find_metrics(text: str, language: str) -> tuple[Metric, ...]:
    """The measures that a text names; none where the only one is what something else is measured by."""
    words = tokens(text, language)
    named = find_measures(words, default_lexicon(), language)
    found = tuple(_metric(one, words, language) for one in named if one.measure.keys)
    return () if len(named) == 1 and _is_yardstick(named[0], words, text, language) else found


def _is_yardstick(named: Named, words: Sequence[Token], text: str, language: str) -> bool:
    """Whether something else is asked for, which is measured by the one measure named, or is counted for it."""
    stems = {words[number].stem for number in named.at}
    counted = _COUNTED.search(text)
    if counted and not any(token.stem in stems for token in tokens(counted[1], language)):
        return True
    return _DERIVED.search(text[: words[named.at[0]].start].lower()) is not None


def _metric(named: Named, words: Sequence[Token], language: str) -> Metric:
    known = [default_lexicon().metrics[key] for key in named.measure.keys]
    texts = tuple(sorted({name for metric in known for name in metric.names}, key=lambda name: (len(name), name)))
    names = tuple(filter(None, (telling_stems(name, language) for name in texts)))
    asked = tuple(words[number].stem for number in named.at)
    return Metric(asked, names, texts, _all(known, "ratio"), _all(known, "count"))


def _all(known: Sequence[Known], kind: str) -> bool:
    return all(metric.kind == kind for metric in known)
