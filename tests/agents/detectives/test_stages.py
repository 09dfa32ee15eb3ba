"""The stage machine: a function of the cited events, forwards on evidence, backwards only on evidence."""

from datetime import date
from itertools import count
from uuid import UUID

import pytest

from sleuth.agents.detectives.stages import STAGES, Evidence, decide

TODAY = date(2026, 6, 1)
_ids = count(1)


def event(type_: str, day: str = "2024-03-01", *, interim: bool = False) -> Evidence:
    return Evidence(UUID(int=next(_ids)), type_, date.fromisoformat(day), day, "SOU 2024:1", "a.pdf, s. 2", interim)


@pytest.mark.parametrize(
    ("types", "stage"),
    [
        ((), None),
        (("report_due",), None),
        (("directive_issued",), "directive"),
        (("directive_issued", "investigator_appointed"), "investigation"),
        (("sou_published", "directive_issued"), "published"),
        (("handed_over",), "published"),
        (("sou_published", "comments_due"), "consultation"),
        (("sou_published", "council_referral"), "council_referral"),
        (("bill", "in_force_proposed"), "bill"),
        (("bill", "in_force"), "in_force"),
    ],
)
def test_the_furthest_event_decides(types: tuple[str, ...], stage: str | None) -> None:
    assert decide(None, [event(type_) for type_ in types], TODAY).name == stage


def test_the_transition_names_its_evidence_and_says_why_in_swedish() -> None:
    issued, published = event("directive_issued"), event("sou_published")
    stage = decide("directive", [issued, published], TODAY)
    assert stage.evidence == (published.id,)
    assert stage.explanation == "Betänkandet SOU 2024:1 är publicerat, 2024-03-01; a.pdf, s. 2."


def test_the_same_events_in_any_order_make_the_same_stage() -> None:
    events = [event("directive_issued"), event("sou_published"), event("consultation_sent")]
    assert decide(None, events, TODAY).name == decide(None, events[::-1], TODAY).name


def test_a_stage_is_never_before_the_one_reached() -> None:
    for reached in STAGES:
        stage = decide(reached, [event("directive_issued")], TODAY)
        assert STAGES.index(stage.name or "directive") >= STAGES.index(reached)


def test_a_stage_whose_evidence_is_gone_stays_and_says_so() -> None:
    stage = decide("published", [], TODAY)
    assert stage.name == "published"
    assert "finns inte längre" in stage.explanation


def test_a_withdrawn_bill_takes_the_process_back() -> None:
    events = [event("sou_published", "2023-01-01"), event("bill", "2024-05-01"), event("bill_withdrawn", "2024-06-01")]
    stage = decide("bill", events, TODAY)
    assert stage.name == "published"
    assert events[2].id in stage.evidence


def test_a_bill_after_a_withdrawal_counts_again() -> None:
    events = [event("bill", "2024-05-01"), event("bill_withdrawn", "2024-06-01"), event("bill", "2024-09-01")]
    assert decide("bill", events, TODAY).name == "bill"


def test_a_law_is_in_force_from_its_day() -> None:
    events = [event("bill"), event("in_force", "2027-01-01")]
    assert decide(None, events, TODAY).name == "bill"
    assert decide(None, events, date(2027, 1, 1)).name == "in_force"


def test_an_interim_report_ends_no_inquiry() -> None:
    assert decide(None, [event("sou_published", interim=True)], TODAY).name == "interim"
