"""How reports of other countries write units, numbers and times."""

import pytest

from sleuth.findings.year_ends import said_years, spanned_year
from sleuth.ingest.readers.tables.numbers import is_value
from sleuth.language.measures import find_measures
from sleuth.language.metrics import default_lexicon
from sleuth.language.quantity import comma_is_decimal
from sleuth.language.scale import read_scaling, without_units
from sleuth.language.times import find_times
from sleuth.language.timing import read_timing, unbroken
from sleuth.language.tokens import tokens


@pytest.mark.parametrize(
    ("text", "currency", "scale"),
    [
        ("R’000", "ZAR", 3),
        ("HK$’000", "HKD", 3),
        ("KShs ’000", "KES", 3),
        ("in CHF 1’000", "CHF", 3),
        ("CHF 1000", "CHF", 3),
        ("In thousands of Brazilian reais", "BRL", 3),
        ("in millions of Polish zloty", "PLN", 6),
    ],
)
def test_units_are_read_as_countries_print_them(text: str, currency: str, scale: int) -> None:
    said = read_scaling(text)

    assert (said.currency, said.money) == (currency, scale)
    assert without_units(text) in ("", "in", "in of")


@pytest.mark.parametrize("text", ["par value of CHF 1,000 each", "for CHF 1,000", "invested in CHF 1000 bonds"])
def test_a_thousand_that_is_paid_is_no_scale(text: str) -> None:
    assert read_scaling(text).money is None


@pytest.mark.parametrize("text", ["NZ$000", "S$000", "$'000", "(€000s)"])
def test_thousands_over_a_column_are_no_amount(text: str) -> None:
    assert not is_value(text)


@pytest.mark.parametrize(
    ("texts", "is_decimal"),
    [
        (["118.416", "21.846", "64.218", "3.146", "9.418", "600"], True),
        (["1.085", "0.912", "1.234", "1.105", "1.007", "2.118"], False),  # rates of exchange
        (["12.345", "3.1", "64.218", "3.146", "9.418", "7.216"], False),
    ],
)
def test_points_before_three_digits_part_thousands_where_all_do(texts: list[str], is_decimal: bool) -> None:
    assert comma_is_decimal(texts, "en") is is_decimal


@pytest.mark.parametrize(
    ("heading", "said"),
    [
        ("10–12/2024", (2024, 12, 3)),
        ("1–9/2024", (2024, 9, 9)),
        ("January – September 9M 2024", (2024, 9, 9)),
        ("December 2024 half", (2024, 12, 6)),
    ],
)
def test_stretches_are_read_by_the_numbers_of_their_months(heading: str, said: tuple[int, int, int]) -> None:
    timing = read_timing(heading)

    assert timing is not None
    assert (timing.year, timing.month, timing.months) == said


@pytest.mark.parametrize(
    ("question", "years", "months", "quarters"),
    [
        ("gross profit for the final quarter of 2024?", [2024], [None], [4]),
        ("acquisitions over the whole of 2023", [2023], [None], [None]),
        ("the fall between June and December 2025?", [2025, 2025], [6, 12], [None, None]),
        ("trade payables at end-2023?", [2023], [None], [None]),
        ("sales in the previous fiscal year (to March 2025)?", [2025], [3], [None]),
    ],
)
def test_times_of_questions(
    question: str, years: list[int], months: list[int | None], quarters: list[int | None]
) -> None:
    times = [time.timing for time in find_times(question)]

    assert [time and time.year for time in times] == years
    assert [time and time.month for time in times] == months
    assert [time and time.quarter for time in times] == quarters


def test_a_line_that_breaks_off_before_its_day_goes_on_in_the_next() -> None:
    lines = ["Segment information", "Three months ended", "September 30, 2025", "Revenue"]

    assert unbroken(lines) == ["Segment information", "Three months ended September 30, 2025", "Revenue"]


def test_a_half_year_that_ended_in_december_means_a_year_to_june() -> None:
    (said,) = said_years("Report for the half-year ended 31 December 2025")

    assert said.halves is not None
    assert said.halves.month == 12
    assert said.closes is None


@pytest.mark.parametrize(
    ("title", "month"),
    [
        ("Income statement 1 October - 30 September", 9),
        ("for the period from October 1, 2024, to September 30, 2025", 9),
        ("1 January - 30 June 2024", None),
    ],
)
def test_a_statement_that_spans_a_year_tells_its_end(title: str, month: int | None) -> None:
    end = spanned_year(title)

    assert (end.month if end else None) == month


@pytest.mark.parametrize(
    ("question", "keys"),
    [
        ("How much did the group hold in work in process?", ()),
        ("What is the holding of the founder?", ("ownership",)),
        ("How much did it receive from divestments?", ()),
        ("What are the receivables?", ("accounts receivable",)),
        ("How much tax did it pay in cash?", ("income taxes paid",)),
        ("What did the group spend on personnel?", ("personnel costs",)),
        ("What was adjusted EBITA?", ("adjusted ebita",)),
        ("Compare EBITDA in FY2024 to FY2023", ("ebitda",)),
        ("What was comparable EBITDA in FY2024?", ("adjusted ebitda",)),
    ],
)
def test_a_verb_is_no_measure(question: str, keys: tuple[str, ...]) -> None:
    named = find_measures(tokens(question), default_lexicon(), "en")

    assert tuple(key for one in named for key in one.measure.keys) == keys
