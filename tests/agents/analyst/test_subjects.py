"""Which of several companies a question means that names none, or a name they share."""

from types import SimpleNamespace
from typing import cast

import pytest

from sleuth.agents.analyst.room import About, Room
from sleuth.agents.analyst.subjects import chief_subjects, named_subjects


def room(*names: str) -> Room:
    return cast("Room", SimpleNamespace(subjects={name: About(1, "2024-12-31", 100) for name in names}))


@pytest.mark.parametrize(
    ("names", "chief"),
    [
        (("Vinga Sverige AB", "Vinga Group AB"), ["Vinga Group AB"]),
        (("Hald plc", "Hald Metrology Ltd", "Hald Marine Ltd"), ["Hald plc"]),
        (("Vinga Group AB", "Nordlys ASA"), ["Vinga Group AB", "Nordlys ASA"]),  # no group of one
        (("Hald Metrology Ltd", "Hald Marine Ltd"), ["Hald Metrology Ltd", "Hald Marine Ltd"]),  # no parent here
    ],
)
def test_of_a_group_the_parent_is_meant(names: tuple[str, ...], chief: list[str]) -> None:
    assert chief_subjects(room(*names)) == chief


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Vinga's revenue?", ["Vinga Group AB"]),
        ("Compare Vinga Group and Vinga Sverige.", ["Vinga Sverige AB", "Vinga Group AB"]),
        ("And the group's?", []),
    ],
)
def test_a_name_that_a_group_shares_is_its_parents(text: str, named: list[str]) -> None:
    assert named_subjects(room("Vinga Sverige AB", "Vinga Group AB"), text) == named
