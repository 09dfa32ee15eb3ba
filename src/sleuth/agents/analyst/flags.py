"""Red flags: what the documents state of matters on which a buyer acts, the weightiest matter first."""

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial

from sleuth.agents.analyst.answer import Answer, Block, bullet, heading
from sleuth.agents.analyst.contradictions import proven_statements
from sleuth.agents.analyst.former import remarks_on, stated_anew
from sleuth.agents.analyst.notes import sides_of
from sleuth.agents.analyst.phrases import data
from sleuth.agents.analyst.topics import telling_stems
from sleuth.agents.analyst.turn import Turn
from sleuth.agents.analyst.wording import short, small
from sleuth.answering.amendments import as_amended
from sleuth.findings.derived.importance import is_headline
from sleuth.findings.text.matters import ITEM, MATTER, Matter, matters
from sleuth.language.calendar import YEAR
from sleuth.language.glyphs import plain
from sleuth.language.spoken import opening, spoken
from sleuth.language.tokens import stems
from sleuth.store.ledger.findings import StoredFinding, load_findings, stored_period
from sleuth.store.ledger.relations import revised
from sleuth.store.ledger.worded import list_matters

_MOST_OF_MATTER = 3
_STEP, _STEP_FORESEEN = 6, 3  # matters by which a further statement comes later; each contract is a risk of its own
_UNRANKED = 9
_ALIKE = 60  # characters with which two statements of one matter begin alike
_MOST_CORRECTED = 2


@dataclass(frozen=True, slots=True)
class Flags:
    """Statements under the name of their matter, and how many more there are."""

    blocks: tuple[Block, ...] = ()
    count: int = 0  # of the statements that are told
    left: int = 0


async def red_flags(
    turn: Turn, most: int | None, told_before: Sequence[Block] = (), only: Collection[str] = ()
) -> Flags:
    """The statements of each matter, the best sources first; `most` in all, every one where it is None.

    What the blocks `told_before` quote is not told again. `only`: the matters asked for; all where it is empty.
    """
    stated = await turn.room.read(list_matters)
    replaced = {document.id for document in turn.room.library.documents if document.replaced_by is not None}
    standing = [finding for finding in stated if finding.document_id not in replaced]
    before = " ".join(block.text for block in told_before)
    told = {_beginning(f) for f in standing if f.text.rstrip(".") in before}
    chosen: list[list[StoredFinding]] = []
    for matter in matters():
        is_asked = not only or matter.key in only
        own = [f for f in standing if is_asked and f.metric == f"{MATTER}{matter.key}"]
        chosen.append(_once(sorted(own, key=partial(_weight, turn, matter)), told))
    kept = chosen if most is None else _within(chosen, most)
    blocks = [block for group in kept if group for block in await _section(turn, group)]
    count = sum(map(len, kept))
    return Flags(tuple(blocks), count, sum(map(len, chosen)) - count)


def topic_words(turn: Turn) -> set[str]:
    """The stems of what a message names besides risks and contradictions."""
    general = {stem for word in data("risks")["general"] for stem in stems(word, turn.meant.language)}
    return set(telling_stems(turn.message, turn.meant.language) - general)


def matters_on(turn: Turn) -> frozenset[str]:
    """The matters of the topic that a message names: "red flags on financing"; none where it names no known one."""
    words = topic_words(turn)
    topics = (one for one in data("risks")["topic"] if words & stems(one["words"], turn.meant.language))
    return frozenset(matter for one in topics for matter in one["matters"])


async def matters_told(turn: Turn) -> Answer | None:
    """What is stated of events of which a message asks if there are any: "any litigation?"; None for any other."""
    if re.search(data("risks")["exists"], plain(turn.message).text) is None:
        return None
    only = _events_asked(topic_words(turn), turn.meant.language)
    flags = await red_flags(turn, None, (), only) if only else Flags()
    return Answer(flags.blocks, calls=tuple(turn.tools.calls)) if flags.count else None


def _events_asked(words: set[str], language: str) -> frozenset[str]:
    """The matters that are events, where all that is said names them."""
    topics = (one for one in data("risks")["topic"] if words and words <= stems(one.get("events", ""), language))
    return frozenset(matter for one in topics for matter in one["event_matters"])


def _once(ranked: Sequence[StoredFinding], told: set[str]) -> list[StoredFinding]:
    """Statements that were not told of another matter: the first of each document before the second of any."""
    fresh: dict[str, StoredFinding] = {}
    for finding in ranked:
        begins = _beginning(finding)
        if begins not in told:
            fresh.setdefault(begins, finding)
    told |= fresh.keys()
    places: Counter[int] = Counter()
    by_place: list[tuple[int, StoredFinding]] = []
    for finding in fresh.values():
        by_place.append((places[finding.document_id], finding))
        places[finding.document_id] += 1
    return [finding for _, finding in sorted(by_place, key=lambda pair: pair[0])]


def _beginning(finding: StoredFinding) -> str:
    return finding.text[:_ALIKE].casefold()


def _weight(turn: Turn, matter: Matter, finding: StoredFinding) -> tuple[bool, int, bool, int]:
    """Weighty wordings first, then the rank of its source, of news the other way round; what tells no number later."""
    witness = turn.room.witnesses.get(finding.document_id)
    rank = witness.rank if witness else _UNRANKED
    is_light = matter.first is not None and matter.first.search(plain(finding.text).text) is None
    has_number = any(map(str.isdigit, finding.text))
    return (is_light, -rank if matter.is_news else rank, not has_number, finding.position)


def _within(chosen: Sequence[Sequence[StoredFinding]], most: int) -> list[list[StoredFinding]]:
    """At most so many statements. A second of a weighty matter goes before the first of one that weighs less by far."""
    places = [
        (number + cost, number, place)
        for number, group in enumerate(chosen)
        for place, cost in enumerate(_costs(group, is_foreseen=matters()[number].is_foreseen))
    ]
    kept = {(number, place) for _, number, place in sorted(places)[:most]}
    return [
        [finding for place, finding in enumerate(group) if (number, place) in kept]
        for number, group in enumerate(chosen)
    ]


def _costs(group: Sequence[StoredFinding], *, is_foreseen: bool) -> list[int]:
    """By how many matters each statement comes later than the first: more where its document was heard already."""
    heard: Counter[int] = Counter()
    costs: list[int] = []
    for place, finding in enumerate(group[:_MOST_OF_MATTER]):
        step = _STEP_FORESEEN if is_foreseen else _STEP
        costs.append(place * step + heard[finding.document_id] * _STEP)
        heard[finding.document_id] += 1
    return costs


async def _section(turn: Turn, group: Sequence[StoredFinding]) -> list[Block]:
    """The statements of one matter, each proven where it stands, and clauses as they were amended."""
    anew = await stated_anew(turn.room, group, turn.phrases)
    former = {one.former.id for one in anew}
    others = [finding for finding in group if finding.id not in former]
    remarks = remarks_on(anew, others, turn.room, turn.phrases)
    found = [proof for _, proof in await proven_statements(turn.room, others) if proof is not None]
    standing, _ = await as_amended(turn.room.library, found)
    proven = [one.block for one in anew]
    for one in standing:
        text = " ".join(one.text.split())
        block = bullet(ITEM.sub("", text, count=1) if ITEM.match(text) else text, one.citations, one.proof)
        block = replace(block, text=block.text.rstrip("."))
        proven.append(replace(block, after=remarks.get(text, "")))
    key = group[0].metric.removeprefix(MATTER).replace(" ", "_")
    return [heading(f"{turn.phrases(f'matter_{key}')}:"), *proven] if proven else []


async def corrected_figures(turn: Turn) -> list[Block]:
    """The chief figures of whole years that a later edition of a document changed, the newest year first."""
    pairs = await turn.room.read(revised)
    ids = [number for pair in pairs for number in pair]
    found = {f.id: f for f in await turn.room.read(lambda connection, project: load_findings(connection, project, ids))}
    chief = [(found[new], found[old]) for new, old in pairs if new in found and old in found]
    chief = [pair for pair in chief if is_headline(pair[0].metric) and not pair[0].dimension and _is_year(pair[0])]
    chief.sort(key=lambda pair: pair[0].period_key, reverse=True)
    blocks: list[Block] = []
    for new, old in chief:
        sides = await sides_of(turn.room, [new, old])
        if len(sides) < 2 or len(blocks) == _MOST_CORRECTED:
            continue
        text = turn.phrases(
            "was_corrected", name=opening(small(spoken(new.metric))), when=short(stored_period(new)),
            old=sides[1].value, new=sides[0].value,
        )  # fmt: skip
        blocks.append(bullet(text, (*sides[0].citations, *sides[1].citations), "cell"))
    return blocks


def _is_year(finding: StoredFinding) -> bool:
    return finding.scenario == "actual" and (finding.period or {}).get("months") == YEAR
