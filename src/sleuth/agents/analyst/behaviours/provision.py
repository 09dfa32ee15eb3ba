"""What agreements provide: the provision that a question means, as amended, told whole in its own words."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace

from sleuth.agents.analyst.answer import Answer, Block, bullet, line, note
from sleuth.agents.analyst.behaviours.covenants import says_limit
from sleuth.agents.analyst.behaviours.in_force import asks_of_now, has_moved_since
from sleuth.agents.analyst.behaviours.superseded import offices_in
from sleuth.agents.analyst.dialogue.agreements import Agreements, agreements_meant, without_remark
from sleuth.agents.analyst.dialogue.capitals import are_names
from sleuth.agents.analyst.dialogue.documents import folded, says_contract
from sleuth.agents.analyst.notes import former_notes
from sleuth.agents.analyst.turn import Turn
from sleuth.answering.agreements import Told, messages_changing, prove_provision, stated_in
from sleuth.answering.amendments import Former, as_amended
from sleuth.answering.terms import listed_otherwise
from sleuth.evidence.pertinence import is_of_another_actor
from sleuth.findings.text.clauses import names_another_clause
from sleuth.language.glyphs import plain_line
from sleuth.language.tokens import spaced, stems
from sleuth.language.wordlist import wordlist
from sleuth.reason.contracts.asked import Asked
from sleuth.reason.contracts.choosing import Chosen, choose
from sleuth.reason.contracts.stated import Stated
from sleuth.reason.contracts.topics import topics_in
from sleuth.reason.understand.prose import ask
from sleuth.reason.understand.question import understand


async def provision_told(turn: Turn) -> Answer | None:
    """The provisions that a question means, of the one agreement that it is about; None where none does for certain."""
    if not _may_be_of_agreements(turn):
        return None
    library = turn.room.library
    every = await stated_in(library)
    chosen = _chosen(turn, every)
    if not chosen.provisions or _is_of_another_office(turn, chosen.provisions[0].agreement):
        return None
    if await are_names(turn.room, chosen.unsaid):
        return None  # of something else: "the rent of the Wakefield one"
    told = [(one, await prove_provision(library, one)) for one in chosen.provisions]
    proven = [one for _, said in told for one in (*said.sentences, *said.rows)]
    asked = ask(turn.meant.question, turn.meant.language)
    if all(is_of_another_actor(asked, one.text) for one in proven):
        return None  # none, or what the other side may or must do
    if _has_moved(turn.message, [one for one, _ in told], every):
        return None
    alone = len(told) == 1 and not told[0][1].rows
    blocks = [block for one, said in told for block in _blocks(turn, said, _change(one, chosen), alone=alone)]
    blocks.sort(key=lambda one: one.kind == "note")
    later = await _later(turn, chosen)
    if later:
        blocks = [*later, *(replace(one, kind="note" if one.kind == "line" else one.kind) for one in blocks)]
    _, former = await as_amended(library, proven)
    listed = await listed_otherwise(library, turn.meant.question, proven, former)
    notes = [*former_notes(_untold(former, blocks), turn.phrases), *(note(f"{one}.") for one in listed)]
    return Answer((*blocks, *notes), calls=tuple(turn.tools.calls))


def _is_of_another_office(turn: Turn, agreement: int) -> bool:
    """Whether one officer is asked after, and the agreement is called by the office of another: "Service agreement CEO"
    for "severance of the CFO?".
    """
    document = turn.room.documents[agreement]
    asked = offices_in(turn.meant.question)
    called = offices_in(f"{spaced(document.filename)} {document.title}")
    return bool(asked and called) and asked.isdisjoint(called)


def _may_be_of_agreements(turn: Turn) -> bool:
    """Whether a question may ask for a provision, before any agreement is read."""
    text = turn.meant.question
    return bool(turn.meant.documents or topics_in(text, of_contract=True) or says_contract(folded(text)))


async def is_of_another_agreement(turn: Turn, answer: Answer) -> bool:
    """Whether a provision is asked for of one agreement, by its name or as the conversation is about it, and what is
    told stands in another: "governing law?" after a question on a lease."""
    cited = {citation.document_id for block in answer.verbatim for citation in block.citations}
    if not cited or not _may_be_of_agreements(turn):
        return False
    every = await stated_in(turn.room.library)
    meant = _meant(turn, every)
    told = {one.agreement for one in every if one.document in cited}
    return meant is not None and len(meant.numbers) == 1 and bool(told - meant.numbers)


async def is_of_first_amount(turn: Turn, message: str, answer: Answer) -> bool:
    """Whether what is paid now is asked for, and what is told is the first amount: the words that are told, or the
    clauses beside them, say that it moves.
    """
    if not asks_of_now(message):
        return False
    if has_moved_since(message, " ".join(one.stated for one in answer.verbatim)):
        return True
    places = {
        (one.document_id, span.page, span.start)
        for block in answer.verbatim
        for one in block.citations
        for span in one.spans
    }
    every = await stated_in(turn.room.library) if places else ()
    return _has_moved(message, [one for one in every if _stands_at(one, places)], every)


def _stands_at(stated: Stated, places: Set[tuple[int, int, int]]) -> bool:
    """Whether a provision stands at one of some places: document, page and offset."""
    return any(
        (stated.document, one.page) == place[:2] and one.start <= place[2] < one.end
        for place in places
        for one in stated.provision.passages
    )


def _has_moved(message: str, told: Sequence[Stated], every: Sequence[Stated]) -> bool:
    """Whether a message asks for what is paid now, and provisions tell its first amount: their section says, of what is
    asked for, that it moves."""
    sections = {(one.document, one.provision.number[:1]) for one in told}
    beside = [one for one in every if (one.document, one.provision.number[:1]) in sections and one.provision.number]
    asked = stems(message, "en")
    texts = [one.provision.text for one in beside if one in told or asked & _PAID & stems(one.provision.text, "en")]
    return has_moved_since(message, " ".join(texts))


_PAID = frozenset(stem for noun in wordlist("in_force", "findings")["nouns"] for stem in stems(noun, "en"))


def _meant(turn: Turn, every: Sequence[Stated]) -> Agreements | None:
    """The agreements that a question is about; None where it is about something else."""
    agreements = {one.agreement for one in every}
    documents = [one for one in turn.room.library.documents if one.id in agreements]
    spoken = frozenset(turn.known.amends.get(number, number) for number in turn.meant.documents)
    return agreements_meant(turn.meant.question, turn.meant.language, documents, spoken, turn.context.question)


def _chosen(turn: Turn, every: Sequence[Stated]) -> Chosen:
    """The provisions that a question means; none where it is about no agreement."""
    text, language = without_remark(turn.meant.question), turn.meant.language
    meant = _meant(turn, every)
    if meant is None or (not meant.are_meant and _asks_figure(turn)) or _asks_figure_of_time(turn):
        return Chosen()
    calling = stems(" ".join(turn.known.chief), language).union(*meant.calling.values())
    asked = Asked(understand(text), calling, meant.nouns, of_contract=meant.are_meant, called=meant.calling)
    return choose(asked, [one for one in every if one.agreement in meant.numbers])


def _asks_figure(turn: Turn) -> bool:
    """Whether a figure of the accounts is asked for: no limit, and nothing that a provision is called by."""
    text = turn.meant.question
    is_named = any(one.is_named and " " in one.phrase for one in topics_in(text, of_contract=False))
    return turn.meant.query is not None and not is_named and not says_limit(text)


def _asks_figure_of_time(turn: Turn) -> bool:
    """Whether a measure of the accounts is asked for, of a period, and no term: "how much have we sold to them in FY26
    so far?" after a question on their contract."""
    query = turn.meant.query
    named = [one for one in topics_in(turn.meant.question, of_contract=True) if not one.topic.is_circumstance]
    is_of_time = query is not None and bool(query.times and query.known_measures)
    return is_of_time and not named and not says_limit(turn.meant.question)


async def _later(turn: Turn, chosen: Chosen) -> list[Block]:
    """What messages of the parties say of the topic that is otherwise now."""
    if chosen.topic is None:
        return []
    first = chosen.provisions[0]
    changing = [
        one
        for one in await messages_changing(turn.room.library, first.agreement, chosen.topic)
        if not names_another_clause(one.text, [stated.provision.number for stated in chosen.provisions])
    ]
    return [line(" ".join(one.text.split()), one.citations, one.proof) for one in changing]


def _change(stated: Stated, chosen: Chosen) -> Stated | None:
    """The provision of an amendment, told as well, that changes one."""
    return next((one for one in chosen.provisions if stated.is_changed_by(one)), None)


def _blocks(turn: Turn, said: Told, changed_by: Stated | None, *, alone: bool) -> Iterator[Block]:
    """One provision: its sentences in one paragraph, and the rows that it announces below.

    One that an amendment changes is told as it was before, and so are its rows.
    """
    text = " ".join(" ".join(one.text.split()) for one in said.sentences)
    citations = list(dict.fromkeys(citation for one in said.sentences for citation in one.citations))
    if changed_by is not None:
        name = turn.room.filename(changed_by.document)
        if text:
            yield note(turn.phrases("before_amendment", name=name, text=text), citations, "verbatim")
        for row in said.rows:
            yield note(turn.phrases("before_amendment", name=name, text=row.text), row.citations, row.proof)
        return
    if text:
        yield (line if alone else bullet)(text, citations, "verbatim")
    yield from (bullet(one.text, one.citations, one.proof, level=1) for one in said.rows)


def _untold(former: Sequence[Former], blocks: Sequence[Block]) -> list[Former]:
    """What clauses said before, where that is not told anyway."""
    told = [plain_line(block.text) for block in blocks]
    return [one for one in former if not any(plain_line(one.proven.text) in text for text in told)]
