"""The entrance: what a page says to the claimed meaning of one of its cells."""

from sleuth.evidence.cells.meaning import Check, Meaning, Verdict, agrees, uncertain
from sleuth.evidence.cells.measure import check_row, check_unit, check_value
from sleuth.evidence.cells.owner import check_owner
from sleuth.evidence.cells.place import place_of
from sleuth.evidence.cells.time import check_scenario, check_time
from sleuth.evidence.source import Source, Span
from sleuth.language.metrics import default_lexicon


def check_cell(source: Source, span: Span, meaning: Meaning) -> Check:
    """Whether the cell that `span` lies in means what is claimed, by what the stored pages say.

    What the page contradicts is DISAGREES; what it does not settle is UNCERTAIN, and is not to be shown as proven.
    """
    place = place_of(source, span)
    if place is None:
        return uncertain("it does not lie in one cell of a table")
    words = default_lexicon()
    checks = (
        check_value(place, meaning),
        check_row(place, meaning, words),
        check_unit(place, meaning, words),
        check_time(place, meaning),
        check_scenario(place, meaning),
        check_owner(place, meaning),
    )
    found = [check for check in checks if check is not None]
    refuting = next((check for check in found if check.verdict is Verdict.DISAGREES), None)
    if refuting is not None:
        return refuting
    return found[0] if found else agrees("its row, its headings and what stands above it say so")
