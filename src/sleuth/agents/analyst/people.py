"""The offices that a text names, by their short names: "CEO" of "chief executive officer"."""

import re
from functools import lru_cache

from sleuth.agents.analyst.phrases import data
from sleuth.language.glyphs import plain


def offices_in(text: str) -> list[str]:
    """The offices that a text names as whole words, in the order of the answer."""
    form = plain(text).text
    return list(dict.fromkeys(office for pattern, office in _offices() if pattern.search(form)))


@lru_cache(maxsize=1)
def _offices() -> tuple[tuple[re.Pattern[str], str], ...]:
    roles: dict[str, str] = data("people")["roles"]
    return tuple(
        (re.compile(rf"(?<!\w){re.escape(says)}(?:man|woman|person)?(?!\w)"), office) for says, office in roles.items()
    )
