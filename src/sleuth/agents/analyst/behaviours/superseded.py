"""Terms of agreements that other papers have changed since: the later paper is told first, or beside what has run out.

A board raises the maximum bonus of a service agreement; counsel writes that a supply agreement was renewed.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date

from sleuth.agents.analyst.answer import Answer, Block, line, note
from sleuth.agents.analyst.behaviours.in_force import today_of
from sleuth.agents.analyst.dialogue.documents import is_document_noun
from sleuth.agents.analyst.tenures import stated_tenures
from sleuth.agents.analyst.turn import Turn
from sleuth.answering.papers import cover_of, papers_in
from sleuth.answering.superseding import Later, Term, superseding
from sleuth.findings.text.amending import is_amendment
from sleuth.findings.text.parties import parties_of
from sleuth.findings.text.superseding import DAY, MONEY, SHARE, TIME, last_end
from sleuth.language.asked import Answer as Kind
from sleuth.language.companies import without_legal_form
from sleuth.language.glyphs import plain_line
from sleuth.language.tokens import letter_words, spaced, stems
from sleuth.language.wordlist import wordlist
from sleuth.reason.contracts.topics import Topic, speaks_of, topics, topics_in
from sleuth.reason.understand.lexicon import offices
from sleuth.reason.understand.parts import LEAST_TELLING, Question
from sleuth.reason.understand.question import understand

_EVERY = frozenset({DAY, MONEY, SHARE, TIME})
_KINDS = {
    Kind.DATE: frozenset({DAY}),
    Kind.MONEY: frozenset({MONEY}),
    Kind.SHARE: frozenset({SHARE}),
    Kind.NUMBER: frozenset({MONEY, SHARE, TIME}),
}
_TELLING = ("line", "bullet", "item")  # kinds of blocks
_ENDS = frozenset({"expiration", "renewal"})  # topics of which the day is asked for


async def with_later_papers(turn: Turn, answer: Answer) -> Answer:
    """An answer that tells a term of an agreement, with what later papers say of it; else the same answer."""
    told = answer.verbatim
    agreements = await _agreements_of(turn, told)
    if answer.refuses or not told or len(agreements) != 1 or not all(_cites(one, agreements) for one in told):
        return answer
    text = " ".join(one.text for one in told)
    term = await _term(turn, next(iter(agreements.values())), text)
    dated = {number: witness.dated for number, witness in turn.room.witnesses.items()}
    dated[term.agreement] = max((day for one in agreements if (day := dated.get(one)) is not None), default=None)
    today = today_of(turn)
    later = await superseding(turn.room.library, term, offices_in, dated, today)
    cited = {(citation.document_id, one.text) for one in answer.blocks for citation in one.citations}
    later = [one for one in later if (one.proven.citations[0].document_id, _flat(one)) not in cited]
    if later:
        return replace(answer, blocks=tuple(_laid_out(turn, answer.blocks, later)))
    return replace(answer, blocks=(*answer.blocks, *_run_out(turn, text, today)))


async def tells_open_term(turn: Turn, answer: Answer) -> bool:
    """Whether an answer tells words of an agreement that a paper of the room may have changed, of which it is not
    certain that it amends this one. The words of an amendment itself stand.
    """
    held = (await papers_in(turn.room.library)).agreements
    doubtful = {one.id for one in held if not (one.is_certain or is_amendment(cover_of(one.own.document)))}
    return any(citation.document_id in doubtful for one in answer.verbatim for citation in one.citations)


def _flat(later: Later) -> str:
    return " ".join(later.proven.text.split())


def _laid_out(turn: Turn, blocks: Sequence[Block], later: Sequence[Later]) -> list[Block]:
    """What states the term as it is now before the agreement's own words; what only casts doubt behind them."""
    stating = [one for one in later if one.states]
    doubting = [one for one in later if not one.states]
    first = [line(_flat(one), one.proven.citations, one.proven.proof) for one in stating]
    own = [_as_agreed(turn, one) if stating else one for one in blocks]
    beside = [note(turn.phrases("later_paper", text=_flat(one)), one.proven.citations, "verbatim") for one in doubting]
    return [*first, *own, *beside]


def _as_agreed(turn: Turn, block: Block) -> Block:
    if block.kind not in _TELLING:
        return block
    return note(turn.phrases("agreement_itself", text=block.text), block.citations, block.proof)


async def _agreements_of(turn: Turn, told: Sequence[Block]) -> dict[int, int]:
    """The agreements and amendments that blocks cite, each with the agreement that it is of."""
    held = (await papers_in(turn.room.library)).agreements
    of = {paper.document.id: one.id for one in held for paper in (one.own, *one.amending)}
    cited = {citation.document_id for one in told for citation in one.citations}
    found = {number: of[number] for number in cited if number in of}
    return found if len(set(found.values())) == 1 and len(found) == len(cited) else {}


def _cites(block: Block, agreements: dict[int, int]) -> bool:
    return bool(block.citations) and all(one.document_id in agreements for one in block.citations)


async def _term(turn: Turn, agreement: int, text: str) -> Term:
    question = understand(turn.meant.question)
    named, about = await _persons(turn, agreement)
    asked = _topics(question, text)
    is_matter = _matter(question, asked, text, named)
    return Term(agreement, text, is_matter, _kinds(question, asked), about, named)


def _topics(question: Question, told: str) -> list[Topic]:
    """The topics that are asked for; of a day, where none is named and the agreement tells until when it runs, that."""
    found = [one.topic for one in topics_in(question.text, of_contract=True)]
    if found or question.kind not in (Kind.DATE, Kind.DURATION) or last_end(told) is None:
        return found
    return [one for one in topics() if one.name in _ENDS]


def _kinds(question: Question, asked: Sequence[Topic]) -> frozenset[str]:
    """The kinds of values that may answer: those by which the topic is told, else those that the wording asks for."""
    told: dict[str, list[str]] = wordlist("superseding", "findings")["kinds"]
    named = [told[one.name] for one in asked if one.name in told]
    return frozenset(named[0]) if named else _KINDS.get(question.kind, _EVERY)


async def _persons(turn: Turn, agreement: int) -> tuple[frozenset[str], frozenset[int]]:
    """The surnames of people who are party to an agreement, and the offices that it is about: those in its name, else
    those that they are told to hold.
    """
    document = next(one for one in turn.room.library.documents if one.id == agreement)
    people = [one.name for one in parties_of(cover_of(document).source) if _is_person(one.name)]
    surnames = frozenset(plain_line(name).split()[-1] for name in people)
    called = offices_in(f"{spaced(document.filename)} {document.title}")
    if not surnames or called:
        return surnames, called
    held = [one.tenure.office for one in await stated_tenures(turn.room) if one.tenure.surname in surnames]
    told = [offices_in(office) for office in held if office]
    return surnames, frozenset().union(*told) if len(set(told)) == 1 else frozenset()


def _is_person(name: str) -> bool:
    """Whether a party is no company: two to four words, none of them a legal form."""
    return 2 <= len(name.split()) <= 4 and without_legal_form(name) == name.strip(" ,.")


def offices_in(text: str) -> frozenset[int]:
    """The offices that a text names, each by its number among those that are known."""
    form = f" {' '.join(letter_words(plain_line(text)))} "
    return frozenset(number for number, names in enumerate(offices()) if any(f" {name} " in form for name in names))


def _matter(question: Question, asked: Sequence[Topic], told: str, persons: frozenset[str]) -> Callable[[str], bool]:
    """What tells whether a text speaks of what is asked for: the topic, or all words of it that the agreement says."""
    beside = _together(asked)
    language = question.language
    aside = {stem for word in wordlist("in_force", "findings")["beside"] for stem in stems(word, language)}
    aside |= {stem for name in persons for stem in stems(name, language)}
    aside |= {one.stem for one in question.terms if is_document_noun(one.text)}
    said = {one.stem for one in question.terms if one.weight >= LEAST_TELLING} - aside
    words = said & stems(told, language)

    def is_matter(text: str) -> bool:
        return any(speaks_of(one, text) for one in beside) or bool(words and words <= stems(text, language))

    return is_matter


def _together(asked: Sequence[Topic]) -> list[Topic]:
    """Topics with those that one sentence speaks of in the same words: a renewal tells until when."""
    names = {one.name for one in asked}
    for group in wordlist("superseding", "findings")["together"]:
        if names & {*group}:
            names |= {*group}
    return [one for one in topics() if one.name in names]


def _run_out(turn: Turn, told: str, today: date) -> list[Block]:
    """A remark where the day until when an agreement runs has passed, and nothing tells what became of it."""
    asked = {one.name for one in _topics(understand(turn.meant.question), told)}
    end = last_end(told)
    if not asked & _ENDS or end is None or end >= today:
        return []
    return [note(turn.phrases("run_out", end=end.isoformat(), today=today.isoformat()))]
