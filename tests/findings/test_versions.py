"""Which document replaces which: by names, by what documents say of themselves, by what files state."""

from collections.abc import Sequence
from datetime import date

import pytest

from sleuth.evidence.source import Page, PageSource, Source
from sleuth.findings.versions import Portrait, Proposal, portray, propose, renditions
from sleuth.findings.versions.names import Stage, read_name

FORECAST = "Revenue is expected to grow in every market, and the margin follows. " * 8
RECIPE = "Whisk the eggs, fold in flour and sugar, bake until golden brown and serve with cream. " * 8


def document(number: int, filename: str, text: str = FORECAST, title: str = "", **metadata: str) -> Portrait:
    page = Page(1, text, "p.1")
    return portray(Source(filename, "pdf", PageSource.PRINTED, (page,), title, metadata), number)


def links(*portraits: Portrait) -> set[tuple[str, str, bool]]:
    names = {p.id: p.filename for p in portraits}
    return {(names[p.newer], names[p.older], p.certain) for p in propose(portraits)}


def linked(*filenames: str) -> set[tuple[str, str, bool]]:
    """What is linked of files of which nothing but the names is known."""
    return links(*(Portrait(n, name) for n, name in enumerate(filenames, 1)))


def only(proposals: Sequence[Proposal]) -> Proposal:
    (proposal,) = proposals
    return proposal


# P8, method 1: the five patterns of names.


def test_corrected_pattern_finds_the_report_without_it() -> None:
    assert linked("annual_report.pdf", "annual_report_CORRECTED.pdf") == {
        ("annual_report_CORRECTED.pdf", "annual_report.pdf", True)
    }


@pytest.mark.parametrize("older", ["forecast.xlsx", "forecast_v1.xlsx"])
def test_version_number_pattern_finds_the_version_before(older: str) -> None:
    assert linked("forecast_v2.xlsx", older) == {("forecast_v2.xlsx", older, True)}
    assert linked("forecast_v3.xlsx", "forecast_v2.xlsx", older) == {
        ("forecast_v3.xlsx", "forecast_v2.xlsx", True),
        ("forecast_v2.xlsx", older, True),
    }


def test_final_pattern_finds_the_presentation_without_it() -> None:
    assert linked("presentation_FINAL.pptx", "presentation.pptx") == {
        ("presentation_FINAL.pptx", "presentation.pptx", True)
    }


def test_updated_pattern_finds_the_financials_without_it() -> None:
    assert linked("financials_updated.xlsx", "financials.xlsx") == {
        ("financials_updated.xlsx", "financials.xlsx", True)
    }


@pytest.mark.parametrize("older", ["report.pdf", "report (1).pdf"])
def test_copy_number_pattern_finds_the_report_before(older: str) -> None:
    assert linked("report (2).pdf", older) == {("report (2).pdf", older, True)}


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("plan_v9.docx", "plan_v10.docx"),
        ("plan_v11.docx", "plan_v12.docx"),
        ("plan v2.docx", "PLAN_V3.docx"),
        ("plan_v2.docx", "plan_v3.pdf"),
        ("plan_rev1.docx", "plan_rev2.docx"),
        ("plan.docx", "plan rev. 3.docx"),
        ("plan v1.2.docx", "plan v1.10.docx"),
        ("plan-draft.docx", "plan.docx"),
        ("DRAFT plan.docx", "plan.docx"),
        ("plan_draft_v3.docx", "plan_FINAL.docx"),
        ("plan_v3.docx", "plan_FINAL.docx"),
        ("plan FINAL.docx", "plan FINAL v2.docx"),
        ("plan_v3_FINAL.docx", "plan_v4_FINAL.docx"),
        ("plan_v2.docx", "plan_v2_CORRECTED.docx"),
        ("plan_CORRECTED.docx", "plan_CORRECTED_2.docx"),
        ("plan_v2_CORRECTED.docx", "plan_v3.docx"),
        ("5.2 Cost base.docx", "5.4 Cost base_CORRECTED.docx"),
        ("Budget (draft).xlsx", "Budget.xlsx"),
        ("PlanV2.docx", "PlanV3.docx"),
        ("Affärsplan_utkast.docx", "Affärsplan.docx"),
        ("Årsredovisning.pdf", "Årsredovisning_rättad.pdf"),
        ("Bericht_Entwurf.pdf", "Bericht_endgültig.pdf"),
        ("Bericht.pdf", "Bericht_korrigiert.pdf"),
        ("deal/plan_v1.docx", "deal/plan_v2.docx"),
    ],
)
def test_names_tell_the_later_edition(older: str, newer: str) -> None:
    assert linked(older, newer) == {(newer, older, True)}
    assert linked(newer, older) == {(newer, older, True)}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Q1_report.xlsx", "Q2_report.xlsx"),
        ("report_FY2022.pdf", "report_FY2023.pdf"),
        ("Monthly report 2024-12.xlsx", "Monthly report 2025-01.xlsx"),
        ("contract_1.docx", "contract_2.docx"),
        ("Section_iv.pdf", "Section_v.pdf"),
        ("Datasheet_HX2.pdf", "Datasheet_HX3.pdf"),
        ("Appendix_1.pdf", "Appendix_2.pdf"),
        ("Interim_dividend.pdf", "Final_dividend.pdf"),
        ("Facility Agreement.docx", "Facility Agreement Amendment No 1.docx"),
        ("New York lease.pdf", "York lease.pdf"),
        ("plan.xlsx", "plan.pdf"),
        ("Board-minutes-2024-09-21.docx", "Board-minutes-2024-11-21.docx"),
        ("v1.pdf", "v2.pdf"),
    ],
)
def test_names_that_only_look_alike_are_not_linked(one: str, other: str) -> None:
    assert linked(one, other) == set()


@pytest.mark.parametrize(
    ("filenames", "newer", "older"),
    [
        (("plan_v4.docx", "plan_v3_FINAL.docx"), "plan_v3_FINAL.docx", "plan_v4.docx"),
        (("plan_CORRECTED.docx", "plan_v2.docx"), "plan_v2.docx", "plan_CORRECTED.docx"),
        (("plan_CORRECTED.docx", "plan_FINAL.docx"), "plan_FINAL.docx", "plan_CORRECTED.docx"),
    ],
)
def test_marks_that_do_not_compare_are_proposed_only(filenames: tuple[str, ...], newer: str, older: str) -> None:
    assert linked(*filenames) == {(newer, older, False)}


def test_a_name_is_taken_apart_with_its_numbers_as_numbers() -> None:
    name = read_name("01 Finance/Net-debt-schedule-v3-FINAL-v12 (2).xlsx")
    assert (name.stem, name.stage, name.working, name.number, name.copy) == (
        "01 finance net debt schedule".removeprefix("01 finance "), Stage.FINAL, (3,), (12,), 2,
    )  # fmt: skip


def test_a_later_date_in_the_name_links_documents_of_one_content() -> None:
    one, other = document(1, "Assets 15.03.2025.pdf"), document(2, "Assets 03.04.2025.pdf")
    assert links(one, other) == {("Assets 03.04.2025.pdf", "Assets 15.03.2025.pdf", True)}


def test_a_later_date_in_the_name_does_not_link_documents_about_other_periods() -> None:
    one = document(1, "Balance 2024-09-30.pdf", f"{FORECAST} As of 30 September 2024, Q3 2024.")
    other = document(2, "Balance 2024-12-31.pdf", f"{FORECAST} As of 31 December 2024, Q4 2024.")
    assert links(one, other) == set()


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("03_Monthly_accounts.xlsx", "04_Monthly_accounts_v2_CORRECTED.xlsx"),
        ("07 Customer list.xlsx", "12 Customer list (final).xlsx"),
        ("3. Budget.xlsx", "Budget v2.xlsx"),
    ],
)
def test_the_number_under_which_a_folder_lists_a_file_is_no_part_of_its_name(older: str, newer: str) -> None:
    assert links(document(1, older), document(2, newer)) == {(newer, older, True)}


def test_listed_files_of_one_name_without_marks_are_several_documents() -> None:
    assert links(*(document(n, f"0{n}_Minutes.docx") for n in (1, 2, 3))) == set()


def test_an_edition_of_which_of_several_listed_files_is_not_guessed() -> None:
    assert links(document(1, "01_Minutes.docx"), document(2, "02_Minutes.docx"), document(3, "03_Minutes_v2.docx")) == (
        set()
    )


def test_listed_files_of_unlike_texts_are_not_linked() -> None:
    assert links(document(1, "03_Plan.pdf", FORECAST), document(2, "04_Plan_v2.pdf", RECIPE)) == set()


def test_texts_that_are_unlike_make_a_name_doubtful() -> None:
    assert links(document(1, "plan.pdf", FORECAST), document(2, "plan_v2.pdf", RECIPE)) == {
        ("plan_v2.pdf", "plan.pdf", False)
    }


def test_other_parties_make_a_name_doubtful() -> None:
    one = document(1, "contract_v1.pdf", f"Between Acme Inc. and us. {FORECAST}")
    other = document(2, "contract_v2.pdf", f"Between Borealis Ltd. and us. {FORECAST}")
    assert links(one, other) == {("contract_v2.pdf", "contract_v1.pdf", False)}


def test_the_newest_of_a_chain_replaces_every_format_of_the_one_before() -> None:
    assert linked("plan_v2.docx", "plan_v2.pdf", "plan_v3.docx") == {
        ("plan_v3.docx", "plan_v2.docx", True),
        ("plan_v3.docx", "plan_v2.pdf", True),
    }


def test_formats_of_one_edition_are_known_as_such() -> None:
    known = renditions([Portrait(1, "Plan v2.xlsx"), Portrait(2, "plan_v2.pdf"), Portrait(3, "plan_v3.pdf")])
    assert known == {1: 1, 2: 1}


# P8, method 2: what documents say of themselves.


@pytest.mark.parametrize(
    "notice",
    [
        "This document corrects the Trading update dated 14 March 2025, in which figures were misstated.",
        "This report corrects our earlier report dated 14 March 2025.",
        "Supersedes the version dated 14 March 2025.",
        "Updated from the Trading update of 14 March 2025.",
        "This document amends and restates in its entirety the Trading update of 14 March 2025.",
        "This version replaces the previous version of March 14, 2025.",
        "Denna rapport ersätter versionen daterad 14 mars 2025.",
        "Rättelse av Trading update 2025-03-14.",
        "Diese Fassung ersetzt die Version vom 14. März 2025.",
        "Korrigierte Fassung von Trading update, 14.03.2025.",
        "This document corrects the spring outlook dated 14 March 2025.",  # another name, and the date
    ],
)
def test_a_notice_that_names_the_date_links_the_documents(notice: str) -> None:
    older = document(1, "Doc_1812.pdf", FORECAST, "Trading update", created="2025-03-14")
    newer = document(2, "Doc_5408.pdf", f"Trading update\n{notice}\n{FORECAST}", "Trading update", created="2025-04-02")
    proposal = only(propose([older, newer]))
    assert (proposal.newer, proposal.older, proposal.certain, proposal.evidence.kind) == (2, 1, True, "content")
    assert proposal.evidence.text in notice


def test_the_evidence_of_a_notice_is_a_located_quote() -> None:
    text = f"Trading update\nSupersedes the version dated 14 March 2025.\n{FORECAST}"
    newer = document(2, "b.pdf", text, "Trading update", created="2025-04-02")
    older = document(1, "a.pdf", FORECAST, "Trading update", created="2025-03-14")
    span = only(propose([older, newer])).evidence.span
    assert span is not None
    assert text[span.start : span.end] == "Supersedes the version dated 14 March 2025"


def test_an_amended_and_restated_agreement_replaces_the_agreement() -> None:
    parties = "between Acme Inc. and Borealis Bank Ltd. "
    older = document(1, "a.pdf", f"Credit Agreement {parties}{FORECAST}", "Credit Agreement", created="2022-01-10")
    text = f"This Amended and Restated Credit Agreement is made {parties}{FORECAST}"
    newer = document(2, "b.pdf", text, "Amended and Restated Credit Agreement", created="2024-05-02")
    assert ("b.pdf", "a.pdf") in {(newer, older) for newer, older, _ in links(older, newer)}


@pytest.mark.parametrize(
    ("party", "replaced"),
    [("Borealis Bank Ltd", {("b.pdf", "a.pdf", True)}), ("Other Bank Ltd", {("b.pdf", "a.pdf", False)})],
)
def test_parties_that_agreed_to_amend_and_restate_what_they_defined_replace_it(
    party: str, replaced: set[tuple[str, str, bool]]
) -> None:
    text = (
        "between Acme Inc. and Borealis Bank Ltd\n(A) The parties entered into a supply agreement dated 14 March 2022 "
        "(the “Original Agreement”). (B) They have agreed to amend and restate the Original Agreement."
    )
    front = f"Supply Agreement\nDated 14 March 2022\nbetween Acme Inc. and {party}\n"
    older = document(1, "a.pdf", f"{front}{FORECAST}", "Supply Agreement")
    lease = document(3, "c.pdf", f"Lease\nDated 14 March 2022\nbetween Acme Inc. and {party}\n{RECIPE}", "Lease")
    newer = document(2, "b.pdf", f"{text}\n{RECIPE}", created="2024-10-01")
    assert links(older, lease, newer) == replaced


@pytest.mark.parametrize(
    "sentence",
    [
        "This Agreement supersedes all prior agreements between the parties.",
        "ASU 2014-09 supersedes the revenue recognition requirements in Topic 605.",
        "This standard replaces IAS 17.",
        "The new terminal replaces the building of 14 March 2025.",
    ],
)
def test_a_document_that_speaks_of_something_else_is_not_linked(sentence: str) -> None:
    older = document(1, "a.pdf", RECIPE, "Kitchen notes", created="2025-03-14")
    newer = document(2, "b.pdf", f"{sentence}\n{FORECAST}", "Trading update", created="2025-04-02")
    assert links(older, newer) == set()


def test_a_notice_never_points_to_a_later_document() -> None:
    one = document(1, "a.pdf", f"Supersedes the previous version.\n{FORECAST}", "Trading update", created="2025-03-14")
    other = document(2, "b.pdf", RECIPE, "Trading update", created="2025-04-02")
    assert ("a.pdf", "b.pdf") not in {(newer, older) for newer, older, _ in links(one, other)}


# P8, method 3: what files state of themselves.


def test_the_same_title_and_author_with_a_newer_date_is_a_newer_version() -> None:
    older = document(1, "Scan 4971.pdf", FORECAST, "Tax overview", author="Ann", created="2025-03-14")
    newer = document(2, "Scan 5820.pdf", FORECAST, "Tax overview", author="Ann", created="2025-04-02")
    assert links(older, newer) == {("Scan 5820.pdf", "Scan 4971.pdf", True)}


@pytest.mark.parametrize(
    ("one", "other", "linked"),
    [
        ("Scan 1904.pdf", "Scan 8389.pdf", True),  # one number that a system gave out looks like a year
        ("Doc 2012.pdf", "Doc 7312.pdf", True),
        ("Figures 2023.pdf", "Figures 2024.pdf", False),
        ("Figures FY23.pdf", "Figures FY24.pdf", False),
        ("Contract 1.pdf", "Contract 2.pdf", False),
    ],
)
def test_numbers_that_a_system_gives_out_are_no_periods(one: str, other: str, linked: bool) -> None:
    older = document(1, one, FORECAST, "Tax overview", author="Ann", created="2025-03-14")
    newer = document(2, other, FORECAST, "Tax overview", author="Ann", created="2025-04-02")
    assert ((other, one, True) in links(older, newer)) is linked


def test_a_working_copy_in_the_title_is_an_earlier_edition() -> None:
    older = document(1, "a.xlsx", FORECAST, "Budget FY2025 (working copy)", author="Ann", created="2025-03-14")
    newer = document(2, "b.xlsx", FORECAST, "Budget FY2025", author="Ann", created="2025-04-02")
    assert links(older, newer) == {("b.xlsx", "a.xlsx", True)}


def test_the_same_title_by_another_author_is_proposed_only() -> None:
    older = document(1, "a.pdf", FORECAST, "Tax overview", author="Ann", created="2025-03-14")
    newer = document(2, "b.pdf", FORECAST, "Tax overview", author="Bo", created="2025-04-02")
    assert links(older, newer) == {("b.pdf", "a.pdf", False)}


@pytest.mark.parametrize(
    ("title", "text", "other_text"),
    [
        ("Monthly report", f"{FORECAST} January 2025", f"{FORECAST} February 2025"),
        ("Framework agreement", f"With Acme Inc. {FORECAST}", f"With Borealis Ltd. {FORECAST}"),
        ("Minutes of the board", FORECAST, FORECAST),
        ("Document1", FORECAST, RECIPE),
        ("Untitled", FORECAST, FORECAST),
        ("Tax overview", FORECAST, RECIPE),
    ],
)
def test_the_same_title_of_other_periods_parties_or_contents_is_no_version(
    title: str, text: str, other_text: str
) -> None:
    older = document(1, "a.pdf", text, title, author="Ann", created="2025-01-31")
    newer = document(2, "b.pdf", other_text, title, author="Ann", created="2025-02-28")
    assert links(older, newer) == set()


def test_without_dates_nothing_is_linked_by_metadata() -> None:
    one = document(1, "a.pdf", FORECAST, "Tax overview", author="Ann")
    assert links(one, document(2, "b.pdf", FORECAST, "Tax overview", author="Ann")) == set()


def test_links_never_close_a_circle() -> None:
    one = document(
        1, "plan_v2.pdf", f"Supersedes the version dated 2 April 2025.\n{FORECAST}", "Plan", created="2025-04-02"
    )
    other = document(
        2, "plan_v1.pdf", f"Supersedes the version dated 2 April 2025.\n{FORECAST}", "Plan", created="2025-04-02"
    )
    newer_than = {(p.newer, p.older) for p in propose([one, other])}
    assert not {(1, 2), (2, 1)} <= newer_than
    assert date(2025, 4, 2) == one.made


# Signs that disagree are weighed: what a text says of its own date outweighs the marks of a name.


def report(number: int, filename: str, dateline: str, **metadata: str) -> Portrait:
    return document(number, filename, f"Management report\n{dateline}\n\n{FORECAST}", **metadata)


def test_the_date_in_the_text_decides_between_marks_that_do_not_compare() -> None:
    editions = (
        report(1, "report.docx", "10 March 2025"),
        report(2, "report_v2.docx", "17 March 2025"),
        report(3, "report_CORRECTED.docx", "24 March 2025"),
    )
    assert links(*editions) == {
        ("report_CORRECTED.docx", "report_v2.docx", True),
        ("report_v2.docx", "report.docx", True),
    }


def test_the_date_in_the_text_outweighs_the_number_in_the_name_and_a_person_is_asked() -> None:
    editions = report(1, "report_v2.docx", "24 March 2025"), report(2, "report_v3.docx", "17 March 2025")
    assert links(*editions) == {("report_v2.docx", "report_v3.docx", False)}
    assert only(propose(editions)).reason == (
        "its text is dated 2025-03-24, the other’s 2025-03-17, but by its name “v3” follows “v2”"
    )


def test_a_notice_outweighs_every_other_sign() -> None:
    newer = document(
        1, "report.docx", f"Report\n17 March 2025\nThis report replaces the version of 24 March 2025.\n{FORECAST}"
    )
    older = document(2, "report_v3.docx", f"Report\n24 March 2025\n\n{FORECAST}")
    assert links(newer, older) == {("report.docx", "report_v3.docx", True)}


@pytest.mark.parametrize(
    ("front", "day"),
    [
        ("Management report\n24 March 2025", date(2025, 3, 24)),
        ("Management report, 24 March 2025\nRevenue grew.", date(2025, 3, 24)),
        ("Management report\nStockholm, 24 March 2025", date(2025, 3, 24)),
        ("Rapport\nStockholm den 24 mars 2025", date(2025, 3, 24)),
        ("Monthly package\nPeriod: December 2024\nVersion date: 24.03.2025", date(2025, 3, 24)),
        ("FRAMEWORK AGREEMENT\nSigned at Utrecht on 24 March 2025", date(2025, 3, 24)),
        ("From: A. Berg\nDate: Mon, 24 March 2025\nSubject: Renewal", date(2025, 3, 24)),
        ("Bericht\nBerlin, den 24. März 2025", date(2025, 3, 24)),
        ("Report\nDate: 24 March 2025\nRevenue grew.", date(2025, 3, 24)),
        ("Report\nVersion of 24 March 2025, for the board only.", date(2025, 3, 24)),
        ("Report\nDated 17 March 2025. Updated 24 March 2025.", date(2025, 3, 24)),
        ("Report\nStand: 24.03.2025", date(2025, 3, 24)),
        ("Client list – sales per client, as of 17 March 2025\nkEUR", date(2025, 3, 17)),
        ("Register of holders per 31 October 2025\nHolder", date(2025, 10, 31)),
        ("Debt schedule – prepared by Group Treasury 10 March 2025", date(2025, 3, 10)),
        ("Accounts\nv2 CORRECTED, 14 March 2025 - replaces file sent 3 March 2025", date(2025, 3, 14)),
        ("Operating model v7 – 27 June 2025 (management case)", date(2025, 6, 27)),
        ("Client list\nPosition 31 October 2025", date(2025, 10, 31)),
        ("Minutes\nHeld on 18 September 2025, 09:00–13:00", date(2025, 9, 18)),
        ("Budget FY26, adopted by the board 24 April 2025", None),
        ("Report\nClosing date: 30 June 2025", None),
        ("Report\nClosing is expected on 30 June 2025.", None),
        ("Report\nfor the year ended 31 December 2024\nRevenue grew.", None),
        ("Report\nThis report supersedes the report dated 17 March 2025.", None),
        ("Report\nThe Share Purchase Agreement dated 3 March 2025 governs.", None),
        ("Report\nRevenue grew.", None),
    ],
)
def test_a_document_is_dated_by_the_day_that_its_front_gives_as_its_own(front: str, day: date | None) -> None:
    assert document(1, "report.pdf", front).dated == day


# What a person ruled goes before all of it.


def test_what_a_person_confirmed_goes_before_everything_else() -> None:
    editions = tuple(Portrait(n, name) for n, name in enumerate(("plan_v1.docx", "plan_v2.docx"), 1))
    (ruled,) = propose(editions, confirmed=[(1, 2)])
    assert (ruled.newer, ruled.older, ruled.evidence.kind) == (1, 2, "ruling")


def test_a_rejected_link_is_still_listed_and_stands_in_the_way_of_no_other() -> None:
    editions = tuple(Portrait(n, name) for n, name in enumerate(("plan_v1.docx", "plan_v2.docx"), 1))
    found = {(p.newer, p.older) for p in propose(editions, confirmed=[(1, 2)], rejected={(2, 1)})}
    assert found == {(1, 2), (2, 1)}
