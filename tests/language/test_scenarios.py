"""What a heading says of a budget or forecast: which it is, and that its edition is no name of a part."""

import pytest

from sleuth.language.scenario import Scenario, read_scenarios, without_scenario


@pytest.mark.parametrize(
    "heading", ["Budget (v3)", "Approved budget", "Budget – final", "Reforecast F1", "Budget v 2.1"]
)
def test_the_edition_of_a_scenario_is_a_part_of_its_name(heading: str) -> None:
    assert read_scenarios(heading)
    assert not without_scenario(heading).strip(" -")


@pytest.mark.parametrize("heading", ["Final dividend", "Revised rent", "Board fees", "Version 3 meters", "Floor plan"])
def test_without_a_scenario_the_same_words_are_names(heading: str) -> None:
    assert not read_scenarios(heading) & {Scenario.BUDGET, Scenario.FORECAST}
    assert without_scenario(heading)


@pytest.mark.parametrize(
    "text", ["2,500,000 ordinary shares of 10p each", "Note 12b", "£25b of assets", "3.20e", "12a Trade receivables"]
)
def test_a_letter_behind_what_is_no_year_names_no_scenario(text: str) -> None:
    assert not read_scenarios(text)


@pytest.mark.parametrize(
    ("heading", "scenario"),
    [("FY25B", Scenario.BUDGET), ("2027P", Scenario.FORECAST), ("24A", Scenario.ACTUAL), ("Q3-24F", Scenario.FORECAST)],
)
def test_a_letter_behind_a_year_or_a_part_of_one_names_it(heading: str, scenario: Scenario) -> None:
    assert read_scenarios(heading) == {scenario}
