"""A figure that another paper denies by its number is told behind the sentence that denies it."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from sleuth.agents.analyst.corrected_times import is_of_same_time
from sleuth.agents.analyst.run import Reply
from sleuth.store.server.database import Database
from tests.agents.analyst.conftest import analyst_of
from tests.records import book_of

MAIL = """Subject: June pack

Two corrections before it goes out.

In the KPI sheet, laboratory tests in June should be 70,840 and not 70,480 (digits swapped).

The courier's invoice is number 65,572 and not 65,275.

The tests' cost must not exceed 66,110 a month, and not more than 66,110 may be prepaid.

The covenant sheet used all cash, so leverage is 2.27x, not 2.18x.

Laboratory tests in April are now 66,010 (first count: 66,110).

Kilns delivered in May were raised from 1,802 to 1,814 in June.

Kilns were in April of 2024 corrected from 1,784 to 1,790.

Kilns delivered in June were corrected from 1,814 to 1,804.

Pilot kilns in May 1,218 (pack: 1,281).

The order book we gave for the end of June (31.8m) is wrong. One refit was entered twice. The right figure is 29.4m.
"""
INDICATORS = (
    ("Key performance indicators 2026",),
    (),
    ("KPI", "Unit", "Apr-26", "May-26", "Jun-26"),
    ("Kilns delivered", "number", 1784, 1802, 1814),
    ("Pilot kilns", "number", 1270, 1281, 1290),
    ("Laboratory tests", "number", 66110, 65275, 70480),
    ("Order book", "EUR m", 27.9, 31.2, 31.8),
    ("Leverage", "x", "2.05x", "2.11x", "2.18x"),
    ("Waste", "percent", "70.9%", "70.7%", "70.4%"),
)
Asks = Callable[[str], Reply]


@pytest.fixture
def room(database: Database, new_project: Callable[..., int], tmp_path: Path) -> Asks:
    """room(message) → the reply over a sheet of indicators and a mail that corrects it."""
    (tmp_path / "Pack_June_2026.xlsx").write_bytes(book_of({"KPIs": INDICATORS}))
    (tmp_path / "Mail.md").write_text(MAIL, encoding="utf-8")
    analyst = analyst_of(database, new_project("denied"), sorted(tmp_path.iterdir()))
    return lambda message: asyncio.run(analyst.ask(message))


def test_what_should_be_another_number_is_led_by_the_sentence_that_says_so(room: Asks) -> None:
    reply = room("How many laboratory tests were there in June 2026?")

    assert reply.pieces[0].startswith("In the KPI sheet, laboratory tests in June should be 70,840 and not 70,480")
    assert "70,480" in reply.pieces[1]
    assert reply.claims[0]["proof"] == "verbatim"


@pytest.mark.parametrize(
    ("asked", "now", "before"),
    [
        ("laboratory tests in April", "66,010", "66,110"),
        ("kilns delivered in June", "1,804", "1,814"),
        ("pilot kilns in May", "1,218", "1,281"),
    ],
)
def test_a_number_that_held_before_is_led_by_the_sentence_that_says_what_holds_now(
    room: Asks, asked: str, now: str, before: str
) -> None:
    reply = room(f"How many {asked} 2026?")

    assert now in reply.pieces[0]
    assert before in reply.pieces[1]


def test_what_was_raised_since_and_what_held_in_another_year_are_not_denied(room: Asks) -> None:
    assert "were raised" not in room("How many kilns were delivered in May 2026?").answer
    assert "2024" not in room("How many kilns were delivered in April 2026?").answer


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("June 2025", "in June 2025", True),
        ("June 2025", "the June pack", True),
        ("June 2025", "in June 2024", False),
        ("FY2025", "for 2025", True),
        ("FY2025", "for 2024", False),
        ("June 2025", "July 2025", False),
        ("EBITDA YTD P06 30,030 (pack: 31,180)", "H1 2025 EBITDA was 31,180", True),
        ("EBITDA YTD P06 30,030 (pack: 31,180)", "Mar 2025 EBITDA was 31,180", False),
    ],
)
def test_times_are_the_same_with_their_years(one: str, other: str, same: bool) -> None:
    assert is_of_same_time(one, other) is same


def test_a_number_that_nothing_denies_stands_alone(room: Asks) -> None:
    reply = room("How many kilns were delivered in April 2026?")

    assert "1,784" in reply.answer
    assert "70,840" not in reply.answer


def test_a_limit_of_the_same_number_denies_nothing(room: Asks) -> None:
    reply = room("How many laboratory tests were there in April 2026?")

    assert "66,110" in reply.pieces[0]
    assert "exceed" not in reply.answer


def test_the_same_digits_of_another_thing_are_not_denied(room: Asks) -> None:
    reply = room("How many laboratory tests were there in May 2026?")

    assert "65,275" in reply.answer
    assert "courier" not in reply.answer


def test_a_decimal_that_is_denied_is_led_by_the_sentence_and_by_the_one_that_says_what_is_right(room: Asks) -> None:
    reply = room("What was the order book in June 2026?")

    assert reply.pieces[0].startswith("The order book we gave for the end of June (31.8m) is wrong")
    assert reply.pieces[1].startswith("The right figure is 29.4m")
    assert "31.8M" in reply.answer
    assert "29.4m" not in room("What was the order book in May 2026?").answer


def test_a_multiple_that_a_message_denies_is_led_by_it(room: Asks) -> None:
    reply = room("What was leverage in June 2026?")

    assert reply.pieces[0].startswith("The covenant sheet used all cash, so leverage is 2.27x, not 2.18x")
    assert "2.18x" in reply.pieces[1]


PACK = (
    ("Management accounts March 2026, EUR thousand",),
    (),
    ("EUR thousand", "Jan-26", "Feb-26", "Mar-26"),
    ("Revenue", 6240, 6710, 7980),
    ("EBITDA", 840, 1062, 1406),
    ("Net debt", 20025, 22070, 22890),
    ("Leverage", "1.46x", "1.60x", "1.66x"),
)
CORRECTION = """From: Joris <j@example.com>
To: Maud <m@example.com>
Date: Fri, 17 Apr 2026 09:42:11 +0200
Subject: RE: March pack
MIME-Version: 1.0
Content-Type: text/plain; charset="utf-8"

Hi Maud,

The cash in the March pack is wrong: 640 of it is escrow. So net debt for the covenant is 23,530 and leverage 1.71.

March EBITDA 1,377 (was 1,406). Revenue of 7,980 does not change.

> Does leverage of 1.66 go to the bank?
"""


@pytest.fixture
def corrected(database: Database, new_project: Callable[..., int], tmp_path: Path) -> Asks:
    """corrected(message) → the reply over a pack and a message that corrects it."""
    (tmp_path / "Mgmt accounts 2026-03.xlsx").write_bytes(book_of({"P&L": PACK}))
    (tmp_path / "RE March pack.eml").write_text(CORRECTION, encoding="utf-8")
    analyst = analyst_of(database, new_project("corrected"), sorted(tmp_path.iterdir()))
    return lambda message: asyncio.run(analyst.ask(message))


@pytest.mark.parametrize(
    ("question", "leads", "noted"),
    [
        ("What was leverage in March 2026?", "So net debt for the covenant is 23,530 and leverage 1.71", "1.66x"),
        ("What was EBITDA in March 2026?", "March EBITDA 1,377 (was 1,406)", "1,406"),
    ],
)
def test_a_message_that_corrects_a_pack_leads_with_what_it_says_of_the_measure(
    corrected: Asks, question: str, leads: str, noted: str
) -> None:
    reply = corrected(question)

    assert reply.pieces[0].startswith(leads)
    assert noted in reply.pieces[1]
    assert "Does leverage" not in reply.answer


def test_a_message_corrects_no_figure_of_another_month_of_the_pack(corrected: Asks) -> None:
    assert "23,530" not in corrected("What was net debt in January 2026?").answer


def test_a_message_that_bears_a_figure_out_leads_nothing(corrected: Asks) -> None:
    assert "does not change" not in corrected("What was revenue in March 2026?").answer


@pytest.mark.parametrize("subject", ["RE: IM corrections", "the memorandum"])
def test_a_message_on_another_paper_corrects_no_pack(
    database: Database, new_project: Callable[..., int], tmp_path: Path, subject: str
) -> None:
    (tmp_path / "Mgmt accounts 2026-03.xlsx").write_bytes(book_of({"P&L": PACK}))
    text = CORRECTION.replace("RE: March pack", subject).replace(" (was 1,406)", "")
    (tmp_path / "corrections.eml").write_text(text, encoding="utf-8")
    analyst = analyst_of(database, new_project("memorandum"), sorted(tmp_path.iterdir()))

    assert "1,377" not in asyncio.run(analyst.ask("What was EBITDA in March 2026?")).answer


@pytest.mark.parametrize(
    "said",
    [
        "Norway EBITDA is 377.",  # of somebody else
        "LTM EBITDA is 9,377.",  # of another stretch
        "EBITDA for February is 377.",  # of another month
        "EBITDA goes down by the amount that we told you of in all, which is 377.",  # no value of it
    ],
)
def test_a_message_corrects_a_figure_by_a_value_of_that_very_figure(
    database: Database, new_project: Callable[..., int], tmp_path: Path, said: str
) -> None:
    (tmp_path / "Mgmt accounts 2026-03.xlsx").write_bytes(book_of({"P&L": PACK}))
    text = CORRECTION.replace("March EBITDA 1,377 (was 1,406).", said)
    (tmp_path / "RE March pack.eml").write_text(text, encoding="utf-8")
    analyst = analyst_of(database, new_project("another"), sorted(tmp_path.iterdir()))

    assert said not in asyncio.run(analyst.ask("What was EBITDA in March 2026?")).answer


YEAR_TO_DATE = (
    ("Profit and loss account",),
    ("€k",),
    ("", "Sep-26 Act", "9M 2026 Act", "9M 2026 Bud", "9M 2025 Act"),
    ("Revenue", 5120, 44310, 45020, 42870),
    ("Freight", -402, -3610, -3700, -3555),
    ("EBITDA", 911, 7204, 7390, 6815),
)
FIRST_PAGE = (("Management accounts - September 2026 (period 9)",), ("The financial year ends on 31 December.",))
LATE_COSTS = """From: Ilse <i@example.com>
To: Rob <r@example.com>
Date: Mon, 26 Oct 2026 10:02:00 +0100
Subject: RE: September pack - correction
MIME-Version: 1.0
Content-Type: text/plain; charset="utf-8"

Hi Rob,

An invoice was missing. Freight for September is therefore EUR 447k and not EUR 402k.

So September EBITDA is EUR 866k, and year to date EUR 7,159k. YTD revenue becomes EUR 44,250k.
"""


@pytest.fixture
def to_date(database: Database, new_project: Callable[..., int], tmp_path: Path) -> Asks:
    """to_date(message) → the reply over a pack of a month and the year to date, and a message that corrects both."""
    (tmp_path / "MA pack P09 September 2026.xlsx").write_bytes(book_of({"Cover": FIRST_PAGE, "P&L": YEAR_TO_DATE}))
    (tmp_path / "RE September pack.eml").write_text(LATE_COSTS, encoding="utf-8")
    analyst = analyst_of(database, new_project("to_date"), sorted(tmp_path.iterdir()))
    return lambda message: asyncio.run(analyst.ask(message))


@pytest.mark.parametrize(
    "question",
    [
        "What was EBITDA in the nine months to September 2026?",
        "What was EBITDA in September 2026?",
        "9M 2026 EBITDA vs budget?",
    ],
)
def test_a_sentence_that_gives_a_month_and_the_year_to_date_leads_the_figure_of_either(
    to_date: Asks, question: str
) -> None:
    assert to_date(question).pieces[0].startswith("So September EBITDA is EUR 866k, and year to date EUR 7,159k")


@pytest.mark.parametrize(
    ("question", "told", "said"),
    [
        (
            "What was freight in the nine months to September 2026?",
            "3,610",
            "Freight for September is therefore EUR 447k",
        ),
        ("What was revenue in September 2026?", "5,120", "YTD revenue becomes EUR 44,250k"),
    ],
)
def test_what_corrects_the_month_alone_puts_the_year_to_date_in_doubt_and_the_other_way_round(
    to_date: Asks, question: str, told: str, said: str
) -> None:
    reply = to_date(question)

    assert told in reply.pieces[0]
    assert said in reply.pieces[1]


@pytest.mark.parametrize(
    "question",
    ["What was EBITDA in the nine months to September 2025?", "budgeted EBITDA in the nine months to September 2026?"],
)
def test_a_message_corrects_neither_a_budget_nor_the_year_before(to_date: Asks, question: str) -> None:
    assert "7,159" not in to_date(question).answer


def test_a_decimal_is_no_beginning_of_a_denied_number(room: Asks) -> None:
    reply = room("What was the waste in June 2026?")

    assert "70.4%" in reply.answer
    assert "70,480" not in reply.answer
