"""The times that a question names."""

import pytest

from sleuth.language.times import find_times
from sleuth.language.times_together import in_their_year


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("revenue in the year to March 2025, by the books", (2025, 3, 12)),
        ("revenue in the five months to August 2025", (2025, 8, 5)),
        ("revenue in the first five months of FY26", (2026, None, 5)),
        ("omsättning de första sju månaderna 2025", (2025, None, 7)),
        ("EBITDA April to August", (None, 8, 5)),
        ("EBITDA from April to August 2025", (2025, 8, 5)),
    ],
)
def test_stretches_of_months_are_read_by_any_of_their_names(text: str, said: tuple[int | None, ...]) -> None:
    (time,) = find_times(text)

    assert time.timing is not None
    assert (time.timing.year, time.timing.month, time.timing.months) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("accidents so far this year (fy26)?", "so far this year (fy26)"),
        ("capex this year (2026)?", "this year (2026)"),
        ("sales last quarter (Q2 2026)", "last quarter (Q2 2026)"),
    ],
)
def test_a_time_that_brackets_state_is_that_time(text: str, said: str) -> None:
    (time,) = find_times(text)

    assert time.text == said
    assert time.timing is not None
    assert time.timing.year == 2026


def test_brackets_that_state_no_time_leave_a_time_as_it_is() -> None:
    (time,) = find_times("sales last quarter (before tax)")

    assert time.timing is None
    assert time.months == 3


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("revenue P05 FY25", (2025, 5, False)),
        ("revenue in P5?", (None, 5, False)),
        ("EBITDA ytd period 5", (None, 5, True)),
    ],
)
def test_the_number_of_an_accounting_period_is_a_time(text: str, said: tuple[int | None, int, bool]) -> None:
    (time,) = find_times(text)

    assert time.timing is not None
    assert (time.timing.year, time.timing.number, time.timing.to_date) == said


@pytest.mark.parametrize("text", ["the P6 pack", "see p5 of the memorandum", "the accounts p. 5", "energy 10p"])
def test_the_number_of_a_paper_or_a_page_is_no_time(text: str) -> None:
    assert not find_times(text)


@pytest.mark.parametrize(
    "text", ["full year FY25", "FY24/25 full-year", "the month of March 2025", "P07 February 2026", "P6 (March 2026)"]
)
def test_a_length_or_a_number_beside_a_date_is_no_second_time(text: str) -> None:
    (time,) = find_times(f"EBITDA {text}")

    assert time.text == text


@pytest.mark.parametrize("text", ["the full-year EBITDA estimate for 2024/25", "full year EBITDA budget, FY25"])
def test_a_whole_year_is_one_time_wherever_its_length_is_said(text: str) -> None:
    assert [(one.timing.year, one.timing.months) for one in find_times(text) if one.timing] == [(2025, 12)]


@pytest.mark.parametrize(
    ("text", "times"),
    [
        (
            "revenue from the first six months of 2024 to the first six months of 2025",
            ["first six months of 2024", "first six months of 2025"],
        ),
        (
            "profit from the year ended 31 March 2023 to the year ended 31 March 2024",
            ["year ended 31 March 2023", "year ended 31 March 2024"],
        ),
        (
            "sales from the three months to July 31, 2022 to the three months to July 31, 2023",
            ["three months to July 31, 2022", "three months to July 31, 2023"],
        ),
    ],
)
def test_a_length_told_again_begins_another_time(text: str, times: list[str]) -> None:
    assert [text[one.start : one.end] for one in find_times(text)] == times


@pytest.mark.parametrize(
    ("text", "times"),
    [
        (
            "margin over the nine months this year, and over the same nine months last year",
            [("nine months this year", 0), ("nine months last year", 12)],
        ),
        ("Q3 sales this year against Q3 last year", [("Q3 this year", 0), ("Q3 last year", 12)]),
        ("H1 this year vs H1 last year", [("H1 this year", 0), ("H1 last year", 12)]),
        ("Q3 sales this year", [("Q3 this year", 0)]),
    ],
)
def test_each_part_of_a_year_is_of_the_year_told_behind_it(text: str, times: list[tuple[str, int]]) -> None:
    assert [(one.text, one.back) for one in in_their_year(find_times(text), text)] == times


@pytest.mark.parametrize("text", ["revenue this year so far against budget", "EBITDA so far this year", "sales YTD"])
def test_this_year_so_far_is_the_year_to_date(text: str) -> None:
    assert [one.timing and one.timing.to_date for one in find_times(text)] == [True]
