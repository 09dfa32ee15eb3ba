"""Writes the answer from what the tools returned: nothing is said that no tool has said."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sleuth.agents.tutor.documentation import OVERVIEW, Documentation
from sleuth.agents.tutor.language import data
from sleuth.agents.tutor.question import Reading
from sleuth.agents.tutor.sums import NoSum, Sum
from sleuth.agents.tutor.turns import Step
from sleuth.evidence.quote import Match, locate
from sleuth.evidence.source import Page, PageSource, Source

_MOST_CONCEPTS = 3
_ALONE, _TOGETHER = 3, 2  # lines of advice on one topic, and on each of several


def render(reading: Reading, steps: Sequence[Step], documentation: Documentation, provider: str) -> str:
    """The answer to a question: paragraphs parted by empty lines."""
    writer = _Writer(reading, documentation, provider)
    return "\n\n".join(block for block in writer.blocks(steps) if block)


class _Writer:
    """Writes in the question's language."""

    def __init__(self, reading: Reading, documentation: Documentation, provider: str) -> None:
        self._reading = reading
        self._documentation = documentation
        self._provider = provider
        self._language = documentation.language
        self._texts = data(self._language, "texts")

    def blocks(self, steps: Sequence[Step]) -> Iterator[str]:
        """The paragraphs of the answer."""
        reading = self._reading
        found = {step.tool: step.data for step in steps}
        if reading.is_greeting and not reading.is_lost:
            yield self._say("conversation", "hello", app=self._documentation.name)
            return
        if reading.is_lost:
            yield self._say("conversation", "nothing_before")
            return
        concepts = list(found.get("look_up_concept", {}).get("concepts", ()))[:_MOST_CONCEPTS]
        taught = [concept for concept in concepts if not concept["other"]]
        if reading.wants_advice:
            yield self._say("advice", "opening")
        if "calculate" in found:
            yield from self._computed(found["calculate"])
        elif isinstance(reading.sum, NoSum):
            reason = self._say("calculation", reading.sum.reason, detail=reading.sum.detail)
            yield self._say("calculation", "refused", reason=reason)
        if reading.is_topical and taught and "search_online" not in found:
            yield self._say("unknown", "topical")
        if "look_up_concept" in found:
            yield from self._library(concepts, taught, found["look_up_concept"])
        if "search_online" in found:
            yield from self._web(found["search_online"])
        if "get_application_information" in found:
            yield from self._app(found["get_application_information"]["complete_app_info"], taught)
        if reading.wants_advice:
            yield from self._advice(taught)
        yield self._next(taught)
        yield self._sources(taught, found)

    def _say(self, section: str, key: str, **values: object) -> str:
        return str(self._texts[section][key]).format(**values)

    def _in_sentence(self, title: str) -> str:
        """A title inside a sentence: "Compound interest" as "compound interest", "ETF" as it is."""
        return title if title[:2].isupper() or not title[0].isalpha() else title[0].lower() + title[1:]

    def _listed(self, words: Sequence[str]) -> str:
        """“a”, “b” and “c”"""
        quoted = [f"“{word}”" for word in words]
        if len(quoted) == 1:
            return quoted[0]
        return str(self._texts["app"]["list_end"]).join([", ".join(quoted[:-1]), quoted[-1]])

    # What the calculators say

    def _computed(self, computed: Mapping[str, Any]) -> Iterator[str]:
        lines = [self._say("calculation", "heading"), computed["statement"]]
        lines += [f"  {line}" for line in computed["arithmetic"]]
        if any("≈" in line for line in computed["arithmetic"]):
            lines.append(self._say("concept", "rounded"))
        yield "\n".join(lines)
        asked = self._reading.sum
        if isinstance(asked, Sum) and asked.assumed:
            taken = [self._assumption(name, computed["arguments"][name]) for name in asked.assumed]
            yield self._say("calculation", "assumed", text="; ".join(taken))

    def _assumption(self, name: str, value: str) -> str:
        known = self._texts["assumptions"].get(name)
        return str(known).format(value=value) if known else f"{name} = {value}"

    # What the library says

    def _library(
        self, concepts: Sequence[Mapping[str, Any]], taught: Sequence[Mapping[str, Any]], looked_up: Mapping[str, Any]
    ) -> Iterator[str]:
        for concept in concepts:
            if concept["other"]:
                yield self._say("unknown", "other", phrase=concept["other"])
        if concepts and not taught:
            titles = ", ".join(concept["title"] for concept in concepts)
            yield f"{self._say('unknown', 'nearest', titles=titles)} {self._say('unknown', 'offer')}"
        if not concepts:
            yield from self._nothing(looked_up["nearest"])
        strange = [] if self._reading.app.is_meant or self._reading.wants_advice else looked_up["unknown_words"]
        if taught and strange:
            yield self._say("unknown", "words", words=self._listed(strange))
        if len(taught) > 1 and "difference" in self._reading.facets:
            first, second = taught[0]["title"], self._in_sentence(taught[1]["title"])
            in_sentence = self._in_sentence(first)
            yield self._say("concept", "difference", first=first, first_in_sentence=in_sentence, second=second)
        for concept in taught:
            yield from self._concept(concept, alone=len(taught) == 1)

    def _nothing(self, nearest: Sequence[str]) -> Iterator[str]:
        if self._reading.wants_advice:
            return
        if not nearest and self._provider == "off":
            yield self._say("unknown", "outside")
            return
        yield self._say("unknown", "nothing")
        if nearest:
            offer = self._say("unknown", "nearest", titles=", ".join(nearest))
            yield f"{offer} {self._say('unknown', 'offer')}"
        if self._provider == "off":
            yield self._say("unknown", "online_off")

    def _concept(self, concept: Mapping[str, Any], *, alone: bool) -> Iterator[str]:
        if concept["narrower"]:
            title = self._in_sentence(concept["title"])
            yield self._say("concept", "narrower", phrase=concept["narrower"], title_in_sentence=title)
        elif not concept["named"]:
            yield self._say("concept", "described", title=concept["title"])
        yield concept["title"] + "\n" + concept["definition"]
        for part in self._parts(alone=alone):
            yield from self._part(part, concept)

    def _parts(self, *, alone: bool) -> list[str]:
        """Which sides of a concept the question is about, after its definition."""
        facets = self._reading.facets
        if self._reading.wants_advice:
            return ["why"]
        if not alone:
            return ["how", "example"]
        asked: list[str] = [part for part in ("why", "how", "example", "mistakes") if part in facets]
        if not asked or "whole" in facets:
            return ["why", "how", "example", "mistakes"]
        if "what" in facets and "how" in facets:
            return ["why", "how", "example", "mistake"]
        return [*asked, "example", "mistake"] if asked == ["how"] else asked

    def _part(self, part: str, concept: Mapping[str, Any]) -> Iterator[str]:
        mistakes = concept["mistakes"].splitlines()
        if part == "example":
            lines = [self._say("concept", "example", text=concept["example"])]
            lines += [f"  {line}" for line in concept["arithmetic"]]
            if any("≈" in line for line in concept["arithmetic"]):
                lines.append(self._say("concept", "rounded"))
            yield "\n".join(lines)
        elif part == "mistakes":
            yield "\n".join([self._say("concept", "mistakes"), *(f"- {line}" for line in mistakes)])
        elif part == "mistake":
            yield self._say("concept", "mistake", text=self._in_sentence(mistakes[0]))
        else:
            yield self._say("concept", part, text=concept[part])

    # What the documentation says

    def _app(self, areas: Mapping[str, Mapping[str, Any]], taught: Sequence[Mapping[str, Any]]) -> Iterator[str]:
        app = self._reading.app
        shown = list(app.areas) or [OVERVIEW]
        if app.undocumented and not app.is_called:
            shown = [OVERVIEW]
        if taught and not app.is_called:
            names = " ".join(name for concept in taught for name in self._names_of(concept))
            shown = self._documentation.areas_of(names) or shown
            is_titled = any(self._documentation.titled(area, names) for area in shown)
            if not is_titled and not app.undocumented:
                title = self._in_sentence(taught[0]["title"])
                yield self._say("app", "no_area", title_in_sentence=title)
        if app.undocumented:
            yield self._say("app", "undocumented", words=self._listed(app.undocumented))
        yield self._say("app", "heading", name=self._documentation.name)
        for area in shown:
            if area in areas:
                yield self._area(area, areas[area])
        if shown == [OVERVIEW]:
            lines = [self._brief(area, areas[area]) for area in areas if area != OVERVIEW]
            yield "\n".join(line for line in lines if line)

    def _names_of(self, concept: Mapping[str, Any]) -> Sequence[str]:
        return [mention.phrase for mention in self._reading.mentions if mention.concept.id == concept["id"]]

    def _area(self, area: str, content: Mapping[str, Any]) -> str:
        """An area: what it is in the first line, its further texts below, word for word."""
        opening = [self._value(value) for key, value in content.items() if not self._label(key) and key != "name"]
        lines = [f"{self._title(area)}: {'. '.join(opening)}" if opening else self._title(area)]
        for key, value in content.items():
            label = self._label(key)
            if isinstance(value, list) and label and len(value) > 1:
                lines += [f"- {label}:", *(f"  - {one}" for one in value)]
            elif label:
                lines.append(f"- {label}: {self._value(value)}")
        return "\n".join(lines)

    def _brief(self, area: str, content: Mapping[str, Any]) -> str:
        first = next(iter(content.values()), "")
        return f"- {self._title(area)}: {self._value(first)}"

    def _title(self, area: str) -> str:
        named = self._texts["areas"].get(area) or area.replace("_", " ").capitalize()
        return str(named)

    def _label(self, key: str) -> str:
        return str(self._texts["keys"].get(key, key.replace("_", " ").capitalize()))

    def _value(self, value: Any) -> str:
        if isinstance(value, Mapping):
            return "; ".join(f"{key}: {self._value(one)}" for key, one in value.items())
        return "; ".join(map(str, value)) if isinstance(value, list) else str(value)

    # What the web says

    def _web(self, found: Mapping[str, Any]) -> Iterator[str]:
        lines = [line for line in map(self._quoted, found.get("items") or ()) if line]
        if lines:
            yield "\n".join([self._say("web", "heading"), *lines])
        else:
            yield self._say("web", "failed", reason=found["results"] or "–")

    def _quoted(self, item: Mapping[str, str]) -> str:
        """A result with a quote that stands in its snippet word for word; nothing where there is none."""
        snippet = item["snippet"]
        page = Page(1, snippet, "snippet")
        source = Source(item["url"], "html", PageSource.WHOLE, (page,))
        located = locate(snippet, source) if snippet else None
        if not isinstance(located, Match):
            return ""
        title = item["title"] or item["url"]
        return self._say("web", "item", title=title, quote=located.text, url=item["url"], fetched=item["fetched_at"])

    # Advice, the next concept, sources

    def _advice(self, taught: Sequence[Mapping[str, Any]]) -> Iterator[str]:
        every = data(self._language, "advice")
        topics = list(dict.fromkeys(concept["topic"] for concept in taught)) or ["general"]
        most = _ALONE if len(topics) == 1 else _TOGETHER
        for part in ("trade_offs", "adviser"):
            lines = [line for topic in topics for line in every[topic][part][:most]]
            yield "\n".join([self._say("advice", part), *(f"- {line}" for line in lines)])
        yield self._say("advice", "closing")

    def _next(self, taught: Sequence[Mapping[str, Any]]) -> str:
        known = {concept["id"] for concept in taught}
        related = [one for concept in taught for one in concept["related"] if one["id"] not in known]
        if not related:
            return ""
        title = related[0]["title"]
        return self._say("concept", "next", title=title, title_in_sentence=self._in_sentence(title))

    def _sources(self, taught: Sequence[Mapping[str, Any]], found: Mapping[str, Any]) -> str:
        lines = []
        if "calculate" in found:
            lines.append(self._say("calculation", "source", name=found["calculate"]["title"]))
        if taught:
            files = ", ".join(f"{concept['id']}.md" for concept in taught)
            lines.append(self._say("concept", "source", files=files))
        if "get_application_information" in found:
            lines.append(self._say("app", "source"))
        return "\n".join(lines)
