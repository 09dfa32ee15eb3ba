"""What a memo is asked to tell: sections of questions and tables, written as Markdown by a person or taken as given.

    # {company}: company profile
    ## Customers
    - Who is the largest customer?
    - under: Customers, Major customers
    - table Income statement: revenue, EBITDA, EBITDA margin
    - insights: 5
    - conflicts
    > A remark for whoever edits the outline; it is not printed.

A line is a question, or asks for what stands under headings of these names, for a table of measures, for what stands
out in the figures, or for what documents contradict each other on.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from importlib.resources import files
from typing import TypeAlias

from sleuth.errors import UserError
from sleuth.language.measures import formulas
from sleuth.language.metrics import default_lexicon, label_form
from sleuth.language.query import Measure

COMPANY = "{company}"
_MOST_INSIGHTS = 50


@dataclass(frozen=True, slots=True)
class Question:
    """A question in words, with COMPANY where the company's name goes."""

    text: str


@dataclass(frozen=True, slots=True)
class Under:
    """What stands under headings of these names."""

    headings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Figures:
    """A table of measures, periods as columns."""

    caption: str
    measures: tuple[Measure, ...]


@dataclass(frozen=True, slots=True)
class Insights:
    """What stands out in the figures of the company."""

    most: int


@dataclass(frozen=True, slots=True)
class Conflicts:
    """What documents contradict each other on."""


Ask: TypeAlias = Question | Under | Figures | Insights | Conflicts


@dataclass(frozen=True, slots=True)
class Plan:
    """A section as it is asked for."""

    key: str  # of its title: by which a later run finds it again
    title: str
    asks: tuple[Ask, ...]


@dataclass(frozen=True, slots=True)
class Outline:
    """A memo as it is asked for."""

    title: str  # with COMPANY where the company's name goes
    sections: tuple[Plan, ...]
    text: str  # as written


def default_outline() -> str:
    """The outline that serves where none is given, as Markdown."""
    return files("sleuth.agents.analyst.memo").joinpath("data", "default.md").read_text(encoding="utf-8")


def read_outline(text: str, name: str) -> Outline:
    """The outline that a text is. Raises UserError that names the line and the remedy."""
    title = f"{COMPANY}: company profile"
    sections: list[tuple[str, list[Ask]]] = []
    for number, line in enumerate(text.splitlines(), 1):
        written = line.strip()
        where = f"{name}, line {number}"
        if not written or written.startswith(">"):
            continue
        if written.startswith("## "):
            sections.append((written.removeprefix("## ").strip(), []))
        elif written.startswith("# "):
            title = written.removeprefix("# ").strip()
        elif not written.startswith(("- ", "* ")):
            raise UserError(f"{where}: “{written}” is neither a heading nor an item. Begin an item with “- ”.")
        elif not sections:
            raise UserError(f"{where}: the item stands in no section. Put a heading before it: “## Business”.")
        else:
            sections[-1][1].append(_ask(written[2:].strip(), where))
    plans = tuple(Plan(_key(title), title, tuple(asks)) for title, asks in sections)
    _refuse_unusable(plans, name)
    return Outline(title, plans, text)


def _refuse_unusable(plans: tuple[Plan, ...], name: str) -> None:
    if not plans:
        raise UserError(f"{name}: it has no section. Write one: “## Customers”, and below it “- Who is …?”.")
    seen: set[str] = set()
    for plan in plans:
        if plan.key in seen:
            raise UserError(f"{name}: two sections are called “{plan.title}”. Give each a name of its own.")
        if not plan.asks:
            raise UserError(f"{name}: the section “{plan.title}” asks for nothing. Put items below it: “- Who is …?”.")
        seen.add(plan.key)


def _key(title: str) -> str:
    return re.sub(r"\W+", "_", title.casefold()).strip("_")[:33] or "section"


def _ask(item: str, where: str) -> Ask:
    kind, _, rest = (part.strip() for part in item.partition(":"))
    word, _, name = kind.partition(" ")
    match word.casefold():
        case "under" if rest:
            return Under(tuple(_listed(rest)))
        case "table" if rest:
            return Figures(name.strip(), tuple(_measure(text, where) for text in _listed(rest)))
        case "insights" if not name:
            return Insights(_number(rest or "5", where))
        case "conflicts" if not name:
            return Conflicts()
    if not item.endswith("?"):
        raise UserError(
            f"{where}: “{item}” is no question and no item that is known. End a question with “?”, or write "
            "“under: …”, “table NAME: …”, “insights: 5” or “conflicts”."
        )
    return Question(item)


def _listed(text: str) -> Iterator[str]:
    yield from (part.strip() for part in text.split(",") if part.strip())


def _number(text: str, where: str) -> int:
    if not text.isdigit() or not 1 <= int(text) <= _MOST_INSIGHTS:
        raise UserError(f"{where}: “{text}” is no number of insights. Give one from 1 to {_MOST_INSIGHTS}.")
    return int(text)


def _measure(text: str, where: str) -> Measure:
    """The measure of a name, as documents print it or as people ask for it. Raises UserError with near names."""
    lexicon = default_lexicon()
    form = label_form(text)
    keys = tuple(metric.key for metric in lexicon.named(form)) or ((form,) if form in lexicon.metrics else ())
    for formula in formulas().values():
        if form in (formula.key, label_form(formula.name), *map(label_form, formula.asks)):
            return Measure(text, keys or ((formula.key,) if formula.key else ()), formula.name)
    if not keys:
        near = get_close_matches(form, lexicon.metrics, 3, 0.6)
        hint = f"Near names: {', '.join(near)}." if near else "`sleuth findings` lists what documents state."
        raise UserError(f"{where}: “{text}” is no measure that is known. {hint}")
    return Measure(text, keys)
