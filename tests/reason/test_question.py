"""What a question is understood to ask for."""

import pytest

from sleuth.language.asked import Answer
from sleuth.language.query import Operation
from sleuth.language.times import stated_times
from sleuth.language.timing import read_timing
from sleuth.language.weight import detect_language
from sleuth.reason.understand.figures import figure_query, read_query
from sleuth.reason.understand.phrases import kind_of
from sleuth.reason.understand.question import understand


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("How many employees are there?", Answer.NUMBER),
        ("What does Northwind pay the consultant?", Answer.NUMBER),
        ("What would it cost to buy out the fees?", Answer.NUMBER),
        ("What does the tenant pay for?", Answer.THING),
        ("What is the number of shares?", Answer.NUMBER),
        ("Hur många anställda finns det?", Answer.NUMBER),
        ("Hur stor var omsättningen 2024?", Answer.NUMBER),
        ("When is the closing date?", Answer.DATE),
        ("What is the effective date?", Answer.DATE),
        ("När undertecknades avtalet?", Answer.DATE),
        ("Who is the buyer?", Answer.PERSON),
        ("Vem är köparen?", Answer.PERSON),
        ("Where is the seat of arbitration?", Answer.PLACE),
        ("Why did net sales fall?", Answer.REASON),
        ("Varför sjönk omsättningen?", Answer.REASON),
        ("What does “Closing” mean?", Answer.DEFINITION),
        ("Is the agreement assignable?", Answer.CHOICE),
        ("How is a notice given?", Answer.MANNER),
        ("What is the purchase price of the shares?", Answer.NUMBER),
        ("What is the goodwill?", Answer.THING),
    ],
)
def test_the_kind_of_answer_is_told_by_the_question_word(question: str, kind: Answer) -> None:
    assert understand(question).kind is kind


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("What was EBITDA in Q3 2024?", "ebitda"),
        ("What was the EBITDA margin?", "ebitda margin"),
        ("How many employees are there?", "headcount"),
        ("What is the headcount?", "headcount"),
        ("What were R&D costs?", "research and development"),
        ("What was diluted EPS?", "diluted earnings per share"),
        ("What was revenue in 2023?", "revenue"),
        ("Hur stor var omsättningen?", "revenue"),
        ("Vad var rörelseresultatet?", "operating income"),
        ("Vad var bruttomarginalen?", "gross margin"),
    ],
)
def test_a_measure_is_known_by_any_of_its_names(question: str, name: str) -> None:
    (measure,) = read_query(question, detect_language(question)).measures
    assert measure.keys[0] == name


@pytest.mark.parametrize(
    "question",
    [
        "What multiple of EBITDA is being paid?",
        "How many vacation days does the employee get?",
        "Hur många semesterdagar har de anställda?",
    ],
)
def test_a_measure_that_something_else_is_measured_by_is_not_asked_for(question: str) -> None:
    assert understand(question).metrics == ()


@pytest.mark.parametrize(
    ("text", "years", "quarter", "months"),
    [
        ("FY2024E Q3", {2024}, 3, 3),
        ("Q3", set(), 3, 3),
        ("third quarter of fiscal 2023", {2023}, 3, 3),
        ("tredje kvartalet 2024", {2024}, 3, 3),
        ("FY2023A Full year", {2023}, None, 12),
        ("Three Months Ended July 1, 2023", {2023}, None, 3),
        ("Helår 2023", {2023}, None, 12),
        ("31 Dec 2024", {2024}, None, None),
        ("4Q23", {2023}, 4, 3),
    ],
)
def test_a_period_is_read_from_questions_and_headers_alike(
    text: str, years: set[int], quarter: int | None, months: int | None
) -> None:
    timing = read_timing(text)
    assert timing is not None
    assert ({timing.year} - {None}, timing.quarter) == (years, quarter)
    assert timing.months == (None if quarter else months)  # a quarter needs no length


def test_a_month_is_a_time_of_its_own() -> None:
    assert stated_times("January 2024").cover(stated_times("in January 2024"))
    assert stated_times("Three Months Ended September 28, 2024").cover(stated_times("September 2024"))
    assert not stated_times("FY2024 Q1").cover(stated_times("January 2024"))


def test_words_that_spell_a_time_are_not_looked_for() -> None:
    terms = understand("What was net income in the third quarter of 2023?").terms
    assert {term.text for term in terms} == {"net", "income"}


@pytest.mark.parametrize(
    ("question", "thing"),
    [
        ("Who is the escrow agent?", "escrow agent"),
        ("Who is the chief executive of Nokia?", "chief executive"),
        ("What is the purchase price?", "purchase price"),
    ],
)
def test_an_identity_question_names_the_thing(question: str, thing: str) -> None:
    assert understand(question).things[:1] == (thing,)


def test_swedish_words_of_deals_have_english_names() -> None:
    assert "buyer" in understand("Vem är köparen?").things


@pytest.mark.parametrize(
    ("question", "clause"),
    [
        ("Which law governs the agreement?", "governing law"),
        ("Vilken lag gäller för avtalet?", "governing law"),
        ("Can the lease be assigned? Is assignment of the contract allowed?", "anti-assignment"),
        ("Hur länge gäller konkurrensförbudet?", "non-compete"),
        ("Is there a change of control clause?", "change of control"),
    ],
)
def test_a_clause_is_known_by_the_phrases_people_ask_with(question: str, clause: str) -> None:
    assert [found.name for found in understand(question).clauses] == [clause]


def test_one_who_plays_a_part_in_a_clause_is_not_the_clause() -> None:
    assert understand("Who is the escrow agent?").clauses == ()


@pytest.mark.parametrize(
    ("question", "heavy"),
    [
        ("What is the cash conversion cycle (CCC) of Halden?", {"halden"}),
        ("What is Halden's FY2017 days payable outstanding (DPO)?", {"halden"}),
        ("What is the retention ratio (using total cash dividends paid and net income) of Halden?", {"halden"}),
        ("What Was Halden's Revenue for FY 2023", {"halden"}),
    ],
)
def test_what_names_a_measure_again_or_how_it_is_computed_is_no_part(question: str, heavy: set[str]) -> None:
    assert read_query(question, "en").heavy == heavy


def test_another_measure_in_brackets_than_a_formula_takes_must_be_accounted_for() -> None:
    assert "adjust" in read_query("What is the EBITDA margin (using adjusted EBITDA) of Halden?", "en").heavy


@pytest.mark.parametrize(
    "aside",
    [
        "If gross margin is not a useful metric for a company like this, then state that and explain why.",
        "Define gross margin as gross profit divided by revenue. Round your answer to two decimal places.",
        "Assume that you are a public equities analyst.",
    ],
)
def test_how_to_answer_does_not_change_what_is_asked(aside: str) -> None:
    question = "What is Halden's FY2020 gross margin?"
    assert figure_query(f"{question} {aside}") == figure_query(question) is not None


def test_one_word_asks_for_a_clause_where_a_duty_is_asked_of() -> None:
    assert [one.name for one in understand("What insurance does Beck Marine have to carry?").clauses] == ["insurance"]


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("What did Halden earn on the bottom line in 2023?", "net income · Halden · 2023 · actual · level"),
        ("What EBITDA did Halden earn in 2023?", "ebitda · Halden · 2023 · actual · ratio"),
        ("What was revenue in 2023, according to the audited accounts?", "revenue · 2023 · actual · level"),
        ("How much cash is Halden sitting on?", "cash and cash equivalents · Halden · the latest · actual · level"),
        ("How much debt does Halden owe?", "total debt · Halden · the latest · actual · level"),
        ("Did Halden make money from its operations in 2023?", "operating income · Halden · 2023 · actual · level"),
        ("Did Halden lose money in 2023?", "net income · Halden · 2023 · actual · level"),
        ("Was Halden profitable in 2023?", "net income · Halden · 2023 · actual · level"),
        ("How fast did Halden's storage business grow in 2023?",
         "revenue · Halden's storage · 2023 · actual · growth"),
    ],
)  # fmt: skip
def test_everyday_words_for_a_figure_are_read_as_it(question: str, asked: str) -> None:
    assert str(figure_query(question)) == asked


@pytest.mark.parametrize(
    "question", ["Does the policy cover profit?", "How fast did the number of users grow in 2023?", "Is there a loss?"]
)
def test_a_yes_or_no_or_a_growth_without_a_figure_is_none(question: str) -> None:
    assert figure_query(question) is None


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("And where do they pay the most, and how much?", Answer.PLACE),
        ("Who runs Halden, and since when?", Answer.PERSON),
        ("Sales dropped that year though, why?", Answer.REASON),
        ("Up or down on the year before, by how much?", Answer.NUMBER),
        ("Can Halden buy the shares, at what price?", Answer.CHOICE),
    ],
)
def test_a_short_question_behind_another_does_not_say_what_is_asked_first(question: str, kind: Answer) -> None:
    assert kind_of(question) is kind


def test_developed_in_the_name_of_a_region_asks_for_no_trend() -> None:
    of_region = figure_query("What was Halden's revenue in Developed Europe for the six months ended July 2, 2023?")
    over_time = figure_query("How has revenue developed since 2021?")

    assert of_region is not None
    assert of_region.operation is Operation.LEVEL
    assert over_time is not None
    assert over_time.operation is Operation.TREND


@pytest.mark.parametrize(("first", "second"), [("FY24", "FY23"), ("2024", "2023"), ("Q3 2024", "Q3 2023")])
def test_a_v_between_two_times_sets_them_against_each_other(first: str, second: str) -> None:
    query = read_query(f"Operating profit {first} v {second}?", "en")
    assert query == read_query(f"Operating profit {first} vs {second}?", "en")


def test_a_v_beside_a_word_that_is_no_time_stays_a_name() -> None:
    assert "v" in [word.text.casefold() for word in read_query("Fund V revenue 2024?", "en").words]
