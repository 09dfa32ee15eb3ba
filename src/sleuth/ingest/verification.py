"""Checks quotes and claims against files as they lie on disk, without a store."""

import json
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, Self

from sleuth.config import Settings
from sleuth.errors import SourceError, UserError
from sleuth.evidence.cite import locator
from sleuth.evidence.claim import Context, Verdict
from sleuth.evidence.located import rule
from sleuth.evidence.placing import placed
from sleuth.evidence.quote import FoldedSource, Match, fold_source, locate
from sleuth.evidence.source import Source
from sleuth.findings.context import context_of as document_context
from sleuth.ingest.sandbox import read_file

_FILES_KEPT = 8  # a 300-page document takes some 20 MB


@dataclass(frozen=True, slots=True)
class Case:
    """A quote said to stand in a file, and perhaps a sentence said to follow from it."""

    file: str
    quote: str
    claim: str | None = None


@dataclass(frozen=True, slots=True)
class ClaimResult:
    """Whether the sentence follows from the quote, and why. `aligned` pairs its words with the quote's."""

    supported: bool
    verdict: Literal["proven", "refuted", "open"]
    reason: str
    aligned: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """What was found. `text` holds the source's own characters; `reason` says why a quote was refused."""

    verified: bool
    match: Literal["exact", "folded"] | None = None
    text: str | None = None
    locator: str | None = None
    page: int | None = None
    reason: str | None = None
    claim: ClaimResult | None = None
    unreadable: bool = False  # the file, or the line that names it, could not be read at all

    @property
    def holds(self) -> bool:
        """The quote stands in the file, and the claim, if one was given, follows from it."""
        return self.verified and (self.claim is None or self.claim.supported)

    def to_json(self) -> dict[str, Any]:
        """The public shape, as documented for `sleuth verify --json`."""
        shape = asdict(self)
        del shape["unreadable"]
        return shape


class Verifier:
    """Verifies case after case; a file is read once however many cases quote it."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._sources: OrderedDict[str, FoldedSource | SourceError] = OrderedDict()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._sources.clear()

    def verify(self, case: Case) -> Result:
        """The verdict on one case; a file that cannot be read raises SourceError."""
        return judge(case, self._source(case.file))

    def verify_batch(self, path: Path) -> Iterator[Result]:
        """The verdict on each line of a JSON Lines file, in order; what cannot be read is a refusal that says so.

        Blank lines are passed over. Raises UserError where there is no such file of cases.
        """
        for number, line in _lines(path):
            try:
                yield self.verify(_case(line, f"{path.name}, line {number}"))
            except UserError as error:
                yield Result(verified=False, reason=str(error), unreadable=True)

    def _source(self, file: str) -> FoldedSource:
        if file not in self._sources:
            self._sources[file] = self._read(file)
            if len(self._sources) > _FILES_KEPT:
                self._sources.popitem(last=False)
        self._sources.move_to_end(file)
        kept = self._sources[file]
        if isinstance(kept, SourceError):
            raise kept
        return kept

    def _read(self, file: str) -> FoldedSource | SourceError:
        try:
            return fold_source(read_file(Path(file), self._settings))
        except SourceError as error:  # kept, so that a bad file is not read again for each of its cases
            return error


def judge(case: Case, source: FoldedSource) -> Result:
    """Locate the quote; then check the claim over the source's own words."""
    found = locate(case.quote, source)
    if not isinstance(found, Match):
        claim = ClaimResult(False, "open", "the quote it rests on was refused") if case.claim is not None else None
        return Result(verified=False, reason=found.reason, claim=claim)
    return Result(
        verified=True,
        match=found.how,
        text=found.text,
        locator=locator(source.source, found.spans[0]),
        page=found.spans[0].page,
        claim=None if case.claim is None else _claim_result(rule_on(case.claim, source.source, found)),
    )


def rule_on(sentence: str, source: Source, *quotes: Match) -> Verdict:
    """How a sentence stands to quotes that were located in a document."""
    quoted = [(source, quote) for quote in quotes]
    return rule(sentence, quoted, context_of(source, *quotes), (source.filename, source.title))


def _claim_result(verdict: Verdict) -> ClaimResult:
    reason = f"{verdict.reason} ({verdict.arithmetic})" if verdict.arithmetic else verdict.reason
    return ClaimResult(verdict.is_proven, verdict.verdict.value, reason, verdict.aligned)


def context_of(source: Source, *quotes: Match) -> Context:
    """What a document says of itself, and where quotes of it stand."""
    return placed(document_context(source, source), source.pages, quotes)


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    """The lines that are not blank, with their numbers. A line ends where JSON Lines says, at a line feed alone."""
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{path}: cannot be read ({error}). Name a UTF-8 file of JSON lines.") from error
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield number, line


def _case(line: str, where: str) -> Case:
    try:
        row = json.loads(line)
    except ValueError as error:
        raise UserError(f"{where}: not JSON ({error}). Write one object a line.") from error
    if not isinstance(row, dict) or not all(isinstance(row.get(key), str) for key in ("file", "quote")):
        raise UserError(f'{where}: needs the texts "file" and "quote", and may have "claim".')
    if not isinstance(row.get("claim"), str | None):
        raise UserError(f'{where}: "claim" must be a text.')
    return Case(row["file"], row["quote"], row.get("claim"))
