"""A typed question is answered from facts strictly, or not at all."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from sleuth.findings.asked.answers import Figure, Resolution
from sleuth.findings.asked.books import Book, Fact, latest_of, make_book, share_calendar
from sleuth.findings.asked.resolution import resolve
from sleuth.findings.asked.weighing import Sources, Stated, finest_first, rank, resolve_documents
from sleuth.findings.compared.authority import Witness
from sleuth.language.calendar import Calendar, Month
from sleuth.language.period import Day, Period, fiscal_period, period_ending
from sleuth.language.timing import Timing, as_duration, as_instant, read_timing
from sleuth.reason.understand.figures import read_query
from tests.findings.periods import period


def fact(number: int, metric: str, label: str, value: str, *, unit: str = "USD", part: str = "") -> Fact:
    dimension = (part,) if part else ()
    return Fact(
        number, metric, label, (label,), dimension, "Halden plc", period("FY2023"), "actual", Decimal(value), unit,
        6 if unit == "USD" else 0, Decimal(1), 0, 1, 10 * number, 10 * number + 5, f"{label} {value}",
    )  # fmt: skip


def asked(question: str, *facts: Fact) -> Resolution:
    book: Book = make_book(1, "halden.pdf", "Halden plc", "en", "Halden plc", [period("FY2023")], list(facts))
    return resolve(read_query(question, "en"), [book])


def labels(resolution: Resolution) -> list[tuple[str, ...]]:
    return [tuple(one.label for _, one in figure.facts) for figure in resolution.figures]


REVENUE = fact(1, "revenue", "Revenue", "800")
PROFIT = fact(2, "operating income", "Operating income", "218")


def test_a_ratio_that_is_stated_in_full_points_is_computed() -> None:
    printed = fact(3, "operating margin", "Operating margin", "27", unit="percent")
    found = asked("What was Halden's operating margin in FY2023?", REVENUE, PROFIT, printed)
    assert [sorted(names) for names in labels(found)] == [["Operating income", "Revenue"]]


def test_an_amount_that_is_stated_is_not_computed() -> None:
    stated = fact(3, "ebitda", "EBITDA", "250")
    depreciation = fact(4, "depreciation and amortization", "Depreciation and amortisation", "32")
    found = asked("What was Halden's EBITDA in FY2023?", REVENUE, PROFIT, depreciation, stated)
    assert labels(found) == [("EBITDA",)]


def test_where_its_parts_are_not_stated_it_is_taken_as_printed() -> None:
    printed = fact(3, "operating margin", "Operating margin", "27", unit="percent")
    assert labels(asked("What was Halden's operating margin in FY2023?", PROFIT, printed)) == [("Operating margin",)]


@pytest.mark.parametrize("label", ["Net debt incl. leases", "Net debt including leases"])
def test_a_line_answers_by_its_printed_name_also_in_short(label: str) -> None:
    line = fact(3, f"line: {label.casefold()}", label, "205")
    assert labels(asked("What was net debt including leases in FY2023?", line)) == [(label,)]
    assert labels(asked("What was net debt excluding leases in FY2023?", line)) == []


@pytest.mark.parametrize(
    ("question", "labels_", "told"),
    [
        ("How many smart meters were installed in FY2023?", ["Installed base of smart meters (units)"], True),
        ("How many forklift trucks were rented in FY2023?", ["Fleet of forklift trucks rented"], True),
        ("How many smart meters were scrapped in FY2023?", ["Installed base of smart meters"], False),
        ("How many smart meters were installed in FY2023?", ["Faulty smart meters installed"], False),
        ("How many meters in FY2023?", ["Base of meters"], False),  # one word alone is not told apart
        (
            "How many smart meters were installed in FY2023?",
            ["Installed base smart meters", "Smart meters installed, fleet"],
            False,
        ),
    ],
)
def test_a_line_that_counts_goes_by_its_name_without_its_collective_noun(
    question: str, labels_: list[str], told: bool
) -> None:
    lines = [fact(n, f"line: {one.casefold()}", one, str(n), unit="count") for n, one in enumerate(labels_, 3)]
    assert labels(asked(question, *lines)) == ([(labels_[0],)] if told else [])


def test_an_amount_that_goes_by_a_ratios_name_is_shown_first() -> None:
    amount = fact(3, "gross profit", "Gross margin", "300")
    found = asked("What was Halden's gross margin in FY2023?", REVENUE, amount)
    assert labels(found)[0] == ("Gross margin",)


def test_who_asks_for_a_percentage_is_shown_no_amount() -> None:
    amount = fact(3, "gross profit", "Gross margin", "300")
    found = asked("What was Halden's gross margin in percent in FY2023?", REVENUE, amount)
    assert ("Gross margin",) not in labels(found)


@pytest.mark.parametrize("level", ["Level 1", "Level 2"])
def test_parts_that_are_told_apart_by_their_numbers_keep_them(level: str) -> None:
    levels = [fact(n, "revenue", f"Level {n}", str(n), part=f"Level {n}") for n in (1, 2, 3)]
    assert labels(asked(f"What was Halden's revenue from {level} in FY2023?", *levels)) in ([], [(level,)])


@pytest.mark.parametrize(("said", "found"), [("labs", [("Laboratories",)]), ("lab", []), ("cars", [])])
def test_a_part_in_the_plural_is_meant_by_a_short_plural(said: str, found: list[tuple[str, ...]]) -> None:
    parts = [fact(n, "revenue", name, str(n), part=name) for n, name in enumerate(("Laboratories", "Carbon"), 1)]
    assert labels(asked(f"What was Halden's {said} revenue in FY2023?", *parts)) == found


@pytest.mark.parametrize(
    ("said", "part"),
    [("UK", "United Kingdom"), ("British", "United Kingdom"), ("American", "USA"), ("United States", "USA")],
)
def test_a_country_is_meant_by_any_of_its_names(said: str, part: str) -> None:
    parts = [fact(n, "revenue", name, str(n), part=name) for n, name in enumerate(("United Kingdom", "USA"), 1)]
    assert labels(asked(f"What were Halden's {said} sales in FY2023?", *parts)) == [(part,)]


def test_a_document_that_does_not_place_its_years_has_the_calendar_of_the_others() -> None:
    april = Calendar(4, 0, stated=True)
    timing = read_timing("FY2025")
    assert timing is not None
    told, untold = as_duration(timing, april), as_duration(timing, Calendar())
    assert told is not None
    assert untold is not None
    slide = replace(REVENUE, period=untold)
    books = [
        make_book(1, "report.pdf", "", "en", "Halden plc", [told], []),
        make_book(2, "slides.pptx", "", "en", "", [untold], [slide]),
    ]
    assert share_calendar(books)[1].facts[0].period == told


def test_balances_at_a_day_tell_no_calendar_and_are_asked_for_by_the_year_of_the_others() -> None:
    unplaced = period_ending(Day(2025, 9, 30), None)
    debt = replace(fact(1, "net debt", "Net debt", "40"), period=unplaced)
    placed = fiscal_period(2025, 12, 12, Calendar(9, stated=True))
    report = make_book(1, "report.pdf", "", "en", "Halden plc", [placed], [replace(REVENUE, period=placed)])
    note = make_book(2, "note.docx", "", "en", "Halden plc", [unplaced], [debt])
    (found,) = resolve(read_query("net debt FY2025", "en"), share_calendar([report, note])).figures
    assert found.facts[0][1].label == "Net debt"


def test_months_by_their_last_day_are_named_by_the_calendar_of_the_others() -> None:
    april = Calendar(4, 0, stated=True)
    report = make_book(1, "report.pdf", "", "en", "Halden plc", [period_ending(Day(2025, 4), 12, april)], [])
    year = replace(REVENUE, period=period_ending(Day(2025, 4), 12))
    budget = make_book(2, "budget.xlsx", "", "en", "", [], [year])
    assert share_calendar([report, budget])[1].facts[0].period.name == "FY2025"


def test_of_two_calendars_none_is_taken_for_a_document_that_tells_none() -> None:
    timing = read_timing("FY2025")
    assert timing is not None
    untold = as_duration(timing, Calendar())
    others = [as_duration(timing, Calendar(month, 0, stated=True)) for month in (4, 6)]
    books = [make_book(n, f"{n}.pdf", "", "en", f"Company{n} plc", [p], []) for n, p in enumerate(others) if p]
    slides = make_book(9, "slides.pptx", "", "en", "", [], [replace(REVENUE, period=untold)])
    assert share_calendar([*books, slides])[-1].facts[0].period == untold


def test_a_year_to_a_date_is_no_month() -> None:
    assert not labels(asked("What was Halden's revenue in the year to April 2023?", REVENUE))
    assert labels(asked("What was Halden's revenue in the year to December 2023?", REVENUE)) == [("Revenue",)]


def test_a_balance_under_a_year_is_that_of_its_last_day() -> None:
    timing = read_timing("FY2023")
    assert timing is not None
    year = as_duration(timing, Calendar(12, 0, stated=True))
    debt = replace(fact(3, "net debt", "Net debt", "40"), period=year)
    assert labels(asked("What was Halden's net debt at the end of December 2023?", debt)) == [("Net debt",)]
    assert not labels(asked("What was Halden's net debt at the end of April 2023?", debt))


@pytest.mark.parametrize("name", ["Hardware", "Sense"])
def test_a_part_goes_by_either_of_its_names(name: str) -> None:
    goods = fact(3, "revenue", "Hardware (Sense)", "120", part="Hardware (Sense)")
    found = asked(f"What was Halden's revenue from {name} in FY2023?", REVENUE, goods)
    assert labels(found) == [("Hardware (Sense)",)]


@pytest.mark.parametrize("part", ["China (including Macau)", "China (excl. Macau)"])
def test_what_a_part_includes_is_no_name_of_it(part: str) -> None:
    goods = fact(3, "revenue", part, "120", part=part)
    assert not labels(asked("What was Halden's revenue from Macau in FY2023?", REVENUE, goods))


def test_a_line_of_the_very_name_asked_for_goes_before_another_measure_of_that_name() -> None:
    tangible = fact(3, "property, plant and equipment", "Tangible assets", "90")
    line = fact(4, "line: fixed assets", "FIXED ASSETS", "120")
    assert labels(asked("What were Halden's fixed assets in FY2023?", tangible, line)) == [("FIXED ASSETS",)]
    assert labels(asked("What were Halden's tangible assets in FY2023?", tangible, line)) == [("Tangible assets",)]
    assert labels(asked("What were Halden's fixed assets in FY2023?", tangible)) == [("Tangible assets",)]


def month_of(number: int, value: str, month: str, scenario: str = "actual", metric: str = "revenue") -> Fact:
    timing = read_timing(month)
    assert timing is not None
    when = as_duration(replace(timing, months=1), APRIL)
    return replace(fact(number, metric, "Net sales", value), period=when, scenario=scenario)


APRIL = Calendar(4, 0, stated=True)
SHEET = [month_of(n, str(n), month) for n, month in enumerate(
    ["Nov 2023", "Dec 2023", *(f"{m} 2024" for m in (
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"))], 1)]  # fmt: skip


def total_of(question: str, facts: list[Fact]) -> tuple[int, str]:
    """How many facts are added up, and the period that they fill; (0, "") for no answer."""
    told = as_duration(read_timing("FY2024") or Timing(), APRIL)
    assert told is not None
    book = make_book(1, "accounts.xlsx", "Halden plc", "en", "Halden plc", [told], facts)
    figures = resolve(read_query(question, "en"), [book]).figures
    return (len(figures[0].facts), figures[0].period.name if figures[0].period else "") if figures else (0, "")


@pytest.mark.parametrize(
    ("time", "added"),
    [
        ("calendar year 2024", (12, "CY2024")), ("calendar 2024", (12, "CY2024")),
        ("Q1 FY25", (3, "Q1 FY2025")), ("the first half of FY25", (6, "H1 FY2025")),
        ("the last twelve months to October 2024", (12, "LTM Oct 2024")), ("May to October 2024", (6, "H1 FY2025")),
        ("calendar year 2023", (0, "")), ("FY24", (0, "")), ("FY25", (0, "")), ("Q4 FY25", (0, "")),
    ],
)  # fmt: skip
def test_months_add_up_to_a_longer_time_that_they_fill(time: str, added: tuple[int, str]) -> None:
    assert total_of(f"What were net sales in {time}?", SHEET) == added


def test_a_month_that_is_forecast_does_not_add_to_what_happened() -> None:
    facts = [*SHEET[:-1], replace(SHEET[-1], scenario="forecast")]
    assert total_of("What were net sales in calendar year 2024?", facts) == (0, "")
    assert total_of("What were net sales in Q1 FY25?", facts) == (3, "Q1 FY2025")


@pytest.mark.parametrize("metric", ["cash and cash equivalents", "ebitda margin", "headcount"])
def test_balances_ratios_and_counts_do_not_add_up(metric: str) -> None:
    facts = [replace(one, metric=metric) for one in SHEET]
    name = {"headcount": "number of employees"}.get(metric, metric)
    assert total_of(f"What was the {name} in Q1 FY25?", facts)[0] < 2


def test_a_stated_total_goes_before_the_sum_of_its_months() -> None:
    stated = replace(month_of(90, "18", "Jul 2024"), period=as_duration(read_timing("Q1 FY25") or Timing(), APRIL))
    assert total_of("What were net sales in Q1 FY25?", [*SHEET, stated]) == (1, "")


@pytest.mark.parametrize("measure", ["revenue", "operating margin"])
def test_what_is_stated_is_answered_though_a_part_of_the_question_is_not(measure: str) -> None:
    found = asked(f"What was Halden's {measure} in FY2023 and FY2019?", REVENUE, PROFIT)
    assert len(found.figures) == 1
    assert "FY2019" in found.missing


def test_where_no_part_is_stated_nothing_is() -> None:
    found = asked("What was Halden's revenue in FY2018 and FY2019?", REVENUE)
    assert not found.figures
    assert found.known


def test_a_part_that_a_question_names_in_short_is_the_only_one_of_its_division_with_that_word() -> None:
    parts = ["Net sales – Cold Storage", "Net sales – Chilled Transport", "Proc. rev.", "Other transport"]
    facts = [fact(n, "revenue", name, str(n), part=name) for n, name in enumerate(parts, 3)]
    for name, label in (("storage", parts[0]), ("transport", parts[1]), ("processing", parts[2])):
        assert labels(asked(f"What was Halden's revenue from {name} in FY2023?", *facts)) == [(label,)]


@pytest.mark.parametrize(
    "parts", [("Latin America", "Europe"), ("Cold Storage", "Dry Storage"), ("Rest of America", "Fish")]
)
def test_a_word_that_two_parts_bear_or_a_place_that_lies_in_another_names_no_part(parts: tuple[str, str]) -> None:
    facts = [fact(n, "revenue", name, str(n), part=name) for n, name in enumerate(parts, 3)]
    word = "storage" if "Cold Storage" in parts else "America"
    assert not labels(asked(f"What was Halden's revenue from {word} in FY2023?", *facts))


def months_of(scenario: str, first: int, last: int) -> list[Fact]:
    year = Calendar(12, 0, stated=True)
    named = [(n, as_duration(Timing(2023, n, months=1), year)) for n in range(first, last + 1)]
    return [replace(fact(100 + n, "revenue", "Revenue", str(n)), period=p, scenario=scenario) for n, p in named]


def test_a_forecast_of_a_year_is_the_months_that_happened_and_those_to_come() -> None:
    found = asked(
        "What was Halden's revenue forecast for FY2023?", *months_of("actual", 1, 6), *months_of("forecast", 7, 12)
    )
    assert [(len(figure.facts), figure.scenario) for figure in found.figures] == [(12, "forecast")]
    assert not labels(asked("What was Halden's revenue forecast for FY2023?", *months_of("actual", 1, 12)))


def test_a_year_in_the_name_of_a_file_is_still_the_year_that_is_asked_for() -> None:
    plan = make_book(1, "Budget FY23.xlsx", "", "en", "", [period("FY2023")], months_of("budget", 1, 11))
    assert not resolve(read_query("What is the revenue budget for FY23?", "en"), [plan]).figures


def test_documents_that_a_question_only_seems_to_name_give_way_to_those_that_state_the_figure() -> None:
    stated = [fact(n, "adjusted ebitda", name, "5", part=name) for n, name in enumerate(("Cold Storage", "Transport"))]
    books = [
        make_book(1, "accounts.xlsx", "", "en", "", [period("FY2023")], stated),
        make_book(2, "Cold storage agreement.docx", "", "en", "", [], []),
    ]
    found = resolve(read_query("What was adjusted EBITDA of Cold Storage in FY2023?", "en"), books)
    assert labels(found) == [("Cold Storage",)]


@pytest.mark.parametrize(("reported", "year"), [("FY2023", "800"), ("Q2 2023", "700")])
def test_last_year_asked_alone_is_the_latest_year_that_has_ended(reported: str, year: str) -> None:
    facts = [REVENUE, replace(fact(2, "revenue", "Revenue", "700"), period=period("FY2022"))]
    book = make_book(1, "halden.pdf", "Halden plc", "en", "Halden plc", [period(reported)], facts)
    found = resolve(read_query("What was revenue last year?", "en"), [book])
    assert [str(one.facts[0][1].value) for one in found.figures] == [year]


@pytest.mark.parametrize(
    ("question", "quarter"),
    [
        ("Which quarter of 2023 had the highest revenue?", ["Q2 2023"]),
        ("Which quarter of 2023 was the best for revenue?", ["Q2 2023"]),
        ("In what quarter of 2023 was revenue lowest?", ["Q4 2023"]),
        ("Which quarter of 2022 had the highest revenue?", []),  # of which one quarter alone has a figure
        ("Which month of 2023 had the highest revenue?", []),
    ],
)
def test_the_highest_of_the_periods_of_a_year_needs_each_of_them(question: str, quarter: list[str]) -> None:
    amounts = {"Q4 2022": "9", "Q1 2023": "2", "Q2 2023": "4", "Q3 2023": "3", "Q4 2023": "1"}
    facts = [
        replace(fact(n, "revenue", "Revenue", amount), period=period(name))
        for n, (name, amount) in enumerate(amounts.items(), 1)
    ]
    found = asked(question, REVENUE, *(replace(one, id=one.id + 1) for one in facts))
    assert [one.facts[0][1].period.name for one in found.figures if one.facts[0][1].period] == quarter


@pytest.mark.parametrize(
    ("question", "quarter"),
    [
        ("Worst quarter for revenue since Q1 2023?", ["Q4 2023"]),
        ("Best quarter for revenue since Q4 2022?", ["Q4 2022"]),
        ("Which quarter since Q3 2023 had the highest revenue?", ["Q3 2023"]),
        ("Best quarter for revenue from Q1 2023 to Q3 2023?", ["Q2 2023"]),
        ("Worst quarter for revenue between Q4 2022 and Q3 2023?", ["Q1 2023"]),
        ("Best quarter for revenue since Q3 2022?", []),  # of which there is no figure
        ("Best quarter for revenue in Q4 2022 or Q3 2023?", []),  # these do not make one stretch
        ("Worst quarter for revenue between 2022 and 2023?", []),  # three quarters of 2022 have none
    ],
)
def test_the_highest_of_the_periods_of_a_stretch_of_time_is_one_of_all_of_them(
    question: str, quarter: list[str]
) -> None:
    amounts = {"Q4 2022": "9", "Q1 2023": "2", "Q2 2023": "4", "Q3 2023": "3", "Q4 2023": "1"}
    facts = [
        replace(fact(n, "revenue", "Revenue", amount), period=period(name))
        for n, (name, amount) in enumerate(amounts.items(), 2)
    ]
    found = asked(question, REVENUE, *facts)
    assert [one.facts[0][1].period.name for one in found.figures[:1]] == quarter


@pytest.mark.parametrize(
    ("question", "pair"),
    [
        ("How much has revenue grown since FY2021?", ("700", "900")),
        ("How much has Halden's revenue gone up since FY2022?", ("800", "900")),
        ("How much did revenue grow in FY2022?", ("700", "800")),  # since the year before it
        ("How much did revenue grow from FY2021 to FY2022?", ("700", "800")),
    ],
)
def test_a_change_since_a_time_goes_up_to_the_latest(question: str, pair: tuple[str, str]) -> None:
    years = [
        replace(fact(number, "revenue", "Revenue", value), period=period(year))
        for number, (year, value) in enumerate((("FY2021", "700"), ("FY2022", "800"), ("FY2023", "900")))
    ]
    (figure, *_) = asked(question, *years).figures
    assert tuple(str(one.value) for _, one in figure.facts) == pair


def dated_year(last_day: Day) -> Period:
    return replace(period("FY2023"), end=last_day, fiscal_year=2023)


@pytest.mark.parametrize(
    ("time", "is_told"),
    [
        ("the year to February 2024", True),  # the month of its last day
        ("the year to Jan 2024", True),  # the month that it closes
        ("the year to March 2024", False),
        ("February 2024", False),  # the month alone
        ("the three months to February 2024", False),
    ],
)
def test_a_year_of_weeks_goes_by_the_month_of_its_last_day_too(time: str, is_told: bool) -> None:
    profit = replace(fact(3, "net income", "Net earnings", "77"), period=dated_year(Day(2024, 2, 2)))
    assert bool(labels(asked(f"What did Halden earn in {time}?", profit))) is is_told


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How much did Halden sell to oil and gas customers in FY2023?", "Oil and Gas"),
        ("What was revenue of the foundry business in FY2023?", "Foundry Services"),
        ("What was revenue from security products in FY2023?", "Security"),
        ("What was revenue from customers in FY2023?", ""),  # a kind alone names no part
        ("What was revenue from farm customers in FY2023?", ""),
    ],
)
def test_a_word_for_the_kind_of_a_part_is_no_other_part(question: str, told: str) -> None:
    names = ("Oil and Gas", "Foundry Services", "Security", "Rail")
    facts = [fact(n, "revenue", name, str(n), part=name) for n, name in enumerate(names, 3)]
    assert labels(asked(question, REVENUE, *facts)) == ([(told,)] if told else [])


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What share of Halden's revenue was advertising in FY2023?", "Advertising services"),
        ("What share of Halden's revenue was ads in FY2023?", "Advertising services"),
        ("What share of Halden's revenue was spent on advertising in FY2023?", "Advertising expense"),
    ],
)
def test_the_part_of_a_whole_goes_before_a_cost_of_the_same_name(question: str, told: str) -> None:
    sold = fact(3, "revenue", "Advertising services", "90", part="Advertising services")
    cost = fact(4, "advertising expense", "Advertising expense", "40")
    other = fact(5, "revenue", "Subscriptions", "60", part="Subscriptions")
    assert labels(asked(question, REVENUE, sold, other, cost)) == [(told, "Revenue")]


def balance(number: int, label: str, value: str, day: str = "2023-12-31") -> Fact:
    timing = read_timing(day)
    assert timing is not None
    ended = as_instant(timing, Calendar())
    assert ended is not None
    return replace(fact(number, f"line: {label.casefold()}", label, value), period=ended)


@pytest.mark.parametrize(
    ("later", "soon"),
    [
        ("Bank loans, non-current", "Bank loans, current"),
        ("Long-term bank loans", "Short-term bank loans"),
        ("Bank loans due after more than one year", "Bank loans due within one year"),
        ("Långfristiga bank loans", "Kortfristiga bank loans"),
    ],
)
def test_a_balance_that_is_parted_by_when_it_is_due_is_the_sum_of_both_parts(later: str, soon: str) -> None:
    found = asked("What were the bank loans at 31 December 2023?", balance(3, later, "281"), balance(4, soon, "42"))
    (figure,) = found.figures
    assert (figure.title, figure.expression, [f.value for _, f in figure.facts]) == ("Bank loans", "p1 + p2", [281, 42])


@pytest.mark.parametrize(
    "beside",
    [
        balance(4, "Trade payables, current", "42"),  # another balance
        balance(4, "Bank loans, current", "42", "2022-12-31"),  # another day
        replace(balance(4, "Bank loans, current", "42"), unit="EUR"),
    ],
)
def test_one_part_alone_is_not_the_balance(beside: Fact) -> None:
    later = balance(3, "Bank loans, non-current", "281")
    assert not asked("What were the bank loans at 31 December 2023?", later, beside).figures


def test_such_a_balance_changes_by_the_sums_of_both_years() -> None:
    later = [balance(3, "Bank loans, non-current", "281"), balance(5, "Bank loans, non-current", "250", "2022-12-31")]
    soon = [balance(4, "Bank loans, current", "42"), balance(6, "Bank loans, current", "40", "2022-12-31")]
    (figure,) = asked("How much did the bank loans change to 31 December 2023?", *later, *soon).figures
    assert [f.value for _, f in figure.facts] == [281, 42, 250, 40]
    assert not asked("How much did the bank loans change to 31 December 2023?", *later, soon[0]).figures


def cost(number: int, value: str, year: str) -> Fact:
    stated = replace(fact(number, "income tax", "Income tax", value), period=period(year))
    return replace(stated, is_cost=True)


@pytest.mark.parametrize(
    ("old", "new", "expression"),
    [("-21", "-24", "(abs(new) - abs(old)) / abs(old)"), ("21", "24", "(new - old) / abs(old)")],
)
def test_a_cost_in_brackets_that_grows_does_not_fall(old: str, new: str, expression: str) -> None:
    found = asked("How much did income tax grow in percent in FY2023?", cost(3, old, "FY2022"), cost(4, new, "FY2023"))
    assert [figure.expression for figure in found.figures] == [expression]


def test_a_cost_in_brackets_is_a_positive_share() -> None:
    found = asked("What was income tax as % of revenue in FY2023?", REVENUE, cost(4, "-24", "FY2023"))
    assert [figure.expression for figure in found.figures] == ["abs(part) / whole"]


@pytest.mark.parametrize(
    ("question", "pair"),
    [
        ("How much did Halden's revenue change from a year earlier?", ("800", "900")),
        ("How much more was revenue than the year before, what is the change?", ("800", "900")),
        ("How much did revenue change in FY2022?", ("700", "800")),
    ],
)
def test_a_change_from_a_year_earlier_goes_up_to_the_latest(question: str, pair: tuple[str, str]) -> None:
    years = [
        replace(fact(number, "revenue", "Revenue", value), period=period(year))
        for number, (year, value) in enumerate((("FY2021", "700"), ("FY2022", "800"), ("FY2023", "900")))
    ]
    (figure, *_) = asked(question, *years).figures
    assert tuple(str(one.value) for _, one in figure.facts) == pair


def test_twelve_months_up_to_a_quarter_are_not_what_a_report_chiefly_reports() -> None:
    year = Calendar(12, 0, stated=True)
    quarter, rolling = as_duration(Timing(2023, 6, months=3), year), as_duration(Timing(2023, 6, months=12), year)
    assert quarter is not None
    assert rolling is not None
    assert latest_of([quarter] * 6 + [rolling] * 3)[1] == 3
    assert latest_of([rolling] * 3)[1] == 12
    assert latest_of([period("Q4 2023")] * 6 + [period("FY2023")] * 3)[1] == 12


def margin(document: int, profit: str, revenue: str, scale: int, step: str) -> Stated:
    profits, sales = fact(1, "ebitda", "EBITDA", profit), fact(2, "revenue", "Revenue", revenue)
    parts = [replace(one, scale=scale, step=Decimal(step)) for one in (profits, sales)]
    cells = (("a", parts[0]), ("b", parts[1]))
    return Stated("Halden plc", document, Figure(document, cells, "EBITDA margin", "a / b", "percent"))


@pytest.mark.parametrize(
    ("profit", "order"),
    [("24547", [2, 1]), ("26100", [1, 2])],  # what was restated since is not the same in finer print
)
def test_a_ratio_is_computed_from_the_finest_print_of_the_same_figures(profit: str, order: list[int]) -> None:
    in_millions = margin(1, "24.5", "134.4", 6, "0.1")
    in_thousands = margin(2, profit, "134367", 3, "1")
    assert [one.document_id for one in finest_first([in_millions, in_thousands])] == order


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        (("Refrigeration Equipment", "Nordic Haulage"), True),
        (("Refrigeration Equipment", "Refreshment Equipment"), False),  # the beginning is of both
        (("Refrigeration Equipment Hire", "Nordic Haulage"), False),  # hire is not said
    ],
)
def test_a_part_is_meant_by_the_beginning_of_its_words_also_beside_places(parts: tuple[str, str], told: bool) -> None:
    facts = [fact(n, "revenue", name, str(n), part=name) for n, name in enumerate((*parts, "Germany", "Poland"), 3)]
    found = asked("What was Halden's revenue of ref equipment in FY2023?", *facts)
    assert labels(found) == ([(parts[0],)] if told else [])


def test_a_name_tells_which_document_is_meant_before_a_word_does() -> None:
    accounts = make_book(1, "Management Accounts.xlsx", "", "en", "Halden plc", [period("FY2023")], [REVENUE])
    contract = make_book(2, "Brightwater supply.docx", "", "en", "Halden plc", [], [])
    question = "What was the revenue of Brightwater across all its accounts in FY2023?"

    assert not resolve(read_query(question, "en"), [accounts, contract]).figures
    assert resolve(read_query("What was revenue in FY2023 by the accounts?", "en"), [accounts, contract]).figures


def test_this_year_is_that_of_the_newest_month_that_any_accounts_report() -> None:
    april = Calendar(4, 0, stated=True)
    year = period_ending(Day(2025, 4), 12, april)
    month = replace(REVENUE, period=period_ending(Day(2025, 8), 1, april))
    annual = make_book(1, "annual.pdf", "", "en", "Halden plc", [year], [replace(REVENUE, period=year)])
    pack = make_book(2, "pack.xlsx", "", "en", "Halden plc", [year], [month])

    assert {book.today for book in share_calendar([annual, pack])} == {Month(2025, 8)}


def test_this_year_is_told_as_far_as_the_accounts_go() -> None:
    april = Calendar(3, 0, stated=True)
    year = period_ending(Day(2025, 3), 12, april)
    so_far = replace(REVENUE, period=period_ending(Day(2025, 11), 8, april))
    month = replace(REVENUE, id=2, value=Decimal(90), period=period_ending(Day(2025, 11), 1, april))
    annual = make_book(1, "annual.pdf", "", "en", "Halden plc", [year], [replace(REVENUE, period=year)])
    pack = make_book(2, "pack.xlsx", "", "en", "Halden plc", [year, so_far.period], [so_far, month])
    books = share_calendar([annual, pack])

    def told(question: str) -> list[str]:
        found = resolve(read_query(question, "en"), books)
        return [figure.facts[0][1].period.name for figure in found.figures]

    assert told("What is Halden's revenue this year?") == ["8M Nov 2025"]
    assert told("What was Halden's revenue last year?") == ["FY2025"]


@pytest.mark.parametrize(
    ("label", "unit", "told"),
    [
        ("Hire fleet utilisation", "percent", True),
        ("Gross fleet utilisation", "percent", False),  # another measure
        ("Fleet utilisation target", "percent", False),
        ("Hire fleet utilisation", "count", False),  # a part of what is counted
    ],
)
def test_a_percentage_goes_by_the_end_of_its_name(label: str, unit: str, told: bool) -> None:
    line = fact(3, f"line: {label.casefold()}", label, "83", unit=unit)
    assert labels(asked("What was the fleet utilisation in FY2023?", line)) == ([(label,)] if told else [])


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What sales does management expect for FY2023?", True),
        ("what sales do mgmt expect for FY2023", True),
        ("What sales are planned for FY2023?", True),
        ("What sales of management consulting are expected for FY2023?", False),
    ],
)
def test_who_expects_a_figure_is_no_part_of_it(question: str, told: bool) -> None:
    planned = replace(REVENUE, scenario="forecast")
    assert labels(asked(question, planned)) == ([("Revenue",)] if told else [])


SEPTEMBER = Calendar(9, 0, stated=True)


def of(number: int, months: int, end: Day, *, scenario: str = "actual", part: str = "") -> Fact:
    """Revenue of so many months."""
    made = fact(number, "revenue", "Revenue", str(100 * number), part=part)
    return replace(made, period=period_ending(end, months, SEPTEMBER), scenario=scenario)


@pytest.mark.parametrize(
    ("question", "periods"),
    [
        ("revenue ytd", ["H1 2025"]),
        ("revenue ytd vs last year", ["H1 2025", "H1 2024"]),
        ("revenue in the first half", ["H1 2025"]),
        ("revenue in march", ["Mar 2025"]),
        ("revenue in october", ["Oct 2024"]),  # the latest that is over
        ("revenue q1", ["Q1 FY2025"]),
        ("revenue FY25 so far", ["H1 2025"]),
    ],
)
def test_a_time_without_a_year_is_the_latest_of_that_name(question: str, periods: list[str]) -> None:
    facts = [
        of(1, 6, Day(2025, 3)), of(2, 6, Day(2024, 3)), of(3, 1, Day(2025, 3)), of(4, 1, Day(2024, 10)),
        of(5, 3, Day(2024, 12)), of(6, 12, Day(2025, 9), scenario="budget"),
    ]  # fmt: skip
    known = [one.period for one in facts if one.scenario == "actual"]
    (book,) = share_calendar([make_book(1, "pack.xlsx", "", "en", "Halden plc", known, facts)])
    found = resolve(read_query(question, "en"), [book]).figures
    assert {one.period.name for figure in found for _, one in figure.facts} == set(periods)


def test_what_grew_this_year_grew_as_far_as_the_accounts_go_not_as_planned() -> None:
    facts = [of(1, 6, Day(2025, 3)), of(2, 6, Day(2024, 3)), of(3, 12, Day(2025, 9), scenario="budget")]
    known = [one.period for one in facts[:2]]
    (book,) = share_calendar([make_book(1, "pack.xlsx", "", "en", "Halden plc", known, facts)])
    (growth,) = resolve(read_query("revenue growth this year", "en"), [book]).figures
    assert [one.period.name for _, one in growth.facts] == ["H1 2024", "H1 2025"]


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        (("Rental Norway", "Rental Sweden", "Training"), True),
        (("Wholesale Norway", "Retail Norway", "Retail Sweden"), False),  # two of that place
        (("Norway and Iceland", "Rental Sweden"), False),  # a larger place
    ],
)
def test_one_kind_of_business_beside_others_goes_by_its_place_alone(parts: tuple[str, ...], told: bool) -> None:
    facts = [fact(number, "revenue", part, "5", part=part) for number, part in enumerate(parts, 1)]
    found = asked("Norway revenue in FY2023", *facts)
    assert [one.dimension for figure in found.figures for _, one in figure.facts] == ([(parts[0],)] if told else [])


@pytest.mark.parametrize("question", ["EBITDA and margin in FY2023", "FY2023 EBITDA, also the margin"])
def test_the_margin_beside_a_measure_is_that_of_it(question: str) -> None:
    measures = read_query(question, "en").measures
    assert [one.keys[-1] if one.keys else one.formula for one in measures] == ["ebitda", "ebitda margin"]


def test_a_printed_line_of_a_formulas_name_goes_before_the_formula() -> None:
    printed = fact(3, "line: days sales outstanding", "Days sales outstanding", "53", unit="day")
    found = asked("What was DSO in FY2023?", REVENUE, fact(4, "receivables", "Receivables", "90"), printed)
    assert labels(found) == [("Days sales outstanding",)]


def told_by(document: int, place: int) -> Stated:
    """Revenue on the face of a statement (`place` 0) or elsewhere in a document."""
    return Stated("Halden plc", document, Figure(document, (("p1", replace(REVENUE, rank=place)),)))


@pytest.mark.parametrize(
    ("quality", "first"),
    [("management", 2), ("audited", 1)],  # a note of the later audited accounts may be of something else
)
def test_the_latest_report_of_managements_own_tells_a_month_anew(quality: str, first: int) -> None:
    days = {1: date(2025, 7, 16), 2: date(2025, 10, 10)}
    sources = Sources({number: Witness(number, f"{number}.pdf", quality, dated=day) for number, day in days.items()})
    ordered = sorted([told_by(1, 0), told_by(2, 1)], key=lambda one: rank(one, sources, is_timed=True))
    assert ordered[0].document_id == first


def test_the_next_years_report_restates_a_year_though_only_the_first_bears_its_auditors_words() -> None:
    witnesses = {
        1: Witness(1, "2024.pdf", "audited", dated=date(2024, 7, 31)),
        2: Witness(2, "2025.pdf", "filed", dated=date(2025, 7, 31)),
    }
    ordered = sorted([told_by(1, 0), told_by(2, 0)], key=lambda one: rank(one, Sources(witnesses), is_timed=True))
    assert ordered[0].document_id == 2


def of_review(question: str, *names: str) -> list[tuple[str, ...]]:
    """The labels of what a paper with such lines answers."""
    lines = [fact(n, f"line: {name.casefold()}", name, str(n)) for n, name in enumerate(names, 3)]
    named = "Quality of earnings draft.docx"
    book = make_book(1, named, "", "en", "Halden plc", [period("FY2023")], [REVENUE, *lines])
    return labels(resolve(read_query(question, "en"), [book]))


@pytest.mark.parametrize(
    "question",
    ["EBITDA FY2023 per the QoE", "adjusted EBITDA FY2023 in the quality of earnings", "QoE EBITDA FY2023?"],
)
def test_a_paper_of_due_diligence_that_is_named_tells_what_it_arrives_at(question: str) -> None:
    names = ("Management-adjusted EBITDA", "Diligence-adjusted EBITDA")
    assert of_review(question, *names) == [("Diligence-adjusted EBITDA",)]


def test_without_its_name_no_such_paper_is_meant() -> None:
    for question in ("EBITDA FY2023", "What was Halden's EBITDA in FY2023?"):
        assert of_review(question, "Management-adjusted EBITDA", "Diligence-adjusted EBITDA") == []


def test_a_line_with_a_longer_name_of_a_measure_is_asked_for_by_all_of_it() -> None:
    longer = fact(3, "line: net financial debt incl leases", "Net financial debt incl. leases", "40")
    assert labels(asked("net financial debt including leases FY2023", longer)) == [(longer.label,)]
    assert labels(asked("net financial debt FY2023", longer)) == []


def test_a_line_answers_for_a_measure_only_under_its_name() -> None:
    assert labels(asked("What was the revenue of Wales in FY2023?", fact(3, "line: wales", "Wales", "40"))) == []
    held = fact(3, "line: net debt (covenant)", "Net debt (covenant)", "40")
    assert labels(asked("Net debt, covenant, FY2023", held)) == [("Net debt (covenant)",)]


def test_what_happened_under_a_wider_name_goes_before_what_was_planned_under_its_own() -> None:
    planned = replace(fact(1, "ebitda", "EBITDA", "207"), scenario="budget")
    adjusted = fact(2, "adjusted ebitda", "Adjusted EBITDA", "158")

    assert _told("What was Halden's EBITDA in FY2023?", planned, adjusted) == {"Adjusted EBITDA"}
    assert _told("What was Halden's EBITDA in the FY2023 budget?", planned, adjusted) == {"EBITDA"}


def _told(question: str, *facts: Fact) -> set[str]:
    book = make_book(1, "halden.pdf", "Halden plc", "en", "Halden plc", [period("FY2023")], list(facts))
    stated, _ = resolve_documents(read_query(question, "en"), [book])
    return {one.fact.label for one in stated}


@pytest.mark.parametrize("label", ["Net debt incl. leases", "Net interest-bearing debt including leases"])
def test_a_balance_by_another_name_of_its_own_is_told_with_what_it_includes(label: str) -> None:
    included = fact(3, f"line: {label.lower()}", label, "229")
    left_out = fact(4, "line: net debt excl leases", "Net interest-bearing debt excl. leases", "133")

    assert labels(asked("What was Halden's net debt including leases in FY2023?", included, left_out)) == [(label,)]
    assert labels(asked("What was Halden's net debt in FY2023?", included, left_out)) == []


@pytest.mark.parametrize("words", ["CAGR", "compound annual growth rate", "compounded growth"])
def test_a_compound_growth_is_the_yearly_rate_between_two_years(words: str) -> None:
    first = replace(REVENUE, id=8, period=period("FY2021"), value=Decimal(512))
    found = resolve(
        read_query(f"What is Halden's revenue {words} from FY2021 to FY2023?", "en"),
        [make_book(1, "halden.pdf", "Halden plc", "en", "Halden plc", [period("FY2023")], [REVENUE, first])],
    )

    assert [figure.expression for figure in found.figures] == ["(new / old) ** (1 / 2) - 1"]


def test_a_compound_growth_may_lead_to_what_is_planned() -> None:
    planned = replace(REVENUE, id=8, period=period("FY2027"), value=Decimal(1171), scenario="forecast")
    found = resolve(
        read_query("Halden revenue CAGR FY2023-FY2027 in the plan?", "en"),
        [make_book(1, "plan.pdf", "Halden plc", "en", "Halden plc", [period("FY2023")], [REVENUE, planned])],
    )

    assert [figure.is_yearly_rate for figure in found.figures] == [True]


def test_what_a_balance_includes_may_be_called_otherwise() -> None:
    label = "Net interest-bearing debt incl. lease liabilities"
    included = fact(3, f"line: {label.lower()}", label, "432")

    assert labels(asked("What was Halden's NIBD in FY2023 incl leases?", included)) == [(label,)]
    assert labels(asked("What was Halden's NIBD in FY2023 excl leases?", included)) == []


def of_year(number: int, label: str, year: int, value: str) -> Fact:
    return replace(fact(number, "net income", label, value), period=period(f"FY{year}"))


NAMED = of_year(1, "Profit after tax", 2022, "46")
OTHERWISE = [of_year(2, "Profit for the year", 2023, "25"), of_year(3, "Profit for the year", 2022, "46")]


def test_a_line_of_the_very_name_is_preferred_only_where_it_is_of_the_time_asked_for() -> None:
    assert labels(asked("What was the profit after tax in FY2022?", NAMED, *OTHERWISE)) == [("Profit after tax",)]
    assert labels(asked("What was the profit after tax in FY2023?", NAMED, *OTHERWISE)) == [("Profit for the year",)]


@pytest.mark.parametrize("word", ["restated", "recast"])
def test_what_was_restated_is_told_where_the_document_says_that_it_was(word: str) -> None:
    question = f"What was the {word} profit after tax in FY2022?"
    assert not asked(question, *OTHERWISE).figures
    restated = replace(OTHERWISE[1], is_restated=True)
    assert labels(asked(question, OTHERWISE[0], restated)) == [("Profit for the year",)]
    assert not asked(question.replace("2022", "2023"), OTHERWISE[0], restated).figures


@pytest.mark.parametrize(
    "question",
    [
        "Profit after tax FY2023 - how much lower than the prior year?",
        "By how much was profit after tax lower in FY2023 than in FY2022?",
        "How much less was profit after tax in FY2023 than a year earlier?",
    ],
)
def test_how_much_lower_of_two_times_is_their_difference(question: str) -> None:
    found = asked(question, *OTHERWISE)
    assert found.figures[0].expression == "new - old"
    assert [one.value for _, one in found.figures[0].facts] == [Decimal(46), Decimal(25)]


@pytest.mark.parametrize("left_out", ["excluding leases", "(excl. leases)", "without lease liabilities"])
def test_what_bank_debt_leaves_out_by_its_name_need_not_be_in_a_line_s_name(left_out: str) -> None:
    line = fact(3, "line: net bank debt", "Net bank debt", "24")
    assert labels(asked(f"What was net bank debt {left_out} in FY2023?", line)) == [("Net bank debt",)]
    assert not labels(asked("What was net bank debt including leases in FY2023?", line))


def test_the_line_of_the_very_name_goes_before_the_total_that_the_lexicon_has_for_it() -> None:
    total = fact(1, "revenue", "Total revenues", "681")
    sales = fact(2, "line: net sales", "Net sales", "675")
    part = fact(3, "revenue", "Net sales", "122", part="International")
    assert labels(asked("What were Halden's net sales in FY2023?", total, sales, part)) == [("Net sales",)]
    assert labels(asked("What was Halden's revenue in FY2023?", total, sales, part)) == [("Total revenues",)]


def test_the_whole_goes_before_what_is_of_continuing_operations() -> None:
    whole = fact(1, "net income", "Net income", "36")
    continuing = fact(2, "net income", "Net income", "115", part="Continuing operations")
    found = asked("What was Halden's net income in FY2023?", continuing, whole)
    assert [str(one.value) for figure in found.figures for _, one in figure.facts] == ["36"]


def test_a_segment_that_bears_the_companys_name_is_asked_for_as_a_segment() -> None:
    whole = fact(1, "operating income", "Operating income", "218")
    part = fact(2, "operating income", "Operating income", "85", part="Halden")
    found = asked("What was the operating income of the Halden segment in FY2023?", whole, part)
    assert [str(one.value) for figure in found.figures for _, one in figure.facts] == ["85"]
    assert not asked("What was the operating income of the Halden segment in FY2023?", whole).figures
