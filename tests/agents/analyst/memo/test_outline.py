"""Outlines that people write."""

import pytest

from sleuth.agents.analyst.memo.outline import (
    Conflicts,
    Figures,
    Insights,
    Question,
    Under,
    default_outline,
    read_outline,
)
from sleuth.errors import UserError

WRITTEN = """# Project Falcon

> for Cecilia: keep it short
## Customers
- Who is the largest customer of {company}?
- under: Customers, Major customers

## Figures and risks
* table Income statement: revenue, EBITDA margin
- insights: 3
- conflicts
"""


def test_an_outline_is_sections_of_questions_headings_tables_insights_and_conflicts() -> None:
    outline = read_outline(WRITTEN, "falcon.md")
    customers, figures = outline.sections
    assert (outline.title, customers.key, figures.key) == ("Project Falcon", "customers", "figures_and_risks")
    question, under = Question("Who is the largest customer of {company}?"), Under(("Customers", "Major customers"))
    assert customers.asks == (question, under)
    table, insights, conflicts = figures.asks
    assert (insights, conflicts) == (Insights(3), Conflicts())
    assert isinstance(table, Figures)
    assert [(m.keys, m.formula) for m in table.measures] == [
        (("revenue",), ""),
        (("ebitda margin",), "EBITDA margin"),
    ]


def test_the_default_outline_tells_what_a_profile_tells() -> None:
    titles = [plan.title for plan in read_outline(default_outline(), "default").sections]
    assert titles == [
        "Business", "Market", "Owners and financing", "Financials", "Management", "Customers", "Transaction", "Risks",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "it has no section"),
        ("## Empty\n", "the section “Empty” asks for nothing"),
        ("- Who?\n", "line 1: the item stands in no section"),
        ("## A\nSome prose.\n", "line 2: “Some prose.” is neither a heading nor an item"),
        ("## A\n- the customers\n", "line 2: “the customers” is no question"),
        ("## A\n- insights: many\n", "“many” is no number of insights"),
        ("## A\n- table X: revenu\n", "“revenu” is no measure that is known. Near names: revenue"),
        ("## A\n- Who?\n## A\n- Who?\n", "two sections are called “A”"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_line_and_the_remedy(text: str, said: str) -> None:
    with pytest.raises(UserError) as refused:
        read_outline(text, "mine.md")
    assert "mine.md" in str(refused.value)
    assert said in str(refused.value)
