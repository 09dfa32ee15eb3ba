"""The seat of each claim: its place in the first draft, which it keeps where it is written anew."""

from collections.abc import Iterable, Mapping, Sequence

from sleuth.answering.state import State
from sleuth.answering.verification import Dropped, Proven
from sleuth.language.tokens import stems
from sleuth.language.weight import detect_language
from sleuth.reason.protocol import Claim, Refused


def seats_of(draft: Sequence[Claim]) -> dict[str, int]:
    """The place of each claim of a draft, by its text."""
    return {claim.text: number for number, claim in enumerate(draft)}


def with_rewritten(seats: Mapping[str, int], claims: Iterable[Claim], refused: Sequence[Refused]) -> dict[str, int]:
    """The seats with those of claims that are second tries at refused ones: the seat of what each replaces."""
    extended = dict(seats)
    for claim in claims:
        extended.setdefault(claim.text, extended[_rewritten(claim, refused).text])
    return extended


def _rewritten(claim: Claim, refused: Sequence[Refused]) -> Claim:
    """The refused claim that a claim is a second try at: the first of those that it shares most words with."""
    language = detect_language(claim.text)
    said = stems(claim.text, language)
    return max((one.claim for one in refused), key=lambda one: len(said & stems(one.text, language)))


def in_order(proven: list[Proven], state: State) -> list[Proven]:
    """Proven claims in the order of the draft: what was written anew stands where it stood."""
    seats = state.get("seats", {})
    return sorted(proven, key=lambda one: seats.get(one.replaces or one.text, len(seats)))


def left_out(state: State) -> list[Dropped]:
    """The claims that were not proven; those that have been written anew count as they were written last."""
    seats = state.get("seats", {})
    last: list[Proven | Dropped] = [*state.get("proven", []), *state.get("dropped", [])]
    rewritten = {seats.get(one.text) for one in last}
    given_up = [one for one in state.get("given_up", []) if seats[one.text] not in rewritten]
    return [*given_up, *state.get("dropped", [])]


def leads_of(state: State, left: Iterable[Dropped]) -> frozenset[str]:
    """What answers before all else in the draft to a question of a conversation, if it is left out."""
    if "talk" not in state:
        return frozenset()
    seats = state.get("seats") or seats_of(state.get("draft", []))
    return frozenset(one.text for one in left if seats.get(one.text) == 0)
