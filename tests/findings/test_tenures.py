"""Who held which office from when until when, as sentences and lists tell it."""

from datetime import date

import pytest

from sleuth.findings.text.tenures import is_entry, read_officer, read_tenures


@pytest.mark.parametrize(
    ("sentence", "person", "office", "part", "since", "until"),
    [
        ("Ann Berg, CFO from 1 August 2024", "Ann Berg", "CFO", "", date(2024, 8, 1), None),
        ("Ola Lund, CFO until 31 July 2024", "Ola Lund", "CFO", "", None, date(2024, 7, 31)),
        ("Ann Berg (Chief Financial Officer) - appointed 13 January 2025", "Ann Berg", "Chief Financial Officer", "",
         date(2025, 1, 13), None),
        ("On 29 August 2025 Ola Lund, managing director of Vik Boats Limited, left the Group.", "Ola Lund",
         "managing director", "Vik Boats Limited", None, date(2025, 8, 29)),
        ("Ms Dahl reported that Eva Holm, SVP Retail, resigned with effect from October 31, 2025.", "Eva Holm", "SVP",
         "Retail", None, date(2025, 10, 31)),
        ("Pål Eide was appointed managing director of Vik Boats with effect from 1 October 2025.", "Pål Eide",
         "managing director", "Vik Boats", date(2025, 10, 1), None),
        ("Mr Dahl was acting as managing director of Vik Boats until 30 September 2025.", "Dahl", "managing director",
         "Vik Boats", None, date(2025, 9, 30)),
        ("Eva Holm, since 2018 head of product, became managing director of Vik GmbH on 1 October 2022.", "Eva Holm",
         "managing director", "Vik GmbH", date(2022, 10, 1), None),
        ("Steve Hall leads Retail on an interim basis.", "Steve Hall", "head", "Retail", None, None),
        ("Dana Moss Chief Operating Officer", "Dana Moss", "Chief Operating Officer", "", None, None),
    ],
)  # fmt: skip
def test_a_statement_tells_the_office_its_part_and_its_days(
    sentence: str, person: str, office: str, part: str, since: date | None, until: date | None
) -> None:
    told = next(one for one in read_tenures(sentence) if one.person == person)
    assert (told.office, told.part, told.since, told.until) == (office, part, since, until)


def test_each_of_several_people_has_an_office_of_his_own() -> None:
    told = read_tenures(
        "Colin Peel left as Managing Director UK on 31 March 2025; Amy Dale, until then operations director of Vik"
        " Limited, is acting Managing Director UK from 1 April 2025."
    )
    assert [(one.person, one.since, one.until, one.ends) for one in told] == [
        ("Colin Peel", None, date(2025, 3, 31), True),
        ("Amy Dale", date(2025, 4, 1), None, False),
    ]
    assert [one.is_acting for one in told] == [False, True]


def test_an_earlier_office_of_one_person_stands_beside_the_present_one() -> None:
    told = read_tenures("Directors: Max Reed (Non-executive Chair; Chief Executive until 31 August 2023)")
    assert [(one.office, one.until) for one in told] == [
        ("Non-executive Chair", None),
        ("Chief Executive", date(2023, 8, 31)),
    ]


@pytest.mark.parametrize(
    "sentence",
    [
        "The Board approved the budget on 12 December 2024.",
        "Vik Boats Limited left the scheme on 1 May 2024.",
        "IT WAS RESOLVED that the company secretary file the forms.",
        "In May 2024 Amendment No. 1 was signed.",
    ],
)
def test_what_is_no_person_has_no_office(sentence: str) -> None:
    assert read_tenures(sentence) == []


@pytest.mark.parametrize(
    ("line", "is_one"),
    [
        ("Dana Moss Chief Operating Officer", True),
        ("Dana Moss, CFO until 31 July 2024", True),
        ("Dana Moss left as", False),
        ("Chief Operating Officer", False),
    ],
)
def test_an_entry_of_a_list_has_the_office_right_behind_the_name(line: str, *, is_one: bool) -> None:
    assert is_entry(line) is is_one


def test_a_successor_takes_the_office_on_the_day_on_which_the_other_leaves_it() -> None:
    told = read_tenures("On 1 March 2024 Engr. Piet Vos succeeded Engr. Lien Maas as Plant Director at Harle.")
    assert [(one.person, one.office, one.part, one.since, one.until) for one in told] == [
        ("Piet Vos", "Plant Director", "Harle", date(2024, 3, 1), None),
        ("Lien Maas", "Plant Director", "Harle", None, date(2024, 3, 1)),
    ]


def test_one_who_moves_on_leaves_the_office_that_another_takes() -> None:
    told = read_tenures(
        "Piet Vos joined the board as CFO on 1 March 2024, succeeding Lien Maas, who became managing director of Harle."
    )
    assert [(one.person, one.office, one.since, one.until) for one in told] == [
        ("Piet Vos", "CFO", date(2024, 3, 1), None),
        ("Lien Maas", "CFO", None, date(2024, 3, 1)),
        ("Lien Maas", "managing director", None, None),
    ]


def test_the_region_of_a_former_post_is_nobody() -> None:
    told = read_tenures(
        "Mr Piet Jan Vos, now Sales Manager Nordic & Middle East, is named Export Director from 1 May 2024."
    )
    assert [(one.person, one.office, one.since) for one in told] == [
        ("Piet Jan Vos", "Export Director", date(2024, 5, 1))
    ]


@pytest.mark.parametrize(
    ("sentence", "part"),
    [
        ("Ola Lund was appointed chair of the audit committee in place of Ann Berg.", "audit committee"),
        ("Ola Lund is chair of the remuneration committee.", "remuneration committee"),
        ("Ola Lund, director of the pension trustees, resigned.", "pension trustees"),
        ("Ola Lund is chair of the board.", ""),
    ],
)
def test_an_office_of_a_committee_is_none_of_the_company(sentence: str, part: str) -> None:
    assert read_tenures(sentence)[0].part == part


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("Ann Berg became Chair in place of Ola Lund, who retired.", [("Ann Berg", False), ("Ola Lund", True)]),
        (
            "Ann Berg became chair of the audit committee in place of Ola Lund and remains chair of the pay panel.",
            [("Ann Berg", False), ("Ola Lund", True)],
        ),
    ],
)
def test_one_in_whose_place_another_comes_is_the_one_who_leaves(sentence: str, told: list[tuple[str, bool]]) -> None:
    assert [(one.person, one.ends) for one in read_tenures(sentence)] == told


@pytest.mark.parametrize("sentence", ["Ann Berg, Chair designate", "Ann Berg, chair elect"])
def test_an_office_that_somebody_is_only_chosen_for_is_none_yet(sentence: str) -> None:
    assert read_tenures(sentence) == []


@pytest.mark.parametrize(
    ("cells", "since", "until"),
    [
        (["Chief Financial Officer", "Ann Berg", "Appointed 4 November 2024"], date(2024, 11, 4), None),
        (["Ann Berg", "Managing Director", "Until 31 March 2025"], None, date(2025, 3, 31)),
        (
            ["Ann Berg", "Independent Chair", "Director since 1 March 2022; Chair from 1 July 2024"],
            date(2024, 7, 1),
            None,
        ),
    ],
)
def test_a_row_of_officers_tells_the_days_that_it_words(
    cells: list[str], since: date | None, until: date | None
) -> None:
    (told,) = read_officer(cells)
    assert (told.person, told.since, told.until) == ("Ann Berg", since, until)


@pytest.mark.parametrize(
    "cells",
    [
        ["Ann Berg", "Chief Financial Officer", "4 May 2019"],  # perhaps of the first employment
        ["Ann Berg", "Commercial Director", "Appointed to the Board 8 January 2024"],
        ["Ann Berg", "Ola Lund", "Chief Financial Officer", "Appointed 4 November 2024"],
        ["Ann Berg", "Appointed 4 November 2024"],
    ],
)
def test_a_row_that_leaves_office_person_or_day_open_tells_nothing(cells: list[str]) -> None:
    assert read_officer(cells) == []
