"""What a request list says itself: in any layout, in either language, and beside what the room holds."""

from collections.abc import Sequence

import psycopg
import pytest

from sleuth.agents.analyst.requests.coverage import Item, coverage_in
from sleuth.agents.analyst.requests.naming import stands
from tests.agents.analyst.requests.conftest import Put

CONTRACT = """STORAGE AGREEMENT

This Agreement is made on 4 May 2021 between Harrow Silo Ltd. (“Operator”), 7 Quay Street, and others.

1. Nordlund Grain is the customer. The Operator stores grain for Nordlund Grain for five years.
"""
AMENDMENT = """AMENDMENT NO. 2 TO THE STORAGE AGREEMENT

This Amendment is made on 9 June 2024 between Harrow Silo Ltd. (“Operator”) and Nordlund Grain Ltd. (“Customer”).

1. Clause 4 is replaced: the rate is EUR 3.20 per tonne.
"""
EMPLOYMENT = """EMPLOYMENT AGREEMENT

This Employment Agreement is made between Harrow Silo Ltd. and Ida Moreau, who is employed from 1 May 2021.
"""
MINUTES = "Minutes of the Board of Directors\n\n" + "The board met at Quay Street and approved the new silo roof. " * 3
NOTICE = "Naturvårdskontoret\n\n" + "Verksamheten har inspekterats och ska åtgärda utsläppen till ån. " * 3


def listed(connection: psycopg.Connection, project: int) -> dict[str, Item]:
    """The items of the list that lies in the room, by what they ask for."""
    return {item.text: item for item in coverage_in(connection, project).items}


def files_of(item: Item) -> Sequence[str]:
    return [one.filename for one in item.evidence]


@pytest.mark.parametrize(
    ("head", "given", "part", "open_"),
    [
        ("Ref,Request,Status,Comment", "Provided,", "Partly,CFO only", "Outstanding,with counsel"),
        ("Nr,Begäran,Läge,Kommentar", "Levererad,", "Delvis,endast CFO", "Utestående,hos juristen"),
        ("Ref,Request,As of 3 May,Seller says", "Received,", "Partially,CFO so far", "In progress,with our counsel"),
    ],
)
def test_the_lists_own_columns_are_read_by_what_they_hold(
    connection: psycopg.Connection, project: int, put: Put, head: str, given: str, part: str, open_: str
) -> None:
    put("9 Employment agreement CFO.txt", EMPLOYMENT)
    rows = [f"1,Insurance policies,{given}", f"2,Director contracts,{part}", f"3,Tax returns,{open_}"]
    rows += [f"4,Title deeds,{given}", f"5,Share register,{open_}"]
    put("Information request list.csv", "\n".join([head, *rows]) + "\n")
    items = listed(connection, project)
    told = {text: item.said.stands for text, item in items.items()}
    assert told == {
        "Insurance policies": "provided", "Director contracts": "partial", "Tax returns": "missing",
        "Title deeds": "provided", "Share register": "missing",
    }  # fmt: skip
    assert "CFO" in items["Director contracts"].said.remark


def test_a_yes_or_no_answers_the_heading_of_its_column(connection: psycopg.Connection, project: int, put: Put) -> None:
    rows = ["1,Insurance policies,Yes", "2,Tax returns,No", "3,Title deeds,Yes", "4,Share register,No"]
    put("IRL.csv", "\n".join(["Ref,Request,Received", *rows]) + "\n")
    told = {text: item.said.stands for text, item in listed(connection, project).items()}
    assert told == {
        "Insurance policies": "provided", "Tax returns": "missing", "Title deeds": "provided",
        "Share register": "missing",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("status", "standing"),
    [("Finns ej", "missing"), ("Received: no", "missing"), ("Mottagen: ja", "provided"), ("In progress", "missing")],
)
def test_where_a_request_stands_is_read_in_both_languages(status: str, standing: str) -> None:
    assert stands(status) == standing


@pytest.mark.parametrize(
    ("remark", "found"),
    [
        ("File 04", ["04 Notice.txt"]),
        ("fil nr 4; svaret ännu inte uppladdat", ["04 Notice.txt"]),
        ("see docs 2 and 4", ["02 Minutes 2025-05-28.txt", "04 Notice.txt"]),
        ("minutes of 28 May 2025 only", ["02 Minutes 2025-05-28.txt"]),
        ("minutes of 3 March 2025 only", []),
        ("CFO only", ["9 Employment agreement CFO.txt"]),
        ("CFO contract not yet signed", []),
        ("4 of 12", []),
    ],
)
def test_a_remark_points_to_files_by_their_place_or_by_what_they_are_called(
    connection: psycopg.Connection, project: int, put: Put, remark: str, found: list[str]
) -> None:
    put("02 Minutes 2025-05-28.txt", MINUTES)
    put("04 Notice.txt", NOTICE)
    put("9 Employment agreement CFO.txt", EMPLOYMENT)
    put("IRL.csv", f"Ref,Request,Status,Comment\n1,Letters of the Harbour Office,Partly,{remark}\n2,Deeds,Open,\n")
    assert files_of(listed(connection, project)["Letters of the Harbour Office"]) == found


def test_what_the_list_calls_open_and_points_to_is_not_shown_as_there(
    connection: psycopg.Connection, project: int, put: Put
) -> None:
    put("9 Employment agreement CFO.txt", EMPLOYMENT)
    put("IRL.csv", "Ref,Request,Status,Comment\n1,Bonus letters,Open,CFO only\n2,Deeds,Open,\n")
    assert listed(connection, project)["Bonus letters"].evidence == ()


def test_an_agreement_is_known_by_the_party_that_its_file_and_its_text_name(
    connection: psycopg.Connection, project: int, put: Put
) -> None:
    put("07_Storage_Agreement_Nordlund_Grain.txt", CONTRACT)
    put("08_Amendment_No_2_Nordlund_Grain.txt", AMENDMENT)
    put("09_Storage_Agreement_Tolberg.txt", CONTRACT.replace("Nordlund Grain", "Somebody else"))
    put("IRL.csv", "Ref,Request,Status\n1,Nordlund Grain agreement and all amendments,Partly\n2,Deeds,Open\n")
    item = listed(connection, project)["Nordlund Grain agreement and all amendments"]
    assert item.lacking == ("amendment 1",)
    assert files_of(item) == ["07_Storage_Agreement_Nordlund_Grain.txt", "08_Amendment_No_2_Nordlund_Grain.txt"]


def test_an_amendment_alone_is_not_the_agreement(connection: psycopg.Connection, project: int, put: Put) -> None:
    put("08_Amendment_No_2_Nordlund_Grain.txt", AMENDMENT)
    put("IRL.csv", "Ref,Request,Status\n1,Nordlund Grain storage agreement,Provided\n2,Deeds,Open\n")
    item = listed(connection, project)["Nordlund Grain storage agreement"]
    assert item.status == "partial"
    assert "the agreement itself: only amendments are there" in item.lacking


def test_a_mention_in_another_document_is_told_as_a_mention(
    connection: psycopg.Connection, project: int, put: Put
) -> None:
    put("report.md", "# Report\n\nText of the year.\n\n## Insurance policies\n\n" + "Harrow Silo is insured. " * 10)
    put("IRL.csv", "Ref,Request,Status\n1,Insurance policies,Open\n2,Deeds,Open\n")
    item = listed(connection, project)["Insurance policies"]
    assert (item.status, item.is_mention) == ("partial", True)


ACCOUNTS = (
    "Harrow Silo Ltd. – management P&L\nEUR '000,Jan 2025,Feb 2025,Mar 2025\nRevenue,410,420,433\nEBITDA,31,30,35\n"
)


def test_a_workbook_with_a_column_for_each_month_is_the_monthly_accounts(
    connection: psycopg.Connection, project: int, put: Put
) -> None:
    put("03_Management_Accounts_2025.csv", ACCOUNTS)
    put("04_Plans.csv", ACCOUNTS)
    put("IRL.csv", "Ref,Request,Status\n1,Monthly management accounts,Provided\n2,Deeds,Open\n")
    item = listed(connection, project)["Monthly management accounts"]
    assert (item.status, files_of(item)) == ("provided", ["03_Management_Accounts_2025.csv"])


def test_a_half_year_report_is_an_interim_report(connection: psycopg.Connection, project: int, put: Put) -> None:
    put(
        "half.md",
        "# Harrow Silo Ltd. – Half-year report, six months ended 30 June 2025\n\n## Income statement\n\n"
        "| EUR thousand | H1 2025 | H1 2024 |\n|---|---|---|\n| Revenue | 410 | 390 |\n| Costs | 300 | 280 |\n"
        "| Net income | 40 | 38 |\n",
    )
    put("IRL.csv", "Ref,Request,Status\n1,Half-year report,Provided\n2,Deeds,Open\n")
    assert listed(connection, project)["Half-year report"].status == "provided"
