"""One wording for names that differ only in how a statement prints them: "Net earnings (loss)", "net income"."""

import re
from functools import cache, lru_cache

from sleuth.language.wordlist import wordlist


@lru_cache(maxsize=65536)
def canonical(form: str) -> str:
    """A name in the form of labels (metrics.label_form), in the wording that stands for all of its kind."""
    for pattern, wording in _rewrites():
        form = " ".join(pattern.sub(wording, form).split())
    return form


@lru_cache(maxsize=16384)
def without_aside(form: str) -> str:
    """A name without what a line of a statement adds to it: "cost of revenue exclusive of depreciation shown below"."""
    return " ".join(_aside().sub("", form).split())


@cache
def _rewrites() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(entry["says"]), entry["as"]) for entry in wordlist("wordings")["rewrite"])


@cache
def _aside() -> re.Pattern[str]:
    return re.compile(wordlist("wordings")["aside"])
