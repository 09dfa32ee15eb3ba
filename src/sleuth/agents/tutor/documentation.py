"""The documentation of the application: what it says, which of its areas a question is about, and what it never says.

It is one YAML file a language in a folder; another application's folder can be given in its place.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from sleuth.agents.tutor.language import ENGLISH, Word, data, has_marks, key_of, load_yaml, words_of
from sleuth.agents.tutor.phrases import Found, Phrases
from sleuth.errors import SourceError

OVERVIEW = "app_overview"  # the area that stands for the whole application
_BUNDLED = Path(__file__).parent / "data" / "app"


@dataclass(frozen=True, slots=True)
class AboutApp:
    """What a text says of the application."""

    is_meant: bool  # the text speaks of the application or of one of its areas
    areas: tuple[str, ...]  # that it is about, the named ones first
    undocumented: tuple[str, ...]  # its words that neither these areas nor the overview know, neighbours joined
    is_called: bool  # the text names an area other than the overview


class Documentation:
    """One application in one language."""

    def __init__(self, language: str, content: Mapping[str, Any], path: Path) -> None:
        self.language = language
        self.path = path
        self.areas: Mapping[str, Mapping[str, Any]] = content["documentation"]
        called = content.get("areas") or {}
        names = [*(content.get("names") or ()), *data(language, "words")["app"]["names"]]
        self._names: Phrases[str] = Phrases(language, [(name, "") for name in names])
        calls = [(call, area) for area in self.areas for call in called.get(area, [area.replace("_", " ")])]
        self._calls: Phrases[str] = Phrases(language, calls)
        self._frame = self._keys(data(language, "words")["frame"])
        self._wordings = self._read_wordings(content.get("wordings") or {})
        texts = {
            area: [*statements(content), *called.get(area, ()), area.replace("_", " ")]
            for area, content in self.areas.items()
        }
        self._known = {area: self._keys("\n".join(all_texts)) for area, all_texts in texts.items()}
        self._titles = {
            area: self._keys(" ".join([area.replace("_", " "), *called.get(area, ())])) for area in self.areas
        }
        self._pairs = {area: self._pairs_of(all_texts) for area, all_texts in texts.items()}
        self._singles = self._keys(content.get("single_words") or "")
        self._app_words = self._keys(" ".join(names))

    def _keys(self, text: str) -> frozenset[str]:
        return frozenset(word.key for word in words_of(text, self.language))

    def _pairs_of(self, texts: Sequence[str]) -> frozenset[tuple[str, str]]:
        """Neighbouring words of the texts."""
        keys = [[word.key for word in words_of(text, self.language)] for text in texts]
        return frozenset(pair for line in keys for pair in pairwise(line))

    def _read_wordings(self, wordings: Mapping[str, Sequence[str]]) -> Mapping[str, frozenset[str]]:
        """Key of another word → keys of the documentation's words that it stands for."""
        meant: dict[str, set[str]] = {}
        for documented, others in wordings.items():
            for other in others:
                for key in self._keys(other):
                    meant.setdefault(key, set()).update(self._keys(documented))
        return {key: frozenset(documented) for key, documented in meant.items()}

    def about(self, text: str) -> AboutApp:
        """What a text says of the application."""
        areas = list(dict.fromkeys(found.label for found in self._calls.find(text)))
        if not areas and not self._names.find(text):
            return AboutApp(False, (), (), False)
        is_called = any(area != OVERVIEW for area in areas)
        if is_called:
            areas = [area for area in areas if area != OVERVIEW]
        areas = areas or self.areas_of(text)
        undocumented = self.undocumented(text, areas)
        if undocumented and (further := self._explaining(text, areas)):
            areas, undocumented = [*areas, further], []
        return AboutApp(True, tuple(areas), tuple(undocumented), is_called)

    def explaining(self, text: str) -> AboutApp:
        """The area that a text is about without naming the application: one area knows all of its words."""
        content = [word for word in words_of(text, self.language) if word.key not in self._frame | self._app_words]
        area = self._explaining(text, []) if len(content) > 1 else None
        return AboutApp(area is not None, (area,) if area else (), (), area is not None)

    def _explaining(self, text: str, areas: Sequence[str]) -> str | None:
        """The further area that, with these, knows every word of a text; None where no single one does."""
        others = [area for area in self.areas if area not in areas]
        return next((area for area in others if not self.undocumented(text, [*areas, area])), None)

    def calls(self, text: str) -> list[Found[str]]:
        """Where a text names areas of the application."""
        return self._calls.find(text)

    def titled(self, area: str, words: str) -> bool:
        """Whether an area is called by any of these words."""
        return bool(self._titles[area] & (self._keys(words) - self._frame))

    @property
    def name(self) -> str:
        """What the application is called."""
        return str(self.areas.get(OVERVIEW, {}).get("name") or self.path.parent.name)

    def undocumented(self, text: str, areas: Sequence[str]) -> list[str]:
        """The words of a text that neither these areas nor the overview know; neighbours joined."""
        covered = [area for area in (*areas, OVERVIEW) if area in self.areas]
        known = frozenset().union(*(self._known[area] for area in covered))
        pairs = frozenset().union(*(self._pairs[area] for area in covered))
        words = words_of(text, self.language)
        unmarked = self.language != ENGLISH and not has_marks(text)
        if unmarked:
            known, pairs = self._plain(known), frozenset((self._bare(a), self._bare(b)) for a, b in pairs)
        missing = self._missing(words, known, pairs, unmarked)
        runs: list[list[Word]] = []
        for number in missing:
            joined = runs and number - 1 in missing
            if joined:
                runs[-1].append(words[number])
            else:
                runs.append([words[number]])
        return list(dict.fromkeys(" ".join(word.text for word in run) for run in runs))

    def _missing(
        self, words: Sequence[Word], known: frozenset[str], pairs: frozenset[tuple[str, str]], unmarked: bool
    ) -> list[int]:
        """The numbers of the words that are content and not known.

        A Vietnamese syllable is known as part of a pair that the documentation has, or as a word by itself.
        """
        skipped = self._frame | self._app_words
        singles = self._singles & known if self._singles else known
        if unmarked:
            skipped, singles = self._plain(skipped), self._plain(singles)
        paired: set[int] = set()
        for number in range(len(words) - 1):
            if (words[number].key, words[number + 1].key) in pairs:
                paired |= {number, number + 1}
        by_itself = known if self.language == ENGLISH else singles
        return [
            number
            for number, word in enumerate(words)
            if number not in paired
            and not word.text[0].isdigit()
            and word.key not in skipped
            and not self._is_known(word.key, by_itself, known)
        ]

    def _plain(self, keys: frozenset[str]) -> frozenset[str]:
        return frozenset(map(self._bare, keys))

    def _bare(self, key: str) -> str:
        return key_of(key, self.language, marked=False)

    def areas_of(self, text: str) -> list[str]:
        """The areas, without the overview, that share words with a text; those that share most."""
        skipped = self._frame | self._app_words
        keys = {word.key for word in words_of(text, self.language)} - skipped
        meant = keys.union(*(self._wordings.get(key, frozenset()) for key in keys))
        shared = {area: len(meant & known) for area, known in self._known.items() if area != OVERVIEW}
        most = max(shared.values(), default=0)
        return [area for area, count in shared.items() if count == most] if most else []

    def _is_known(self, key: str, by_itself: frozenset[str], known: frozenset[str]) -> bool:
        return key in by_itself or bool(self._wordings.get(key, frozenset()) & known)


def statements(content: Any) -> Iterator[str]:
    """Every text of an area, in order."""
    if isinstance(content, Mapping):
        for value in content.values():
            yield from statements(value)
    elif isinstance(content, list):
        for value in content:
            yield from statements(value)
    else:
        yield str(content)


def open_documentation(language: str, folder: Path | None = None) -> Documentation:
    """The documentation in a language; in English where the folder has no other. Raises SourceError."""
    place = folder or _BUNDLED
    path = place / f"{language}.yaml"
    if not path.exists():
        path = place / f"{ENGLISH}.yaml"
    return Documentation(path.stem, _read(path), path)


def _read(path: Path) -> Mapping[str, Any]:
    import yaml

    try:
        content = load_yaml(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise SourceError(f"{path}: there is no such file. Put the application's documentation there.") from error
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise SourceError(f"{path.name}: the documentation cannot be read ({error}). Mend the YAML.") from error
    content = content if isinstance(content, dict) else {}
    areas = content.get("documentation")
    if not isinstance(areas, Mapping) or not all(isinstance(area, Mapping) for area in areas.values()) or not areas:
        raise SourceError(f"{path.name}: the key “documentation” must hold areas, each with texts by key.")
    return content
