"""When two names are one person's, and when they are not though they are alike."""

import pytest

from sleuth.agents.detectives.duplicates import Bearer, same_person


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna Svensson", "Anna Svenson"),
        ("Eva Stina Lönngren", "Eva-Stina Lönngren"),
        ("Anna Svensson", "Anna Svenssons"),
        ("Kerstin Ekwall", "Kerstin Ekvall"),
    ],
)
def test_spellings_of_one_name_are_one_person(one: str, other: str) -> None:
    assert same_person(Bearer(one), Bearer(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna Svensson", "Hanna Svensson"),  # two names, an edit apart
        ("Jan Berg", "Jon Berg"),
        ("Anna Lindberg", "Anna Lindborg"),
        ("Lars Ek", "Lars Al"),  # too short to be a slip
        ("Anna Svensson", "Bo Svensson"),
        ("Maria Gill", "Maria Gill Öst"),
    ],
)
def test_names_that_are_only_alike_are_two_people(one: str, other: str) -> None:
    assert not same_person(Bearer(one), Bearer(other))


def test_an_initial_stands_for_a_name_within_one_process() -> None:
    assert same_person(Bearer("A. Svensson", ["p"]), Bearer("Anna Svensson", ["p"]))
    assert not same_person(Bearer("A. Svensson", ["p"]), Bearer("Anna Svensson", ["q"]))


def test_a_slip_of_the_pen_is_one_where_process_and_part_agree() -> None:
    one, other = Bearer("Stina Sjöberg", ["p"], ["expert"]), Bearer("Stina Sjöbärg", ["p"], ["expert"])
    assert same_person(one, other)
    assert not same_person(one, Bearer("Stina Sjöbärg", ["q"], ["expert"]))


def test_two_common_surnames_are_one_where_process_and_part_agree() -> None:
    parted = Bearer("Anna Karlsson", ["p"], ["expert"]), Bearer("Anna Carlsson", ["q"], ["expert"])
    together = Bearer("Anna Karlsson", ["p"], ["expert"]), Bearer("Anna Carlsson", ["p"], ["expert"])
    assert not same_person(*parted)
    assert same_person(*together)
