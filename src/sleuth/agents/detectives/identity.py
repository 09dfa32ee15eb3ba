"""What a document is to an inquiry: its kind, the numbers it bears, its title, its committee and ministry."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from sleuth.agents.detectives.identifiers import Identifier, read_identifiers
from sleuth.agents.detectives.running import Running, Sentence
from sleuth.agents.detectives.words import pattern

FRONT_PAGES = 40  # pages in which a report names itself, its committee and its mandate
_COVER_PAGES = 5
_OPENING = 3_000  # characters in which other kinds of document name themselves


@dataclass(frozen=True, slots=True)
class Identity:
    """What was read of one document. Offsets are of its running text."""

    # directive, supplementary_directive, interim_report, final_report, consultation, council_referral, bill, statute,
    # announcement
    role: str
    number: str = ""  # its own: "SOU 2018:22", "dir. 2016:15", "prop. 2019/20:45"
    title: str = ""
    committee: str = ""  # the inquiry's name, as printed
    belongs: tuple[Identifier, ...] = ()  # the numbers by which its process is known, its own among them
    places: dict[str, tuple[int, int]] = field(default_factory=dict)  # "number", "title", "committee" → where it stands


REPORTS = ("interim_report", "final_report")

_REPORT_WORD = pattern("identity", "report_word")
_INTERIM = pattern("identity", "interim")
_FINAL = pattern("identity", "final")
_LETTER = pattern("identity", "letter")
_CONTENTS = pattern("identity", "contents")
_DIRECTIVE = pattern("identity", "directive")
_DECIDED = pattern("identity", "decided")
_BILL = pattern("identity", "bill")
_REFERRAL = pattern("identity", "referral")
_CONSULTATION = pattern("identity", "consultation")
_STATUTE = pattern("identity", "statute")
_SUPPLEMENT = pattern("identity", "supplement")
_NAMED_COMMITTEE = pattern("identity", "named_committee")
_HANDED = pattern("identity", "handed")
_LONGEST_NAME = 200
_NO_TITLE = pattern("identity", "no_title")


def identify(text: Running) -> Identity | None:
    """What the document is; None where it is of no inquiry."""
    for read in (_directive, _bill, _referral, _statute, _report, _consultation, _announcement):
        identity = read(text)
        if identity is not None:
            return identity
    return None


def _span(number: Identifier | None) -> tuple[int, int] | None:
    return (number.start, number.end) if number else None


def _places(**found: tuple[int, int] | None) -> dict[str, tuple[int, int]]:
    """Where the parts that were found stand."""
    return {name: place for name, place in found.items() if place}


def front_end(text: Running) -> int:
    """Where a report's front matter ends: at the contents, if a letter stands before them, else with FRONT_PAGES."""
    limit = _page_end(text, FRONT_PAGES)
    letter = _LETTER.search(text.text, 0, limit)
    if letter is None:
        return limit
    contents = _CONTENTS.search(text.text, letter.end(), limit)
    return contents.start() if contents else min(limit, _page_end(text, text.page(letter.start()) + 8))


def letter_start(text: Running) -> int | None:
    """Where the letter that hands a report over begins: "Till statsrådet …"; None where there is none."""
    found = _LETTER.search(text.text, 0, _page_end(text, FRONT_PAGES))
    return found.start() if found else None


def own_part(role: str, text: Running) -> tuple[int, int]:
    """From where to where a document tells of its own process: of a report its letter and what stands around it."""
    if role in REPORTS:
        return letter_start(text) or 0, front_end(text)
    return 0, len(text.text)


def _page_end(text: Running, number: int) -> int:
    first = text.places[0][0] if text.places else 1
    for start, (page, _) in zip(text.starts, text.places, strict=True):
        if page >= first + number:
            return start
    return len(text.text)


def _directive(text: Running) -> Identity | None:
    opening = text.text[:_OPENING]
    if not (_DECIDED.search(opening) and _DIRECTIVE.search(opening)):
        return None
    numbers = read_identifiers(text.text)
    own = next((found for found in numbers if found.kind == "dir"), None)
    supplement = _SUPPLEMENT.search(opening)
    title, place = _directive_title(text)
    committee, where = _supplemented(text, supplement)
    belongs = [own] if own else []
    if supplement:
        early = [found for found in numbers if found.kind in ("committee", "dir") and found.start < 4 * _OPENING]
        belongs += [found for found in early if found not in belongs][:4] if not own else _mandate(early, own)
    places = _places(number=_span(own), title=place, committee=where)
    role = "supplementary_directive" if supplement else "directive"
    return Identity(role, own.value if own else "", title, committee, tuple(belongs), places)


def _mandate(early: list[Identifier], own: Identifier) -> list[Identifier]:
    """Its own number, the code in its heading, and the directive that it adds to."""
    code = next((found for found in early if found.kind == "committee"), None)
    others = [found for found in early if found.kind == "dir" and found.value != own.value]
    return [own, *([code] if code else []), *others[:3]]


def _directive_title(text: Running) -> tuple[str, tuple[int, int] | None]:
    """What stands between the word Kommittédirektiv, or the number, and the decision."""
    decided = _DECIDED.search(text.text, 0, _OPENING)
    kept: list[Sentence] = []
    for line in text.lines():
        if decided is None or line.start >= decided.start():
            break
        stripped = line.text.strip().lstrip("# ")
        is_label = not stripped or re.fullmatch(r"(?:Kommittédirektiv|[Dd]ir\.?(?:\s+\d{4}:\d+)?|\d{4}:\d+)", stripped)
        if not is_label:
            kept.append(line)
    return _joined(kept[-4:])


def _supplemented(text: Running, supplement: re.Match[str] | None) -> tuple[str, tuple[int, int] | None]:
    if supplement is None:
        return "", None
    following = text.text[supplement.end() : supplement.end() + _LONGEST_NAME]
    name = re.split(r"\(|\n\s*\n|\bDir\.|\bBeslut\b", following)[0]
    stripped = " ".join(name.split())
    start = supplement.end() + len(name) - len(name.lstrip())
    return (stripped, (start, start + len(name.strip()))) if stripped else ("", None)


def _bill(text: Running) -> Identity | None:
    opening = text.text[:_OPENING]
    if not _BILL.search(opening):
        return None
    own = next((found for found in read_identifiers(opening) if found.kind == "prop"), None)
    return _following(text, "bill", own)


def _referral(text: Running) -> Identity | None:
    return _following(text, "council_referral", None) if _REFERRAL.search(text.text[:_OPENING]) else None


def _consultation(text: Running) -> Identity | None:
    return _following(text, "consultation", None) if _CONSULTATION.search(text.text[: 2 * _OPENING]) else None


def _statute(text: Running) -> Identity | None:
    opening = text.text[:_OPENING]
    if not _STATUTE.search(opening):
        return None
    numbers = read_identifiers(opening)
    own = next((found for found in numbers if found.kind == "sfs"), None)
    bills = tuple(found for found in numbers if found.kind == "prop")
    if own is None or not bills:
        return None
    return Identity("statute", own.value, "", "", (own, *bills), _places(number=_span(own)))


def _following(text: Running, role: str, own: Identifier | None) -> Identity | None:
    """A later document of the process belongs to the report that it deals with."""
    reports = tuple(_dealt_with(text))
    if not reports and own is None:
        return None
    title, place = _first_title(text)
    places = _places(number=_span(own), title=place)
    belongs = (*([own] if own else []), *reports)
    return Identity(role, own.value if own else "", title, "", belongs, places)


_DEALT = pattern("identity", "dealt")
_OTHER = pattern("identity", "other")


def _dealt_with(text: Running) -> Iterator[Identifier]:
    """The reports that are sent out, or that proposals rest on: named first with the word for a report beside them."""
    seen: set[str] = set()
    for sentence in text.sentences():
        if not _DEALT.search(sentence.text):
            continue
        for found in read_identifiers(sentence.text):
            before = sentence.text[max(0, found.start - 160) : found.start]
            is_named = found.kind == "sou" and _DEALT.search(before) and not _OTHER.search(before[-60:])
            if is_named and found.value not in seen:
                seen.add(found.value)
                yield found._replace(start=sentence.start + found.start, end=sentence.start + found.end)
        if seen:
            return


def _report(text: Running) -> Identity | None:
    cover_end = _page_end(text, _COVER_PAGES)
    front = front_end(text)
    numbers = read_identifiers(text.text[:front])
    own = next((found for found in numbers if found.kind == "sou"), None)
    letter = _LETTER.search(text.text, 0, front)
    covers = _REPORT_WORD.search(text.text, 0, cover_end)
    is_paged = len({page for page, _ in text.places}) > 1 or letter is not None
    if own is None or not (is_paged and (covers or letter)):
        return None
    committee, where = _committee(text, covers, front)
    title, place = _report_title(text, own, covers, front)
    belongs = _report_belongs(text, own, numbers, letter.start() if letter else None, front)
    places = _places(number=_span(own), title=place, committee=where)
    return Identity(_report_role(text, own, covers, front), own.value, title, committee, belongs, places)


def _report_role(text: Running, own: Identifier, covers: re.Match[str] | None, front: int) -> str:
    if covers:
        kind = covers["kind"].casefold()
        if kind != "betänkande":
            return "interim_report" if kind == "delbetänkande" else "final_report"
    for sentence in text.sentences(0, front):
        names_itself = any(found.value == own.value for found in read_identifiers(sentence.text))
        if names_itself and "överlämna" in sentence.text:
            interim, final = _INTERIM.search(sentence.text), _FINAL.search(sentence.text)
            return "interim_report" if interim and not final else "final_report"
    return "final_report"


def _committee(text: Running, covers: re.Match[str] | None, front: int) -> tuple[str, tuple[int, int] | None]:
    """The name that the inquiry says it has taken, else the one on the cover."""
    taken = _taken_name(text, front)
    if covers is None:
        return taken
    name, place = _cover_name(text, covers)
    if taken[0] and _same_letters(name, taken[0]):
        return taken[0], place  # the cover breaks it over lines; the letter has it in one piece
    return (name, place) if name else taken


def _same_letters(one: str, other: str) -> bool:
    return re.sub(r"\W", "", one.casefold()) == re.sub(r"\W", "", other.casefold())


def _taken_name(text: Running, end: int) -> tuple[str, tuple[int, int] | None]:
    for sentence in text.sentences(0, end):
        found = _NAMED_COMMITTEE.search(sentence.text)
        if found and len(found["name"]) <= _LONGEST_NAME:
            start, stop = sentence.start + found.start("name"), sentence.start + found.end("name")
            return " ".join(found["name"].strip(' ”"“').split()), (start, stop)
    return "", None


_NAME_END = pattern("identity", "name_end")


def _cover_name(text: Running, covers: re.Match[str]) -> tuple[str, tuple[int, int] | None]:
    """What follows "Betänkande av", over as many lines as it takes."""
    page = text.page(covers.start())
    kept = [covers["who"]]
    end = covers.end("who")
    for line in text.lines():
        if line.start <= covers.start():
            continue
        is_rest = text.page(line.start) == page and line.text.strip() and not _NAME_END.match(line.text)
        if not is_rest or len(kept) > 3 or line.start > end + 1:
            break
        kept.append(line.text)
        end = line.end
    name = " ".join(" ".join(kept).split()).rstrip(".")
    return name, (covers.start("who"), end)


def _report_title(
    text: Running, own: Identifier, covers: re.Match[str] | None, front: int
) -> tuple[str, tuple[int, int] | None]:
    """The title in the sentence that hands the report over, else the lines at the top of the cover."""
    for found in _HANDED.finditer(text.text, 0, front):
        number = next(iter(read_identifiers(text.text[found.end() : found.end() + 30])), None)
        if number is not None and number.value == own.value:
            title = " ".join(found["title"].split()).strip(' ,”"“')
            return title, (found.start("title"), found.end("title"))
    return _cover_title(text, covers)


def _cover_title(text: Running, covers: re.Match[str] | None) -> tuple[str, tuple[int, int] | None]:
    if covers is None:
        return _first_title(text)
    page = text.page(covers.start())
    lines = [line for line in text.lines() if text.page(line.start) == page and line.end <= covers.start()]
    return _joined([line for line in lines if line.text.strip() and not _NO_TITLE.match(line.text)][:5])


def _first_title(text: Running) -> tuple[str, tuple[int, int] | None]:
    for line in text.lines():
        if line.start > _OPENING:
            break
        stripped = line.text.strip().lstrip("# ")
        if len(stripped) > 8 and not _NO_TITLE.match(line.text.lstrip("# ")):
            lead = line.text.find(stripped)
            return stripped, (line.start + lead, line.start + lead + len(stripped))
    return "", None


def _joined(lines: list[Sentence]) -> tuple[str, tuple[int, int] | None]:
    if not lines:
        return "", None
    return " ".join(" ".join(line.text for line in lines).lstrip("# ").split()), (lines[0].start, lines[-1].end)


def _report_belongs(
    text: Running, own: Identifier, numbers: tuple[Identifier, ...], letter: int | None, front: int
) -> tuple[Identifier, ...]:
    """Its number, the code that stands beside the committee's name, and the directives of its mandate."""
    kept = [own]
    taken = next((s for s in text.sentences(letter or 0, front) if _NAMED_COMMITTEE.search(s.text)), None)
    codes = [found for found in numbers if found.kind == "committee"]
    if taken:
        beside = [found for found in codes if taken.start <= found.start < taken.end + 20]
        kept += beside[:1]
    elif len({found.value for found in codes}) == 1:
        kept += codes[:1]
    begin = letter if letter is not None else 0
    directives = [found for found in numbers if found.kind == "dir" and found.start >= begin]
    kept += list({found.value: found for found in reversed(directives)}.values())[::-1][:8]
    return tuple(kept)


def _announcement(text: Running) -> Identity | None:
    """A press release or web page about one inquiry: whose report, directive or code it names."""
    if len(text.text) > 12 * _OPENING:
        return None
    numbers = read_identifiers(text.text)
    for kind in ("sou", "committee", "dir"):
        named = {found.value: found for found in reversed(numbers) if found.kind == kind}
        if len(named) == 1:
            title, place = _first_title(text)
            return Identity("announcement", "", title, "", tuple(named.values()), _places(title=place))
    return None
