"""The answer that a language model drafts to a message in its conversation, held against what rules make of it."""

import re
from collections.abc import Sequence
from dataclasses import replace

from sleuth.agents.analyst.answer import Answer, Block, Call, bullet, line, note
from sleuth.agents.analyst.behaviours.fact import only_beside
from sleuth.agents.analyst.dialogue.collecting import from_claims
from sleuth.agents.analyst.dialogue.documents import says_contract
from sleuth.agents.analyst.notes import former_notes, statement_notes
from sleuth.agents.analyst.tools.reading import is_of_other_contracts
from sleuth.agents.analyst.turn import Turn, spoken_before
from sleuth.answering.run import Research, research_in
from sleuth.answering.state import Talk
from sleuth.answering.verification import Dropped, Proven, marked
from sleuth.evidence.reading import split_sentences

_MOST_NOTES = 4
_LONGEST_TURN = 1_200  # characters of an earlier answer that a model is shown


async def drafted(turn: Turn, message: str, ruled: Answer) -> Answer | None:
    """What is proven of a model's draft; None where nothing is. What `ruled` holds may be taken as it stands.

    `turn.room` has the reasoner that asks the model. `message` is in the user's own words: the conversation tells the
    model what they stand for.
    """
    talk = Talk(await _turns_before(turn), _readings(turn, message), _known(turn, ruled), _contracts_spoken_of(turn))
    research = await research_in(turn.room.library, message, turn.room.reasoner, talk=talk)
    if not research.proven and _only_asks(research.trace.reason, message):
        return Answer((line(research.trace.reason),), calls=ruled.calls, refuses=True)
    removed = tuple(Call("removed", {"sentence": one.text}, one.reason) for one in research.trace.dropped)
    if not research.proven:
        return replace(ruled, calls=(*ruled.calls, *removed)) if _says_as_much(research.left_out, ruled) else None
    told = replace(_told(turn, research, ruled), calls=(*ruled.calls, *removed))
    return await only_beside(turn, told, ruled, talk.about) if _is_of_other_contracts(turn, told) else told


def _says_as_much(unproven: Sequence[Dropped], ruled: Answer) -> bool:
    """Whether a model says what rules typed, only in words that are not proven: the first number of each sentence."""
    said = {number for one in unproven for number in _numbers(one.text)}
    typed = [_numbers(claim["text"])[:1] for claim in ruled.claims]
    return ruled.is_typed and not ruled.refuses and all(first and first[0] in said for first in typed)


def _numbers(text: str) -> list[str]:
    return re.findall(r"\w*\d[\d.,]*(?<=\w)", text)


def _contracts_spoken_of(turn: Turn) -> tuple[int, ...]:
    """The contracts that a message is about: another one's clause answers nothing then."""
    names = turn.known.documents
    return tuple(number for number in turn.meant.documents if says_contract(names.get(number, "")))


def _is_of_other_contracts(turn: Turn, told: Answer) -> bool:
    """Whether all that an answer cites are contracts other than the one that the message is about."""
    cited = {citation.document_id for citation in told.citations}
    return is_of_other_contracts(turn.room, turn.message, turn.meant.documents, cited)


def _only_asks(text: str, message: str) -> bool:
    """Whether a text is one question back, which states nothing: it has no number but those of the message."""
    asks = text.endswith("?") and len(list(split_sentences(text))) == 1
    return asks and set(_numbers(text)) <= set(_numbers(message))


def is_settled(turn: Turn, ruled: Answer) -> bool:
    """Whether a message asks for a figure and nothing else, and the ledger gives just that: no model could add to it.

    Rows, sentences, plans for what happened and figures of several companies are for a model to judge.
    """
    one_sentence = len(list(split_sentences(turn.message))) == 1
    is_meant = not turn.meant.is_tentative and turn.room.reasoner.reads_ledger
    return one_sentence and is_meant and ruled.is_exact and not ruled.refuses


def _told(turn: Turn, research: Research, ruled: Answer) -> Answer:
    """The proven sentences in their order; what rules proved comes with its notes, and goes on being talked of."""
    of_rules = {block.stated: block for block in ruled.blocks if block.proof}
    blocks: list[Block] = []
    for claim in research.proven:
        taken = of_rules.get(claim.text)
        blocks.append(taken if taken is not None else line(marked(claim), claim.citations, claim.proof))
    shown = {claim.text for claim in research.proven}
    is_taken = bool(shown & of_rules.keys())
    is_whole = all(block.stated in shown for block in ruled.blocks if block.proof and block.kind != "note")
    if len(blocks) > 1:
        blocks = [bullet(one.text, one.citations, one.proof) if one.kind == "line" else one for one in blocks]
    notes = (
        [block for block in ruled.blocks if block.kind == "note" and block not in blocks]
        if is_taken and is_whole
        else []
    )
    notes += former_notes(research.former, turn.phrases)
    notes += [note(f"{told}.") for told in research.disagreements]
    if research.left_out and (len(blocks) > 1 or research.lacks_lead):
        notes.append(note(f"{turn.phrases('may_lack', count=len(research.left_out))}."))
    notes += statement_notes(turn.room, research.proven, turn.phrases)[:_MOST_NOTES]
    given = from_claims(research.proven, turn.meant.question, turn.meant.language)
    told = ruled if is_taken else Answer((), given=given)
    return replace(told, blocks=(*blocks, *dict.fromkeys(notes)), degraded=research.degraded)


def _known(turn: Turn, ruled: Answer) -> tuple[Proven, ...]:
    """What an answer by rules has proven; nothing of one that says the documents do not hold it, or is of others."""
    if ruled.refuses or _is_of_other_contracts(turn, ruled):
        return ()
    return tuple(Proven(block.stated, block.citations, "verbatim") for block in ruled.blocks if block.proof)


def _readings(turn: Turn, message: str) -> tuple[str, ...]:
    """What a message may mean in full, and the question before it: what is searched for beside its own words."""
    texts = (turn.message, turn.meant.question, turn.context.question)
    return tuple(dict.fromkeys(text for text in texts if text and text != message))


async def _turns_before(turn: Turn) -> tuple[tuple[str, str], ...]:
    """The questions and answers of the conversation, the oldest first, as many messages as the settings allow."""
    turns: list[tuple[str, str]] = []
    for message in await spoken_before(turn):
        if message.role == "user":
            turns.append((message.content, ""))
        elif turns:
            turns[-1] = (turns[-1][0], message.content[:_LONGEST_TURN])
    return tuple(turns)
