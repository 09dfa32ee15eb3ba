"""Limits of agreements: the number, the side, and the days until which each step holds."""

from datetime import date
from decimal import Decimal

import pytest

from sleuth.findings.asked.limits import read_bound, read_limits, read_tested

STEPS = (
    "21.1 Leverage: the ratio of Net Debt to EBITDA shall not exceed 3.50:1 up to and including the Relevant Period "
    "ending 31 January 2026, and 3.25:1 for each Relevant Period thereafter."
)


def test_a_limit_that_steps_down_holds_until_its_day() -> None:
    first, second = read_limits(f"Some words before. {STEPS} Some words behind.")
    assert (first.value, second.value) == (Decimal("3.50"), Decimal("3.25"))
    assert first.holds_at(date(2026, 1, 31))
    assert not first.holds_at(date(2026, 2, 1))
    assert second.holds_at(date(2026, 4, 30))
    assert not second.is_met(Decimal("3.34"))
    assert first.is_rule


@pytest.mark.parametrize("verb", ["shall not exceed", "does not exceed", "is not more than"])
def test_an_agreement_words_a_limit_as_a_rule_in_several_ways(verb: str) -> None:
    (limit,) = read_limits(f"The Company shall ensure that Leverage {verb} 2.50:1 on any Quarter Date.")
    assert (limit.value, limit.is_most, limit.is_rule) == (Decimal("2.50"), True, True)


@pytest.mark.parametrize("side", ["exceed", "be more than"])
@pytest.mark.parametrize("when", ["on any Test Date", "at each Quarter Date", "at any time"])
def test_a_limit_may_name_its_test_days_within_the_verb(when: str, side: str) -> None:
    (limit,) = read_limits(f"Leverage shall not {when} {side} 2.50:1.")
    assert (limit.metric, limit.value, limit.is_rule) == ("leverage", Decimal("2.50"), True)


@pytest.mark.parametrize("until", ["ending on or before", "falling no later than", "ending at or before"])
def test_a_step_holds_on_and_before_the_day_it_names(until: str) -> None:
    steps = f"2.75:1 for any Relevant Period {until} 28 June 2025 and 2.50:1 for any Relevant Period after that date"
    limits = read_limits(f"The ratio of Net Debt to EBITDA shall not exceed {steps}.")
    held = [[one.value for one in limits if one.holds_at(date(2025, 6, day))] for day in (28, 29)]
    assert held == [[Decimal("2.75")], [Decimal("2.50")]]


def test_a_limit_on_test_days_up_to_a_day_is_not_of_that_day_only() -> None:
    (limit,) = read_limits("Leverage shall not exceed 3.50:1 on any Test Date up to 31 March 2026.")
    assert limit.holds_at(date(2025, 9, 30))


@pytest.mark.parametrize(
    "sentence",
    [
        "If Leverage exceeds 3.25:1 on a Quarter Date, each Margin increases by 0.50 percentage points.",
        "No dividend is paid unless Leverage is below 2.00:1 before and after the payment.",
        "The fee shall not exceed 3.50 per cent. of the purchase price.",
        "Leverage shall not exceed 3.50:1, and 3.25:1 after the anniversary.",
    ],
)
def test_what_sets_no_limit_for_a_known_measure_or_does_not_tell_its_days_is_none(sentence: str) -> None:
    assert read_limits(sentence) == []


@pytest.mark.parametrize(
    ("cell", "read"), [("max 3.00x", ("3.00", True)), ("min 12%", ("12", False)), ("1.24x", None), ("quarterly", None)]
)
def test_a_cell_states_a_limit_with_its_side(cell: str, read: tuple[str, bool] | None) -> None:
    assert read_bound(cell) == (None if read is None else (Decimal(read[0]), read[1]))


LIST = (
    "12.1 The Borrower shall ensure that:\n(a) Leverage on a Quarter Date set out below shall not\nexceed the ratio "
    "opposite it:\nQuarter Date Maximum Leverage\n{steps}\n(b) the ratio of EBITDA to charges shall not be less than "
    "3.50:1."
)


@pytest.mark.parametrize(
    "steps",
    [
        "31 March 2024 – 31 December 2024 3.00:1\n31 March 2025 and 30 June 2025 2.50:1\nThereafter 2.00:1",
        "From 31 March 2024 | 3.00x\nFrom 31 March 2025 | 2.50x\nFrom 30 September 2025 | 2.00x",
        "Up to and including 31 December 2024 3.00:1\nFrom 31 March 2025 to 30 June 2025 2.50:1\n"
        "From 30 September 2025 and thereafter 2.00:1",
        "Until 31.12.2024  3.00:1\n31.03.2025 to 30.06.2025  2.50:1\nthereafter  2.00:1",
    ],
)
def test_a_table_of_steps_sets_a_limit_for_each_stretch_of_days(steps: str) -> None:
    text = LIST.format(steps=steps)
    days = (date(2024, 12, 31), date(2025, 3, 31), date(2026, 3, 31))
    held = [[one.value for one in read_limits(text) if one.holds_at(day)] for day in days]
    assert held == [[Decimal("3.00")], [Decimal("2.50")], [Decimal("2.00")]]
    assert all(one.is_most and one.is_rule and one.metric == "leverage" for one in read_limits(text))


def test_a_table_with_a_step_that_tells_no_days_sets_none() -> None:
    assert read_limits(LIST.format(steps="31 March 2024 3.00:1\nAcquisition period 3.50:1")) == []


@pytest.mark.parametrize("between", ["\n", " "])
def test_a_limit_is_of_the_measure_that_its_own_clause_names(between: str) -> None:
    clauses = ("8.1 Leverage shall not exceed the ratio opposite:", "Year one 3.00:1", "Year two 2.75:1")
    after = "8.2 Interest Cover in respect of any Relevant Period shall not be less than 4.00:1."
    assert read_limits(between.join([*clauses, after])) == []
    assert read_limits(between.join([*clauses, after.partition(" ")[2]])) == []


def test_what_may_be_done_as_long_as_a_measure_is_kept_is_no_covenant() -> None:
    assert not read_limits("The Borrower may pay dividends provided that Leverage does not exceed 2.50 : 1.")
    assert not read_limits("The margin steps down if Leverage does not exceed 2.00 : 1 on a Test Date.")
    assert read_limits("Leverage shall not exceed 2.50 : 1 on any Test Date.")


def test_a_limit_between_two_days_gives_way_to_the_next() -> None:
    first, second = read_limits(
        'Clause 12.1 is replaced by: "the ratio of Net Debt to Adjusted EBITDA shall not exceed: 3.00:1 on each Test '
        'Date from 30 April 2025 to 31 January 2026 (inclusive); and 2.75:1 on each Test Date after that."'
    )

    assert [first.holds_at(date(2025, *day)) for day in ((1, 31), (4, 30), (7, 31))] == [False, True, True]
    assert not first.holds_at(date(2026, 4, 30))
    assert second.holds_at(date(2026, 4, 30))
    assert not second.holds_at(date(2026, 1, 31))


@pytest.mark.parametrize("last", ["31 March 2026 and after", "31 March 2026 and thereafter", "31 March 2026 onwards"])
def test_the_last_step_of_a_table_has_no_end(last: str) -> None:
    text = f"Test Date\tMaximum Net Leverage\n30 September 2025\t3.50x\n{last}\t3.00x\n"
    first, second = read_limits(text)

    assert (first.holds_at(date(2025, 9, 30)), first.holds_at(date(2026, 3, 31))) == (True, False)
    assert second.holds_at(date(2027, 9, 30))
    assert text[second.end - len(f"{last}\t3.00x") : second.end] == f"{last}\t3.00x"


def test_a_step_between_two_days_may_say_that_both_are_included() -> None:
    text = (
        "the ratio is replaced by:\nTest Dates\tMaximum Leverage\n"
        "30 September 2025 to 30 September 2026 (both included)\t2.50:1\n31 December 2026 and after\t2.25:1\n"
    )
    first, second = read_limits(text)

    assert (first.holds_at(date(2026, 6, 30)), second.holds_at(date(2027, 3, 31))) == (True, True)


OPENING = "Leverage shall not exceed 3.10x on each Test Date from 31 May 2027 and 2.60x on each from 30 November 2028."
TESTED = (
    "Leverage shall not exceed (a) 3.10:1 on 31 May 2027; (b) 2.85:1 on 30 November 2027; and (c) 2.60:1 on 31 May "
    "2028 and each test date thereafter."
)


@pytest.mark.parametrize(
    ("sentence", "day", "value"),
    [
        (OPENING, date(2028, 5, 31), "3.10"),
        (OPENING, date(2028, 11, 30), "2.60"),
        (TESTED, date(2027, 11, 30), "2.85"),
        (TESTED, date(2029, 5, 31), "2.60"),
        ("Leverage shall not exceed 3.10:1 on 31 May 2027 and 2.85:1 on 30 November 2027.", date(2028, 5, 31), None),
        (OPENING, date(2027, 5, 30), None),
        ("Leverage shall not exceed 3.10x from 30 November 2028 and 2.60x from 31 May 2027.", date(2029, 5, 31), None),
    ],
)  # fmt: skip
def test_each_step_holds_from_its_day_or_on_the_day_on_which_it_is_tested(
    sentence: str, day: date, value: str | None
) -> None:
    holding = [str(one.value) for one in read_limits(sentence) if one.holds_at(day)]
    assert holding == ([] if value is None else [value])


@pytest.mark.parametrize(
    ("sentence", "figure"),
    [
        ("Covenants at 31 May 2027: Leverage 2.15x, limit 3.10x; Interest Cover 5.0x, minimum 4.0x.", "2.15"),
        ("At 31 May 2027 leverage was 2.15x against a limit of 3.10x.", "2.15"),
        ("Covenants at 31 May 2026: Leverage 2.15x, limit 3.10x.", None),  # another day
        ("Covenants at 31 May 2027: Leverage 2.15x, limit 3.50x.", None),  # another limit
        ("Covenants at 31 May 2027: Interest Cover 2.15x, limit 3.10x.", None),  # another measure
        ("Leverage is 2.15x, limit 3.10x.", None),
    ],
)
def test_a_figure_told_beside_the_limit_in_force_is_that_of_the_day(sentence: str, figure: str | None) -> None:
    (limit,) = read_limits("Leverage shall not exceed 3.10x on any Test Date.")
    read = read_tested(sentence, limit, date(2027, 5, 31))
    assert read == (None if figure is None else Decimal(figure))
