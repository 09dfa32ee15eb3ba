"""What is missing by a list that says itself where its requests stand, beside what our own look at the room found.

The list's word is told as it is printed; what we found is told apart from it, and where the two disagree both are.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sleuth.agents.analyst.answer import Block, bullet, heading, line
from sleuth.agents.analyst.gaps import by_weight
from sleuth.agents.analyst.requests.verdict import ABSENT
from sleuth.agents.analyst.turn import Turn

if TYPE_CHECKING:
    from sleuth.agents.analyst.requests.coverage import Coverage, Item

_GROUPS = ("open", "declined", "partly", "less", "there", "idle")  # what weighs most first
_TOLD = _GROUPS[:-1]
_FIRST = 1  # page
_MOST_FILES = 2  # that are named of one request


def has_standings(coverage: "Coverage") -> bool:
    """Whether the list says itself where its requests stand: of more than half of them."""
    told = [item for item in coverage.items if item.said.stands]
    return 2 * len(told) > len(coverage.items)


def by_standing(turn: Turn, coverage: "Coverage") -> list[Block]:
    """The requests by where they stand, what is outstanding first, in each group what weighs most first."""
    groups: dict[str, list[Item]] = {name: [] for name in _GROUPS}
    for item in coverage.items:
        groups[_group(item)].append(item)
    counts = [turn.phrases(f"stand_count_{name}", count=len(groups[name])) for name in _TOLD if groups[name]]
    total = len(coverage.items)
    blocks = [line(turn.phrases("stand_intro", list=", ".join(coverage.lists), total=total, counts=", ".join(counts)))]
    for name in _TOLD:
        if groups[name]:
            blocks.append(heading(turn.phrases(f"stand_{name}", count=len(groups[name]))))
            blocks += [_bullet(turn, name, item) for item in sorted(groups[name], key=by_weight)]
    return blocks


def _group(item: "Item") -> str:
    """Where a request stands: by the list's word; where it has none, by what we found."""
    match item.said.stands:
        case "missing":
            return "open"
        case "declined":
            return "declined"
        case "partial":
            return "partly"
        case "n/a":
            return "idle"
        case "provided":
            return "there" if not item.is_gap else "less"
    if item.status == "missing" or item.is_mention:
        return "open"
    return "there" if not item.is_gap else "partly"


def _bullet(turn: Turn, group: str, item: "Item") -> Block:
    """A request with the list's word, what we found, and where."""
    mark = {"open": "❌", "declined": "❌", "there": "✅"}.get(group, "◐")
    said = [f"{mark} {_name(item)}"]
    remark = item.said.remark if group == "there" else item.said.quoted
    if remark:
        said.append(turn.phrases("stand_said", said=remark))
    found = _found(turn, group, item)
    return bullet(" – ".join([": ".join(said), *found]))


def _found(turn: Turn, group: str, item: "Item") -> list[str]:
    """What our own look found, with its places; nothing where it found nothing, and the list says so too."""
    phrases = turn.phrases
    files = _files(item)
    source = f" ({phrases('source')}: {files})" if files else ""
    if group in ("open", "declined"):
        if not files:
            return []
        key = "stand_looks_like" if _has_it_whole(item) else "stand_mention"
        return [phrases(key, files=files)]
    own = "; ".join(_own_lacking(item))
    if group == "there":
        return [f"{phrases('source')}: {files}"] if files else []
    if not files:
        return [phrases("stand_nothing")]
    if item.is_mention and group == "less":
        return [phrases("stand_mention_less", lacking=own, files=files)]
    if item.is_by_list:
        return [phrases("stand_by_list", files=files)]
    if group == "partly":
        wanting = f"; {phrases('stand_lacking', lacking=own)}" if own and not item.said.remark else ""
        return [phrases("stand_here", files=files) + wanting]
    return [phrases("stand_lacking", lacking=own) + source]


def _has_it_whole(item: "Item") -> bool:
    """Whether a whole document was found for a request, from its first page on: a later page only speaks of it."""
    return not item.is_mention and any(one.page == _FIRST for one in item.evidence)


def _own_lacking(item: "Item") -> Sequence[str]:
    """What is wanting by our own look: not what the list says of it."""
    said = item.said.text
    own = [one for one in item.lacking if not (said and said in one)]
    return [one.replace(f": {ABSENT}", "") for one in own]


def _files(item: "Item") -> str:
    """The documents that were found for a request, each with the first place in it."""
    places: dict[str, str] = {}
    for one in item.evidence:
        places.setdefault(one.filename, f"{one.filename}, {one.locator}")
    return "; ".join(list(places.values())[:_MOST_FILES])


def _name(item: "Item") -> str:
    """A request with its number: "Share register (1.2)"."""
    number = f" ({item.number})" if item.number else ""
    return f"{item.text.rstrip('.? ')}{number}"
