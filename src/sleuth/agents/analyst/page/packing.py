"""Sections as `--json` shows them."""

from collections.abc import Sequence
from typing import Any

from sleuth.agents.analyst.page.model import Block, Cell, Section, Source, Table


def pack_section(section: Section) -> dict[str, Any]:
    """A section as plain data."""
    return {
        "key": section.key, "title": section.title, "level": section.level,
        "blocks": [_pack_block(block) for block in section.blocks],
    }  # fmt: skip


def _pack_block(block: Block) -> dict[str, Any]:
    if isinstance(block, Table):
        rows = [[_pack_cell(cell) for cell in row] for row in block.rows]
        return {"caption": block.caption, "header": list(block.header), "rows": rows, "note": block.note}
    sentences = [{"text": s.text, "sources": _pack_sources(s.sources)} for s in block.sentences]
    return {"form": block.form, "sentences": sentences}


def _pack_cell(cell: Cell) -> dict[str, Any]:
    return {"text": cell.text, "sources": _pack_sources(cell.sources), "is_figure": cell.is_figure}


def _pack_sources(sources: Sequence[Source]) -> list[dict[str, Any]]:
    return [
        {
            "document": s.document_id, "filename": s.filename, "locator": s.locator, "page": s.page, "text": s.quote,
            "remark": s.remark,
        }
        for s in sources
    ]  # fmt: skip
