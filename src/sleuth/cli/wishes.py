"""What a person gives as a period or a scenario, read or refused with the forms that are understood."""

from typing import TYPE_CHECKING

from sleuth.errors import UserError

if TYPE_CHECKING:
    from sleuth.language.timing import Timing


def read_period(name: str) -> "Timing":
    """The time that is named. Raises UserError where it is none."""
    from sleuth.language.timing import read_timing

    timing = read_timing(name)
    if timing is None or timing.year is None:
        raise no_period(name)
    return timing


def no_period(name: str) -> UserError:
    """The error for what is no period."""
    return UserError(f"“{name}” is no period. Write FY2024, “Q3 2024”, “June 2024” or 2024-09-30.")


def read_scenario(name: str | None) -> str | None:
    """The scenario that is named, if one is. Raises UserError for an unknown one."""
    from sleuth.language.scenario import Scenario

    names = [scenario.value for scenario in Scenario]
    if name is not None and name not in names:
        raise UserError(f"“{name}” is no scenario. Choose from {', '.join(names)}.")
    return name
