"""Sums read out of questions: right where everything has a place, refused everywhere else."""

from decimal import Decimal

import pytest

from sleuth.agents.tutor.amounts import quantities
from sleuth.agents.tutor.calculators.working import Kind
from sleuth.agents.tutor.sums import NoSum, Sum, read_sum

RIGHT = [
    ("If I invest $1,000 at 5% for 10 years, how much will I have?", "compound_interest", "balance", "1628.89"),
    ("What is the monthly payment on a $200,000 mortgage at 6% over 30 years?", "loan", "payment", "1199.10"),
    (
        "I owe $3000 on a credit card at 22% and pay $100 a month. How long until it is paid off?",
        "card_payoff",
        "months",
        "44",
    ),
    ("How much do I need to save each month to have $20,000 in 5 years at 3%?", "savings_goal", "deposit", "309.37"),
    ("If I save $200 every month at 4% for 20 years, how much will I have?", "savings_plan", "balance", "73354.93"),
    (
        "What is my net worth if I own a house worth $300,000 and savings of $20,000 and owe $180,000 on the mortgage?",
        "net_worth",
        "net_worth",
        "140000",
    ),
    ("If inflation is 3%, what will $100 cost in 10 years?", "inflation", "price", "134.39"),
    ("How long does it take money to double at 6%?", "doubling_time", "estimate", "12"),
    ("What is 15% of $80?", "percent_of", "part", "12"),
    ("I earn $4000 a month; split my income by the 50/30/20 rule", "budget_split", "for_needs", "2000"),
    (
        "A bond with face value $1,000 and a coupon of 5% has 10 years left and trades at $950. "
        "What is its yield to maturity?",
        "bond_yield",
        "to_maturity",
        "5.67",
    ),
    (
        "My expenses are $2,500 a month. How big should an emergency fund of 6 months be?",
        "emergency_fund",
        "fund",
        "15000",
    ),
    ("What is the APR of a $10,000 loan at 8% for 3 years with a $300 fee?", "apr", "apr", "10.08"),
    ("What is the effective annual rate of 12% compounded monthly?", "effective_rate", "effective", "12.68"),
    ("How much must I deposit today to have $10,000 in 8 years at 4%?", "present_value", "value", "7306.90"),
    (
        "Net sales and the share price are $35 and $56 respectively. What is the price-to-sales ratio?",
        "price_ratio",
        "ratio",
        "1.6",
    ),
    (
        "Gửi 100 triệu đồng với lãi suất 6% trong 5 năm thì được bao nhiêu?",
        "compound_interest",
        "balance",
        "133822557.76",
    ),
    ("Vay 500 triệu lãi suất 9% một năm trong 10 năm, mỗi tháng trả bao nhiêu?", "loan", "payment", "6333788.69"),
    (
        "Mỗi tháng để dành 2 triệu với lãi suất 5% trong 10 năm thì có bao nhiêu?",
        "savings_plan",
        "balance",
        "310564558.89",
    ),
    ("Lạm phát 4% thì 1.000.000 đồng sau 10 năm còn giá trị bao nhiêu?", "inflation", "power", "675564.17"),
]


def language_of(question: str) -> str:
    return "vi" if any(letter in question for letter in "ăđơưạảế") else "en"


@pytest.mark.parametrize(("question", "calculator", "result", "expected"), RIGHT, ids=[case[1] for case in RIGHT])
def test_a_question_is_computed_by_the_calculator_that_it_asks_for(
    question: str, calculator: str, result: str, expected: str
) -> None:
    asked = read_sum(question, language_of(question))
    assert isinstance(asked, Sum), asked
    assert asked.calculation.calculator.name == calculator
    assert asked.calculation.results[result].quantize(Decimal("0.01")) == Decimal(expected)


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("If I invest $1,000 at 5%, how much will I have?", "missing"),  # how long?
        ("If I invest $1,000 and $500 at 5% for 10 years, how much will I have?", "missing"),  # two amounts, one place
        ("How much is $1000 worth in 5 years at 3%?", "unused"),  # growth or discount: it does not say
        ("What is the yield to maturity of a bond at $950 and $1,000 with a coupon of 5% and 10 years?", "ambiguous"),
        ("If I borrow $1,000 at 5% for 10 years, how many tulips will I get?", "strange"),
        ("I owe $3000 on a credit card at 24% and pay $20 a month. How long until it is paid off?", "impossible"),
        ("What is the monthly payment of a loan of $1,000 at 5% for 2 years with quarterly payments?", "unused"),
    ],
)
def test_a_sum_that_is_not_certain_is_refused_with_the_reason(question: str, reason: str) -> None:
    asked = read_sum(question, "en")
    assert isinstance(asked, NoSum), asked
    assert asked.reason == reason


@pytest.mark.parametrize(
    "question", ["What is compound interest?", "How does the rule of 72 work?", "What happened in 2008?"]
)
def test_a_question_without_numbers_of_its_own_asks_for_no_sum(question: str) -> None:
    assert read_sum(question, "en") is None


def test_a_following_question_changes_the_last_sum() -> None:
    first = read_sum("If I invest $1,000 at 5% for 10 years, how much will I have?", "en")
    assert isinstance(first, Sum)
    then = read_sum("and for 20 years at 6%?", "en", first.calculation)
    assert isinstance(then, Sum)
    assert then.calculation.arguments == {**first.calculation.arguments, "years": 20, "rate": 6}


@pytest.mark.parametrize(
    ("text", "language", "value", "kind", "currency"),
    [
        ("$1,000.50", "en", "1000.50", Kind.MONEY, "USD"),
        ("2.5 million euros", "en", "2500000.0", Kind.MONEY, "EUR"),
        ("5k", "en", "5000", Kind.MONEY, None),
        ("7.25 percent", "en", "7.25", Kind.PERCENT, None),
        ("a 30-year loan", "en", "30", Kind.YEARS, None),
        ("six months", "en", "6", Kind.MONTHS, None),
        ("a year from now", "en", "1", Kind.YEARS, None),
        ("10 triệu đồng", "vi", "10000000", Kind.MONEY, "VND"),
        ("1.500.000 đ", "vi", "1500000", Kind.MONEY, "VND"),
        ("10.000 đồng", "vi", "10000", Kind.MONEY, "VND"),
        ("5,5%", "vi", "5.5", Kind.PERCENT, None),
    ],
)
def test_amounts_are_read_as_each_language_writes_them(
    text: str, language: str, value: str, kind: Kind, currency: str | None
) -> None:
    (found,) = quantities(text, language)
    assert (found.value, found.kind, found.currency) == (Decimal(value), kind, currency)


@pytest.mark.parametrize("text", ["in 2019", "on 3 January", "one of them"])
def test_dates_and_counting_words_are_no_amounts(text: str) -> None:
    assert quantities(text, "en") == []
