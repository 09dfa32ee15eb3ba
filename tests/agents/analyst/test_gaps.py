"""Which gaps are told as risks."""

import pytest

from sleuth.agents.analyst.gaps import is_said_given
from sleuth.agents.analyst.requests.coverage import Item
from sleuth.agents.analyst.requests.listed import word_of
from sleuth.store.deal.requests import RequestDraft


@pytest.mark.parametrize(
    ("status", "is_given"),
    [("Provided", True), ("Uploaded", True), ("Levererad", True), ("Partly", False), ("Open", False), ("", False)],
)
def test_what_the_list_says_was_given_is_no_gap_of_the_deal(status: str, is_given: bool) -> None:
    word = word_of(RequestDraft("Audited annual report", status=status, reference="6.4"))
    assert is_said_given(Item("Audited annual report", "missing", (), (), "financial", said=word)) is is_given
