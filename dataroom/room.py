"""The room as it fills: files on the disk, and the truth about them."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from dataroom.blocks import Document
from dataroom.company import Company
from dataroom.truth import Apart, Fact, File, Link, Truth
from dataroom.writers import write

AUDITED, SIGNED, MANAGEMENT, DRAFT, CORRESPONDENCE = range(5)  # authority, from the most to the least


class Room:
    """A folder that documents are put into."""

    def __init__(self, company: Company, folder: Path) -> None:
        self.company, self.folder = company, folder
        self.truth = Truth(company.seed, company.summary())

    def put(self, name: str, folder: str, document: Document, authority: int = MANAGEMENT) -> str:
        """Write a document under its name, which is unique in the room; the name is returned."""
        if any(file.name.casefold() == name.casefold() for file in self.truth.files):
            raise ValueError(f"{name}: the room holds a file of that name already")
        written = write(document, name.rpartition(".")[2])
        place = self.folder / folder
        place.mkdir(parents=True, exist_ok=True)
        (place / name).write_bytes(written.data)
        self.truth.files.append(File(name, folder, document.title, document.dated, document.author, authority))
        for standing in written.facts:
            number = f"F{len(self.truth.facts) + 1:05}"
            where, printed, stated, value, scale = standing
            self.truth.facts.append(Fact(number, name, where, printed, stated, value, scale))
        return name

    def replace(self, newer: str, older: str, pattern: str, evidence: str) -> None:
        self.truth.versions.append(Link(newer, older, pattern, evidence))

    def part(self, files: Sequence[str], why: str) -> None:
        """Say of files that look alike that none replaces another: every pair of neighbours."""
        self.truth.non_versions += (Apart((a, b), why) for a, b in pairwise(files))
