"""Each check passes what the specification shows as good, and fails what it forbids."""

from collections.abc import Sequence
from typing import Any

import pytest

from sleuth.evals.analyst.amounts import amounts, is_among
from sleuth.evals.analyst.answer import Answer, Kind
from sleuth.evals.analyst.checks import CHECKS, EVERY_ANSWER, Situation

FILES = frozenset(
    {
        "Q3_Report.pdf",
        "Q2_Report.pdf",
        "Annual_Report_2024.pdf",
        "Cap_Table.xlsx",
        "Share Purchase Agreement (draft).docx",
    }
)
FACT = "Q3 2024 revenue was €5.2M (source: Q3_Report.pdf, p.12)."
NOTED = f"""{FACT}

Note: An earlier management presentation from October estimated €5.0M (source: Q2_Report.pdf, p.3)."""
LIST = """**Revenue by Quarter:**
- Q3 2024: €5.2M (source: Q3_Report.pdf, p.1)
- Q2 2024: €4.8M (source: Q2_Report.pdf, p.1)
- YoY growth: +12% (sources: Q3_Report.pdf p.1, Q2_Report.pdf p.1)

**Note:** No Q1 2024 data found. Add to Q&A?"""
COMPARISON = """**Revenue: Forecast vs. Actual (Q3 2024)**

| Metric | Forecast | Actual | Variance | Source |
|---|---|---|---|---|
| Revenue | €5.0M | €5.2M | +€0.2M (+4%) | Q3_Report.pdf p.5 |
| Gross Margin | 44% | 42% | -2pp | Q3_Report.pdf p.5 |"""
RED_FLAGS = """I found a few items worth noting:

**Contradictions:**
- Q3 revenue differs: the presentation says €5.0M, the accounts €5.2M (sources: Q2_Report.pdf p.1, Q3_Report.pdf p.2)

**Gaps:**
- No customer concentration data found

Would you like me to add the gaps to the Q&A list?"""
NO_DATA = (
    "I couldn't find information about churn in the uploaded documents. "
    "Would you like me to add this to the Q&A list for the target company?"
)
COVERAGE = """Here's the coverage analysis against your IRL:

**Financial (3/5 items covered)**
- ✅ P&L statements
- ❌ Cash flow statement

Would you like me to generate Q&A items for the missing information?"""
OVERVIEW = """Here's a high-level overview of what we have on TargetCo:

**Documents uploaded:** 12 files

What would you like to explore?
- Financial deep dive
- Management team"""
VERBOSE = "Let me analyze the revenue data for you. Looking at the financial statements, revenue was €5.2M."


def answer(
    text: str, *, assumption: str = "", offers: Sequence[str] = (), cited: Sequence[str] | None = None
) -> Answer:
    files = sorted(Answer({"answer": text}).files) if cited is None else cited
    citations = [{"text": "…", "filename": name, "page": 1, "locator": "p.1"} for name in files]
    return Answer({"answer": text, "assumption": assumption, "offers": list(offers), "citations": citations})


def passes(name: str, given: Answer | str, value: Any = True, query: str = "?") -> bool:
    looked_at = given if isinstance(given, Answer) else answer(given)
    return CHECKS[name](looked_at, value, Situation(query, FILES)).passed


@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [
        ("single_answer", FACT, LIST),
        ("single_answer", NOTED, f"{FACT} \n{FACT}"),
        ("source_cited", FACT, "Q3 2024 revenue was €5.2M."),
        ("source_cited", COMPARISON, COMPARISON.replace(" Q3_Report.pdf p.5 |", " |")),
        ("figures_have_sources", COVERAGE, "Revenue was €5.2M."),
        ("known_sources", FACT, FACT.replace("Q3_Report", "Audited_Report")),
        ("known_sources", "Sweden (source: Share Purchase Agreement (draft).docx, § 10.1).", "5 (source: a.pdf, p.1)."),
        ("no_confidence_number", FACT, f"{FACT} Confidence: 0.87."),
        ("no_confidence_number", LIST, "Revenue was €5.2M (95% confident) (source: Q3_Report.pdf, p.1)."),
        ("no_confidence_number", COMPARISON, "Revenue was €5.2M (0.92) (source: Q3_Report.pdf, p.1)."),
        ("brief_commentary", RED_FLAGS, VERBOSE),
        ("brief_commentary", LIST, f"I understand you want me to walk you through the P&L. {LIST}"),
        ("no_wall_of_text", LIST, "word " * 120),
        ("never_bare_dont_know", NO_DATA, "I don't know."),
        ("nothing_done_unasked", NO_DATA, "I have added this to the Q&A list."),
        ("no_unnecessary_info", FACT, VERBOSE),
        ("structured", LIST, FACT),
        ("headers", RED_FLAGS, FACT),
        ("trends_noted", LIST, FACT),
        ("side_by_side", COMPARISON, LIST),
        ("variance_calculated", COMPARISON, COMPARISON.replace("+4%", "+40%")),
        ("variance_calculated", COMPARISON, COMPARISON.replace("€0.2M", "€0.3M")),
        ("variance_calculated", COMPARISON, COMPARISON.replace("-2pp", "-4.5%")),
        ("points_for_margins", COMPARISON, COMPARISON.replace("-2pp", "-2%")),
        ("aggregated", LIST, FACT),
        ("overview", OVERVIEW, FACT),
        ("coverage_analysis", COVERAGE, RED_FLAGS),
        ("contradictions_surfaced", RED_FLAGS, FACT),
        ("conflict_explained", RED_FLAGS, FACT),
        ("gaps_noted", RED_FLAGS, FACT),
        ("explains_why", NO_DATA, "I don't know."),
        ("qa_offered", NO_DATA, FACT),
        ("qa_offered", COVERAGE, LIST.replace("Add to Q&A?", "")),
        ("refuses", NO_DATA, FACT),
        ("question_back", "Do you mean Q3 2023 (same quarter) or FY2023 (full year)?", FACT),
        ("skips_the_documents", "Hello. Ask me about the documents.", FACT),
    ],
)  # fmt: skip
def test_a_check_tells_good_from_bad(name: str, good: str, bad: str) -> None:
    assert passes(name, good)
    assert not passes(name, bad)


@pytest.mark.parametrize(
    ("name", "value", "text", "passed"),
    [
        ("states", ["5.2 million"], FACT, True),
        ("states", ["5200 thousand"], "€5,200K", True),
        ("states", ["5.2 million"], "€5.3M", False),
        ("states", ["42%"], "42.0%", True),
        ("states", ["42%"], "€42", False),
        ("states", ["12%"], "+12.1%", True),
        ("states_one_of", ["5.2 million", "1"], FACT, True),
        ("states_not", ["5.2 million"], FACT, False),
        ("right_or_refused", ["5.2 million"], NO_DATA, True),
        ("right_or_refused", ["5.2 million"], FACT, True),
        ("right_or_refused", ["4.8 million"], FACT, False),
        ("says", ["REVENUE was"], FACT, True),
        ("says", ["EBITDA"], FACT, False),
        ("says_not", ["EBITDA"], FACT, True),
        ("cites", ["Q3_Report.pdf"], FACT, True),
        ("cites", ["Q2_Report.pdf"], FACT, False),
        ("cites_one_of", ["Q2_Report.pdf", "Q3_Report.pdf"], FACT, True),
        ("both_sources_shown", ["Q2_Report.pdf", "Q3_Report.pdf"], RED_FLAGS, True),
        ("both_sources_shown", ["Cap_Table.xlsx"], RED_FLAGS, False),
        ("contradictions_surfaced", ["5.0 million", "5.2 million"], RED_FLAGS, True),
        ("contradictions_surfaced", ["5.0 million", "9.9 million"], RED_FLAGS, False),
        ("question_back", ["Q3 2023", "FY2023"], "Do you mean Q3 2023 or FY2023?", True),
        ("question_back", ["Q3 2023"], "Do you mean FY2023?", False),
        ("context_reset", ["5.2"], "Jane Holm is CEO.", True),
        ("context_reset", ["5.2"], FACT, False),
        ("context_maintained", ["5.2 million"], FACT, True),
        ("gaps_noted", ["cash flow statement"], COVERAGE, True),
        ("gaps_noted", ["debt schedule"], COVERAGE, False),
    ],
)  # fmt: skip
def test_a_check_compares_with_what_it_is_given(name: str, value: Any, text: str, passed: bool) -> None:
    assert passes(name, text, value) is passed


def test_an_assumption_is_stated_in_its_field_or_in_the_words_that_are_named() -> None:
    assert passes("assumption_stated", answer(FACT, assumption="Q3 2024"))
    assert not passes("assumption_stated", FACT)
    assert passes("assumption_stated", FACT, ["Q3 2024"])


def test_a_drill_down_offers_at_least_two_ways() -> None:
    assert passes("drill_down_offered", answer(OVERVIEW, offers=["Financial deep dive", "Management team"]))
    assert not passes("drill_down_offered", answer(OVERVIEW, offers=["Financial deep dive"]))


def test_a_citation_without_a_place_is_refused() -> None:
    placeless = Answer({"answer": FACT, "citations": [{"text": "…", "filename": "Q3_Report.pdf", "locator": ""}]})
    assert not CHECKS["known_sources"](placeless, True, Situation("?", FILES)).passed


def test_what_holds_for_every_answer_is_registered() -> None:
    assert set(EVERY_ANSWER) <= CHECKS.keys()


def test_an_answer_is_taken_apart_into_lines() -> None:
    kinds = [line.kind for line in answer(RED_FLAGS).lines]
    assert kinds == [
        Kind.HEADING, Kind.HEADING, Kind.BULLET, Kind.HEADING, Kind.BULLET, Kind.QUESTION
    ]  # fmt: skip


def test_a_source_may_have_brackets_in_its_name() -> None:
    (line,) = answer("Sweden (source: Share Purchase Agreement (draft).docx, § 10.1).").lines
    assert line.files == ["Share Purchase Agreement (draft).docx"]
    assert line.text == "Sweden."


@pytest.mark.parametrize(
    ("text", "wanted"),
    [("€5,200K", "5200000"), ("SEK 12.4 million", "12.4 million"), ("(1,050)", "1050"), ("12,4 mkr", "12.4 million")],
)
def test_amounts_are_read_whatever_their_scale(text: str, wanted: str) -> None:
    (amount,) = amounts(wanted)
    assert is_among(amount, amounts(text))


def test_a_file_in_brackets_is_a_source_too() -> None:
    (line,) = answer("- Net debt (Management Presentation (2).pdf, p.6)").lines
    assert line.text == "Net debt"
    assert line.files == ["Management Presentation (2).pdf"]


def test_what_is_told_twice_is_noticed() -> None:
    told = "- The supply agreement is governed by the laws of Sweden (source: Q2_Report.pdf, p.1)"
    assert not passes("no_repetition", f"{told}\n{told.replace('Q2', 'Q3')}")
    assert passes("no_repetition", told)


def test_a_replaced_file_is_not_to_be_cited() -> None:
    assert not passes("cites_none_of", FACT, ["Q3_Report.pdf"])
    assert passes("cites_none_of", FACT, ["Q2_Report.pdf"])
