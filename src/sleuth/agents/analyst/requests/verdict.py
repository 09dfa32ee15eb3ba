"""What the room has for a request: a status, the places that show it, and what is lacking."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sleuth.agents.analyst.requests.asked import Asked
from sleuth.agents.analyst.requests.concepts import is_weak
from sleuth.agents.analyst.requests.room import Room
from sleuth.agents.analyst.requests.things import Thing
from sleuth.language.tokens import tokens

PROVIDED, PARTIAL, OUTDATED, MISSING = "provided", "partial", "outdated", "missing"
MOST_PLACES = 12  # of one request
ABSENT = "not in the room"


@dataclass(frozen=True, slots=True)
class Spot:
    """Where evidence stands."""

    document_id: int
    filename: str
    page: int  # 1-based
    start: int  # inclusive, in the page's text
    end: int  # exclusive
    locator: str
    quote: str = ""  # the document's own characters; "" where they are still to be fetched


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the room has for a request."""

    status: str  # provided, partial, outdated, missing
    spots: tuple[Spot, ...] = ()
    lacking: tuple[str, ...] = ()
    is_mention: bool = False  # no document is it: parts of others speak of it
    is_by_list: bool = False  # only the list says that the places hold it


def absent() -> Judgement:
    """Nothing is there."""
    return Judgement(MISSING, (), (ABSENT,))


def complete(spots: Sequence[Spot], lacking: Sequence[str]) -> Judgement:
    """What is there: provided where nothing is lacking, else partial."""
    places = tuple(dict.fromkeys(spots))[:MOST_PLACES]
    return Judgement(PARTIAL if lacking else PROVIDED, places, tuple(lacking))


def joined(names: Sequence[str], found: Sequence[Judgement]) -> Judgement:
    """One judgement of several things that are asked for together."""
    if len(found) == 1:
        return found[0]
    spots = tuple(dict.fromkeys(spot for one in found for spot in one.spots))[:MOST_PLACES]
    lacking = tuple(f"{name}: {'; '.join(one.lacking)}" for name, one in zip(names, found, strict=True) if one.lacking)
    statuses = {one.status for one in found}
    status = next(iter(statuses)) if len(statuses) == 1 else PARTIAL
    if status == MISSING:
        return absent() if all(one.lacking == (ABSENT,) for one in found) else Judgement(MISSING, (), lacking)
    is_mention = all(one.is_mention or one.status == MISSING for one in found)
    return Judgement(status, spots, lacking, is_mention)


def with_besides(judged: Judgement, thing: Thing, asked: Asked, room: Room) -> Judgement:
    """The judgement, less what a request wants shown besides and no word in the documents tells of."""
    if judged.status != PROVIDED:
        return judged
    ids = {spot.document_id for spot in judged.spots}
    unsaid = [said for said in asked.besides if not _is_said(said, ids, asked, room)]
    if not thing.is_document:
        words = tokens(asked.text, asked.language)
        unsaid += [w.text for w in words if w.stem in thing.qualifiers and not room.says(ids, w.stem.rstrip("i"))]
    said = ", ".join(f"“{one}”" for one in dict.fromkeys(unsaid))
    return complete(judged.spots, [f"anything about {said}"] if said else [])


def _is_said(said: str, ids: Collection[int], asked: Asked, room: Room) -> bool:
    """Whether the documents have every telling word."""
    words = [word for word in tokens(said, asked.language) if not (word.is_number or is_weak(word, asked.language))]
    return all(room.says(ids, word.stem.rstrip("i")) for word in words)
