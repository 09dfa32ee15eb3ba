"""What a document says of itself that the proof of a sentence relies on."""

import pytest

from sleuth.evidence.context import NO_CONTEXT
from sleuth.evidence.placing import placed
from sleuth.evidence.quote import Match, fold_source, locate
from sleuth.findings.context import context_of
from tests.documents import source_of

COVER = """WAREHOUSE LEASE AGREEMENT

This Warehouse Lease Agreement is entered into on 4 May 2021 between Rheinau Chemie, Inc., a Delaware corporation
(the “Landlord”), and Brackmann Logistics LLC, a Texas company (the “Tenant”).

4. Term
4.1 Start. The lease starts on 1 June 2021.
4.2 End. The Landlord may end the lease on thirty (30) days notice.
5 Rent
The Tenant shall pay the rent."""


def test_agreement_tells_its_title_and_whom_its_terms_stand_for() -> None:
    source = source_of("lease.pdf", COVER)

    context = context_of(source, source)

    assert context.title == "Warehouse Lease Agreement"
    assert ("landlord", "rheinau chemie, inc.") in context.definitions
    assert ("tenant", "brackmann logistics") in context.definitions


def test_report_has_no_title_that_makes_its_forecasts_duties() -> None:
    source = source_of("report.pdf", "Annual report 2023\n\nThe company will open five shops.")

    assert context_of(source, source).title == ""


@pytest.mark.parametrize(
    ("quote", "sections"),
    [
        ("The Landlord may end the lease on thirty (30) days notice.", ("4.2", "4")),
        ("The lease starts on 1 June 2021.", ("4.1", "4")),
        ("The Tenant shall pay the rent.", ("5",)),
        ("is entered into on 4 May 2021", ()),
    ],
)
def test_quote_stands_in_the_section_whose_number_is_before_it(quote: str, sections: tuple[str, ...]) -> None:
    source = source_of("lease.pdf", COVER)
    match = locate(quote, fold_source(source))

    assert isinstance(match, Match)
    assert placed(NO_CONTEXT, source.pages, [match]).sections == sections
