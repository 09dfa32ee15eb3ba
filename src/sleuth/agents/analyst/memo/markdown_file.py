"""A memo as a Markdown file that a person may edit: each section behind a mark, what was drafted told at the end."""

import json
import re
from collections.abc import Mapping
from hashlib import sha256

from sleuth.agents.analyst.page.markdown import escaped, section_lines
from sleuth.agents.analyst.page.model import Section
from sleuth.errors import UserError

_MARK = re.compile(r"^<!-- sleuth:section (?P<key>\S+) -->[ \t]*\n?", re.MULTILINE)
_OFFER = re.compile(r"<!-- sleuth:draft\n.*?\n-->\n*", re.DOTALL)
_DRAFTS = re.compile(r"^<!-- sleuth:drafts (?P<drafts>\{.*?\}) -->[ \t]*\n?", re.MULTILINE)


class MarkdownFile:
    """A Markdown file of sections."""

    def __init__(self, text: str, folder: str) -> None:
        self._folder = folder
        found = _DRAFTS.search(text)
        self._drafts = _parsed(found["drafts"]) if found else {}
        text = _DRAFTS.sub("", text)
        marks = list(_MARK.finditer(text))
        ends = [*(mark.start() for mark in marks), len(text)][1:]
        self._head = text[: marks[0].start()] if marks else text
        self._sections = {
            mark["key"]: text[mark.end() : end].strip("\n") for mark, end in zip(marks, ends, strict=True)
        }

    @classmethod
    def read(cls, data: bytes, name: str, folder: str) -> "MarkdownFile":
        """A file that was written before and may have been edited since. Raises UserError for what is no text."""
        try:
            return cls(data.decode("utf-8-sig").replace("\r\n", "\n"), folder)
        except UnicodeDecodeError as error:
            raise UserError(f"{name}: is no text ({error}). Move it away, or name another with -o.") from error

    @property
    def drafts(self) -> dict[str, str]:
        """The digest of each section as it was written, by its key."""
        return dict(self._drafts)

    def keep_drafts(self, drafts: Mapping[str, str]) -> None:
        """Note the digests of the sections as they were written."""
        self._drafts = dict(drafts)

    def digests(self) -> dict[str, str]:
        """The digest of what each section says now, without our own remarks."""
        return {key: _digest(text) for key, text in self._sections.items()}

    def head(self, title: str, subtitle: str) -> None:
        """The lines before the first section; a file that has any keeps them."""
        if not self._head.strip():
            self._head = f"# {escaped(title)}\n\n{escaped(subtitle)}\n\n"

    def put(self, section: Section, before: str = "") -> None:
        """Let a section say this: in its place, else before the section of another key, else at the end."""
        text = "\n".join(section_lines(section, self._folder))
        if section.key in self._sections or before not in self._sections:
            self._sections[section.key] = text
            return
        at = list(self._sections).index(before)
        known = list(self._sections.items())
        self._sections = dict([*known[:at], (section.key, text), *known[at:]])

    def remove(self, key: str) -> None:
        """Take a section out."""
        self._sections.pop(key, None)

    def comment(self, key: str, lines: list[str]) -> None:
        """Put a remark of ours below a section, in place of an earlier one of ours there."""
        self.uncomment(key)
        said = "\n".join(lines).replace("-->", "→")
        self._sections[key] = f"{self._sections[key]}\n\n<!-- sleuth:draft\n{said}\n-->"

    def uncomment(self, key: str) -> None:
        """Take our remark from a section."""
        self._sections[key] = _OFFER.sub("", self._sections[key] + "\n").rstrip("\n")

    def to_bytes(self) -> bytes:
        """The file."""
        parts = [self._head.rstrip("\n")]
        parts += [f"<!-- sleuth:section {key} -->\n{text}" for key, text in self._sections.items()]
        parts.append(f"<!-- sleuth:drafts {json.dumps(self._drafts)} -->")
        return ("\n\n".join(parts) + "\n").encode()


def _parsed(text: str) -> dict[str, str]:
    """The digests that a file names; none where somebody has damaged the line."""
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return {str(key): str(digest) for key, digest in found.items()} if isinstance(found, dict) else {}


def _digest(text: str) -> str:
    said = _OFFER.sub("", text + "\n")
    return sha256("\n".join(filter(None, (" ".join(line.split()) for line in said.splitlines()))).encode()).hexdigest()
