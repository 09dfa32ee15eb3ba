"""How a request is understood: what is asked for, of when, and what it must show besides."""

from datetime import date

import pytest

from sleuth.agents.analyst.requests.asked import Asked, read_request
from sleuth.agents.analyst.requests.things import Thing


def named(asked: Asked) -> list[str]:
    """What each thing is known as: the concept, the measure, or the words it must be called by."""
    return [_known(thing) for thing in asked.things]


def _known(thing: Thing) -> str:
    if thing.concept is not None:
        return thing.concept.key
    return thing.measure.keys[0] if thing.measure and thing.measure.keys else " ".join(sorted(thing.stems))


@pytest.mark.parametrize(
    ("text", "things"),
    [
        ("Audited consolidated financial statements for FY2024", ["annual accounts"]),
        ("P&L, balance sheet and cash flow statement", ["income statement", "balance sheet", "cash flow statement"]),
        ("Loan and facility agreements with all amendments", ["loan and facility agreements"]),
        ("Insurance policies and claims history", ["insurance policies", "insurance claims history"]),
        ("Capitalisation table, fully diluted", ["capitalisation table"]),
        ("Litigation settlement agreements", ["agreement litig settlement"]),
        ("Supply agreements with material suppliers", ["supplier contracts"]),
        ("Loan agreements, including compliance certificates", ["loan and facility agreements", "covenant compliance"]),
        ("Contracts with top-10 customers", ["customer contracts"]),
        ("Contracts with customers and suppliers", ["customer contracts", "supplier"]),
        ("Revenue by segment", ["segments"]),
        ("Sales by customer", ["revenue"]),
        ("Årsredovisningar för de senaste tre räkenskapsåren", ["annual accounts"]),
        ("Momsdeklarationer", ["VAT returns"]),
    ],
)
def test_the_things_that_a_request_names(text: str, things: list[str]) -> None:
    assert named(read_request(text)) == things


def test_what_only_narrows_a_document_is_asked_of_it() -> None:
    (thing,) = read_request("Employment agreement of the Chief Executive Officer").things
    assert thing.concept is not None
    assert (thing.concept.key, thing.qualifiers) == ("employment agreements", frozenset({"chief", "execut", "offic"}))


@pytest.mark.parametrize("text", ["last 3 FY", "last three fiscal years", "the past 3 yrs", "de senaste tre åren"])
def test_the_latest_years_are_asked_for_however_they_are_written(text: str) -> None:
    wanted = read_request(f"Annual reports {text}").wanted
    assert (wanted.last, wanted.unit) == (3, "year")


@pytest.mark.parametrize(
    ("text", "is_every"),
    [
        ("Lease agreements, all leased sites", True),
        ("Articles of association of each group company", True),
        ("Hyresavtal för samtliga lokaler", True),
        ("Lease agreements with all amendments", False),
        ("Lease agreements", False),
    ],
)
def test_each_of_several_may_be_asked_for(text: str, is_every: bool) -> None:
    assert read_request(text).is_every is is_every


@pytest.mark.parametrize(
    ("text", "years"),
    [
        ("Annual accounts for FY2022, FY2023 and FY2024", [2022, 2023, 2024]),
        ("Annual accounts 2022-2024", [2022, 2023, 2024]),
        ("Annual accounts FY22-FY24", [2022, 2023, 2024]),
        ("Annual accounts for 2022 to 2024", [2022, 2023, 2024]),
        ("Annual report", []),
    ],
)
def test_every_year_of_a_range_is_asked_for(text: str, years: list[int]) -> None:
    assert [time.year for time in read_request(text).wanted.times] == years


def test_times_beside_the_latest_and_days() -> None:
    assert (read_request("Tax returns for the last three years").wanted.last, 3) == (3, 3)
    assert read_request("Business plan for the next five years").wanted.next == 5
    assert read_request("Organisation chart as of 30 June 2025").wanted.as_of == date(2025, 6, 30)
    assert read_request("Board minutes since 11 August 2022").wanted.since == date(2022, 8, 11)
    monthly = read_request("Monthly reports for each month of FY2025 up to 30 June 2025").wanted
    assert (monthly.each, monthly.until, [time.year for time in monthly.times]) == ("month", date(2025, 6, 30), [2025])
    quarters = read_request("Interim reports for the first and second quarter of FY2025").wanted.times
    assert [(time.quarter, time.year) for time in quarters] == [(1, 2025), (2, 2025)]


def test_companies_and_conditions_that_a_request_names() -> None:
    asked = read_request("Audited annual accounts of Talmora Service GmbH for FY2023")
    assert (asked.entities, asked.is_audited) == (("Talmora Service GmbH",), True)
    assert read_request("Signed lease agreements").is_signed
    assert read_request("Headcount by function").parts == ("function",)
    assert read_request("Budget by month, with actual figures").besides == ("actual figures",)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Audited annual report fiscal 2024", "annual accounts"),
        ("Ten largest customer contracts", "customer contracts"),
        ("List of largest customers", "customer list"),
    ],
)
def test_a_thing_is_named_by_the_head_of_its_words(text: str, name: str) -> None:
    (thing,) = read_request(text).things
    assert thing.concept is not None
    assert thing.concept.key == name


def test_years_without_a_word_before_them_are_the_latest() -> None:
    assert read_request("Customer list with revenue by segment, three years").wanted.last == 3


def test_what_is_called_a_policy_is_no_figure() -> None:
    (thing,) = read_request("Pollution legal liability policy").things
    assert thing.measure is None
    assert thing.is_document
