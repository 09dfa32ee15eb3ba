"""Which scenarios answer for one another."""

from sleuth.language.scenario import is_alike


def test_an_estimate_answers_for_a_forecast_and_nothing_else_does() -> None:
    assert is_alike("forecast", "estimate")
    assert is_alike("actual", "actual")
    assert not is_alike("forecast", "budget")
    assert not is_alike("actual", "estimate")
