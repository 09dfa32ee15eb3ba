"""What a name says of an edition: the title without its marks, and the marks in comparable form."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from enum import IntEnum
from functools import cache, lru_cache
from pathlib import PurePosixPath

from sleuth.language.glyphs import plain
from sleuth.language.timing import months_by_name
from sleuth.language.wordlist import wordlist


class Stage(IntEnum):
    """How far a document has come."""

    DRAFT = 0
    PLAIN = 1
    FINAL = 2


@dataclass(frozen=True, slots=True)
class Name:
    """A name taken apart; numbers are compared as numbers, so 12 comes after 9."""

    stem: str  # the words that are no marks, folded, with single blanks
    marks: str = ""  # the marks as written, in the order of the name
    extension: str = ""  # with its dot, in small letters
    stage: Stage = Stage.PLAIN
    number: tuple[int, ...] = ()  # within the stage: 2 in "FINAL v2", 3 in "draft v3"; v2.1 is (2, 1)
    working: tuple[int, ...] = ()  # the number that led to the final: 3 in "v3 FINAL"
    amended: tuple[int, int] = (0, 0)  # how many words say so, and the number behind them
    copy: int = 0  # the number in brackets that programs give to another file of the same name
    day: date | None = None  # the date in the name; 03-04-2025 is read as in April, for most of the world does


@lru_cache(maxsize=8192)
def read_name(filename: str) -> Name:
    """Take a filename apart; folders do not count."""
    path = PurePosixPath(filename.replace("\\", "/"))
    extension = path.suffix if re.fullmatch(r"\.[A-Za-z]\w{1,4}", path.suffix) else ""
    return read_title(path.name.removesuffix(extension), extension.lower())


@lru_cache(maxsize=8192)
def read_title(title: str, extension: str = "") -> Name:
    """Take a title apart: "Budget FY2025 (working copy)" is a draft of "budget fy2025"."""
    parts = _Parts(plain(_CAMEL.sub(" ", title)).text.replace("_", " "))
    return parts.name(extension)


def series(title: str) -> str:
    """What the yearly or quarterly successors of a document are called too: its title without numbers and months."""
    return " ".join(
        word for word in read_title(title).stem.split() if not re.search(r"\d", word) and word not in months_by_name()
    )


_CAMEL = re.compile(r"(?<=[a-zåäöß])(?=[A-ZÅÄÖ][a-zåäö]|V\d)|(?<=\d)(?=[A-ZÅÄÖ][a-zåäö]{2})")
_INDEX = re.compile(r"^\s*\d{1,2}(?:\.\d{1,3})+\.?\s+(?=\D)")  # the number that a data room gives: "5.4 Cost base"
_TAKEN = "\x00"
_BETWEEN = rf"[\s\-–.,()\[\]{_TAKEN}]*"
_COPY = re.compile(rf"\((\d{{1,2}})\)(?={_BETWEEN}\Z)")


class _Parts:
    """A name whose marks are taken out one kind after the other."""

    def __init__(self, text: str) -> None:
        self.text = _INDEX.sub("", text, count=1)
        self.found: list[tuple[int, str]] = []  # where each mark stood, as written

    def name(self, extension: str) -> Name:
        """The parts put together."""
        day = self._day()
        copies = [int(found[1]) for found in self._take(_COPY)]
        numbers = [(found.start(), _number(found["number"])) for found in self._take(_numbered())]
        words = list(self._words())
        numbers = sorted([*numbers, *((at, number) for at, kind, number in words if number and kind in _STAGES)])
        final = min((at for at, kind, _ in words if kind == "final"), default=None)
        amended = [number for _, kind, number in words if kind not in _STAGES]
        draft = any(kind == "draft" for _, kind, _ in words)
        return Name(
            stem=" ".join(re.sub(rf"[\W{_TAKEN}]+", " ", self.text).split()),
            marks=" ".join(text for _, text in sorted(self.found)),
            extension=extension,
            stage=Stage.FINAL if final is not None else Stage.DRAFT if draft else Stage.PLAIN,
            number=next((number for at, number in numbers if final is None or at >= final), ()),
            working=next((number for at, number in numbers if final is not None and at < final), ()),
            amended=(len(amended), max((number[0] for number in amended if number), default=0)),
            copy=copies[0] if copies else 0,
            day=day,
        )

    def _take(self, pattern: re.Pattern[str]) -> list[re.Match[str]]:
        """Blank what fits a pattern; what it was."""
        found = list(pattern.finditer(self.text))
        for one in found:
            self._blank(one)
        return found

    def _blank(self, found: re.Match[str]) -> None:
        self.found.append((found.start(), found[0].strip(" -.,()[]")))
        self.text = self.text[: found.start()] + _TAKEN * len(found[0]) + self.text[found.end() :]

    def _day(self) -> date | None:
        for pattern in _dates():
            for found in pattern.finditer(self.text):
                if (day := _reading(found)) is not None:
                    self._blank(found)
                    return day
        return None

    def _words(self) -> Iterator[tuple[int, str, tuple[int, ...]]]:
        """The marking words at the beginning, the end and in brackets: where, what kind, and the number behind."""
        while found := next(filter(None, (pattern.search(self.text) for pattern in _marked())), None):
            kind = next(kind for kind in _KINDS if found.groupdict().get(kind))
            self._blank(found)
            yield found.start(), kind, _number(found["number"] or "")


_STAGES = ("draft", "final")
_KINDS = (*_STAGES, "amended", "last")


def _number(digits: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", digits))


@cache
def _numbered() -> re.Pattern[str]:
    words = "|".join(map(_folded, wordlist("versions", "findings")["numbering"]["words"]))
    return re.compile(
        rf"(?:(?<![^\W_])(?:(?:{words})[\s.\-]{{0,2}}|v\.?)|(?<=[^\W\d_]{{5}})v)(?P<number>\d+(?:\.\d+){{0,2}})(?!\w)"
    )


@cache
def _marked() -> tuple[re.Pattern[str], ...]:
    """Words with the number behind them: at the end, in brackets, at the beginning."""
    lists = wordlist("versions", "findings")["marks"]
    words = {kind: "|".join(sorted(map(_folded, lists[kind]), key=len, reverse=True)) for kind in _KINDS}
    number = r"(?:[\s.\-]{0,2}(?P<number>\d{1,3}))?(?!\w)"
    early = "|".join(f"(?P<{kind}>{words[kind]})" for kind in _KINDS[:-1])
    late = f"{early}|(?P<last>{words['last']})"
    return (
        re.compile(rf"(?<=[\s\-.,{_TAKEN}])(?:{late}){number}(?={_BETWEEN}\Z)"),
        re.compile(rf"[(\[](?:{late}){number}[)\]]"),
        re.compile(rf"(?<!.)(?<![^{_TAKEN}])(?:{early}){number}(?=[\s\-.,{_TAKEN}])"),
    )


def _folded(word: str) -> str:
    return re.escape(plain(word).text).replace(r"\ ", r"[\s\-]")


@cache
def _dates() -> tuple[re.Pattern[str], ...]:
    """Dates with a day: year first, day first, without separators, with the month's name."""
    months = "|".join(sorted(months_by_name(), key=len, reverse=True))
    year, two = r"(?P<year>(?:19|20)\d\d)", r"(?P<{}>\d\d?)"
    return tuple(
        re.compile(rf"(?<![\d]){form}(?![\d])")
        for form in (
            rf"{year}[.\- ]{two.format('month')}[.\- ]{two.format('day')}",
            rf"{two.format('day')}[.\- ]{two.format('month')}[.\- ]{year}",
            rf"{year}(?P<month>[01]\d)(?P<day>[0-3]\d)",
            rf"(?P<day>[0-3]\d)(?P<month>[01]\d){year}",
            r"(?P<short>[12]\d)(?P<month>[01]\d)(?P<day>[0-3]\d)",
            rf"{two.format('day')}(?:st|nd|rd|th)?[.\- ]{{0,2}}(?P<name>{months})[.\-, ]{{0,2}}{year}",
            rf"(?P<name>{months})[.\- ]{{0,2}}{two.format('day')}[.\-, ]{{1,2}}{year}",
        )
    )


def _reading(found: re.Match[str]) -> date | None:
    """The day that a date means. Month before day only where it cannot be otherwise."""
    parts = found.groupdict()
    year, day = int(parts.get("year") or f"20{parts.get('short')}"), int(parts["day"])
    month = int(parts["month"]) if parts.get("month") else months_by_name()[parts["name"]]
    for one, other in ((month, day), (day, month)):
        try:
            return date(year, one, other)
        except ValueError:
            continue  # there is no thirteenth month
    return None
