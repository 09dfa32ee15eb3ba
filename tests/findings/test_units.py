"""Captions, cells and scenarios: what a number counts, and in which world."""

from decimal import Decimal

import pytest

from sleuth.language.quantity import comma_is_decimal, read_cell
from sleuth.language.scale import read_scaling, unit_of_label
from sleuth.language.scenario import read_scenarios


@pytest.mark.parametrize(
    ("caption", "currency", "money", "shares"),
    [
        ("(in millions, except per share data)", None, 6, 6),
        ("(In millions, except number of shares, which are reflected in thousands, and per-share amounts)", None, 6, 3),
        ("in thousands, except share and per share amounts", None, 3, 0),
        ("(Dollars in millions, except per share amounts, and shares in thousands)", "USD", 6, 3),
        ("(amounts and shares in thousands, except per share data)", None, 3, 3),
        ("Balance Sheets - USD ($) shares in Thousands, $ in Thousands", "USD", 3, 3),
        ("$ million", "USD", 6, None),
        ("MSEK", "SEK", 6, None),
        ("TSEK", "SEK", 3, None),
        ("Belopp i tkr", "SEK", 3, None),
        ("T€", "EUR", 3, None),
        ("Mio. EUR", "EUR", 6, None),
        ("£'000", "GBP", 3, None),
        ("€m", "EUR", 6, None),
        ("2024-09 (EURk)", "EUR", 3, None),
        ("(in thousands of Swiss francs)", "CHF", 3, None),
        ("Amounts in CHF million", "CHF", 6, None),
        ("EUR thousands, unaudited management accounts", "EUR", 3, None),
        ("Amounts in £ (not thousands)", "GBP", 0, None),
        ("Belopp i SEK, ej tusental", "SEK", 0, None),
        ("Amounts in £ thousands, not millions", "GBP", 3, None),
        ("revenue grew by $2 million", "USD", None, None),
        ("Employees at year end", None, None, None),
    ],
)
def test_captions_state_currency_and_scale(
    caption: str, currency: str | None, money: int | None, shares: int | None
) -> None:
    scaling = read_scaling(caption)
    assert (scaling.currency, scaling.money, scaling.shares) == (currency, money, shares)


@pytest.mark.parametrize(
    ("label", "unit"),
    [
        ("EBITDA margin %", "percent"),
        ("Occupancy, per cent", "percent"),
        ("Net debt/EBITDA, times", "times"),
        ("Interest cover (x)", "times"),
        ("Units in maintenance portfolio", "count"),
        ("Number of deliveries", "count"),
        ("Vehicles", ""),
        ("Days sales outstanding", "day"),
        ("Average interest rate", "ratio"),
        ("6.25% notes due 2027", ""),
        ("Overdue receivables 90 days", ""),
        ("Store expenses", ""),
        ("Effect of exchange rate changes on cash", ""),
    ],
)
def test_a_rows_name_tells_that_it_is_no_amount_of_money(label: str, unit: str) -> None:
    assert unit_of_label(label) == unit


def test_two_scales_in_one_caption_are_doubtful() -> None:
    assert read_scaling("in thousands or in millions").doubtful


@pytest.mark.parametrize(
    ("text", "value", "currency", "unit"),
    [
        ("$ 18,120", "18120", "USD", ""),
        ("$ (13)", "-13", "USD", ""),
        ("(2,411)", "-2411", None, ""),
        ("– 12", "-12", None, ""),
        ("51.9%", "51.9", None, "percent"),
        ("(4.2)%", "-4.2", None, "percent"),
        ("12,5 %", "12.5", None, "percent"),
        ("1 234,5", "1234.5", None, ""),
        ("1.234.567", "1234567", None, ""),
        ("412 Mkr", "412", "SEK", ""),
        ("2.5x", "2.5", None, "times"),
        ("5 219 (1)", "5219", None, ""),
        ("—", "0", None, ""),
    ],
)
def test_cells_are_numbers_with_what_is_printed_beside_them(
    text: str, value: str, currency: str | None, unit: str
) -> None:
    printed = read_cell(text)
    assert printed is not None
    assert (printed.value, printed.currency, printed.unit) == (Decimal(value), currency, unit)


@pytest.mark.parametrize("text", ["FY2023", "10-K", "12/31/2023", "3 to 5 years", "12 months", "A1", "n/a", "Note 5"])
def test_other_cells_are_no_numbers(text: str) -> None:
    assert read_cell(text) is None


def test_a_table_tells_by_its_own_numbers_how_thousands_are_written() -> None:
    assert comma_is_decimal(["1.234,5", "1.234"])
    assert not comma_is_decimal(["1,234.5", "1.234"])
    german = read_cell("1.234", comma_is_decimal=True)
    assert german is not None
    assert german.value == 1234


@pytest.mark.parametrize(
    ("heading", "scenario"),
    [
        ("FY2023A", "actual"),
        ("2024E", "estimate"),
        ("Q3-24F", "forecast"),
        ("FY24B", "budget"),
        ("Budget 2024", "budget"),
        ("Plan", "forecast"),
        ("Prognos", "forecast"),
        ("Utfall", "actual"),
        ("Ist", "actual"),
        ("Pro forma 2023", "pro forma"),
        ("Actual 2023", "actual"),
    ],
)
def test_headings_name_scenarios(heading: str, scenario: str) -> None:
    assert read_scenarios(heading) == {scenario}


@pytest.mark.parametrize("heading", ["2023", "Jan 2024", "Total"])
def test_other_headings_name_none(heading: str) -> None:
    assert not read_scenarios(heading)
