"""What arithmetic tells of findings: trends, jumps, holes, sums that are off; and what it leaves untold."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import pytest

from sleuth.findings.derived.insights import Insight, Kind, Stated
from sleuth.findings.derived.series import derive_insights
from sleuth.language.calendar import Month
from sleuth.language.period import Day, Period, fiscal_period, period_ending
from sleuth.language.spoken import spoken


def stated(number: int, value: str, period: Period, **others: Any) -> Stated:
    fields: dict[str, Any] = {
        "document_id": 1, "position": number, "subject": "Lumen AB", "subject_key": "lumen",
        "dimension": (), "metric": "revenue", "scenario": "actual", "unit": "EUR", "scale": 6, "is_cost": False,
    }  # fmt: skip
    decimal = Decimal(value)
    exponent = decimal.as_tuple().exponent
    step = Decimal(1).scaleb(min(0, exponent if isinstance(exponent, int) else 0))
    return Stated(id=number, period=period, value=decimal, step=step, **(fields | others))


def years(*values: str | None, first: int = 2019, start: int = 1, **others: Any) -> list[Stated]:
    """A value a fiscal year; None leaves the year out."""
    periods = [fiscal_period(first + n, 12, 12) for n in range(len(values))]
    return [stated(start + n, v, p, **others) for n, (v, p) in enumerate(zip(values, periods, strict=True)) if v]


def quarters(*values: str | None, year: int = 2023, start: int = 1, **others: Any) -> list[Stated]:
    periods = [fiscal_period(year + n // 4, 3, 3 * (n % 4 + 1)) for n in range(len(values))]
    return [stated(start + n, v, p, **others) for n, (v, p) in enumerate(zip(values, periods, strict=True)) if v]


def of(kind: Kind, findings: Sequence[Stated]) -> list[Insight]:
    return [insight for insight in derive_insights(findings) if insight.kind is kind]


class TestTrends:
    def test_three_rising_years_are_a_trend_with_its_arithmetic(self) -> None:
        (trend,) = of(Kind.TREND, years("10", "12", "15"))
        assert trend.statement == (
            "Revenue of Lumen AB rose 2 times in a row, "
            "from 10 million EUR (FY2019) to 15 million EUR (FY2021), +50.0%."
        )
        assert trend.computation == "(15 million EUR - 10 million EUR) / 10 million EUR = +50.0%"
        assert trend.rests_on == (1, 2, 3)

    @pytest.mark.parametrize(
        ("values", "ids"),
        [
            (("10", "12"), None),  # two periods
            (("10", "12", "11"), None),  # up and down
            (("10", "10", "10"), None),  # nothing moves
            (("10.1", "10.2", "10"), None),  # the last change may be rounding
            (("10", None, "12", "15"), None),  # a hole
            (("20", "10", "12", "15"), (2, 3, 4)),  # the latest stretch
            (("15", "12", "10"), (1, 2, 3)),  # falling
            (("-15", "-12", "-10"), (1, 2, 3)),  # a loss that shrinks
            (("-1", "2", "5"), (1, 2, 3)),  # from loss to profit: no percentage
        ],
    )
    def test_only_the_latest_stretch_of_one_direction(
        self, values: tuple[str | None, ...], ids: tuple[int, ...] | None
    ) -> None:
        found = [trend.rests_on for trend in of(Kind.TREND, years(*values))]
        assert found == ([ids] if ids else [])

    def test_percentages_change_by_points(self) -> None:
        (trend,) = of(Kind.TREND, years("40.0", "41.5", "44.0", unit="percent", scale=0, metric="gross margin"))
        assert trend.statement.endswith("44.0% (FY2021), +4.0 percentage points.")

    def test_a_loss_has_no_growth_in_percent(self) -> None:
        (trend,) = of(Kind.TREND, years("-1", "2", "5"))
        assert "%" not in trend.statement

    def test_a_cost_grows_whether_or_not_it_is_printed_negative(self) -> None:
        found = years("-10", "12", "-15", metric="cost of revenue", is_cost=True)
        (trend,) = of(Kind.TREND, found)
        assert " rose 2 times" in trend.statement

    def test_quarters_are_held_against_those_of_the_year_before(self) -> None:
        (run,) = of(Kind.TREND, quarters("10", "20", "12", "30", "11", "22", "13", "33", "12", "24", "14", "36"))
        assert run.statement == (
            "Revenue of Lumen AB rose on the year before 8 quarters in a row, "
            "last from 33 million EUR (Q4 2024) to 36 million EUR (Q4 2025), +9.1%."
        )
        assert run.rests_on[:2] == (8, 12)
        assert set(run.rests_on) == set(range(1, 13))

    @pytest.mark.parametrize(
        "values",
        [
            ("10", "20", "30", "40", "10", "20", "30", "40"),  # the same every year
            ("10", "20", "30", "40", "11", "19", "31", "39"),  # up and down on the year before
            ("10", "20", "30", "40", "11", "22", None, "44"),  # a hole: two and one, no three
        ],
    )
    def test_a_season_is_no_trend(self, values: tuple[str | None, ...]) -> None:
        assert of(Kind.TREND, quarters(*values)) == []

    def test_quarters_without_a_year_before_are_followed_from_one_to_the_next(self) -> None:
        (trend,) = of(Kind.TREND, quarters("10", "20", "30"))
        assert trend.rests_on == (1, 2, 3)

    def test_a_line_below_zero_grows_in_size(self) -> None:
        (trend,) = of(Kind.TREND, years("-10", "-12", "-15", metric="line: Personnel"))
        assert trend.statement == (
            "Personnel of Lumen AB grew in size 2 times in a row, "
            "from -10 million EUR (FY2019) to -15 million EUR (FY2021), +50.0%."
        )

    def test_years_and_quarters_are_not_one_series(self) -> None:
        assert of(Kind.TREND, [*years("10", first=2022), *quarters("12", "15", start=7)]) == []

    @pytest.mark.parametrize(
        "differs",
        [{"scenario": "forecast"}, {"unit": "USD"}, {"subject_key": "lumen | products"}, {"metric": "net income"}],
    )
    def test_another_scenario_currency_segment_or_metric_is_another_series(self, differs: dict[str, Any]) -> None:
        assert of(Kind.TREND, [*years("10", "12"), *years("15", first=2021, start=3, **differs)]) == []

    def test_scales_are_compared_after_conversion(self) -> None:
        found = [*years("9", "10"), *years("11000", first=2021, start=3, scale=3)]
        (trend,) = of(Kind.TREND, found)
        assert "from 9 million EUR (FY2019) to 11 million EUR (FY2021), +22.2%" in trend.statement

    @pytest.mark.parametrize(
        ("unit", "said"),
        [("employee", "from 318 employees (FY2019) to 402 employees"), ("count", "from 318 (FY2019) to 402 (FY2021)"),
         ("times", "from 318x (FY2019) to 402x")],
    )  # fmt: skip
    def test_what_is_counted_goes_by_its_noun(self, unit: str, said: str) -> None:
        (trend,) = of(Kind.TREND, years("318", "356", "402", unit=unit, scale=0, metric="line: units"))
        assert said in trend.statement

    def test_a_disputed_figure_carries_nothing(self) -> None:
        found = [*years("10", "12", "15"), *years("13", first=2020, start=9, document_id=2)]
        assert of(Kind.TREND, found) == []

    def test_a_figure_that_two_documents_round_differently_is_not_disputed(self) -> None:
        found = [*years("10", "12", "15"), *years("12.4", first=2020, start=9, document_id=2)]
        (trend,) = of(Kind.TREND, found)
        assert trend.rests_on == (1, 9, 3)  # the more precise one

    def test_balances_are_followed_at_their_days(self) -> None:
        days = [Day(year, 12, 31) for year in (2021, 2022, 2023)]
        found = [stated(n, f"{10 + n}", period_ending(day, None), metric="cash") for n, day in enumerate(days)]
        assert len(of(Kind.TREND, found)) == 1

    def test_a_52_week_year_ends_in_its_month(self) -> None:
        days = [Day(2021, 12, 31), Day(2022, 12, 30), Day(2024, 1, 2)]
        found = [stated(n, f"{10 + n}", period_ending(day, None), metric="cash") for n, day in enumerate(days)]
        assert len(of(Kind.TREND, found)) == 1
        assert Day(2024, 1, 2).closing_month == Month(2023, 12)


class TestJumps:
    def test_a_change_far_beyond_the_others_is_an_anomaly(self) -> None:
        (jump,) = of(Kind.ANOMALY, years("100", "104", "107", "180", "186", "190"))
        assert "changed by +68.2% from 107 million EUR (FY2021) to 180 million EUR (FY2022)" in jump.statement
        assert "the 4 other changes lie between +2.2% and +4.0%" in jump.statement
        assert jump.rests_on[:2] == (3, 4)
        assert set(jump.rests_on) == {1, 2, 3, 4, 5, 6}

    @pytest.mark.parametrize(
        "values",
        [
            ("100", "104", "180"),  # too few to compare with
            ("100", "104", "107", "120", "123"),  # beyond the others, but not by much
            ("100", "150", "90", "160", "100", "170"),  # they all are like that
            ("10", "20", "40", "80", "160"),  # they all double
            ("-10", "20", "4", "80", "90", "95"),  # changes of what may be a loss are no shares
        ],
    )
    def test_what_is_usual_or_small_is_none(self, values: tuple[str, ...]) -> None:
        assert of(Kind.ANOMALY, years(*values)) == []

    def test_a_spike_is_told_once(self) -> None:
        assert len(of(Kind.ANOMALY, years("100", "101", "150", "102", "103", "104"))) == 1

    def test_a_quarter_stands_out_against_the_year_before(self) -> None:
        seasonal = quarters("10", "20", "40", "80", "11", "21", "41", "30", "12", "22", "42", "33")
        (jump,) = of(Kind.ANOMALY, seasonal)
        assert "changed by -62.5% from 80 million EUR (Q4 2023) to 30 million EUR (Q4 2024)" in jump.statement
        assert "the 7 other changes on the year before lie between +2.4% and +10.0%" in jump.statement

    def test_margins_jump_by_points(self) -> None:
        found = years("40", "41", "40", "41", "60", unit="percent", scale=0, metric="gross margin")
        (jump,) = of(Kind.ANOMALY, found)
        assert "changed by +19 points" in jump.statement


class TestGaps:
    def test_a_quarter_that_nobody_states_between_others_is_a_gap(self) -> None:
        found = [*quarters("10", "11", None, "12"), *quarters("1", "2", None, "3", start=9, metric="net income")]
        (gap,) = of(Kind.GAP, found)
        assert gap.statement == (
            "Lumen AB: nothing is stated for the quarter between Q2 2023 and Q4 2023 (revenue, net income)."
        )
        assert gap.rests_on == (2, 4, 10, 12)

    @pytest.mark.parametrize(
        "found",
        [
            quarters("10", None, "11"),  # no series yet
            quarters("10", "11", "12"),
            quarters("10", "11", None, None, None, "12"),  # long ago, not forgotten
            quarters("10", "11", None, "12", dimension=("Products",)),
            quarters("10", "11", None, "12", metric="line: other"),
        ],
    )
    def test_nothing_else_is(self, found: list[Stated]) -> None:
        assert of(Kind.GAP, found) == []


def test_no_finding_tells_nothing() -> None:
    assert derive_insights([]) == []


@pytest.mark.parametrize(
    ("metric", "said"),
    [
        ("revenue", "Revenue"),
        ("adjusted ebitda margin", "Adjusted EBITDA margin"),
        ("line: ebit before items", "EBIT before items"),
        ("debit balance", "Debit balance"),
    ],
)
def test_a_metric_is_called_as_people_write_it(metric: str, said: str) -> None:
    assert spoken(metric) == said
