"""Sentences state a figure when they name one measure, one amount and one time; facts in words keep their sentence."""

from dataclasses import replace

import pytest

from sleuth.evidence.source import Page, PageSource, Source
from sleuth.findings.profile import profile
from sleuth.findings.text.facts import fact_findings
from sleuth.findings.text.prose import prose_findings
from tests.records import workbook_of


def source(text: str, filename: str = "note.txt") -> Source:
    return Source(filename, "text", PageSource.WHOLE, (Page(1, text, "whole"),))


@pytest.mark.parametrize(
    "sentence",
    [
        "We expect revenue of DKK 630–645 million for FY2025.",
        "We expect revenue between €630 million and €645 million for FY2025.",
        "We expect an EBITDA margin of 12–14% for FY2025.",
        "Omsättningen för 2025 väntas bli mellan 630 Mkr och 645 Mkr.",
    ],
)
def test_an_end_of_a_range_is_no_figure(sentence: str) -> None:
    assert not prose_findings(source(sentence), profile(source(sentence)))


@pytest.mark.parametrize(
    ("sentence", "fact"),
    [
        ("Revenue was €5.2 million in Q3 2024.", ("revenue", "Q3 2024", "actual", "5.2", "EUR", 6)),
        ("Q3 2024 revenue was €5.2M.", ("revenue", "Q3 2024", "actual", "5.2", "EUR", 6)),
        ("Revenue grew by 12% to €5.2 million in Q3 2024.", ("revenue", "Q3 2024", "actual", "5.2", "EUR", 6)),
        ("We expect revenue of €60 million for FY2025.", ("revenue", "FY2025", "forecast", "60", "EUR", 6)),
        ("FY2025E EBITDA of $31.5m.", ("ebitda", "FY2025", "estimate", "31.5", "USD", 6)),
        ("FY2024A EBITDA of $31.5m.", ("ebitda", "FY2024", "actual", "31.5", "USD", 6)),
        ("Budgeted revenue for 2025 is EUR 58 million.", ("revenue", "FY2025", "budget", "58", "EUR", 6)),
        ("The gross margin was 42% in FY2024.", ("gross margin", "FY2024", "actual", "42", "percent", 0)),
        (
            "The number of employees was 257 at 31 December 2024.",
            ("headcount", "2024-12-31", "actual", "257", "employee", 0),
        ),
        ("Revenue of Acme plc for August 2024 was €5.2 million.", ("revenue", "Aug 2024", "actual", "5.2", "EUR", 6)),
        ("• 2,324 employees as of 30 September 2024.", ("headcount", "2024-09-30", "actual", "2324", "employee", 0)),
        ("We had 257 employees at 31 December 2024.", ("headcount", "2024-12-31", "actual", "257", "employee", 0)),
        ("Nettoomsättningen uppgick till 412 Mkr under 2023.", ("revenue", "FY2023", "actual", "412", "SEK", 6)),
        ("Der Umsatz betrug 5,2 Mio. EUR im Geschäftsjahr 2023.", ("revenue", "FY2023", "actual", "5.2", "EUR", 6)),
        ("Der Umsatz stieg im Geschäftsjahr 2023 auf 42,7 Mio. €.", ("revenue", "FY2023", "actual", "42.7", "EUR", 6)),
        (
            "Zum 31. Dezember 2023 beschäftigte die Gesellschaft 212 Mitarbeiter.",
            ("headcount", "2023-12-31", "actual", "212", "employee", 0),
        ),
        (
            "At 31 December 2024 the company employed 257 people.",
            ("headcount", "2024-12-31", "actual", "257", "employee", 0),
        ),
    ],
)
def test_figures_that_sentences_state(sentence: str, fact: tuple[str | int, ...]) -> None:
    (found,) = prose_findings(source(sentence), profile(source(sentence)))
    assert found.period is not None
    assert found.scenario is not None
    assert found.quantity is not None
    stated = (found.metric, found.period.name, found.scenario, str(found.quantity.value), found.quantity.unit)
    assert (*stated, found.quantity.scale) == fact
    assert found.quote == sentence


def figures(text: str) -> set[tuple[str, str, str]]:
    """What a text states: measure, period and value."""
    found = prose_findings(source(text), profile(source(text)))
    return {(f.metric, f.period.name, str(f.quantity.value)) for f in found if f.period and f.quantity}


@pytest.mark.parametrize(
    ("sentence", "stated"),
    [
        (
            "FY2023 revenue of £503.3 million, EBITDA of £69.1 million (EBITDA margin 13.7%).",
            {("revenue", "FY2023", "503.3")},
        ),
        (  # two times: which is whose?
            "FY2023 revenue of £503.3 million, EBITDA of £69.1 million in 2022.",
            set(),
        ),
        ("Revenue rose from €4.0 million to €5.2 million.", set()),
        ("Revenue rose from €4.0 million in 2022 to €5.2 million in 2023.", set()),  # two times: which is whose?
        ("Revenue rose by 3 in 2023 to £12.3m.", set()),
        ("Adjusted revenue rose from €4.0 million in 2022 to €5.2 million in 2023.", set()),
    ],
)
def test_a_sentence_with_several_figures_states_the_one_that_is_certain(
    sentence: str, stated: set[tuple[str, str, str]]
) -> None:
    assert figures(sentence) == stated


COVER = "Annual report\n\nfor the year ended 30 June 2023\n\n"


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        (
            f"{COVER}Revenue amounted to €5.2 million, compared with €4.0 million in the previous year.",
            {("revenue", "FY2023", "5.2")},
        ),
        (
            f"{COVER}Cash and cash equivalents stood at €8.1 million at the end of the year.",
            {("cash and cash equivalents", "2023-06-30", "8.1")},
        ),
        (
            f"{COVER}The average number of employees during the year, expressed as full-time equivalents, was 1,084.",
            {("average headcount", "FY2023", "1084")},
        ),
        (
            "Årsredovisning\n\nför räkenskapsåret som slutade 31 december 2023\n\n"
            "Nettoomsättningen uppgick till 412 Mkr, jämfört med 400 Mkr föregående år.",
            {("revenue", "FY2023", "412")},
        ),
        (
            "Jahresabschluss\n\nfür das Geschäftsjahr zum 31. Dezember 2023\n\n"
            "Die Umsatzerlöse betrugen 5,2 Mio. EUR nach 4,0 Mio. EUR im Vorjahr.",
            {("revenue", "FY2023", "5.2")},
        ),
        (
            "Årsredovisning för räkenskapsåret 2023-01-01 – 2023-12-31\n\n"
            "Medelantalet anställda har under året uppgått till 74 (71).",
            {("average headcount", "FY2023", "74")},
        ),
        (
            "Lagebericht\n\nfür das Geschäftsjahr vom 1. Januar bis 31. Dezember 2023\n\n"
            "Die Lage ist gut. Am 31. Dezember 2023 beschäftigte die Gesellschaft 212 Mitarbeiter.",
            {("headcount", "2023-12-31", "212")},
        ),
        (
            f"{COVER}The average monthly number of persons employed by the company during the year was 86 (2022: 79).",
            {("average headcount", "FY2023", "86")},
        ),
        # It speaks of no year, or the document is of none.
        (f"{COVER}Revenue was €5.2 million.", set()),
        ("Revenue amounted to €5.2 million, compared with €4.0 million in the previous year.", set()),
        (f"Interim report\n\n{COVER}Revenue amounted to €5.2 million, up on the previous year.", set()),
    ],
)
def test_the_year_is_the_one_that_a_yearly_report_is_of(text: str, stated: set[tuple[str, str, str]]) -> None:
    assert figures(text) == stated


@pytest.mark.parametrize(
    ("sentence", "value"),
    [
        (
            "In Harrow Packaging v Acme Foods, pending before the courts of Amsterdam, the claimant seeks damages of "
            "€3.00 million as of 30 September 2024.",
            "3.00",
        ),
        (
            "The board took note of the proceedings Harrow Packaging v Acme Foods, in which €2.50 million is claimed "
            "as of 30 September 2024.",
            "2.50",
        ),
    ],
)
def test_a_claim_is_of_its_case_and_its_day(sentence: str, value: str) -> None:
    (found,) = prose_findings(source(sentence), profile(source(sentence)))
    assert found.quantity is not None
    assert found.period is not None
    assert (found.metric, found.dimension) == ("claim amount", ("Harrow Packaging v Acme Foods",))
    assert (str(found.quantity.value), found.period.name) == (value, "2024-09-30")


@pytest.mark.parametrize(
    "sentence",
    [
        "The claimant seeks damages of €3.00 million as of 30 September 2024.",  # in which case?
        "In Harrow v Acme the claimant seeks damages of €3.00 million.",  # as of when?
        "In Harrow v Acme the court set costs of €3.00 million as of 30 September 2024.",  # no claim
    ],
)
def test_an_amount_without_its_case_or_its_day_is_no_claim(sentence: str) -> None:
    assert not prose_findings(source(sentence), profile(source(sentence)))


def test_a_figure_is_of_the_company_that_its_sentence_names() -> None:
    text = source(
        "Annual report of Halden AB\n\nHalden AB\n\nRevenue of Orvik Marine plc in 2023 was €5.2 million. "
        "Halden’s revenue was €7 million in 2023."
    )
    found = prose_findings(text, profile(text))
    assert [(f.subject, str(f.quantity.value)) for f in found if f.quantity] == [
        ("Orvik Marine plc", "5.2"),
        ("Halden AB", "7"),
    ]


@pytest.mark.parametrize(
    "sentence",
    [
        "Revenue increased by €0.4 million in Q3 2024.",  # a change is no level
        "Services revenue was €1.1 million in Q3 2024.",  # a part
        "Revenue in Europe was €3 million in 2023.",  # a part
        "Revenue was €5.2 million.",  # no time
        "Revenue for 2023 and 2022 was €5 million and €4 million, respectively.",  # two times
        "EBITDA was not €5 million in 2023.",  # denied
        "Revenue of our competitors was €5 million in 2023.",  # somebody else's
        "Diluted EPS of $4.42 was up 17 percent compared to fiscal 2021 results.",  # the time of another figure
        "We had total debt and noncontrolling interests of $11.9 billion at 30 June 2022.",  # a sum of two
        "Orvik’s revenue was €5 million in 2023.",  # somebody else's
        "257 employees join the group in December 2024.",  # they are some
        "257 employees in Sweden as of 31 December 2024.",
        "The plan of 12 December 2024 covers 257 employees.",
    ],
)
def test_what_is_not_certain_is_not_stated(sentence: str) -> None:
    assert not prose_findings(source(sentence), profile(source(sentence)))


@pytest.mark.parametrize(
    ("sentence", "key", "value"),
    [
        (
            "Jane Smith, our Chief Executive Officer, joined in 2019.",
            "person and role",
            "Jane Smith, our Chief Executive Officer",
        ),
        ("Jane Smith Chief Financial Officer March 1, 2024", "person and role", "Jane Smith Chief Financial Officer"),
        ("Jane Smith Managing Director, Sweden May 2019", "person and role", "Jane Smith Managing Director"),
        ("Present: Jane Smith (Chair), John Doe.", "person and role", "Jane Smith (Chair)"),
        ("Närvarande: Jane Smith (ordförande), John Doe.", "person and role", "Jane Smith (ordförande)"),
        (
            "John Doe owns 15% of the shares of the company.",
            "ownership",
            "John Doe owns 15% of the shares of the company",
        ),
        ("This Agreement is governed by the laws of the State of New York.", "governing law", "the State of New York"),
        (
            "Either party may terminate upon sixty (60) days’ prior written notice.",
            "notice period",
            "sixty (60) days’ prior written notice",
        ),
        ("The period of notice in clause 2 is amended to four (4) months.", "notice period", "four (4) months"),
        ("This Agreement shall be governed by the laws of England and Wales.", "governing law", "England and Wales"),
        ("This Agreement remains in force for five (5) years.", "contract term", "for five (5) years"),
        (
            "This Agreement shall continue for a period of ten (10) years from its date.",
            "contract term",
            "for a period of ten (10) years",
        ),
        ("Dated 28 January 2019.", "contract date", "28 January 2019"),
        ("THIS LEASE is entered into with effect from 4 May 2021.", "contract date", "4 May 2021"),
        (
            "The Supplier may terminate this Agreement if a third party acquires more than fifty per cent of the "
            "shares in the Company.",
            "change of control",
            "The Supplier may terminate this Agreement if a third party acquires more than fifty per cent of the "
            "shares in the Company",
        ),
        (
            "Epic Games, Inc. (“Epic”) filed a lawsuit in the U.S. District Court against us. Costs are unknown.",
            "litigation",
            "Epic Games, Inc. (“Epic”) filed a lawsuit in the U.S. District Court against us",
        ),
        (
            "In Harrow v Acme Foods, pending before the courts of Ireland, damages are sought.",
            "litigation",
            "Harrow v Acme Foods",
        ),
        ("It has an initial term of three years.", "contract term", "initial term of three years"),
    ],
)
def test_facts_in_words(sentence: str, key: str, value: str) -> None:
    contract = source(f"Services Agreement\n\n{sentence}", "agreement.txt")
    assert (key, value) in {(f.metric, f.text) for f in fact_findings(contract, profile(contract))}


@pytest.mark.parametrize(
    ("sentence", "key"),
    [
        ("The landlord may enter the premises on 24 days’ notice.", "notice period"),
        ("A party may terminate on thirty days’ notice if the other is in default.", "notice period"),
        ("It may terminate on thirty days’ notice if a third party acquires the shares.", "notice period"),
        ("The obligation of confidentiality applies for a period of five years from termination.", "contract term"),
        (
            "Policies may not be cancelled, and no cover terminated, without twenty days prior written notice.",
            "notice period",
        ),
        (
            "For a period of two years after the expiration of this Agreement you will not compete.",
            "contract term",
        ),
        (
            "The Reseller will not make an offer for a period of four (4) months after such employee leaves.",
            "contract term",
        ),
        ("This amends the Facility Agreement dated 28 January 2019.", "contract date"),
        ("The Company shall keep control of the goods and may terminate storage.", "change of control"),
    ],
)
def test_wordings_that_only_resemble_a_term_state_none(sentence: str, key: str) -> None:
    contract = source(f"Services Agreement\n\n{sentence}", "agreement.txt")
    assert key not in {f.metric for f in fact_findings(contract, profile(contract))}


def test_the_terms_of_an_agreement_are_of_the_agreement() -> None:
    contract = source(
        "LEASE AGREEMENT\n\n(1) Acme plc (the “Company”); and\n(2) Rheinau Chemie (the “Landlord”).\n\n"
        "This lease is governed by English law."
    )
    found = fact_findings(contract, profile(contract))
    assert {f.subject for f in found} == {"Lease Agreement (Acme plc; Rheinau Chemie)"}
    assert {(f.metric, f.text) for f in found} == {
        ("governing law", "English law"), ("contract party", "Acme plc"), ("contract party", "Rheinau Chemie"),
    }  # fmt: skip


def test_a_role_before_the_next_name_is_not_that_of_the_name_before() -> None:
    listed = source("CEO Maren Holt, CFO Pontus Edel, CTO Isha Ragh and CCO Tobias Ren lead the group.")
    said = {f.text for f in fact_findings(listed, profile(listed))}
    assert not {"Maren Holt, CFO", "Pontus Edel, CTO"} & said


def test_people_listed_line_by_line_keep_their_own_roles() -> None:
    team = source("Management team\n\nAnn Lee Chief Executive Officer\nBo Strand Chief Financial Officer\n")
    assert [f.text for f in fact_findings(team, profile(team))] == [
        "Ann Lee Chief Executive Officer",
        "Bo Strand Chief Financial Officer",
    ]


def test_a_name_does_not_run_over_the_end_of_a_line() -> None:
    signed = source("Fred Zolla\nGeorge Bogle, CEO, signs.")
    assert [f.text for f in fact_findings(signed, profile(signed))] == ["George Bogle, CEO"]


def test_terms_are_read_in_agreements_only() -> None:
    report = source("Annual report\n\nThe loan has an initial term of three years.")
    assert not fact_findings(report, profile(report))


def test_a_job_title_is_no_name() -> None:
    text = source("Senior Vice President, Chief Financial Officer, signed.")
    assert not fact_findings(text, profile(text))


@pytest.mark.parametrize(
    "line",
    [
        "Jane Smith John Doe, Chief Executive Officer",
        "Jane Smith, Chair John Doe Ann Lee Bo Strand",
        "Jane Smith Head of Sales Managing Director, Sweden November",
    ],
)
def test_names_that_run_on_in_a_line_of_signatures_hold_no_office(line: str) -> None:
    found = [one.text for one in fact_findings(source(line), profile(source(line))) if one.metric == "person and role"]
    assert not found


def test_behind_a_year_that_the_document_plans_no_sentence_tells_what_has_happened() -> None:
    sentences = "Revenue was EUR 169 million in FY2030. Revenue was EUR 96 million in FY2024."
    plan = workbook_of("plan.xlsx", {"Plan": [["EUR m", "FY2024", "FY2025 budget"], ["Revenue", 96, 104]]})
    memo = replace(plan, pages=(*plan.pages, Page(2, sentences, "p.2")))
    assert [one.period.name for one in prose_findings(memo, profile(memo)) if one.period] == ["FY2024"]
