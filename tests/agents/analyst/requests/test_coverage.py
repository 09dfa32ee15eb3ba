"""What the room has for a request: decided from what is asked for and what documents are, never from their names."""

from pathlib import Path

import psycopg
import pytest

from dataroom import generate
from sleuth.agents.analyst.requests.asked import read_request
from sleuth.agents.analyst.requests.coverage import Item, coverage_in
from sleuth.store.deal.requests import RequestDraft, add_list
from tests.agents.analyst.requests.conftest import Put, put_folder

LOAN = """FACILITY AGREEMENT

This Facility Agreement (this “Agreement”) is made on 26 April 2023 between
(1) Kestrin Digital plc (the “Company”); and
(2) Harcourt Bank plc (the “Lender”).

1. The facility
The Lender makes available to the Company a term loan of EUR 9 million, to be repaid on 30 April 2028.
"""


def judged(connection: psycopg.Connection, project: int, *texts: str) -> list[Item]:
    """The items of a list of these requests."""
    add_list(connection, project, "IRL", "file", [RequestDraft(text) for text in texts])
    found = {item.text: item for item in coverage_in(connection, project).items}
    return [found[text] for text in texts]


def test_a_document_is_provided_by_what_it_is_whatever_its_file_is_called(
    connection: psycopg.Connection, project: int, put: Put
) -> None:
    put("scan_0012.txt", LOAN)
    (item,) = judged(connection, project, "Loan agreements")
    assert item.status == "provided"
    assert item.evidence[0].filename == "scan_0012.txt"
    assert item.evidence[0].quote.startswith("FACILITY AGREEMENT")
    assert item.evidence[0].quote in LOAN


def test_a_file_named_after_what_is_asked_for_is_not_it(connection: psycopg.Connection, project: int, put: Put) -> None:
    put(
        "Insurance policies.txt", "Canteen menu\n\nOn Monday there is soup, on Tuesday there are dumplings with dill.\n"
    )
    (item,) = judged(connection, project, "Insurance policies")
    assert (item.status, item.evidence) == ("missing", ())


def test_a_mention_is_not_the_document(connection: psycopg.Connection, project: int, put: Put) -> None:
    put("letter.txt", "Letter to the board\n\nThe insurance policies of the group were renewed in May by the broker.\n")
    assert judged(connection, project, "Insurance policies")[0].status == "missing"


@pytest.mark.parametrize("text", ["To be provided.", "TBD", "[placeholder: to be uploaded in week 12]", "n/a"])
def test_a_page_that_keeps_the_place_of_a_document_is_not_it(
    connection: psycopg.Connection, project: int, put: Put, text: str
) -> None:
    put("policy.txt", f"Insurance policy\n\n{text}\n")
    assert judged(connection, project, "Insurance policies")[0].status == "missing"


def test_a_request_list_in_the_room_answers_nothing(connection: psycopg.Connection, project: int, put: Put) -> None:
    put("list.txt", "Information request list\n\nInsurance policies\n\nLease agreements of all sites of the group\n")
    assert judged(connection, project, "Insurance policies")[0].status == "missing"


LIST = """Information request list,,,,
#,Request,Status,DR ref,Comment
1,Insurance policies,Provided,1.1,In the same file
2,Facility agreement,Partly,1.1,Schedules to come
3,Tax returns,Partly,–,Sweden only
4,Title deeds,Open,1.1,
5,Privacy policy,Provided,1.2,
"""


def test_a_list_that_lies_in_the_room_shows_where_to_look_and_makes_nothing_provided(
    connection: psycopg.Connection, project: int, put: Put
) -> None:
    put("1.1 Facility.txt", LOAN)
    put("Information request list.csv", LIST)
    items = {item.number: item for item in coverage_in(connection, project).items}
    assert {number: (item.status, item.lacking) for number, item in items.items()} == {
        "1": ("partial", ("proof that 1.1 Facility.txt has it: only the list says so",)),
        "2": ("partial", ("what the list itself says is wanting: “Partly; 1.1; Schedules to come”",)),
        "3": ("missing", ("not in the room",)),  # it names no document
        "4": ("missing", ("not in the room",)),  # the list says that it is open
        "5": ("missing", ("not in the room",)),  # there is no such document
    }
    assert items["1"].evidence[0].filename == "1.1 Facility.txt"
    assert items["3"].list_says == "Partly; Sweden only"


def test_one_agreement_where_all_are_asked_for_is_a_part(
    connection: psycopg.Connection, project: int, put: Put
) -> None:
    put("loan.txt", LOAN)
    (item,) = judged(connection, project, "All facility agreements")
    assert item.status == "partial"
    assert item.lacking == ("proof that it is all of them: loan.txt is the only one here",)


@pytest.mark.parametrize("title", ["Property list – all operating sites", "Premises register", "List of properties"])
def test_a_list_is_known_by_what_it_lists(connection: psycopg.Connection, project: int, put: Put, title: str) -> None:
    put(
        "5.1.txt", f"{title}\nKestrin Digital plc, 30 June 2025\n\nHarbour Road 4 is leased until 2031 from the port.\n"
    )
    assert judged(connection, project, "Property list")[0].status == "provided"


def test_of_things_asked_for_together_one_that_is_missing_makes_it_partial(
    connection: psycopg.Connection, project: int, put: Put
) -> None:
    put("loan.txt", LOAN)
    (item,) = judged(connection, project, "Loan agreements and lease agreements")
    assert item.status == "partial"
    assert item.lacking == ("lease agreements: not in the room",)


def test_what_is_older_than_the_day_asked_for_is_outdated(
    connection: psycopg.Connection, project: int, put: Put
) -> None:
    put("chart.txt", "Organisation chart\nKestrin Digital plc, 7 March 2024\n\nThe heads of sales report to the CEO.\n")
    item, current = judged(
        connection, project, "Organisation chart as of 30 June 2025", "Organisation chart as of 31 March 2024"
    )
    assert (item.status, current.status) == ("outdated", "provided")
    assert item.lacking == ("it is of 2024-03-07; asked for as of 2025-06-30",)


def test_an_employment_agreement_of_one_person_is_not_that_of_another(
    connection: psycopg.Connection, project: int, put: Put
) -> None:
    put(
        "agreement.txt",
        "EMPLOYMENT AGREEMENT\n\nChief Financial Officer\n\nThis Employment Agreement is made between Kestrin Digital "
        "plc and James Sundberg, who is employed from 1 May 2021 on the terms below.\n",
    )
    cfo, ceo = judged(
        connection, project, "Employment agreement of the Chief Financial Officer",
        "Employment agreement of the Chief Executive Officer",
    )  # fmt: skip
    assert (cfo.status, ceo.status) == ("provided", "missing")


def test_without_a_list_the_built_in_checklist_is_what_is_covered(
    connection: psycopg.Connection, project: int, put: Put
) -> None:
    put("loan.txt", LOAN)
    covered = coverage_in(connection, project)
    assert covered.lists == ("built-in checklist",)
    assert len(covered.items) > 50
    provided = [item.text for item in covered.items if item.status == "provided"]
    assert provided == ["Loan and facility agreements with all amendments"]


def test_every_request_of_the_checklist_is_understood_in_both_languages() -> None:
    from sleuth.agents.analyst.requests.checklist import checklist

    for language in ("en", "sv"):
        for draft in checklist(language):
            asked = read_request(draft.text, draft.section)
            assert any(thing.concept or thing.measure for thing in asked.things), draft.text


@pytest.mark.slow
def test_a_generated_room_is_covered_as_it_was_filled(
    connection: psycopg.Connection, project: int, tmp_path: Path
) -> None:
    truth = generate(4, tmp_path)
    put_folder(connection, project, tmp_path / "room")
    add_list(connection, project, "IRL", "file", [RequestDraft(one.text, one.number) for one in truth.gaps])
    connection.commit()
    covered = coverage_in(connection, project)
    found = {item.number: item for item in covered.items}
    wrong = {g.text: (g.status, found[g.number].status) for g in truth.gaps if found[g.number].status != g.status}
    falsely_provided = {text for text, (said, got) in wrong.items() if got == "provided"}
    assert falsely_provided == set()
    assert len(wrong) <= 1, wrong
    for item in covered.items:
        assert item.status == "provided" or item.lacking
        assert all(one.quote.strip() and one.locator for one in item.evidence)


def test_a_clause_of_an_agreement_tells_nothing_of_what_is_so(
    connection: psycopg.Connection, project: int, put: Put
) -> None:
    put("loan.txt", LOAN + "\n2. LITIGATION\n\nThe Company warrants that no litigation is pending against it.\n")
    assert judged(connection, project, "Litigation, pending and threatened")[0].status == "missing"


def test_a_sheet_about_leases_is_no_lease(connection: psycopg.Connection, project: int) -> None:
    from io import BytesIO

    from openpyxl import Workbook

    from tests.agents.analyst.requests.conftest import put_bytes

    book, data = Workbook(), BytesIO()
    book.active.title = "Leases"
    for row in (["Leases"], ["EUR thousand", "2024", "2023"], ["Lease cost", 410, 390], ["Lease liabilities", 90, 80]):
        book.active.append(row)
    book.save(data)
    put_bytes(connection, project, "report.xlsx", data.getvalue())
    (item,) = judged(connection, project, "Lease agreements")
    assert item.status == "partial"
    assert item.lacking == ("the document itself: only a part of report.xlsx speaks of it",)


def test_a_total_is_not_its_parts_and_an_adjusted_figure_not_its_adjustments(
    connection: psycopg.Connection, project: int, put: Put
) -> None:
    put(
        "memo.md",
        "# Key figures 2023\n\n| EUR million | 2023 |\n|---|---|\n| Revenue | 41 |\n| Adjusted EBITDA | 8 |\n",
    )
    total, parts, adjusted, adjustments = judged(
        connection, project, "Revenue for 2023", "Revenue by segment for 2023", "Adjusted EBITDA for 2023",
        "EBITDA adjustments for 2023",
    )  # fmt: skip
    assert (total.status, adjusted.status) == ("provided", "provided")
    assert (parts.status, adjustments.status) == ("missing", "missing")


def test_an_agreement_between_others_is_not_called_the_companys(
    connection: psycopg.Connection, project: int, put: Put
) -> None:
    for year in (2021, 2022):
        put(f"{year}.md", ACCOUNTS.format(name="Kestrin Digital plc", year=year, before=year - 1))
    put("loan.txt", LOAN.replace("Kestrin Digital plc", "Rheinau Chemie AG"))
    (item,) = judged(connection, project, "Loan agreements")
    assert item.status == "partial"
    assert item.lacking == (
        "an agreement of Kestrin Digital plc: the parties here are Rheinau Chemie AG and Harcourt Bank plc",
    )


def test_what_is_there_of_another_company_is_said_and_still_missing(
    connection: psycopg.Connection, project: int, put: Put
) -> None:
    for name, year in (("Kestrin Digital plc", 2021), ("Kestrin Digital plc", 2022), ("Rheinau Chemie AG", 2023)):
        put(f"{year}.md", ACCOUNTS.format(name=name, year=year, before=year - 1))
    own, other = judged(
        connection, project, "Annual accounts for 2023", "Annual accounts of Rheinau Chemie AG for 2023"
    )
    assert (own.status, other.status) == ("outdated", "provided")
    (missing,) = judged(connection, project, "Balance sheet for 2023")
    assert missing.status == "missing"
    assert missing.lacking == ("not in the room for Kestrin Digital plc; 2023.md is of another company",)


ACCOUNTS = """# Annual accounts {year}

{name}

for the year ended 31 December {year}

## Balance sheet of {name}

| EUR million | {year} | {before} |
|---|---|---|
| Cash and cash equivalents | 5 | 4 |
| Total assets | 41 | 38 |
| Total equity | 20 | 19 |
| Total liabilities | 21 | 19 |
| Total equity and liabilities | 41 | 38 |
"""


REQUESTS = "No.,Request\n1.1,Loan agreements\n1.2,Insurance policies\n"


@pytest.mark.parametrize("name", ["17_Information_Request_List.csv", "IRL.csv", "DD request list.csv"])
def test_a_request_list_that_lies_in_the_room_is_used(
    connection: psycopg.Connection, project: int, put: Put, name: str
) -> None:
    put("loan.txt", LOAN)
    put(name, REQUESTS)
    covered = coverage_in(connection, project)
    assert covered.lists == (name,)
    assert {item.text: item.status for item in covered.items} == {
        "Loan agreements": "provided", "Insurance policies": "missing",
    }  # fmt: skip


def test_a_list_that_was_imported_goes_before_one_that_lies_in_the_room(
    connection: psycopg.Connection, project: int, put: Put
) -> None:
    put("IRL.csv", REQUESTS)
    assert [item.text for item in judged(connection, project, "Board minutes")] == ["Board minutes"]
    assert coverage_in(connection, project).lists == ("IRL",)


SUPPLY = """SUPPLY AGREEMENT

This Supply Agreement is made between
(1) Ostrand Membrane Corporation (the “Supplier”); and
(2) Kestrin Systems GmbH (the “Buyer”).

1. The Supplier delivers membranes to the Buyer on the terms below for three years from 9 January 2023.
"""


def test_an_agreement_is_asked_for_by_the_name_of_a_party(
    connection: psycopg.Connection, project: int, put: Put
) -> None:
    for year in (2021, 2022):
        put(f"{year}.md", ACCOUNTS.format(name="Kestrin Digital plc", year=year, before=year - 1))
    put("contract.txt", SUPPLY)
    found = judged(
        connection, project, "Ostrand supply agreement", "Ostrand agreement and all amendments",
        "Supply agreement with Stonebeck Partners", "Supplier contracts other than Ostrand",
    )  # fmt: skip
    assert [item.status for item in found] == ["provided", "provided", "missing", "missing"]


def test_a_file_that_is_called_what_is_asked_for_and_speaks_of_it_is_shown(
    connection: psycopg.Connection, project: int, put: Put
) -> None:
    put("16_EPA_Notice.txt", "We inspected your plant. EPA will issue a notice of fines unless you answer in May.\n")
    notice, answer = judged(connection, project, "EPA notice", "Response to EPA notice")
    assert (notice.status, answer.status) == ("partial", "missing")
    assert notice.lacking == ("proof that 16_EPA_Notice.txt is it: only its file is called so",)


def test_a_list_of_staff_is_not_as_old_as_the_day_on_which_somebody_began(
    connection: psycopg.Connection, project: int, put: Put
) -> None:
    rows = "".join(f"E{number};Permanent;2009-0{number}-01\n" for number in range(1, 9))
    put("staff.csv", f"EmployeeNo;EmploymentType;StartDate\n{rows}")
    put("memo.txt", "Memo on staff\nKestrin Digital plc, 30 June 2025\n\nNobody left in the first half of the year.\n")
    assert judged(connection, project, "Employee list")[0].status == "provided"


def test_a_policy_about_a_thing_is_not_the_thing(connection: psycopg.Connection, project: int, put: Put) -> None:
    put("p.txt", "Fair competition policy\n\nOur people never speak with others of what they mean to charge for it.\n")
    assert judged(connection, project, "Competitors")[0].status == "missing"
