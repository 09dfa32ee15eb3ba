"""The tutor by rules: the questions of its specification, and what an answer may and may not say."""

import re
from statistics import median

import pytest

from sleuth.agents.tutor.agent import KnowledgeBaseAgent
from sleuth.agents.tutor.documentation import open_documentation, statements
from sleuth.agents.tutor.language import data, language_of
from sleuth.agents.tutor.library import library
from sleuth.agents.tutor.loop import limit_reached, run
from sleuth.agents.tutor.tools import Toolbox
from sleuth.agents.tutor.turns import Call
from sleuth.errors import UserError
from sleuth.evals.tutor_cases import tutor_cases, validate_response
from tests.agents.tutor.conftest import RULES, teach

SEED = [(kind, question) for kind, questions in tutor_cases("seed").items() for question in questions]
TYPES = {
    "financial_knowledge": "financial_concepts",
    "app_features": "app_features",
    "mixed_questions": "mixed_queries",
}


@pytest.mark.parametrize(("kind", "question"), SEED, ids=[question for _, question in SEED])
def test_a_question_of_the_specification_is_answered(kind: str, question: str) -> None:
    lesson = teach(question)
    assert validate_response(lesson.answer, question)
    assert lesson.type == TYPES[kind]
    assert lesson.ended_by == "respond"
    assert lesson.steps[-1].tool == "respond"
    assert lesson.iterations <= 3
    assert_numbers_have_a_source(lesson.answer, question, "en")


def test_the_median_question_takes_at_most_three_thoughts() -> None:
    assert median(teach(question).iterations for _, question in SEED) <= 3


def assert_numbers_have_a_source(answer: str, question: str, language: str) -> None:
    """Each number of an answer stands in the question, in a computed entry, or in the documentation."""
    known = question + " ".join(statements(open_documentation(language).areas))
    for concept in library(language).concepts.values():
        known += " ".join([*concept.sections.values(), *concept.arithmetic, *concept.names])
    for number in re.findall(r"\d[\d.,]*\d|\d", answer):
        assert number in known, number


@pytest.mark.parametrize("question", tutor_cases("seed")["mixed_questions"])
def test_a_mixed_question_gets_both_halves(question: str) -> None:
    lesson = teach(question)
    tools = {step.tool for step in lesson.steps}
    assert {"look_up_concept", "get_application_information"} <= tools
    assert {source["source"] for source in lesson.to_json()["sources"]} == {"concept_library", "app_documentation"}
    heading = data("en", "texts")["app"]["heading"].partition("{")[0]
    concept, _, app = lesson.answer.partition(heading)
    assert len(concept) > 100
    assert len(app) > 100


@pytest.mark.parametrize("question", ["Lãi kép là gì?", "lai kep la gi", "Ứng dụng này hoạt động như thế nào?"])
def test_a_vietnamese_question_is_answered_in_vietnamese(question: str) -> None:
    lesson = teach(question)
    assert lesson.language == "vi"
    assert language_of(lesson.answer) == "vi"
    assert "Why it matters" not in lesson.answer


@pytest.mark.parametrize(
    ("question", "has", "has_not"),
    [
        ("Why is diversification important?", ["Why it matters:"], ["Example:", "Common mistakes:"]),
        ("Give me an example of net worth", ["Example:"], ["Why it matters:"]),
        ("What are common mistakes with credit cards?", ["Common mistakes:"], ["How it works:"]),
        ("How does a mortgage work?", ["How it works:", "Example:", "A common mistake:"], ["Why it matters:"]),
        ("What is inflation?", ["Why it matters:", "How it works:", "Example:", "Common mistakes:"], []),
    ],
)
def test_the_answer_has_the_sides_that_the_question_asks_for(question: str, has: list[str], has_not: list[str]) -> None:
    answer = teach(question).answer
    assert all(part in answer for part in has)
    assert not any(part in answer for part in has_not)


def test_the_example_shows_its_arithmetic() -> None:
    answer = teach("What is compound interest?").answer
    assert "$1,102.50" in answer
    assert "$1,000 × (1 + 5%)^2 = $1,102.50" in answer


def test_the_next_concept_is_offered_and_can_be_asked_for(tutor: KnowledgeBaseAgent) -> None:
    first = tutor.teach("What is compound interest?")
    assert first.offers[0] == "Simple interest"
    assert tutor.get_knowledge("next").startswith("Simple interest\n")


def test_a_following_question_goes_on_with_the_concept(tutor: KnowledgeBaseAgent) -> None:
    tutor.get_knowledge("What is inflation?")
    assert tutor.get_knowledge("Give me an example").startswith("Inflation\n")
    assert tutor.get_knowledge("Why does it matter?").startswith("Inflation\n")


def test_a_following_question_with_nothing_before_it_is_told_so(tutor: KnowledgeBaseAgent) -> None:
    assert "nothing before this" in tutor.get_knowledge("Why does it matter?")


def test_a_sum_is_computed_and_a_later_question_changes_it(tutor: KnowledgeBaseAgent) -> None:
    assert "$1,628.89" in tutor.get_knowledge("If I invest $1,000 at 5% for 10 years, how much will I have?")
    assert "$2,653.30" in tutor.get_knowledge("and for 20 years?")


def test_a_sum_that_is_not_certain_is_refused_with_the_reason() -> None:
    answer = teach("How much is $1000 worth in 5 years at 3% compound interest with a fee of 7 tulips?").answer
    assert "not surely how" in answer
    assert "Computed from your numbers" not in answer


@pytest.mark.parametrize("language", ["en", "vi"])
def test_questions_that_ask_for_advice_get_what_bears_on_them_and_no_recommendation(language: str) -> None:
    texts = data(language, "texts")["advice"]
    for question in tutor_cases("advice")["advice"][language]:
        lesson = teach(question)
        assert lesson.language == language, question
        for part in ("opening", "trade_offs", "adviser", "closing"):
            assert texts[part] in lesson.answer, question


@pytest.mark.parametrize("language", ["en", "vi"])
def test_questions_that_ask_for_knowledge_are_not_taken_for_advice(language: str) -> None:
    for question in tutor_cases("advice")["knowledge"][language]:
        assert data(language, "texts")["advice"]["closing"] not in teach(question).answer, question


@pytest.mark.parametrize("language", ["en", "vi"])
def test_a_feature_that_is_not_documented_is_said_to_be_so(language: str) -> None:
    marker = data(language, "texts")["app"]["undocumented"].partition("{")[0]
    for question in tutor_cases("traps")["traps"][language]:
        assert marker in teach(question).answer, question


@pytest.mark.parametrize("language", ["en", "vi"])
def test_a_documented_feature_is_explained(language: str) -> None:
    marker = data(language, "texts")["app"]["undocumented"].partition("{")[0]
    for question in tutor_cases("traps")["documented"][language]:
        answer = teach(question).answer
        assert marker not in answer, question
        assert data(language, "texts")["app"]["source"] in answer, question


def test_what_an_answer_says_of_the_app_stands_in_the_documentation() -> None:
    documented = set(statements(open_documentation("en").areas))
    answer = teach("What is the jar system?").answer
    said = [line.partition(": ")[2] for line in answer.splitlines() if ": " in line and not line.startswith("From")]
    assert said
    assert set(said) <= documented


def test_what_the_library_does_not_have_is_said_with_the_nearest_entries() -> None:
    answer = teach("What are stock options?").answer
    assert "The library has no entry on “stock options”." in answer
    assert "The nearest entries: Stock." in answer


def test_something_narrower_than_an_entry_is_told_to_be_so() -> None:
    assert "no entry on “student loans”" in teach("How do student loans work?").answer


def test_todays_figures_are_not_pretended() -> None:
    assert "does not know today's figures" in teach("What is the current inflation rate?").answer


def test_a_greeting_is_answered_with_what_can_be_asked() -> None:
    lesson = teach("Hello")
    assert lesson.type == "other"
    assert "What is compound interest?" in lesson.answer


def test_an_empty_question_is_bad_input(tutor: KnowledgeBaseAgent) -> None:
    with pytest.raises(UserError, match="question is empty"):
        tutor.get_knowledge("  ")


def test_a_thinker_that_never_responds_is_stopped_with_the_specified_words() -> None:
    toolbox = Toolbox("en", open_documentation("en"))
    answer, steps = run(lambda _: [Call("look_up_concept", {"query": "budget"})], toolbox, 3)
    assert answer == "Could not provide a complete answer within 3 reasoning steps." == limit_reached(3)
    assert [step.iteration for step in steps] == [1, 2, 3]


def test_unknown_tools_and_arguments_are_told_in_the_result() -> None:
    toolbox = Toolbox("en", open_documentation("en"))
    assert "There is no tool fly" in toolbox.run("fly", {})["data"]["problem"]
    assert "do not fit" in toolbox.run("respond", {"speech": "x"})["data"]["problem"]
    assert (
        "needs years"
        in toolbox.run("calculate", {"calculator": "loan", "arguments": {"principal": 1, "rate": 1}})["data"]["problem"]
    )


def test_respond_returns_the_specified_structure() -> None:
    assert Toolbox("en", open_documentation("en")).respond("the answer") == {
        "data": {"final_answer": "the answer", "response_type": "complete", "source": "knowledge_assistant"},
        "description": "final response to user question",
    }


def test_many_threads_may_ask_at_once() -> None:
    from concurrent.futures import ThreadPoolExecutor

    questions = [question for _, question in SEED] * 2
    alone = [teach(question).answer for question in questions]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda question: KnowledgeBaseAgent(RULES).get_knowledge(question), questions))
    assert together == alone
