"""Which rows of a table meet some conditions, and what is computed of them: derived once more from the page.

`selection.py` is what a claim says, `grid.py` walks the table's cells, `check.py` is the entrance and `wording.py` says
what was proven. Deliberately separate from reason/records and findings/records, which propose.
"""

from sleuth.evidence.rows.check import check_selection
from sleuth.evidence.rows.selection import Checked, Selection

__all__ = ["Checked", "Selection", "check_selection"]
