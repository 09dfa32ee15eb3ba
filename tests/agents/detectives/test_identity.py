"""What a document is to an inquiry, and by which numbers it is known."""

import pytest

from sleuth.agents.detectives.identifiers import ministry_of, read_identifiers
from sleuth.agents.detectives.identity import identify
from sleuth.agents.detectives.running import running
from tests.agents.detectives.papers import (
    BILL,
    CONSULTATION,
    DIRECTIVE,
    REFERRAL,
    REPORT,
    STATUTE,
    SUPPLEMENT,
    identity_of,
    pages_of,
)


def values(*texts: str) -> set[str]:
    return {found.value for found in identity_of(*texts).belongs}


@pytest.mark.parametrize(
    ("role", "number", "text"),
    [
        ("directive", "dir. 2021:14", (DIRECTIVE,)),
        ("supplementary_directive", "dir. 2022:61", (SUPPLEMENT,)),
        ("final_report", "SOU 2023:17", REPORT),
        ("interim_report", "SOU 2023:17", (REPORT[0].replace("Betänkande av", "Delbetänkande av"), *REPORT[1:])),
        ("consultation", "", (CONSULTATION,)),
        ("council_referral", "", (REFERRAL,)),
        ("bill", "prop. 2023/24:188", (BILL,)),
        ("statute", "SFS 2024:912", (STATUTE,)),
    ],
)
def test_a_document_tells_what_it_is(role: str, number: str, text: tuple[str, ...]) -> None:
    identity = identity_of(*text)
    assert (identity.role, identity.number) == (role, number)


def test_a_report_names_its_title_committee_and_numbers_each_with_its_place() -> None:
    text = running(pages_of(*REPORT))
    identity = identity_of(*REPORT)
    assert identity.title == "Trampa tryggt – cykelvägar i glesbygd"
    assert identity.committee == "Utredningen om cykelvägar i glesbygd"
    assert values(*REPORT) == {"SOU 2023:17", "I 2021:05", "dir. 2021:14", "dir. 2022:61"}
    assert text.span(*identity.places["number"]).page == 1
    assert text.span(*identity.places["title"]).page == 2


@pytest.mark.parametrize("text", [SUPPLEMENT, CONSULTATION, REFERRAL, BILL])
def test_later_documents_bear_a_number_of_the_report_or_of_its_directive(text: str) -> None:
    assert values(text) & values(*REPORT)


def test_a_directive_keeps_its_title_over_several_lines() -> None:
    assert identity_of(DIRECTIVE).title == "Cykelvägar i glesbygd"


def test_a_paper_without_any_inquiry_is_none() -> None:
    assert identify(running(pages_of("Annual report 2023\nNet sales were EUR 12 million."))) is None


def test_a_number_is_read_in_each_of_its_spellings() -> None:
    text = "SOU 2018 : 22, Dir 1997:23, (S2010:04), U2013:A, prop. 2019/20:45 och NJA I 1970:3"
    assert [found.value for found in read_identifiers(text)] == [
        "SOU 2018:22", "dir. 1997:23", "S 2010:04", "U 2013:A", "prop. 2019/20:45",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("code", "ministry"),
    [
        ("Ju 2023:04", "Justitiedepartementet"),
        ("I 1985:02", "Industridepartementet"),
        ("I 2021:05", "Infrastrukturdepartementet"),
        ("M 2016:03", "Miljö- och energidepartementet"),
        ("L 2020:01", None),
    ],
)
def test_a_committees_code_stands_for_the_ministry_of_its_year(code: str, ministry: str | None) -> None:
    assert ministry_of(code) == ministry
