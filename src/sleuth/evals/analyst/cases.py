"""The cases: what is asked in which room, and what is expected, in the form of the specification's evaluation set."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import yaml

from sleuth.errors import UserError


@dataclass(frozen=True, slots=True)
class Expectation:
    """A named check and what it is given: true, or what the answer must hold."""

    check: str
    value: Any = True


@dataclass(frozen=True, slots=True)
class Turn:
    """A message, the intent it has, and what is expected of the answer."""

    query: str
    intent: str = ""
    expected: tuple[Expectation, ...] = ()


@dataclass(frozen=True, slots=True)
class Case:
    """A conversation with one room."""

    id: str
    room: str
    turns: tuple[Turn, ...]


def bundled_cases() -> list[Case]:
    """The cases that come with Sleuth: EVAL-001 to EVAL-010, and those that grew around them."""
    folder = files("sleuth.evals.analyst") / "data"
    named = sorted((file for file in folder.iterdir() if file.name.endswith(".yaml")), key=lambda file: file.name)
    return [case for file in named for case in read_cases(file.read_text("utf-8"), file.name)]


def read_cases(text: str, name: str) -> Iterator[Case]:
    """The cases of a YAML text. Raises UserError with the case's id for what is wrong in it."""
    try:
        rows = yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise UserError(f"{name}: it is no YAML ({error}). Mend it.") from error
    if not isinstance(rows, list):
        raise UserError(f"{name}: a list of cases is expected. Begin each with “- id:”.")
    for row in rows:
        yield case_of(row, name)


def case_of(row: Mapping[str, Any], name: str = "case") -> Case:
    """A case of its YAML form: `query` with `expected_behavior`, or `turns` of these."""
    identity = str(row.get("id", ""))
    turns = row.get("turns") or [row]
    if not identity or not all(isinstance(turn, Mapping) and turn.get("query") for turn in turns):
        raise UserError(f"{name}: case {identity or 'without an id'} needs an id, and a query in each turn.")
    return Case(identity, str(row.get("room", "known")), tuple(_turn(turn, f"{name}: {identity}") for turn in turns))


def _turn(row: Mapping[str, Any], place: str) -> Turn:
    return Turn(
        str(row["query"]), str(row.get("intent", "")), tuple(_expected(row.get("expected_behavior", []), place))
    )


def _expected(rows: Sequence[Any], place: str) -> Iterator[Expectation]:
    from sleuth.evals.analyst.checks import CHECKS

    for row in rows:
        for check, value in ({row: True} if isinstance(row, str) else dict(row)).items():
            if check not in CHECKS:
                raise UserError(f"{place}: there is no check “{check}”. Choose from {', '.join(sorted(CHECKS))}.")
            yield Expectation(check, value)
