"""The tutor's figures on its own questions."""

from sleuth.evals.tutor import tutor_figures
from sleuth.evals.tutor_cases import tutor_cases, validate_response


def test_its_own_questions_are_measured() -> None:
    found = {(one.set, one.measure): one.value for one in tutor_figures()}
    assert found["the specification's questions", "pass its check"] == 1
    assert found["the specification's questions", "end with respond"] == 1
    assert found["questions for advice", "get what bears on them"] == 1
    assert found["features of the app", "invented ones said to be undocumented"] == 1


def test_there_are_as_many_questions_as_promised() -> None:
    assert sum(map(len, tutor_cases("seed").values())) == 16
    assert sum(map(len, tutor_cases("advice")["advice"].values())) >= 60
    assert sum(map(len, tutor_cases("traps")["traps"].values())) == 100


def test_the_specifications_check_refuses_what_it_should() -> None:
    assert not validate_response("", "What is a budget?")
    assert not validate_response("Sorry, what is a budget?", "What is a budget?")
    assert not validate_response("Tulips are flowers of spring.", "How do credit scores work?")
    assert validate_response("A budget is a plan.", "What is a budget?")
