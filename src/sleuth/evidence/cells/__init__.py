"""What a table's cell means, derived once more from the page: a check on whoever says what it means.

`check.py` is the entrance; `place.py` finds the cell and what stands around it, and `measure.py`, `time.py` and
`owner.py` each judge one part of the meaning. Deliberately separate from findings/: two readers that share their
mistakes would prove nothing to each other.
"""

from sleuth.evidence.cells.check import check_cell
from sleuth.evidence.cells.headed import Headed, read_headed, titles_over
from sleuth.evidence.cells.meaning import Check, Meaning, Verdict
from sleuth.evidence.cells.scales import lines_of_scale

__all__ = ["Check", "Headed", "Meaning", "Verdict", "check_cell", "lines_of_scale", "read_headed", "titles_over"]
