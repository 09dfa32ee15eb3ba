"""Whether a clause grants, permits, promises or states: a permission is no duty, and no fact."""

import re
from functools import cache

from sleuth.evidence.claims.clauses import Clause
from sleuth.evidence.lexicon import any_of, lexicon

_WEAK = frozenset({"permission", "ability", "possibility"})
_PAST = re.compile(
    r"(?<!\w)(?:was|were|had|did|var|hade|blev|gjorde|fick|(?:has|have|har)\s+(?:(?:already|redan|sin|sina)\s+)?\w+(?:ed|en|it|at|tt))(?!\w)"
)
_PAST_FORM = re.compile(r"(?<!\w)(\w+)\s+(?:\w+ly\s+)?\w{2,}(?:ed|ade|ades|rdes|ndes)(?!\w)")


@cache
def _pattern() -> tuple[re.Pattern[str], dict[str, str]]:
    words = lexicon("polarity")
    kinds = {**words["modality"], **words["modal_phrases"]}
    return re.compile(rf"(?<!\w){any_of(kinds)}(?!\w)"), kinds


def modalities(clause: Clause) -> frozenset[str]:
    """The modalities of a clause, its own and those it shares: "duty", "permission", …"""
    pattern, kinds = _pattern()
    dates = [(date.start, date.end) for date in clause.sentence.dates]
    return frozenset(
        kinds[re.sub(r"\s+", " ", found[0])]
        for found in pattern.finditer(clause.sentence.plain)
        if clause.holds(found.start()) and not any(start <= found.start() < end for start, end in dates)
    )


def changed(claim: Clause, source: Clause) -> str:
    """How the claim's clause changes the modality of its source; "" where it does not."""
    ours, theirs = modalities(claim), modalities(source)
    if ours & theirs or (ours & _WEAK and theirs & _WEAK) or ours == theirs:
        return ""
    if not ours and theirs <= {"duty"} and not _is_past(claim):
        return ""  # a duty may be told as a fact: "shall pay", "pays"
    return f"the quote states {_shown(theirs)}, the sentence {_shown(ours)}"


def _is_past(clause: Clause) -> bool:
    text, auxiliary = clause.sentence.plain, lexicon("verbs")["before_participle"]
    return bool(_PAST.search(text)) or any(found[1] not in auxiliary for found in _PAST_FORM.finditer(text))


def _shown(kinds: frozenset[str]) -> str:
    """ "a duty", "an ability or a permission"; "a plain fact" for none."""
    return " or ".join(f"a{'n' if kind[0] in 'aei' else ''} {kind}" for kind in sorted(kinds)) or "a plain fact"
