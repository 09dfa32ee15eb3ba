"""The tools of the tutor: the three of its specification, and two that need no network.

Each returns `{"data": {…, "source": …}, "description": …}`. Nothing here knows who calls: rules or a language model.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from sleuth.agents.tutor.calculators.registry import calculate
from sleuth.agents.tutor.calculators.style import Style, arithmetic, shown_values
from sleuth.agents.tutor.calculators.working import Calculation, CalculationError
from sleuth.agents.tutor.concepts import Concept
from sleuth.agents.tutor.documentation import Documentation
from sleuth.agents.tutor.language import data
from sleuth.agents.tutor.library import Library, Mention, library
from sleuth.agents.tutor.websearch import NoSearch, SearchError, SearchProvider

ToolResult = dict[str, Any]
RESPOND = "respond"
_ENHANCEMENT = "financial definition guide explanation"


@dataclass
class Toolbox:
    """The tools in one language."""

    language: str  # "en" or "vi"
    documentation: Documentation
    provider: SearchProvider = field(default_factory=NoSearch)

    @cached_property
    def library(self) -> Library:
        """The concepts in the toolbox's language."""
        return library(self.language)

    @property
    def tools(self) -> Mapping[str, Callable[..., ToolResult]]:
        """Name → tool."""
        return {
            "search_online": self.search_online,
            "get_application_information": self.get_application_information,
            "look_up_concept": self.look_up_concept,
            "calculate": self.calculate,
            RESPOND: self.respond,
        }

    def run(self, name: str, arguments: Mapping[str, Any]) -> ToolResult:
        """Call a tool by name; an unknown one, or wrong arguments, are told in the result."""
        tool = self.tools.get(name)
        if tool is None:
            return _problem(f"There is no tool {name}. There are: {', '.join(self.tools)}.", name)
        try:
            return tool(**arguments)
        except TypeError:
            return _problem(f"The arguments of {name} do not fit: {', '.join(arguments)}.", name)

    def search_online(self, query: str, description: str = "") -> ToolResult:
        """Search online for financial knowledge and information using DuckDuckGo.

        Args:
            query: The search query for financial information
            description: What you're searching for
        """
        try:
            found = self.provider.search(f"{query} {_ENHANCEMENT}")
        except SearchError as error:
            told = f"Search error: {error}. Please try a different search term."
            content = {"query": query, "results": told, "source": "online_search"}
            return {
                "data": {**content, "items": [], "provider": self.provider.name},
                "description": f"search error for: {query}",
            }
        told = "\n".join(f"{one.title}: {one.snippet} ({one.url})" for one in found)
        content = {"query": query, "results": told, "source": "online_search"}
        items = [one.to_json() for one in found]
        return {
            "data": {**content, "items": items, "provider": self.provider.name},
            "description": description or f"online search for: {query}",
        }

    def get_application_information(self, description: str = "") -> ToolResult:
        """Get complete information about the personal finance app and all its features.
        Returns all app documentation in one call.

        Args:
            description: What app information you need
        """
        return {
            "data": {"complete_app_info": self.documentation.areas, "source": "app_documentation"},
            "description": description or "complete app information and features",
        }

    def look_up_concept(self, query: str, description: str = "") -> ToolResult:
        """Look up financial concepts in the built-in library: definition, importance, mechanism, a computed example,
        common mistakes and related concepts. Try this before searching online.

        Args:
            query: The concept or the question, in the user's own words
            description: What you are looking up
        """
        mentions = self.library.mentions(query)
        concepts = [self._told(mention.concept, mention) for mention in mentions]
        if not mentions and (described := self.library.surely(query)):
            concepts = [self._told(described, None)]
        unknown = self.library.unknown_words(query, mentions)
        nearest = [] if concepts else [hit.concept.title for hit in self.library.near(query)]
        return {
            "data": {
                "query": query,
                "concepts": concepts,
                "nearest": nearest,
                "unknown_words": unknown,
                "source": "concept_library",
            },
            "description": description or f"concept library: {query}",
        }

    def _told(self, concept: Concept, mention: Mention | None) -> dict[str, Any]:
        titles = {related: self.library.concepts[related].title for related in concept.related}
        return {
            "id": concept.id,
            "title": concept.title,
            "topic": concept.topic,
            "named": mention is not None,
            "narrower": mention.narrower if mention else "",
            "other": mention.other if mention else "",
            **concept.sections,
            "arithmetic": concept.arithmetic,
            "related": [{"id": related, "title": title} for related, title in titles.items()],
        }

    def calculate(
        self, calculator: str, arguments: Mapping[str, Any], currency: str | None = None, description: str = ""
    ) -> ToolResult:
        """Compute a sum of personal finance exactly. Never compute yourself.

        Args:
            calculator: The calculator's name
            arguments: Its arguments by name: amounts as plain numbers, rates in percent (5 for 5 %), durations in years
            currency: ISO code of the amounts, such as USD or VND
            description: What is computed
        """
        try:
            calculation = calculate(calculator, arguments)
        except CalculationError as error:
            return _problem(str(error), f"calculation: {calculator}", "calculator")
        return {
            "data": told_calculation(calculation, Style.of(self.language, currency)),
            "description": description or f"calculation: {calculator}",
        }

    def respond(self, answer: str, description: str = "") -> ToolResult:
        """Provide the final response to the user's question.
        Call this tool when you have gathered enough information to answer the user's question.
        This stops the ReAct execution.

        Args:
            answer: The complete answer to the user's question
            description: Brief description of what you're responding about
        """
        return {
            "data": {"final_answer": answer, "response_type": "complete", "source": "knowledge_assistant"},
            "description": description or "final response to user question",
        }


def told_calculation(calculation: Calculation, style: Style) -> dict[str, Any]:
    """A calculation as a tool tells it: exact numbers as strings, printed ones, and the arithmetic."""
    name = calculation.calculator.name
    text = data(style.language, "calculators")[name]
    values = shown_values(calculation, style)
    return {
        "calculator": name,
        "title": text["title"],
        "arguments": {key: _exact(value) for key, value in calculation.arguments.items()},
        "currency": style.currency,
        "results": {key: format(values[key], "") for key in calculation.results},
        "statement": text["answer"].format_map(values),
        "arithmetic": arithmetic(calculation, style),
        "source": "calculator",
    }


def _exact(value: Any) -> Any:
    return [f"{one:f}" for one in value] if isinstance(value, tuple) else f"{value:f}"


def _problem(message: str, description: str, source: str = "tutor") -> ToolResult:
    return {"data": {"problem": message, "source": source}, "description": description}
