"""What a text sets apart: "unlike those to Sweden", "rather than higher volumes"."""

import re
from functools import cache

from sleuth.evidence.lexicon import any_of, lexicon
from sleuth.evidence.reading import Reading


@cache
def _contrast() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)({any_of(lexicon('verbs')['contrast'])})(?!\w)[^,;.]*")


def taken_for_the_other(claim: Reading, quote: Reading) -> str:
    """Whether the claim says of one thing what the quote says of the other; "" if not."""
    found = _contrast().search(quote.plain)
    if found is None or _contrast().search(claim.plain):
        return ""
    inside = {word.stem for word in quote.content if found.end(1) <= word.start < found.end()}
    outside = {word.stem for word in quote.content if not found.start() <= word.start < found.end()}
    for word in claim.content:
        if word.stem in inside - outside:
            return f"the quote says “{found[1]} … {word.text}”, the sentence says it of “{word.text}”"
    return ""
