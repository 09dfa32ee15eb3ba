"""A conversation about the rows of a small list: each message goes on from the rows before."""

import asyncio
import json
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from sleuth.agents.analyst.dialogue.context import Context
from sleuth.agents.analyst.dialogue.given import Given, Part
from sleuth.agents.analyst.dialogue.referents import Kind, Mentioned, Referent
from sleuth.agents.analyst.run import Reply
from sleuth.agents.analyst.stored import as_json, from_json
from sleuth.answering.proving import Printed
from sleuth.language.table_query import Dated, OneOf, Ranged, RowOperation, TableQuery
from sleuth.reason.records.following import RowsBefore, means_only_rows
from sleuth.store.server.database import Database
from tests.agents.analyst.conftest import analyst_of
from tests.answering.test_follow_ups import RENEWALS


@pytest.fixture
def talk(database: Database, new_project: Callable[..., int], tmp_path: Path) -> Callable[..., list[Reply]]:
    """talk(message, …) → the replies of one conversation over a customer list."""

    def talk(*messages: str) -> list[Reply]:
        path = tmp_path / "Customers_ARR.csv"
        path.write_text(RENEWALS, encoding="utf-8")
        analyst = analyst_of(database, new_project("scratch"), [path])
        replies: list[Reply] = []
        for message in messages:
            number = replies[-1].conversation if replies else None
            replies.append(asyncio.run(analyst.ask(message, number)))
        return replies

    return talk


def test_a_conversation_goes_on_from_the_rows_that_it_told(talk: Callable[..., list[Reply]]) -> None:
    listed, summed, narrowed, counted, other, all_rows = talk(
        "Which contracts end in 2026?",
        "How much ARR is that?",
        "Which of those do not renew automatically?",
        "How many customers in Norway?",
        "And the Swedish ones?",
        "And how many customers are there in total?",
    )
    assert "3 of 4" in listed.answer
    assert summed.answer.startswith("Of these 3 rows:")
    assert "1,770" in summed.answer
    assert "Contract end in 2026" in summed.query
    assert "Aspnäs" not in narrowed.answer
    assert "Cedergren" in narrowed.answer
    assert "Birkmo, Dunvik" in counted.answer.replace(" AS", "")
    assert "Aspnäs Kommun, Cedergren AB" in other.answer
    assert "4 customers" in all_rows.answer


@pytest.mark.parametrize("message", ["How much EBITDA is that?", "Which of those are audited?"])
def test_what_the_rows_do_not_tell_is_refused_and_the_rows_stay_meant(
    talk: Callable[..., list[Reply]], message: str
) -> None:
    _, refused, summed = talk("Which customers are in Norway?", message, "How much ARR is that?")
    assert refused.refuses
    assert "760" in summed.answer


def test_what_a_conversation_is_about_is_read_back_as_it_was_kept() -> None:
    conditions = (
        OneOf("Country", ("Norway",), is_not=True),
        Dated("Contract end", None, date(2026, 6, 30), "before July 2026"),
        Ranged("ARR", Decimal("2000000"), None, "SEK", True, "over SEK 2 million"),
    )
    query = TableQuery("q", "en", "customers", RowOperation.LARGEST, conditions, ("ARR",), 3, 2, ("Country",))
    rows = RowsBefore(query, 7, 1, 0, "Customer", ("Birkmo AS",), 4)
    printed = Printed(7, 1, 12, 0, 40, "fees of 97,318")
    given = Given("fees", "Fees", "2009", (2009, 12), "", (("a", Part(7, 0, printed)),))
    talk = Mentioned(answer=(Referent(Kind.PERSON, "Bo Ek"),), words=frozenset({"fee"}), asks_name=True)
    context = Context("q", given=(given,), talk=(talk,), rows=(rows,))
    assert from_json(Context, json.loads(json.dumps(as_json(context)))) == context


@pytest.mark.parametrize("message", ["What did they bring in FY24 in total?", "How much do these pay in total?"])
def test_a_total_of_theirs_can_only_be_that_of_the_rows_before(message: str) -> None:
    assert means_only_rows(message)


BUYERS = """Customers with sales above CAD 100k; sales in C$ thousands; contracts as of 30 September 2024
Customer,Sales 2024,Sales 2023,Contract end
Tern Grocers Inc.,400,350,2027-06-30
Alder Feeds Ltd.,300,310,2026-03-31
Cove Foods Ltd.,200,190,2026-09-30
Dory Catering Ltd.,100,150,2025-12-31
"""
ACCOUNTS = """<p>Tamarack Mills Inc.</p><p>Annual report 2024</p><h2>Income statement</h2>
<p>(in thousands of {currency}) Years ended December 31</p>
<table><tr><td></td><td>2024</td><td>2023</td></tr>
<tr><td>Net sales</td><td>2,000</td><td>1,750</td></tr><tr><td>Cost of sales</td><td>(1,500)</td><td>(1,300)</td></tr>
<tr><td>Gross profit</td><td>500</td><td>450</td></tr></table>"""


def _talk(database: Database, project: str, folder: Path, currency: str, *messages: str) -> list[str]:
    (folder / "Customers.csv").write_text(BUYERS, encoding="utf-8")
    (folder / "Annual_report_2024.html").write_text(ACCOUNTS.format(currency=currency), encoding="utf-8")
    analyst = analyst_of(database, project, sorted(folder.iterdir()))
    answers: list[str] = []
    number = None
    for message in messages:
        reply = asyncio.run(analyst.ask(message, number))
        number = reply.conversation
        answers.append(reply.answer)
    return answers


def test_a_share_is_told_of_the_company_and_that_in_the_list_is_called_so(
    database: Database, new_project: Callable[..., int], tmp_path: Path
) -> None:
    first, three, named = _talk(
        database, new_project("scratch"), tmp_path, "Canadian dollars", "who is the biggest customer and what share",
        "top 3 together?", "what share of 2024 sales is Cove Foods?",
    )  # fmt: skip
    assert "20.0% = C$400 thousand ÷ C$2,000 thousand" in first.partition("\n")[0]
    assert "list’s own total of Sales 2024" in first
    assert "40.0% = 400 ÷ 1,000" in first
    assert not three.startswith("Of Tern")
    assert "900" in three
    assert "400 + 300 + 200" in three
    assert "45.0% = " in three
    assert "10.0% = C$200 thousand ÷ C$2,000 thousand" in named


def test_a_figure_of_another_currency_is_no_whole(
    database: Database, new_project: Callable[..., int], tmp_path: Path
) -> None:
    (first,) = _talk(
        database, new_project("scratch"), tmp_path, "US dollars", "who is the biggest customer and what share"
    )
    assert "÷ 1,000" in first
    assert "20.0%" not in first


LEASE = """<p>Lease of the cold store in Bergvik between Fjell Eiendom AS (the landlord) and Nordkyst Lager AS.</p>
<p>3. The landlord must consent to a sale of the tenant.</p><p>4. The rent is NOK 400,000 a year.</p>"""
SITES = """Site,Pallet places,Leased to
Bergvik,46200,2032
Hamnes,18100,2027
"""


@pytest.mark.parametrize("message", ["same for hamnes?", "and Hamnes?", "what about hamnes?"])
def test_a_place_alone_goes_on_from_the_question_before_or_is_asked_back(
    database: Database, new_project: Callable[..., int], tmp_path: Path, message: str
) -> None:
    (tmp_path / "Lease_Bergvik.html").write_text(LEASE, encoding="utf-8")
    (tmp_path / "Sites.csv").write_text(SITES, encoding="utf-8")
    analyst = analyst_of(database, new_project("scratch"), sorted(tmp_path.iterdir()))
    first = asyncio.run(analyst.ask("must the landlord in Bergvik consent to a sale of the tenant?"))
    then = asyncio.run(analyst.ask(message, first.conversation))
    assert then.refuses
    assert not then.claims
    own = asyncio.run(analyst.ask("how many pallet places in Hamnes?", first.conversation))
    assert "18100" in own.answer.replace(",", "")
