"""Messages that ask what "that" does to a figure, or for the figure without it: no figure as it is stated answers."""

import re

from sleuth.agents.analyst.phrases import data
from sleuth.language.glyphs import plain_line


def asks_effect_of_that(message: str) -> bool:
    """Whether a message asks for a figure as something that was told would change it: "What does that do to EBITDA?".

    "How did it change?" asks for the change of the figure itself.
    """
    form = plain_line(message)
    return any(re.search(says, form) for says in data("dialogue")["effect"]["says"])
