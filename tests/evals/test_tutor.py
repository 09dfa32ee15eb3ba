"""The tutor's figures: on its own questions always, on sums where the data is."""

from pathlib import Path

from sleuth.evals.tutor import tutor_figures
from sleuth.evals.tutor_cases import tutor_cases, validate_response


def test_without_data_its_own_questions_are_measured(tmp_path: Path) -> None:
    found = {(one.set, one.measure): one.value for one in tutor_figures(tmp_path)}
    assert found["the specification's questions", "pass its check"] == 1
    assert found["the specification's questions", "end with respond"] == 1
    assert found["questions for advice", "get what bears on them"] == 1
    assert found["features of the app", "invented ones said to be undocumented"] == 1
    assert not any(name == "financemath" for name, _ in found)


def test_sums_that_nobody_wrote_for_the_calculators_are_right_or_refused(shared_data: Path) -> None:
    found = {one.measure: one for one in tutor_figures(shared_data) if one.set == "financemath"}
    right = found["right of those computed"]
    assert right.value is not None
    assert right.value >= 0.8
    assert right.cases >= 8


def test_there_are_as_many_questions_as_promised() -> None:
    assert sum(map(len, tutor_cases("seed").values())) == 16
    assert sum(map(len, tutor_cases("advice")["advice"].values())) >= 60
    assert sum(map(len, tutor_cases("traps")["traps"].values())) == 100


def test_the_specifications_check_refuses_what_it_should() -> None:
    assert not validate_response("", "What is a budget?")
    assert not validate_response("Sorry, what is a budget?", "What is a budget?")
    assert not validate_response("Tulips are flowers of spring.", "How do credit scores work?")
    assert validate_response("A budget is a plan.", "What is a budget?")
