"""Fact lookup: one answer with its source, what speaks against it, or why there is none and what could be done."""

import re
from collections.abc import Sequence
from dataclasses import replace

from sleuth.agents.analyst.answer import Answer, Block, Offer, bullet, line, note
from sleuth.agents.analyst.behaviours.dissent import dissent_told
from sleuth.agents.analyst.behaviours.in_force import value_in_force
from sleuth.agents.analyst.behaviours.printed_limits import speaks
from sleuth.agents.analyst.behaviours.provision import provision_told
from sleuth.agents.analyst.behaviours.succession import successor_told
from sleuth.agents.analyst.behaviours.tenure import asks_of_tenure, is_former, tenure_told
from sleuth.agents.analyst.certain import answer_for_certain, asks_for_items
from sleuth.agents.analyst.dialogue.anaphors import anaphors
from sleuth.agents.analyst.dialogue.collecting import from_claims, from_ledger
from sleuth.agents.analyst.dialogue.context import Meant
from sleuth.agents.analyst.dialogue.effects import asks_effect_of_that
from sleuth.agents.analyst.dialogue.following import asks_only_of_that
from sleuth.agents.analyst.dialogue.referents import Kind
from sleuth.agents.analyst.flags import matters_told
from sleuth.agents.analyst.ledger import Found, Shown, find_figures
from sleuth.agents.analyst.memo.gates import why_no_statement
from sleuth.agents.analyst.nearest import MOST_SHOWN, nearest_passages
from sleuth.agents.analyst.notes import former_notes, notes_on, statement_notes
from sleuth.agents.analyst.phrases import data
from sleuth.agents.analyst.requests.concepts import content_words, find_concepts
from sleuth.agents.analyst.requests.found import is_request_list
from sleuth.agents.analyst.statements import Statement, laid_out, says_any, statements_on_matters
from sleuth.agents.analyst.subjects import chief_subjects, named_subjects
from sleuth.agents.analyst.telling import sentence, shown_percent
from sleuth.agents.analyst.tools.reading import Knowledge, Scope
from sleuth.agents.analyst.topics import telling_stems, topic_of
from sleuth.agents.analyst.turn import Turn
from sleuth.agents.analyst.whole import with_company_share
from sleuth.agents.analyst.wording import small, when
from sleuth.evidence.moments import is_of_another_time, stated_timings
from sleuth.evidence.prose import announces, gives_reason
from sleuth.findings.finding import subject_key
from sleuth.language.glyphs import plain
from sleuth.language.period import Period
from sleuth.language.query import Operation, Query
from sleuth.language.scenario import Scenario
from sleuth.language.spoken import spoken
from sleuth.language.times import find_times
from sleuth.language.tokens import stems, tokens
from sleuth.language.weight import is_frame, is_heavy
from sleuth.reason.understand.figures import figure_query
from sleuth.reason.understand.followup import complete
from sleuth.reason.understand.implied import says

_MOST_SUBJECTS = 6  # companies that are answered for side by side
_MOST_NOTES = 4
_MOST_ON_MATTER = 6  # statements
_DECEMBER = 12
_YEAR = 12  # months


async def fact_lookup(turn: Turn) -> Answer:
    """The figure or the statement that is asked for."""
    meant = turn.meant
    scope = Scope(meant.documents, meant.is_only, meant.asked)
    known = await turn.tools.query_knowledge_base(meant.question, meant.query, meant.subject, scope)
    if meant.stays:
        known = _with_reasons(known)
    if known.figures.shown and _lacks_percent(turn, known.figures.shown):
        calls = tuple(turn.tools.calls)
        return Answer((line(turn.phrases("unclear_figures")),), calls=calls, refuses=True, asks_which=True)
    if known.figures.shown and _is_no_limit(meant):
        return await provision_told(turn) or await nothing_found(turn, known)
    if known.figures.shown and not _compares_nothing(meant, known.figures.shown):
        return await _figures(turn, known.figures)
    if meant.alone is not None or (meant.is_tentative and turn.context.question):
        alone = await fact_lookup(replace(turn, meant=_by_itself(turn)))
        return await nothing_found(turn, known) if _is_of_another_time(turn, alone) else alone
    stated = await dissent_told(turn) or await (_in_force_there(turn) if meant.documents else _of_one_kind(turn))
    if stated is not None:
        return stated
    if asks_of_tenure(turn):
        return await nothing_found(turn, known)
    if _is_prose(known) and (told := await provision_told(turn)) is not None:
        return told
    if known.research is not None and known.research.proven and _names_a_matter(meant) and not _only_asks(turn, known):
        told = await with_company_share(turn, statements_told(turn, known))
        return await nothing_found(turn, known) if await is_former(turn, told) else told
    said = await _on_matter(turn)
    return Answer(laid_out(said), calls=tuple(turn.tools.calls)) if said else await nothing_found(turn, known)


async def _of_one_kind(turn: Turn) -> Answer | None:
    """What questions of one kind are answered by: who holds an office, what is paid now, what is told of a matter."""
    for answers in (successor_told, tenure_told, value_in_force, matters_told):
        if (told := await answers(turn)) is not None:
            return told
    return None


async def _in_force_there(turn: Turn) -> Answer | None:
    """What is paid now by the documents that are spoken of; None where others tell it."""
    told = await value_in_force(turn)
    cited = {citation.document_id for block in told.blocks for citation in block.citations} if told else set()
    return told if cited and cited <= {*turn.meant.documents} else None


def _is_no_limit(meant: Meant) -> bool:
    """Whether a limit is asked for, and no figure of the accounts can be it: these tell what was used of it."""
    is_level = meant.query is not None and meant.query.operation is Operation.LEVEL
    return is_level and speaks("capped", meant.question)


def _compares_nothing(meant: Meant, shown: Sequence[Shown]) -> bool:
    """Whether one of several is asked for, or each of them, and one figure of the whole is all there is."""
    is_extreme = meant.query is not None and meant.query.operation in (Operation.LARGEST, Operation.SMALLEST)
    is_of_one = len(shown) == 1 and not (shown[0].among or shown[0].fact.dimension)
    return is_of_one and (is_extreme or asks_for_items(meant.question))


def _is_prose(known: Knowledge) -> bool:
    """Whether all that was found, if anything, are sentences, of which a provision may tell the whole; a list with its
    items is whole.
    """
    proven = known.research.proven if known.research is not None else ()
    return all(claim.proof == "verbatim" for claim in proven) and not any(announces(claim.text) for claim in proven)


def _with_reasons(known: Knowledge) -> Knowledge:
    """What was found to a bare "why?", as far as it gives a reason: what else is said of the matter is told already."""
    if known.research is None:
        return known
    reasons = tuple(claim for claim in known.research.proven if gives_reason(claim.text))
    return replace(known, research=replace(known.research, proven=reasons))


def _lacks_percent(turn: Turn, shown: Sequence[Shown]) -> bool:
    """Whether a percentage is asked for and amounts alone are there: "what is that in percent?" of a revenue."""
    query = turn.meant.query
    if query is None or query.operation is not Operation.LEVEL or not says("in_percent", plain(turn.message).text):
        return False
    return all(shown_percent(one) is None for one in shown)


def _only_asks(turn: Turn, known: Knowledge) -> bool:
    """Whether all that was found stands in a request list: it tells what is asked for, and answers nothing."""
    proven = known.research.proven if known.research else ()
    cited = {citation.document_id for claim in proven for citation in claim.citations}
    asks_for_lists = stems("request list", "en") & stems(turn.meant.question, "en")
    return not asks_for_lists and all(is_request_list(turn.room.filename(one), "") for one in cited)


async def _on_matter(turn: Turn) -> list[Statement]:
    """What the documents say of a matter of due diligence that a question names: "any change of control clauses?"."""
    question, language = turn.meant.question, turn.meant.language
    words = telling_stems(question, language) - stems(data("risks")["terms"], language)
    if turn.meant.documents:
        return []
    found = await statements_on_matters(
        turn.room, lambda one: says_any(one["says"])(question) and words <= stems(one["asks"], language)
    )
    return [one for one in found if not why_no_statement(f"{one.text}.")][:_MOST_ON_MATTER]


def _is_of_another_time(turn: Turn, answer: Answer) -> bool:
    """Whether an answer to the message by itself speaks of another time than the one that the conversation is about."""
    query = turn.meant.query
    if query is None or not turn.meant.is_tentative or answer.refuses:
        return False
    asked = stated_timings(query.times)
    return any(is_of_another_time(asked, stated_timings(find_times(block.text))) for block in answer.blocks)


def _names_a_matter(meant: Meant) -> bool:
    """Whether a question says what it is about: "Was that more or less than before?" does not, where nothing is known
    to stand for "that", and any sentence that compares would be an answer. A question of a document is about that.
    """
    if asks_only_of_that(meant.question) or asks_effect_of_that(meant.question):
        return bool(meant.documents)
    words = tokens(meant.question, meant.language)
    telling = [w for w in words if is_heavy(w.text, meant.language) and not is_frame(w.text, meant.language)]
    things = [one for one in anaphors(meant.question) if one.must and not one.noun and Kind.DOCUMENT in one.kinds]
    is_open = bool(things)  # "what caused it?"
    return len(telling) > is_open or bool(meant.documents)


async def _figures(turn: Turn, found: Found) -> Answer:
    """The figures in prose: one sentence for one, a list for several; then the notes."""
    shown = _of_chief(turn, found.shown)[: _MOST_SUBJECTS * 2]
    subjects = {one.stated.subject for one in shown}
    named = len(subjects) > 1
    sentences = [
        sentence(one, turn.phrases, inherits=turn.meant.inherits_period, subject=one.stated.subject if named else "")
        for one in shown
    ]
    blocks = sentences if len(sentences) == 1 else [bullet(one.text, one.citations, one.proof) for one in sentences]
    query = turn.meant.query
    notes = [note for one in shown for note in await notes_on(turn.room, one, query, turn.phrases)] if query else []
    notes = [*(note(_lacks(turn, part)) for part in found.lacking), *notes]
    period = shown[0].stated.period
    taken = _year_taken(turn, period) if query is not None and period is not None else ""
    if taken:
        notes.insert(0, note(taken))
    return Answer(
        (*blocks, *dict.fromkeys(notes[:_MOST_NOTES])),
        assumption=_assumption(turn, shown[0]),
        period=period,
        subject=shown[0].stated.subject if not named else "",
        given=from_ledger(shown),
        calls=tuple(turn.tools.calls),
        is_exact=len(subjects) == 1 and not found.lacking and _are_exact(turn, shown),
    )


def _are_exact(turn: Turn, shown: Sequence[Shown]) -> bool:
    """Whether figures are of the time and the scenario that are asked for, and neither is taken for granted."""
    query = turn.meant.query
    is_timed = query is not None and (bool(query.times) or turn.meant.inherits_period)
    scenario = (query.scenario if query is not None else "") or Scenario.ACTUAL.value
    return is_timed and all((one.fact.scenario or Scenario.ACTUAL.value) == scenario for one in shown)


def _lacks(turn: Turn, part: Query) -> str:
    """That a part of the question has no figure: "I found no EBITDA margin for FY24"."""
    name = small(spoken(part.measures[0].keys[-1])) if part.measures[0].keys else part.measures[0].name
    times = " and ".join(map(str, part.times))
    told = turn.phrases("none_of_period", name=name, when=times) if times else turn.phrases("none_of", name=name)
    return f"{told}."


def _year_taken(turn: Turn, period: Period) -> str:
    """How a bare year was taken, where the fiscal year of that number is no calendar year; "" where that is clear."""
    month = period.end.closing_month
    times = turn.meant.query.times if turn.meant.query is not None else ()
    bare = [time for time in times if re.fullmatch(r"(?:19|20)\d\d", time.text.strip())]
    if not bare or month is None or month.month == _DECEMBER or period.months != _YEAR:
        return ""
    return turn.phrases("year_taken", year=bare[0].text.strip(), end=when(replace(period, months=None)))


def _of_chief(turn: Turn, shown: Sequence[Shown]) -> list[Shown]:
    """Without figures of other companies than those named; where none is, of subsidiaries and nobody in particular."""
    meant = named_subjects(turn.room, turn.meant.question) or chief_subjects(turn.room)
    keys = {subject_key(subject) for subject in meant}
    return [one for one in shown if subject_key(one.stated.subject) in keys] or list(shown)


def _assumption(turn: Turn, shown: Shown) -> str:
    """What was assumed where the question leaves it open."""
    period = shown.stated.period
    if turn.meant.inherits_period and period is not None:
        return turn.phrases("same_period_as_before", when=when(period))
    return "; ".join(dict.fromkeys(shown.stated.assumptions))


def statements_told(turn: Turn, known: Knowledge) -> Answer:
    """Sentences of the documents, as they stand."""
    assert known.research is not None
    proven = known.research.proven
    leads = [len(proven) == 1 or claim.proof == "computed" for claim in proven]
    blocks = [
        (line if leads_on else bullet)(_marked(claim.text, claim.proof), claim.citations, claim.proof)
        for claim, leads_on in zip(proven, leads, strict=True)
    ]
    blocks += former_notes(known.research.former, turn.phrases)
    blocks += [note(f"{told}.") for told in known.research.disagreements]
    blocks += statement_notes(turn.room, proven, turn.phrases)[:_MOST_NOTES]
    given = from_claims(proven, turn.meant.question, turn.meant.language)
    rows = known.research.rows
    return Answer(
        tuple(blocks), degraded=known.research.degraded, given=given, calls=tuple(turn.tools.calls), rows=rows,
        query=known.research.trace.query if rows else "",
        is_likely=not answer_for_certain(turn.meant.question, proven),
        is_in_words=all(claim.proof == "verbatim" for claim in proven),
    )  # fmt: skip


def _marked(text: str, proof: str) -> str:
    return f"≈ {text}" if proof == "judged" else text


async def only_beside(turn: Turn, answer: Answer, ruled: Answer, documents: Sequence[int] = ()) -> Answer:
    """That nothing answers, with the sentences of an answer that does not as notes below it.

    `ruled`: what rules said, in whose words it is told where they refused too. `documents`: the ones that do not say
    it, where others do.
    """
    refusal = await read_in_vain(turn, ruled)
    lead = refusal.blocks[0]
    if documents:
        names = ", ".join(turn.room.documents[number].filename for number in documents)
        lead = line(turn.phrases("none_found_in", topic=_topic(turn, turn.meant.query), name=names))
    beside = [replace(block, kind="note") for block in answer.blocks if block.proof]
    return replace(refusal, blocks=(lead, *beside), degraded=answer.degraded, calls=answer.calls)


async def likely_only(turn: Turn, answer: Answer) -> Answer:
    """That nothing answers for certain, with the sentences of an answer that is only likely as the nearest passages,
    before the others.
    """
    stated = [block for block in answer.blocks if block.proof and block.kind != "note"]
    likely = [bullet(f"“{block.stated}”", block.citations) for block in stated]
    known = {plain(block.text).text for block in likely}
    others = [
        one for one in await nearest_passages(turn.room, turn.meant.question) if plain(one.text).text not in known
    ]
    return _refusal(turn, _topic(turn, turn.meant.query), [*likely, *others][:MOST_SHOWN], answer.degraded)


async def read_in_vain(turn: Turn, ruled: Answer) -> Answer:
    """That nothing answers, where a model has read the pages: as rules say it, without passages that it passed over."""
    refusal = ruled if ruled.refuses else await nothing_found(turn)
    if not any(block.citations and not block.proof for block in refusal.blocks):
        return refusal
    return replace(refusal, blocks=(line(turn.phrases("none_found", topic=_topic(turn, turn.meant.query))),))


async def nothing_found(turn: Turn, known: Knowledge | None = None) -> Answer:
    """Why there is no answer, what there is instead, and an offer. Never a bare refusal."""
    known = known or Knowledge()
    query, phrases = turn.meant.query, turn.phrases
    if query is not None and known.figures.known:
        return await _other_period(turn, query, known)
    named = find_concepts(content_words(turn.meant.question, turn.meant.language), turn.meant.language)
    if query is None and not (named or _names_a_matter(turn.meant)):  # "the most recent balance sheet" is a matter
        return Answer((line(phrases("unclear")),), calls=tuple(turn.tools.calls), refuses=True, asks_which=True)
    topic = _topic(turn, query)
    nearest = await nearest_passages(turn.room, turn.meant.question)
    return _refusal(turn, topic, nearest, known.research.degraded if known.research else ())


def _refusal(turn: Turn, topic: str, near: Sequence[Block], degraded: tuple[str, ...]) -> Answer:
    """That nothing answers, with the passages that come nearest, and the offer to ask for it."""
    text = turn.phrases("nearest" if near else "none_found", topic=topic)
    return Answer(
        (line(text), *near), offers=(question_offer(turn, topic),), closing=turn.phrases("offer_qa"), degraded=degraded,
        calls=tuple(turn.tools.calls), refuses=True,
    )  # fmt: skip


def _topic(turn: Turn, query: Query | None) -> str:
    """What was asked for, in the question's own words; of a follow-up the measure and the time."""
    if query is None or not turn.meant.inherits_period or not query.measures[0].keys:
        return topic_of(turn.meant.question, turn.meant.language)
    names = " and ".join(small(spoken(measure.keys[-1])) for measure in query.measures if measure.keys)
    times = " and ".join(map(str, query.times))
    return f"{names} {turn.phrases('for')} {times}" if times else names


async def _other_period(turn: Turn, query: Query, known: Knowledge) -> Answer:
    """The measure is known, but not as it is asked for: why, and the latest figure of it."""
    phrases = turn.phrases
    name = small(spoken(query.measures[0].keys[-1])) if query.measures[0].keys else query.measures[0].name
    times = " and ".join(map(str, query.times))
    reason = _instead(turn, known)
    text = phrases("none_of_period", name=name, when=times) if query.times else phrases("none_of", name=name)
    blocks: list[Block] = [line(f"{text}: {reason}." if reason else f"{text}.")]
    latest = await _latest(turn, query)
    if latest is not None:
        blocks.append(replace(sentence(latest, phrases), kind="note"))
    topic = f"{name} {phrases('for')} {times}" if times else name
    return Answer(
        tuple(blocks), offers=(question_offer(turn, topic),), closing=phrases("offer_qa"),
        period=latest.stated.period if latest else None, subject=latest.stated.subject if latest else "",
        calls=tuple(turn.tools.calls), refuses=True,
    )  # fmt: skip


def _by_itself(turn: Turn) -> Meant:
    """The message without what it might have gone on from: that led to nothing."""
    if turn.meant.alone is not None:
        return Meant(turn.message, turn.meant.alone, language=turn.meant.language)
    question = complete(turn.message, turn.phrases("what_is_said"))
    return Meant(question, figure_query(question), language=turn.meant.language)


_MOST_INSTEAD = 5


def _instead(turn: Turn, known: Knowledge) -> str:
    """What there is instead of what was asked for."""
    periods = known.figures.instead
    if not periods:
        return known.figures.missing
    named = ", ".join(when(period) for period in periods[:_MOST_INSTEAD])
    return turn.phrases("there_is", periods=named)


async def _latest(turn: Turn, query: Query) -> Shown | None:
    """The latest figure of the measure, whatever time was asked for."""
    found = await find_figures(turn.room, replace(query, times=(), scenario=""), turn.meant.subject)
    return found.shown[0] if len(found.shown) == 1 else None


def question_offer(turn: Turn, topic: str) -> Offer:
    """To put the question on the list for the target company."""
    arguments = {"questions": [{"question": turn.phrases("ask_for", topic=topic), "topic": topic}]}
    return Offer(turn.phrases("offer_qa"), tool="add_to_qa", arguments=arguments)
