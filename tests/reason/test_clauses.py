"""Which sentence of a contract makes a clause, and which only sounds like it."""

import re
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from sleuth.reason.protocol import Evidence
from sleuth.reason.rank.clauses import plain, rank_clauses
from sleuth.reason.read.reading import Reading
from sleuth.reason.understand.question import understand

Gather = Callable[..., list[Evidence]]

WORDINGS = tomllib.loads((Path(__file__).parent / "wordings.toml").read_text(encoding="utf-8"))
MAKES = [(clause, text) for clause, rows in WORDINGS.items() for text in rows["is"]]
SOUNDS_LIKE = [(clause, text) for clause, rows in WORDINGS.items() for text in rows["is_not"]]


def found_in(text: str, question: str, gather: Gather) -> list[str]:
    ranked = rank_clauses(understand(question), gather(text), Reading("en"))
    return [candidate.unit.text for candidate in ranked if candidate.answers]


def serves(pattern: re.Pattern[str], texts: Sequence[str]) -> bool:
    return any(pattern.search(plain(text)) for text in texts)


@pytest.mark.parametrize(("clause", "text"), MAKES)
def test_a_clause_is_known_by_its_wording(clause: str, text: str, evidence: Gather) -> None:
    assert found_in(text, clause, evidence)


@pytest.mark.parametrize(("clause", "text"), SOUNDS_LIKE)
def test_what_only_sounds_like_a_clause_is_none(clause: str, text: str, evidence: Gather) -> None:
    assert found_in(text, clause, evidence) == []


def test_a_word_broken_at_a_lines_end_is_one_word(evidence: Gather) -> None:
    text = "Halden hereby appoints Orvik as its non-\nexclusive distributor of the Lenses in the Territory."
    assert found_in(text, "Exclusivity", evidence) == []


def test_a_rule_drawn_through_a_sentence_is_no_part_of_it(evidence: Gather) -> None:
    text = "This Agreement shall be governed by ------------- and construed under the laws of Norway."
    assert found_in(text, "Governing law", evidence)


def test_the_definition_of_another_word_is_no_clause(evidence: Gather) -> None:
    text = "“Licensee” means the party to which Halden hereby grants a license under the Patents."
    assert found_in(text, "License grant", evidence) == []


def test_the_definition_of_the_clause_itself_is_one(evidence: Gather) -> None:
    text = "“Change of Control” means any merger of a party that gives others a controlling interest in it."
    assert found_in(text, "Change of control", evidence)


def test_a_recital_promises_nothing(evidence: Gather) -> None:
    text = "WHEREAS, Halden has agreed to appoint Orvik as the exclusive distributor of the Lenses;"
    assert found_in(text, "Exclusivity", evidence) == []


@pytest.mark.parametrize(
    ("contract", "is_meant"),
    [
        ("the membranes supplier's contract", True),
        ("the chemicals supplier's contract", False),
        ("the hosting contract", False),
        ("the supplier's contract", True),
        ("the existing contract", True),
    ],
)
def test_a_contract_named_by_a_common_noun_goes_by_it(contract: str, is_meant: bool, evidence: Gather) -> None:
    text = "Either party may terminate this Agreement on ninety days' written notice to the other."
    cover = "SUPPLY AGREEMENT for membranes between Ostrander Inc. (“Supplier”) and Halden Corp. (“Buyer”)"
    gathered = evidence(text, filenames=["Supply_Agreement.pdf"], covers=[cover])
    ranked = rank_clauses(understand(f"What is the notice period under {contract}?"), gathered, Reading("en"))
    assert any(candidate.answers for candidate in ranked) is is_meant


def test_names_that_a_slash_joins_are_asked_for_one_by_one(evidence: Gather) -> None:
    text = "Orvik shall have a right of first refusal to purchase the Plant on the same terms."
    assert found_in(text, "ROFR/ROFO/ROFN", evidence)


def test_every_wording_and_every_look_alike_has_a_row() -> None:
    known = {understand(asked).clauses[0]: rows for asked, rows in WORDINGS.items()}
    says = [(c.name, p.pattern) for c, rows in known.items() for p in c.says if not serves(p, rows["is"])]
    lacks = [(c.name, p.pattern) for c, rows in known.items() for p in c.lacks if not serves(p, rows["is_not"])]
    assert says + lacks == []


ENDORSEMENT = """ENDORSEMENT AGREEMENT between Halden Mills Inc. (“Halden”) and Joseph Dahl (“Dahl”).

2. TERM.
Unless sooner terminated, this Agreement shall commence on the Effective Date and continue for a period of one year.

3. BONUS.
Halden will issue Dahl a warrant to purchase 1,000 shares during a term of five years.
"""


@pytest.mark.parametrize("called", ["agreement", "deal", "arrangement"])
def test_how_long_a_deal_runs_is_told_under_the_heading_of_its_term(called: str, evidence: Gather) -> None:
    gathered = evidence(ENDORSEMENT, filenames=["Endorsement_Agreement.txt"], covers=[ENDORSEMENT])
    asked = understand(f"How long does Joe Dahl’s {called} with Halden run?")
    first = rank_clauses(asked, gathered, Reading("en"))[0]

    assert first.answers
    assert "one year" in first.unit.text


@pytest.mark.parametrize(
    "question",
    [
        "Max penalty if we deliver a mill late?",
        "What do we pay if we deliver the mill late?",
        "Penalty for late delivery?",
    ],
)
def test_what_is_paid_for_delay_is_asked_in_many_ways(question: str, evidence: Gather) -> None:
    text = "8.2 Liquidated damages are 0.5% of the price of the delayed Mill per week, up to 5%."
    assert found_in(text, question, evidence)
