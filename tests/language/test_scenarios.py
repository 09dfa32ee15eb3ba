"""What a heading says of a budget or forecast: which it is, and that its edition is no name of a part."""

import pytest

from sleuth.language.scenario import Scenario, read_scenarios, without_scenario


@pytest.mark.parametrize(
    "heading", ["Budget (v3)", "Approved budget", "Budget – final", "Reforecast F1", "Budget v 2.1"]
)
def test_the_edition_of_a_scenario_is_a_part_of_its_name(heading: str) -> None:
    assert read_scenarios(heading)
    assert not without_scenario(heading).strip(" -")


@pytest.mark.parametrize("heading", ["Final dividend", "Revised rent", "Board fees", "Version 3 meters"])
def test_without_a_scenario_the_same_words_are_names(heading: str) -> None:
    assert not read_scenarios(heading) & {Scenario.BUDGET, Scenario.FORECAST}
    assert without_scenario(heading)
