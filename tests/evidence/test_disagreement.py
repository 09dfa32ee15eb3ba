"""Two sentences that answer one typed question disagree only where one value of each cannot be the other's."""

import pytest

from sleuth.evidence.disagreement import disagree, unasked_scopes
from sleuth.reason.understand.prose import ask


@pytest.mark.parametrize(
    ("question", "one", "other", "values"),
    [
        ("How many pallet positions does the group have?",
         "The Group operates six cold stores with a total of 148,000 pallet positions, of which four are owned.",
         "The Group has 142,000 pallet positions.", ("148,000", "142,000")),
        ("When was the agreement signed?", "The agreement was signed on 4 May 2019.",
         "The agreement was signed on 14 June 2019.", ("4 May 2019", "14 June 2019")),
        ("What is the annual rent?", "The annual rent is SEK 2.1 million.", "The annual rent is SEK 2,400,000.",
         ("SEK 2.1 million", "SEK 2,400,000")),
        ("What notice period applies if the company terminates the CEO?",
         "The notice period for the CEO is six months if the Executive gives notice and twelve months if the Company "
         "gives notice.",
         "The CEO has a notice period of six months from the Company.", ("twelve months", "six months")),
        ("What is the annual fee on deposits?", "The annual fee is EUR 500 on loans and EUR 700 on deposits.",
         "The annual fee on deposits is EUR 600.", ("700", "600")),
        ("What is the population of Hughesville?", "The population of Hughesville was 2,197 at the 2010 census.",
         "The population of Hughesville was 5,000 at the 2010 census.", ("2,197", "5,000")),
    ],
)  # fmt: skip
def test_values_that_cannot_both_hold_disagree(question: str, one: str, other: str, values: tuple[str, str]) -> None:
    asked = ask(question, "en")
    found = disagree(asked, one, other)
    assert found is not None
    assert tuple(value.written.removeprefix("SEK ") for value in found) == tuple(v.removeprefix("SEK ") for v in values)


@pytest.mark.parametrize(
    ("question", "one", "other"),
    [
        # equal after rounding, scale or unit
        ("What is the annual rent?", "The annual rent is SEK 2.1 million.", "The annual rent is SEK 2,100,000."),
        ("What is the annual rent?", "The annual rent is about SEK 2 million.", "The annual rent is SEK 2,100,000."),
        ("What is the notice period?", "The notice period is one year.", "The notice period is twelve months."),
        ("When was the agreement signed?", "The agreement was signed in May 2019.",
         "The agreement was signed on 4 May 2019."),
        # other times
        ("How many employees does the company have?", "The company had 312 employees at 30 April 2025.",
         "The company had 298 employees at 30 April 2024."),
        # other scopes: a mean, a bound, a plan, what it was at first
        ("How many pallet positions are used?", "The average number used was 39,400 pallet positions.",
         "They used 41,000 pallet positions."),
        ("What is the annual rent?", "The initial annual rent is SEK 2.1 million.",
         "The annual rent is SEK 2.4 million."),
        ("How many employees does the company have?", "The company expects 350 employees.",
         "The company has 312 employees."),
        ("How many sites are there?", "There are at least 12 sites.", "There are 14 sites."),
        # one of the two is about something else
        ("When was the shareholders' agreement signed?", "The shareholders' agreement was signed on 4 May 2019.",
         "An agreement between the Company and the Executive, dated 1 March 2020."),
        # several values, none of which the question singles out
        ("What is the annual rent?", "The annual rent is SEK 2.1 million, with a deposit of SEK 1.0 million.",
         "The annual rent is SEK 2.4 million."),
        # no value of the kind
        ("What is the annual rent?", "The annual rent is paid in advance.", "The annual rent is SEK 2.4 million."),
        (
            "What EBITDA is budgeted for 2025?",
            "Budgeted EBITDA for 2025 is SEK 45.2 million.",
            "Budget 2025: net revenue of SEK 221 million and EBITDA of SEK 50 million.",
        ),
    ],
)  # fmt: skip
def test_values_that_may_both_hold_do_not(question: str, one: str, other: str) -> None:
    assert disagree(ask(question, "en"), one, other) is None
    assert disagree(ask(question, "en"), other, one) is None


def test_what_something_fell_to_is_its_level() -> None:
    sentence = "The electricity cost of the group fell to SEK 88.4 million following lower spot prices."
    assert not unasked_scopes(ask("What was the electricity cost of the group?", "en"), sentence)


def test_a_scope_that_is_asked_for_is_no_other() -> None:
    sentence = "They used 39,400 pallet positions on average in FY25."
    assert unasked_scopes(ask("How many pallet positions do they use?", "en"), sentence) == {"mean"}
    assert not unasked_scopes(ask("How many pallet positions do they use on average?", "en"), sentence)
