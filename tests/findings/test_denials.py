"""What one document denies and another states is a conflict, unless time, closure or another whole sets them apart."""

from datetime import date

import pytest

from sleuth.findings.compared.authority import Witness
from sleuth.findings.compared.denials import Position, compare_positions, position
from sleuth.findings.text.matters import DENIED, MATTER, STATED

SUED = "In May 2024 Kestrel Ltd claimed EUR 380,000 and sued the company."
NONE = "The Group is not involved in any litigation."


def said(number: int, document: int, text: str, *, denied: bool = False, matter: str = "dispute") -> Position:
    return position(number, document, f"{MATTER}{matter}", DENIED if denied else STATED, text)


def clashes(
    *positions: Position, superseded: tuple[int, ...] = (), dated: dict[int, date] | None = None
) -> list[set[int]]:
    days = dated or {}
    witnesses = {p.document: Witness(p.document, f"{p.document}.pdf", dated=days.get(p.document)) for p in positions}
    found = compare_positions(positions, witnesses, superseded)
    return [{side.id for side in conflict.sides} for conflict in found.conflicts]


def test_a_denied_dispute_that_another_document_states_is_a_conflict() -> None:
    assert clashes(said(1, 1, SUED), said(2, 2, NONE, denied=True)) == [{1, 2}]


def test_a_document_does_not_contradict_itself() -> None:
    assert clashes(said(1, 1, SUED), said(2, 1, NONE, denied=True)) == []


def test_what_was_replaced_contradicts_nothing() -> None:
    assert clashes(said(1, 1, SUED), said(2, 2, NONE, denied=True), superseded=(1,)) == []


def test_a_matter_that_is_closed_may_be_denied() -> None:
    assert clashes(said(1, 1, f"{SUED} The case was settled."), said(2, 2, NONE, denied=True)) == []


def test_a_matter_of_years_before_may_be_denied() -> None:
    dated = {1: date(2019, 5, 1), 2: date(2025, 5, 1)}
    assert clashes(said(1, 1, SUED), said(2, 2, NONE, denied=True), dated=dated) == []


def test_what_is_denied_of_one_year_may_be_so_in_another() -> None:
    denial = said(2, 2, "No customer accounted for more than 10% of revenue in 2022.", denied=True)
    assert clashes(said(1, 1, "Halden accounted for 13% of revenue in 2024."), denial) == []
    assert clashes(said(1, 1, "Halden accounted for 13% of revenue in 2022."), denial) == [{1, 2}]
    assert clashes(said(1, 1, "Halden accounted for 13% of revenue."), denial) == []


@pytest.mark.parametrize(
    ("qualities", "subjects", "conflicts"),
    [
        (("audited", "filed"), ("orvik", "harstad"), []),
        (("audited", "filed"), ("orvik", "orvik"), [{1, 2}]),
        (("audited", "filed"), ("orvik", "orvik marine"), [{1, 2}]),  # of one group
        (("audited", "filed"), ("orvik", ""), [{1, 2}]),
        (("correspondence", "filed"), ("orvik", "harstad"), [{1, 2}]),  # who sues is the letter's company
    ],
)
def test_what_one_company_reports_denies_nothing_of_another(
    qualities: tuple[str, str], subjects: tuple[str, str], conflicts: list[set[int]]
) -> None:
    positions = [
        position(1, 1, f"{MATTER}dispute", STATED, SUED, subjects[0]),
        position(2, 2, f"{MATTER}dispute", DENIED, NONE, subjects[1]),
    ]
    witnesses = {number: Witness(number, f"{number}.pdf", quality) for number, quality in enumerate(qualities, 1)}
    found = compare_positions(positions, witnesses, (), {"orvik marine": "orvik"})
    assert [{side.id for side in conflict.sides} for conflict in found.conflicts] == conflicts


@pytest.mark.parametrize(
    ("stated", "conflicts"),
    [
        ("Halden accounted for 14% of ARR.", [{1, 2}]),
        ("Halden accounted for 8% of ARR.", []),
        ("Halden accounted for 14% of net sales.", []),  # another whole
        ("Halden accounts for much of ARR.", []),
    ],
)
def test_a_limit_is_held_against_shares_of_the_same_whole(stated: str, conflicts: list[set[int]]) -> None:
    denial = said(
        2, 2, "No single customer accounts for more than 10% of ARR.", denied=True, matter="customer concentration"
    )
    assert clashes(said(1, 1, stated, matter="customer concentration"), denial) == conflicts
