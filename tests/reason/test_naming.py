"""A provision names somebody or some place by a name, and not by a term that its agreement has for them."""

import pytest

from sleuth.evidence.source import Page
from sleuth.findings.text.provisions import provisions
from sleuth.reason.contracts.naming import names_it, words_of_terms
from sleuth.reason.understand.question import understand

AGREEMENT = """SUPPLY AGREEMENT

1. DEFINITIONS

1.1 "Products" means detectors. "Territory" means the island of Ireland. "Guarantor" means each subsidiary.

2. APPOINTMENT

2.1 Orvik appoints Halden as exclusive distributor of the Products in the Territory.

2.2 Halden is exclusive in Norway.

3. GUARANTEE

3.1 Each Guarantor guarantees, as far as German and Austrian law permit, what Halden owes.

3.2 The guarantors are Halden Mills Limited and Tarn Parkering AS.

3.3 The signatory for Orvik is Fiona Matheson.
"""


@pytest.mark.parametrize(
    ("question", "naming", "by_term"),
    [
        ("Where is Halden exclusive?", (2, 2), (2, 1)),
        ("Who are the guarantors?", (3, 2), (3, 1)),
        ("Who is the signatory for Orvik?", (3, 3), (3, 1)),
    ],
)
def test_where_and_who_are_told_by_a_name(question: str, naming: tuple[int, int], by_term: tuple[int, int]) -> None:
    every = provisions([Page(1, AGREEMENT, "")])
    terms, asked = words_of_terms(every), understand(question)

    told = {one.number for one in every if names_it(asked, one, terms)}

    assert naming in told
    assert by_term not in told


def test_any_other_question_is_asked_for_no_name() -> None:
    every = provisions([Page(1, AGREEMENT, "")])

    assert all(names_it(understand("When does it end?"), one, frozenset()) for one in every)
