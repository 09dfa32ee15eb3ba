"""What changed, as a page: sections for documents, figures and conflicts, each statement with its places."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import PurePosixPath

from sleuth.agents.analyst.changes.answered import Answered
from sleuth.agents.analyst.changes.changed import Changes, Closed, Move, Opened, Replacement
from sleuth.agents.analyst.page.model import Block, Cell, Page, Paragraph, Section, Sentence, Source, Table, plain
from sleuth.language.counted import counted
from sleuth.language.spoken import spoken
from sleuth.store.documents.documents import Document
from sleuth.store.documents.editions import EditionSide
from sleuth.store.ledger.findings import StoredFinding

_MOST_MOVES = 30  # in a table that is read


def changes_page(changes: Changes) -> Page:
    """The page; sections without anything in them are left out."""
    sections = [
        Section("documents", "Documents", tuple(_documents(changes))),
        Section("figures", "Figures that moved", tuple(_figures(changes))),
        Section("reworded", "Said otherwise by new versions", tuple(_reworded(changes))),
        Section("opened", "Conflicts opened", tuple(map(_opened, changes.opened))),
        Section("closed", "Conflicts closed", tuple(map(_closed, changes.closed))),
        Section("answered", "Answered", tuple(map(_answered, changes.answered))),
    ]
    filled = tuple(section for section in sections if section.blocks)
    none = (Section("nothing", "Nothing changed", (plain("No document, figure, conflict or request changed."),)),)
    subtitle = f"From {_when(changes.since)} to {_when(changes.until)}."
    return Page(f"What changed in {changes.project}", subtitle, filled or none)


def _when(moment: datetime) -> str:
    return f"{moment.astimezone():%Y-%m-%d %H:%M}"


def _documents(changes: Changes) -> Iterator[Block]:
    for document in changes.added:
        yield Paragraph((Sentence(f"Added: {document_line(document)}."),), "bullet")
    for one in changes.replaced:
        yield Paragraph((Sentence(replacement_line(one)),), "bullet")
    for removal in changes.removed:
        yield Paragraph((Sentence(f"Removed: {removal.filename}, {_when(removal.at)}."),), "bullet")


def document_line(document: Document) -> str:
    """ "deck.pptx (pptx, 12 pages, management)"."""
    about = [document.kind, counted(document.page_count, "page")]
    about += [document.quality] if document.quality != "unknown" else []
    return f"{document.filename} ({', '.join(about)})"


def replacement_line(one: Replacement) -> str:
    """What takes the place of what, and why; or what waits for a person to say so."""
    if one.newer == one.older:
        return f"Replaced: {one.newer}: {one.reason}."
    if one.proposal is None:
        return f"Replaced: {one.newer} replaces {one.older}: {one.reason}."
    settle = f"sleuth versions --confirm {one.proposal}, or --reject {one.proposal}"
    return f"To be settled: {one.newer} may replace {one.older}: {one.reason} ({settle})."


def _figures(changes: Changes) -> Iterator[Block]:
    if not changes.moves:
        return
    rows = tuple(_move_row(move) for move in changes.moves[:_MOST_MOVES])
    left = len(changes.moves) - _MOST_MOVES
    note = f"{counted(left, 'more figure')} moved: `sleuth changes --json` holds all." if left > 0 else ""
    yield Table("", ("Figure", "Was", "Is", "Change", "Why"), rows, note)


def _move_row(move: Move) -> tuple[Cell, ...]:
    is_figure = move.old.value is not None
    rewritten = move.new is not None and move.new.filename == move.old.filename and move.kind != "correction"
    was = Cell(move.old.shown, (finding_source(move.old, earlier=rewritten),), is_figure)
    now = Cell(move.new.shown, (finding_source(move.new),), is_figure) if move.new else Cell("rejected")
    return Cell(move.measure), was, now, Cell(move.change, is_figure=True), Cell(move.why)


def finding_source(f: StoredFinding, *, earlier: bool = False) -> Source:
    """Where a finding stands. The earlier of two documents of one name is told from the later."""
    filename = _earlier(f.filename) if earlier else f.filename
    return Source(f.document_id, filename, f.locator, f.page, f.quote)


def _earlier(filename: str) -> str:
    path = PurePosixPath(filename)
    return str(path.with_stem(f"{path.stem} (earlier)"))


def _reworded(changes: Changes) -> Iterator[Block]:
    if not changes.reworded:
        return
    rows = tuple(
        (Cell(one.label), Cell(one.old.wording.value, (_edition_source(one.old, one.new),)),
         Cell(one.new.wording.value, (_edition_source(one.new),)))
        for one in changes.reworded[:_MOST_MOVES]
    )  # fmt: skip
    left = len(changes.reworded) - _MOST_MOVES
    note = f"{counted(left, 'more difference')}: `sleuth changes --json` holds all." if left > 0 else ""
    yield Table("", ("What", "Was", "Is"), rows, note)


def _edition_source(side: EditionSide, later: EditionSide | None = None) -> Source:
    """Where an edition says something. The earlier of two of one name is told from the later."""
    is_earlier = later is not None and later.filename == side.filename
    filename = _earlier(side.filename) if is_earlier else side.filename
    return Source(side.document_id, filename, side.locator, side.wording.span.page, side.wording.quote)


def _opened(opened: Opened) -> Paragraph:
    sides = opened.conflict.sides
    since = f" It came with {' and '.join(opened.since)}." if opened.since else ""
    weight = opened.conflict.authority.why.rstrip(".")
    ours = Sentence(f"{weight[:1].upper()}{weight[1:]}.{since}")
    return Paragraph((Sentence(f"{title_of(sides[0])}:"), *_sides(sides), ours), "bullet")


def _closed(closed: Closed) -> Paragraph:
    title = title_of(closed.sides[0]) if closed.sides else "Figures of documents that are gone"
    why = Sentence(f"Closed: {closed.why.rstrip('.')}.")
    return Paragraph((Sentence(f"{title}:"), *_sides(closed.sides), why), "bullet")


def _answered(answered: Answered) -> Paragraph:
    return Paragraph((Sentence(answered_line(answered), answered.sources),), "bullet")


def answered_line(answered: Answered) -> str:
    """ "Request 1.2: Audited accounts: provided.", "Question 3: Who …? “Ann” (answered by Bo)."."""
    opening = f"{answered.kind.capitalize()} {answered.number}".rstrip()
    if answered.kind == "request":
        return f"{opening}: {answered.text.rstrip('.')}: provided."
    by = f" (answered by {answered.by_whom})" if answered.by_whom else ""
    return f"{opening}: {answered.text} {answered.answer.rstrip('.')}{by}."


def title_of(f: StoredFinding) -> str:
    """What a conflict is about: "Revenue, FY2024, Lumen AB"."""
    scenario = "" if f.scenario == "actual" else f.scenario
    return ", ".join(filter(None, (spoken(f.metric), *f.dimension, f.period_name, scenario, f.subject)))


def _sides(sides: tuple[StoredFinding, ...]) -> Iterator[Sentence]:
    for number, side in enumerate(sides, 1):
        end = "." if number == len(sides) else ";"
        yield Sentence(f"{side.shown} in {side.filename}, {side.locator}{end}", (finding_source(side),))
