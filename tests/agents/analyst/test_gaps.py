"""Which gaps are told as risks."""

import pytest

from sleuth.agents.analyst.gaps import is_said_given
from sleuth.agents.analyst.requests.coverage import Item


@pytest.mark.parametrize(
    ("list_says", "is_given"),
    [
        ("Provided", True),
        ("Uploaded; 6.4", True),
        ("Levererad", True),
        ("Partly; CEO only", False),
        ("Open", False),
        ("", False),
    ],
)
def test_what_the_list_says_was_given_is_no_gap_of_the_deal(list_says: str, is_given: bool) -> None:
    assert is_said_given(Item("Audited annual report", "missing", (), (), "financial", list_says=list_says)) is is_given
