"""Figures that are only parts of what is asked for, where the whole was not proven: they answer nothing alone."""

from collections.abc import Sequence

from sleuth.answering.verification import Dropped, Proven
from sleuth.language.query import Query
from sleuth.reason.protocol import Claim

_REASON = "it does not answer: it is a part of a figure that was not proven"


def without_lone_parts(
    verdicts: Sequence[Proven | Dropped], draft: Sequence[Claim], query: Query | None
) -> list[Proven | Dropped]:
    """The verdicts on a draft; dropped, too, what only an unproven formula takes: dividends are no retention ratio."""
    if query is None or not any(measure.formula for measure in query.measures):
        return list(verdicts)
    asked = {key for measure in query.measures for key in measure.keys}
    shown = _operands([claim for claim, verdict in zip(draft, verdicts, strict=True) if isinstance(verdict, Proven)])
    lone = _operands(draft) - shown
    return [
        Dropped(claim, _REASON)
        if isinstance(verdict, Proven) and claim in lone and not _is_of(claim, asked)
        else verdict
        for claim, verdict in zip(draft, verdicts, strict=True)
    ]


def _operands(claims: Sequence[Claim]) -> frozenset[Claim]:
    """The claims that the computed ones among some are computed from."""
    return frozenset(operand.claim for claim in claims if claim.computation for operand in claim.computation.operands)


def _is_of(claim: Claim, keys: set[str]) -> bool:
    return claim.stated is not None and claim.stated.metric in keys
