"""How documents get new editions: names, phrases and metadata that tell it, and names that only look like it."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from dataroom.fiscal import long_date


@dataclass(frozen=True, slots=True)
class Copy:
    """One edition of a document: its file's name, and what it says of the one before."""

    name: str
    dated: date
    note: str = ""
    draft: bool = False
    title: str = ""


@dataclass(frozen=True, slots=True)
class Chain:
    """Editions from the oldest to the newest, and what in them shows that they are."""

    pattern: str
    copies: tuple[Copy, ...]
    evidence: str  # file name, content, metadata


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to get editions: a title, its file's kind, and the day of the last edition."""

    title: str
    extension: str
    last: date
    manner: str  # snake, title, kebab


def stem_of(title: str, manner: str) -> str:
    """A title as a file's name."""
    words = title.replace("’", "").replace(",", "").replace("/", "-").split()
    if manner == "snake":
        return "_".join(words).lower()
    return ("-" if manner == "kebab" else " ").join(words)


def make_chain(pattern: str, wish: Wish, random: Random) -> Chain:
    """The editions of one document after a pattern of `PATTERNS`."""
    return _Maker(pattern, wish, random).chain()


class _Maker:
    def __init__(self, pattern: str, wish: Wish, random: Random) -> None:
        self._pattern, self._wish, self._random = pattern, wish, random
        self._stem = stem_of(wish.title, wish.manner)
        self._joint = {"snake": "_", "title": random.choice((" ", "_")), "kebab": "-"}[wish.manner]

    def chain(self) -> Chain:
        names, evidence = PATTERNS[self._pattern](self)
        dates = self._dates(len(names))
        if self._pattern == "date_in_name":
            shape = self._random.choice(("%Y-%m-%d", "%Y%m%d", "%d.%m.%Y"))
            names = [self._tagged(day.strftime(shape)) for day in dates]
        notes = ["", *(self._note(dates[i], dates[i + 1]) for i in range(len(names) - 1))]
        copies = tuple(
            Copy(
                name if self._pattern == "other_extension" else f"{name}.{self._wish.extension}",
                day,
                note,
                "draft" in name.lower(),
                self._title(number == 0),
            )
            for number, (name, day, note) in enumerate(zip(names, dates, notes, strict=True))
        )
        return Chain(self._pattern, copies, evidence)

    def _dates(self, count: int) -> list[date]:
        steps = [timedelta(days=self._random.randint(6, 19)) for _ in range(count - 1)]
        return [self._wish.last - sum(steps[number:], timedelta()) for number in range(count)]

    def _title(self, oldest: bool) -> str:
        if self._pattern == "same_author_newer_date" and oldest:
            return f"{self._wish.title} (working copy)"
        return self._wish.title

    def _note(self, before: date, now: date) -> str:
        title, day = self._wish.title, long_date(before)
        return {
            "says_corrects": f"This document corrects the {title} dated {day}, in which figures were misstated.",
            "says_supersedes": f"Supersedes the version dated {day}.",
            "says_updated_from": f"Updated from the {title} of {day}.",
        }.get(self._pattern, "")

    def _tagged(self, *tags: str) -> str:
        return self._joint.join((self._stem, *tags))

    def _cased(self, word: str) -> str:
        return self._random.choice((word, word.lower(), word.upper()))

    def corrected(self) -> tuple[list[str], str]:
        word = self._random.choice(("CORRECTED", "CORRECTED", "corrected", "Corrected"))
        return [self._stem, self._tagged(word)], "file name"

    def numbered(self) -> tuple[list[str], str]:
        first = self._random.choice((self._stem, self._tagged("v1")))
        return [first, self._tagged("v2"), self._tagged("v3")], "file name"

    def many(self) -> tuple[list[str], str]:
        mark = self._random.choice(("v", "V"))
        return [self._tagged(f"{mark}{n}") for n in (2, 9, 10, 11, 12)], "file name"

    def revision(self) -> tuple[list[str], str]:
        first = self._random.choice((self._stem, self._tagged("rev1")))
        return [first, self._tagged("rev2"), self._tagged("rev3")], "file name"

    def final(self) -> tuple[list[str], str]:
        first = self._random.choice((self._stem, self._tagged("v3")))
        return [first, self._tagged(self._random.choice(("FINAL", "final", "Final")))], "file name"

    def updated(self) -> tuple[list[str], str]:
        return [self._stem, self._tagged(self._cased("Updated"))], "file name"

    def copies(self) -> tuple[list[str], str]:
        return [self._stem, f"{self._stem} (1)", f"{self._stem} (2)"], "file name"

    def draft(self) -> tuple[list[str], str]:
        word = self._cased("Draft")
        return [self._random.choice((self._tagged(word), f"{word}{self._joint}{self._stem}")), self._stem], "file name"

    def dated(self) -> tuple[list[str], str]:
        return ["", ""], "file name"

    def final_again(self) -> tuple[list[str], str]:
        return [self._stem, self._tagged("FINAL"), self._tagged("FINAL", "v2")], "file name"

    def draft_to_final(self) -> tuple[list[str], str]:
        return [self._tagged("draft", "v1"), self._tagged("draft", "v3"), self._tagged("FINAL")], "file name"

    def corrected_again(self) -> tuple[list[str], str]:
        return [self._stem, self._tagged("v2"), self._tagged("v2", "CORRECTED")], "file name"

    def other_case(self) -> tuple[list[str], str]:
        words = self._wish.title
        return [f"{stem_of(words, 'title')} v2", f"{stem_of(words, 'snake')}_V3"], "file name"

    def other_extension(self) -> tuple[list[str], str]:
        newest = "docx" if self._wish.extension == "pdf" else "pdf"
        return [f"{self._tagged('v2')}.{self._wish.extension}", f"{self._tagged('v3')}.{newest}"], "file name"

    def renumbered(self) -> tuple[list[str], str]:
        chapter, number = self._random.randint(2, 6), self._random.randint(1, 5)
        later = f"{chapter}.{number + self._random.randint(1, 4)} {self._tagged('CORRECTED')}"
        return [f"{chapter}.{number} {self._stem}", later], "file name"

    def phrase(self) -> tuple[list[str], str]:
        return self._unrelated(), "content"

    def metadata(self) -> tuple[list[str], str]:
        return self._unrelated(), "metadata"

    def _unrelated(self) -> list[str]:
        """Names that say nothing, as scanners and document systems give them."""
        numbers = self._random.sample(range(1000, 9999), 2)
        shape = self._random.choice(("Doc_{}", "FIN-{}", "Scan {}", "DMS{}"))
        return [shape.format(numbers[0]), shape.format(numbers[1])]


PATTERNS: dict[str, Callable[[_Maker], tuple[list[str], str]]] = {
    "corrected": _Maker.corrected,
    "version_number": _Maker.numbered,
    "version_number_high": _Maker.many,
    "revision": _Maker.revision,
    "final": _Maker.final,
    "updated": _Maker.updated,
    "copy_number": _Maker.copies,
    "draft": _Maker.draft,
    "date_in_name": _Maker.dated,
    "final_version": _Maker.final_again,
    "draft_to_final": _Maker.draft_to_final,
    "version_corrected": _Maker.corrected_again,
    "case_and_separators": _Maker.other_case,
    "other_extension": _Maker.other_extension,
    "renumbered": _Maker.renumbered,
    "says_corrects": _Maker.phrase,
    "says_supersedes": _Maker.phrase,
    "says_updated_from": _Maker.phrase,
    "same_title_newer_date": _Maker.metadata,
    "same_author_newer_date": _Maker.metadata,
}
