"""Whether a document is in the room: by what the documents call themselves, and by the request list's own status."""

import re
from functools import cache

from sleuth.agents.analyst.answer import Answer, Block, bullet, line
from sleuth.agents.analyst.behaviours.fact import question_offer
from sleuth.agents.analyst.behaviours.some_requests import proven_rows, told_of
from sleuth.agents.analyst.phrases import data
from sleuth.agents.analyst.requests.coverage import Item, coverage_of
from sleuth.agents.analyst.requests.found import statuses_in_the_room
from sleuth.agents.analyst.requests.stated import StatedList, StatedRequest
from sleuth.agents.analyst.requests.things import is_document_word
from sleuth.agents.analyst.topics import telling_stems
from sleuth.agents.analyst.turn import Turn
from sleuth.language.table_query import OneOf
from sleuth.language.tokens import Token, stems, tokens
from sleuth.language.weight import detect_language
from sleuth.store.deal.requests import RequestDraft

_MOST_ROWS = 3
_THERE = re.compile(r"\b(?:in )?there(?=\W*\Z)", re.IGNORECASE)


def document_asked(message: str, before: str = "") -> str:
    """What a message asks for: "forensic report" of "Is there a forensic report I can read?"; "" where no document.

    A clause or a claim is asked of the documents, and not of what they are. `before`: the question that it may go on
    from; "there" is the room where that asked for a document too.
    """
    text = " ".join(message.split())
    if before and document_asked(before):
        text = _THERE.sub("in the data room", text)
    found = next((one for says in _forms() if (one := says.match(text))), None)
    if found is None:
        return ""
    thing = found["thing"].strip()
    language = detect_language(message)
    behind, of = data("intents")["presence"]["behind"]
    named = re.split(behind, thing, maxsplit=1)[0]
    heads = [word for text in (named, re.split(of, named, maxsplit=1)[0]) for word in tokens(text, language)[-1:]]
    is_in_room = found["room"] is not None
    return thing if any(_is_paper(head, language, is_in_room=is_in_room) for head in heads) else ""


def _is_paper(word: Token, language: str, *, is_in_room: bool) -> bool:
    """Whether a noun is a paper: "aktieägaravtal" is one by its ending; a permit where the room is named."""
    text = word.text.casefold()
    papers = data("intents")["presence"]["papers"].split()
    is_paper = text in papers or (language == "sv" and text.endswith(tuple(papers)))
    return is_paper or (is_in_room and is_document_word(word.stem, language))


@cache
def _forms() -> tuple[re.Pattern[str], ...]:
    rows = data("intents")["presence"]
    return tuple(re.compile(says.replace("{where}", rows["where"]), re.IGNORECASE) for says in rows["says"])


async def presence(turn: Turn, thing: str) -> Answer:
    """Yes with the document, or no; with what the request list says of it."""
    stated = await turn.room.read(statuses_in_the_room)
    document_id, listed = stated if stated is not None else (None, None)
    draft = RequestDraft(thing)
    (item,) = await turn.room.read(lambda c, project: coverage_of(c, project, [draft], without=document_id))
    blocks = [_held(turn, thing, item)]
    if document_id is not None and listed is not None:
        blocks += await _by_list(turn, thing, document_id, listed)
    is_there = item.status in ("provided", "partial", "outdated")
    offers = () if is_there else (question_offer(turn, thing),)
    closing = "" if is_there else turn.phrases("offer_qa")
    return Answer(tuple(blocks), offers=offers, closing=closing, calls=tuple(turn.tools.calls))


def _held(turn: Turn, thing: str, item: Item) -> Block:
    """What the room holds by our own reading, with its place."""
    phrases = turn.phrases
    if not item.evidence or item.status == "missing":
        return line(phrases("presence_no", thing=f"“{thing}”", count=len(turn.room.documents)))
    key = "presence_yes" if item.status == "provided" else "presence_partly"
    told = phrases(key, thing=f"“{thing}”", lacking="; ".join(item.lacking))
    first = item.evidence[0]
    return line(f"{told} ({phrases('source')}: {first.filename}, {first.locator}).")


async def _by_list(turn: Turn, thing: str, document_id: int, listed: StatedList) -> list[Block]:
    """The rows of the request list that speak of the document, each checked on its page."""
    wanted = telling_stems(thing, turn.meant.language)
    rows = [one for one in listed.requests if wanted and wanted <= _said(one, turn.meant.language)]
    if not rows or len(rows) > _MOST_ROWS:
        return []
    by_name = OneOf(listed.headings["text"], tuple(one.said["text"] for one in rows))
    proven = await proven_rows(turn, document_id, listed, rows, (by_name,))
    if proven is None:
        return []
    return [
        bullet(f"{turn.phrases('presence_listed')}: {told_of(one)}", row.citations, row.proof)
        for one, row in zip(rows, proven[1], strict=True)
    ]


def _said(one: StatedRequest, language: str) -> frozenset[str]:
    return stems(f"{one.said['text']} {one.said.get('note', '')}", language)
