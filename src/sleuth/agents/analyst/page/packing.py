"""Sections as JSON, and back: what the store keeps of a draft, and what `--json` shows of a page."""

from collections.abc import Mapping, Sequence
from typing import Any

from sleuth.agents.analyst.page.model import Block, Cell, Paragraph, Section, Sentence, Source, Table


def pack_section(section: Section) -> dict[str, Any]:
    """A section as plain data."""
    return {
        "key": section.key, "title": section.title, "level": section.level,
        "blocks": [_pack_block(block) for block in section.blocks],
    }  # fmt: skip


def unpack_section(packed: Mapping[str, Any]) -> Section:
    """What pack_section packed."""
    blocks = tuple(_unpack_block(block) for block in packed["blocks"])
    return Section(packed["key"], packed["title"], blocks, packed["level"])


def _pack_block(block: Block) -> dict[str, Any]:
    if isinstance(block, Table):
        rows = [[_pack_cell(cell) for cell in row] for row in block.rows]
        return {"caption": block.caption, "header": list(block.header), "rows": rows, "note": block.note}
    sentences = [{"text": s.text, "sources": _pack_sources(s.sources)} for s in block.sentences]
    return {"form": block.form, "sentences": sentences}


def _unpack_block(packed: Mapping[str, Any]) -> Block:
    if "rows" in packed:
        rows = tuple(tuple(_unpack_cell(cell) for cell in row) for row in packed["rows"])
        return Table(packed["caption"], tuple(packed["header"]), rows, packed["note"])
    sentences = tuple(Sentence(s["text"], _unpack_sources(s["sources"])) for s in packed["sentences"])
    return Paragraph(sentences, packed["form"])


def _pack_cell(cell: Cell) -> dict[str, Any]:
    return {"text": cell.text, "sources": _pack_sources(cell.sources), "is_figure": cell.is_figure}


def _unpack_cell(packed: Mapping[str, Any]) -> Cell:
    return Cell(packed["text"], _unpack_sources(packed["sources"]), packed["is_figure"])


def _pack_sources(sources: Sequence[Source]) -> list[dict[str, Any]]:
    return [
        {
            "document": s.document_id, "filename": s.filename, "locator": s.locator, "page": s.page, "text": s.quote,
            "remark": s.remark,
        }
        for s in sources
    ]  # fmt: skip


def _unpack_sources(packed: Sequence[Mapping[str, Any]]) -> tuple[Source, ...]:
    return tuple(Source(s["document"], s["filename"], s["locator"], s["page"], s["text"], s["remark"]) for s in packed)
