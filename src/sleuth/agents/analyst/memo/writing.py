"""Writes a memo to a file, new or edited since: what a person has changed stays, and the fresh draft is offered beside.

A file says what each section said when it was drafted. A section that says otherwise now was edited: it stays, and
where the fresh draft differs from the one that was edited, that is put beside it as a comment. A section that a person
took out stays out.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from sleuth.agents.analyst.memo.markdown_file import MarkdownFile
from sleuth.agents.analyst.page.docx import WordFile
from sleuth.agents.analyst.page.model import Page, Section
from sleuth.agents.analyst.page.package import Package
from sleuth.errors import UserError

_OFFER = "A fresh draft of this section, which has been edited and stays as it is:"


class MemoFile(Protocol):
    """A file of sections, each known by its key."""

    @property
    def drafts(self) -> dict[str, str]: ...
    def keep_drafts(self, drafts: Mapping[str, str]) -> None: ...
    def digests(self) -> dict[str, str]: ...
    def head(self, title: str, subtitle: str) -> None: ...
    def put(self, section: Section, before: str = "") -> None: ...
    def remove(self, key: str) -> None: ...
    def comment(self, key: str, lines: list[str]) -> None: ...
    def uncomment(self, key: str) -> None: ...
    def to_bytes(self) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Written:
    """A memo's file, and what became of the sections that a person had changed."""

    data: bytes
    kept: tuple[str, ...]  # titles of the sections that stay as they were edited
    offered: tuple[str, ...]  # of these, beside which a fresh draft stands
    left_out: tuple[str, ...]  # titles of the sections that a person took out


def write_memo(page: Page, name: str, existing: bytes | None, folder: str) -> Written:
    """The file of this name, brought up to date. Raises UserError where what is there is no memo of ours."""
    is_word = name.lower().endswith(".docx")
    if existing is None:
        file: MemoFile = WordFile(Package.blank(), folder) if is_word else MarkdownFile("", folder)
    else:
        file = WordFile.read(existing, name, folder) if is_word else MarkdownFile.read(existing, name, folder)
        if not file.digests():
            raise UserError(f"{name}: the file is there already, and is no memo of ours. Name another with -o.")
    return _update(file, page, _fresh_digests(page, is_word, folder))


def _fresh_digests(page: Page, is_word: bool, folder: str) -> dict[str, str]:
    """The digest that each section has when it is written as drafted."""
    file: MemoFile = WordFile(Package.blank(), folder) if is_word else MarkdownFile("", folder)
    for section in page.sections:
        file.put(section)
    return file.digests()


def _update(file: MemoFile, page: Page, fresh: Mapping[str, str]) -> Written:
    before, now = file.drafts, file.digests()
    drafts: dict[str, str] = {}
    kept, offered, left_out = list[str](), list[str](), list[str]()
    file.head(page.title, page.subtitle)
    keys = [section.key for section in page.sections]
    for number, section in enumerate(page.sections):
        key = section.key
        drafts[key] = before.get(key, "") if key in before or key in now else fresh[key]
        if key in before and key not in now:
            left_out.append(section.title)
        elif key in now and now[key] != before.get(key):
            kept.append(section.title)
            if fresh[key] in (now[key], before.get(key)):
                file.uncomment(key)
            else:
                file.comment(key, [_OFFER, *section.lines()])
                offered.append(section.title)
        else:
            file.put(section, next((k for k in keys[number + 1 :] if k in now), ""))
            drafts[key] = fresh[key]
    for key in before.keys() - set(keys):
        if now.get(key) == before[key]:
            file.remove(key)  # the outline asks for it no more, and nobody has edited it
    file.keep_drafts(drafts)
    return Written(file.to_bytes(), tuple(kept), tuple(offered), tuple(left_out))
