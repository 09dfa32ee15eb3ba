"""Due-diligence check: what contradicts, what is missing, what is unusual; and the offer to ask for what is missing."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from sleuth.agents.analyst.answer import Answer, Block, Offer, bullet, heading, line
from sleuth.agents.analyst.attention import unusual
from sleuth.agents.analyst.behaviours.covenants import covenant_flags
from sleuth.agents.analyst.behaviours.ending import ending_soon
from sleuth.agents.analyst.behaviours.fact import fact_lookup
from sleuth.agents.analyst.flags import Flags, corrected_figures, matters_on, red_flags, topic_words
from sleuth.agents.analyst.gaps import is_said_given, most_important_gaps, questions_for
from sleuth.agents.analyst.notes import conflict_bullet, sides_of
from sleuth.agents.analyst.phrases import data
from sleuth.agents.analyst.statements import says_all, says_any, statements_about, statements_on_matters
from sleuth.agents.analyst.topics import telling_stems
from sleuth.agents.analyst.turn import Turn
from sleuth.agents.analyst.wording import short, small
from sleuth.findings.derived.importance import is_headline
from sleuth.findings.text.instructions import INSTRUCTION, is_instruction
from sleuth.language.glyphs import plain
from sleuth.language.spoken import spoken
from sleuth.language.tokens import spaced, stems
from sleuth.store.ledger.conflicts import StoredConflict
from sleuth.store.ledger.findings import Filter, StoredFinding, list_findings, stored_period

if TYPE_CHECKING:
    from sleuth.agents.analyst.requests.coverage import Coverage, Item

_OF_ITS_OWN = 2  # telling words that make a matter
_MOST_CONFLICTS = 5
_MOST_GAPS = 4
_MOST_LOOKED_FOR = 20  # gaps that are looked for in the room before they are told
_MOST_FLAGS = 10  # contradictions among them
_ENOUGH = 6  # flags beside which figures that only look unusual are left out
_NAMED = 2  # words of a filename that tell what is in it
_MOST_UNUSUAL = 3
_MOST_SOURCES = 3  # of an unusual item: a row of months has one each
_MOST_STATED, _MOST_ODD = 5, 2
_COVENANTS = "breach of covenant"
_ALIKE = 60  # characters with which two statements of one matter begin alike


async def due_diligence(turn: Turn) -> Answer:
    """A scan for risks over the whole project: contradictions, then matters by weight, then what is missing.

    A message that names a matter of its own is about that alone: where nothing is told of it, it is looked for.
    """
    phrases = turn.phrases
    conflicts = await turn.tools.detect_contradictions()
    if asks_for_contradictions(turn):
        return await _contradictions(turn, sorted(conflicts, key=_weight))
    only = matters_on(turn)
    on_topic = [] if only else await _on_topic(turn)
    is_narrow = bool(on_topic or only)
    words = topic_words(turn)
    if len(words) >= _OF_ITS_OWN and not is_narrow:
        return await fact_lookup(turn)
    ranked = [
        one for one in sorted(conflicts, key=_weight) if not is_narrow or words & _words_of(one, turn.meant.language)
    ]
    told, untold = await _told_together(turn, ranked)
    coverage = await turn.tools.find_gaps()
    missing = [] if is_narrow else most_important_gaps(coverage, _MOST_LOOKED_FOR)
    gaps = [gap for gap in missing if not (is_said_given(gap) or await _lies_in_room(turn, gap))][:_MOST_GAPS]
    tested = await covenant_flags(turn) if not is_narrow or _COVENANTS in only else []
    ending = [] if is_narrow else await ending_soon(turn)
    most = None if _wants_all(turn) else _MOST_FLAGS - len([*told, *tested, *ending[:1]])
    flags = Flags() if is_narrow and not only else await red_flags(turn, most, told, only)
    if only and not flags.count:  # of a known topic no matter is known: what is said of it all the same
        on_topic = await _on_topic(turn)
    corrected = [] if is_narrow else await corrected_figures(turn)
    odd = await _odd(turn, is_full=not is_narrow and flags.count + len(tested) < _ENOUGH)
    found = told or gaps or on_topic or flags.count or tested or ending or corrected or odd
    blocks: list[Block] = [line(phrases("worth_noting" if found else "nothing_worth_noting"))]
    if on_topic:
        said = {block.text for block in on_topic}
        odd = [block for block in odd if block.text not in said]
        blocks += [heading(f"{phrases('what_documents_say')}:"), *on_topic]
    blocks += _section(phrases("covenant_tests"), tested, 0, "")
    blocks += _section(phrases("contradictions"), told, untold, phrases("more_conflicts"))
    blocks += flags.blocks
    blocks += _section(phrases("ending_soon"), ending, 0, "")
    blocks += _section(phrases("corrections_made"), corrected, 0, "")
    blocks += _section(phrases("unusual_items"), odd, 0, "")
    more = len(coverage.gaps) - len(gaps)
    blocks += _section(phrases("gaps"), [gap_bullet(turn, gap) for gap in gaps], more, phrases("more_gaps"))
    blocks += [line(phrases("more_flags", count=flags.left))] if flags.blocks and flags.left > 0 else []
    offers = (await offer_questions(turn, gaps, coverage),) if gaps else ()
    return Answer(
        tuple(blocks), offers=offers, closing=phrases("offer_gaps_qa") if gaps else "", calls=tuple(turn.tools.calls)
    )


def asks_for_contradictions(turn: Turn) -> bool:
    """Whether a message asks where sources disagree, and for nothing else."""
    asked = plain(turn.message).text
    return says_any(data("risks")["contradictions"])(asked) and not says_any(data("risks")["beside"])(asked)


async def _contradictions(turn: Turn, ranked: Sequence[StoredConflict]) -> Answer:
    """Where sources disagree, about what the message names; about anything where it names nothing."""
    words = topic_words(turn)
    about = [one for one in ranked if not words or words & _words_of(one, turn.meant.language)]
    found = [await conflict_bullet(turn.room, one, turn.phrases) for one in about[:_MOST_CONFLICTS]]
    told = [block for block in found if block is not None]
    if told:
        more = len(about) - len(told)
        blocks = _section(turn.phrases("contradictions"), told, more, turn.phrases("more_conflicts"))
    else:
        said = await _on_topic(turn)
        heard = [heading(f"{turn.phrases('what_documents_say')}:"), *said] if said else []
        blocks = [line(turn.phrases("no_contradictions")), *heard]
    return Answer(tuple(blocks), calls=tuple(turn.tools.calls))


async def _told_together(turn: Turn, ranked: Sequence[StoredConflict]) -> tuple[list[Block], int]:
    """Contradictions as items of a list, and how many are not told. What the same documents state otherwise too is
    named behind the weightiest of it: a voyage that one of them books later changes revenue, costs and more.
    """
    groups: list[list[StoredConflict]] = []
    for one in ranked:
        group = next((group for group in groups if _is_of_same_sources(one, group[0])), None)
        if group is None:
            groups.append([one])
        else:
            group.append(one)
    told: list[Block] = []
    for first, *others in groups[:_MOST_CONFLICTS]:
        block = await conflict_bullet(turn.room, first, turn.phrases)
        if block is None:
            continue
        if others:
            names = "; ".join(_named(one) for one in others)
            too = turn.phrases("differ_too", count=len(others), names=names)
            block = replace(block, after=f"{block.after} {too}".strip())
        told.append(block)
    return told, sum(len(group) for group in groups[_MOST_CONFLICTS:])


def _is_of_same_sources(one: StoredConflict, other: StoredConflict) -> bool:
    """Whether two contradictions are between figures of one time, and the documents of one are among the other's."""
    first, second = one.sides[0], other.sides[0]
    if first.value is None or second.value is None or first.period_key != second.period_key:
        return False
    sources, others = ({side.document_id for side in conflict.sides} for conflict in (one, other))
    return sources <= others or others <= sources


def _named(conflict: StoredConflict) -> str:
    """What a contradiction between figures is about: "revenue, Coastal Shipping"."""
    first = conflict.sides[0]
    return ", ".join((small(spoken(first.metric)), *first.dimension))


def _words_of(conflict: StoredConflict, language: str) -> frozenset[str]:
    """What a contradiction is about, as stems: its measure or thing, whose it is, and its sentences."""
    said = (f"{side.metric} {side.label} {' '.join(side.dimension)} {side.text}" for side in conflict.sides)
    return stems(" ".join(said), language)


def _wants_all(turn: Turn) -> bool:
    return says_any(turn.phrases("all_flags"))(turn.message)


async def _lies_in_room(turn: Turn, gap: "Item") -> bool:
    """Whether a document goes by the name of what is said to be missing; of a checklist that nobody sent, whether a
    page says what it is called.
    """
    from sleuth.agents.analyst.requests.coverage import BUILT_IN

    language = turn.room.language
    named = _TAIL.split(gap.text)[0]
    wanted = stems(gap.text, language)
    names = (stems(spaced(document.filename), language) for document in turn.room.documents.values())
    if any(len(wanted & name) >= _NAMED for name in names):
        return True
    words = [rf"\m{re.escape(stem)}" for stem in telling_stems(named, language)]
    return gap.list_name == BUILT_IN and bool(await turn.room.library.pages_saying(words))


_TAIL = re.compile(r" (?:for|of) the (?:last|next|current|coming) ")


async def _odd(turn: Turn, *, is_full: bool) -> list[Block]:
    """Texts that speak to their reader; where it is to be full also what arithmetic finds unusual, and single lines."""
    strange = await _instructions(turn)
    if is_full:
        strange += [*await unusual(turn, None, "", _MOST_UNUSUAL), *await _single_lines(turn)]
    return [replace(block, citations=block.citations[:_MOST_SOURCES]) for block in strange if block is not None]


def _section(title: str, items: Sequence[Block], more: int, wording: str) -> list[Block]:
    if not items:
        return []
    rest = [bullet(wording.format(count=more))] if more > 0 and wording else []
    return [heading(f"{title}:"), *items, *rest]


def _weight(conflict: StoredConflict) -> tuple[bool, bool, str, bool]:
    """Measures that reports are opened for first, the newest period before older ones, a whole before its parts."""
    first = conflict.sides[0]
    newest = "".join(chr(0x10FFF - ord(letter)) for letter in str((first.period or {}).get("end", "")))
    return not is_headline(first.metric), first.metric.startswith("line: "), newest, bool(first.dimension)


def gap_bullet(turn: Turn, gap: "Item") -> Block:
    """A gap as an item of a list: what is missing by the list's word, or what is wanting of what is there."""
    name = gap.text.rstrip(".? ")
    if gap.said.stands:
        return bullet(turn.phrases("gap_by_list", name=name, said=gap.said.quoted))
    lacking = f" ({'; '.join(gap.lacking)})" if gap.lacking and gap.status != "missing" else ""
    is_common = name[1:] == name[1:].lower()  # with another capital in it, the first may open a name
    return bullet(turn.phrases(f"gap_{gap.status}", name=small(name) if is_common else name) + lacking)


async def offer_questions(turn: Turn, gaps: "Sequence[Item]", coverage: "Coverage") -> Offer:
    """To put the questions that would close some gaps on the list."""
    suggestions = await turn.tools.suggest_questions(covered=coverage)
    questions = questions_for(gaps, suggestions)
    return Offer(turn.phrases("offer_gaps_qa"), tool="add_to_qa", arguments={"questions": questions})


async def _single_lines(turn: Turn) -> list[Block | None]:
    """Lines of statements that are no part of the ordinary business."""
    one_offs = await turn.room.read(
        lambda connection, project: [
            finding
            for word in data("risks")["lines"]
            for finding in list_findings(connection, project, Filter(metric=word, limit=20))
            if finding.value
        ]
    )
    return (await _figures(turn, one_offs))[:_MOST_ODD]


async def _on_topic(turn: Turn) -> list[Block]:
    """What the documents say of the matter that a message names besides risks: "litigation risks"."""
    language, words = turn.meant.language, topic_words(turn)
    if not words:
        return []
    found = await statements_about(turn.room, [turn.message], says_all(frozenset(words), language))
    found += await statements_on_matters(
        turn.room, lambda one: says_any(one["says"])(turn.message) or bool(words & stems(one["asks"], language))
    )
    once = {one.text[:_ALIKE].casefold(): one.block for one in found}
    return list(once.values())[:_MOST_STATED]


async def _instructions(turn: Turn) -> list[Block | None]:
    """Where documents address whoever reads them by machine; the words themselves are not repeated."""
    found = await turn.room.read(
        lambda connection, project: list_findings(connection, project, Filter(metric=INSTRUCTION, limit=20))
    )
    told = [f for f in found if f.metric == INSTRUCTION]
    sure = dict.fromkeys(f"{f.filename}, {f.locator}" for f in told if is_instruction(f.text))
    known = {place.partition(", ")[0] for place in sure}
    perhaps: dict[str, str] = {}  # cells that only read so one after the other: of each file the first
    for f in told:
        if f.filename not in known and not is_instruction(f.text):
            perhaps.setdefault(f.filename, f"{f.filename}, {f.locator}")
    return [
        *(bullet(turn.phrases("instruction", place=place)) for place in sure),
        *(bullet(turn.phrases("instruction_perhaps", place=place)) for place in perhaps.values()),
    ]


async def _figures(turn: Turn, findings: Sequence[StoredFinding]) -> list[Block | None]:
    """Lines of statements that are no part of the ordinary business."""
    newest: dict[tuple[str, str], StoredFinding] = {}
    for finding in sorted(findings, key=lambda f: str((f.period or {}).get("end", ""))):
        newest[finding.subject_key, finding.label] = finding
    sides = await sides_of(turn.room, list(newest.values()))
    return [
        bullet(
            turn.phrases(
                "one_off",
                name=side.finding.label.rpartition(" > ")[2].strip(" :"),
                value=side.value,
                when=short(stored_period(side.finding)),
            ),
            side.citations,
            side.proof,
        )
        for side in sides
    ]
