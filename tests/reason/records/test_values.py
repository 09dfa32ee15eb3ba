"""Which rows the words of a question count or rank, where a column says them in part, in short or in another form."""

import pytest

from sleuth.findings.records.reading import read_records
from sleuth.reason.protocol import Document
from sleuth.reason.records.asking import take_apart
from sleuth.reason.records.choosing import Listed, RowsFound, choose
from tests.records import workbook_of

STAFF = [
    ["Name", "Company", "Site", "Job title", "Staff group", "Contract", "FTE"],
    ["Ada Lind", "Halden Digital, Lda", "Oban Pier", "Managing director Digital", "Executive", "permanent", 1],
    ["Bo Ek", "Halden Digital, Lda", "Oban Pier", "Specialist veterinarian", "Veterinarian", "fixed-term", 1],
    ["Cay Holm", "Halden Pets, Lda", "Oban Pier", "Hospital director", "Veterinarian", "permanent", 1],
    ["Dan Moe", "Halden Pets, Lda", "Oban Pier", "Veterinarian", "Veterinarian", "permanent", 0.5],
    ["Eva Dahl", "Halden Pets, Lda", "Moss", "Veterinarian", "Veterinarian", "fixed-term", 1],
    ["Finn Berg", "Halden Pets, Lda", "Moss", "Auditor", "Finance", "permanent", 0.5],
    ["Gro Vik", "Halden Pets, Lda", "Moss", "Auditor", "Finance", "fixed-term", 0.5],
]
PLANTS = [
    ["Plant", "Pieces (000)", "Rewash % P05", "Rewash % YTD"],
    ["Oban", 812, "3.1%", "3.0%"],
    ["Moss", 455, "5.6%", "4.9%"],
    ["Buckie", 398, "2.4%", "5.1%"],
]
CONTRACTS = [
    ["No", "Counterparty", "Type", "Law"],
    [1, "Orvik Coatings AS", "Supply", "Norway"],
    [2, "Lorn Estates Limited", "Lease", "Scots"],
    [3, "Borg Twine Limited", "Supply", "England"],
    [4, "Brim AS", "Services", "Norway"],
]


def found_in(title: str, rows: list[list[object]], question: str) -> RowsFound:
    page = workbook_of("Staff census.xlsx", {"Census": [[title], [], *rows]}).pages[0]
    records = read_records(page, 0, "en")
    assert records is not None
    return choose(take_apart(question), [Listed(Document(1, "Staff census.xlsx"), records)])


def counted(question: str, title: str = "Salaried staff at 31 March 2025") -> int | None:
    """How many rows are counted; None where none are."""
    answers = found_in(title, STAFF, question).answers
    return len(answers[0].selection.rows) if answers and not answers[0].selection.query.columns else None


@pytest.mark.parametrize("census", ["per the census", "according to the census", "(census)", "acc. to the census"])
def test_a_word_for_the_list_is_no_kind_of_row(census: str) -> None:
    assert counted(f"How many salaried staff are at Moss {census}?") == 3


def test_the_place_before_a_word_for_the_list_limits_the_rows() -> None:
    assert counted("How many staff are on the Moss census?") == 3


@pytest.mark.parametrize("word", ["vets", "veterinarians"])
def test_a_job_title_that_names_a_group_of_staff_means_the_group(word: str) -> None:
    assert counted(f"How many {word} work at Oban Pier?") == 3


@pytest.mark.parametrize("place", ["hospital", "clinic", "site"])
def test_the_kind_of_a_place_behind_its_name_says_no_more(place: str) -> None:
    assert counted(f"How many vets work at the Oban {place}?") == 3


@pytest.mark.parametrize("place", ["opening", "harbour"])
def test_any_other_word_behind_the_name_of_a_place_does(place: str) -> None:
    assert counted(f"How many vets work at the Oban {place}?") is None


def test_whoever_works_at_a_company_need_not_have_it_in_the_title() -> None:
    assert counted("How many people at Digital are on fixed-term contracts?") == 1


def test_people_with_a_row_each_are_counted_by_rows_and_not_by_their_posts() -> None:
    assert counted("How many auditors are employed?") == 2


@pytest.mark.parametrize(
    ("title", "count"),
    [
        ("Staff at 31 March 2025, pseudonymised except key employees", 3),
        ("Key staff at 31 March 2025", None),
        ("Staff at 31 March 2025, except key employees", None),
    ],
)
def test_whose_names_a_list_hides_does_not_make_it_a_part(title: str, count: int | None) -> None:
    assert counted("How many staff are at Moss?", title) == count


@pytest.mark.parametrize(
    ("question", "plant"),
    [
        ("Which plant had the worst rewash rate in P05?", "Moss"),
        ("Which plant had the best rewash rate in P05?", "Buckie"),
        ("Which plant had the worst rewash rate YTD?", "Buckie"),
    ],
)
def test_the_worst_and_the_best_are_ranked_by_what_is_bad_of_a_measure(question: str, plant: str) -> None:
    (answer,) = found_in("Plant KPIs", PLANTS, question).answers
    rows = {row.row: row for row in answer.listed.records.rows}
    assert [rows[number].text(0) for number in answer.selection.rows] == [plant]


def test_a_column_of_laws_is_asked_by_the_adjectives_of_its_countries() -> None:
    (answer,) = found_in("Contracts", CONTRACTS, "Which contracts are under Norwegian law?").answers
    assert len(answer.selection.rows) == 2


def test_a_law_that_no_row_has_is_not_told_of_a_column_with_laws_of_no_country() -> None:
    assert not found_in("Contracts", CONTRACTS, "Which contracts are under British law?").answers


@pytest.mark.parametrize("whole", ["Group", "The Group", "All sites"])
def test_the_last_row_that_is_called_as_all_above_are_together_is_none_of_them(whole: str) -> None:
    plants = [*PLANTS, [whole, 1665, "3.6%", "4.0%"]]

    (answer,) = found_in("Rewash by plant", plants, "Which plant has the lowest rewash % P05?").answers
    assert answer.selection.among == len(PLANTS) - 1


STARTED = [
    ["Name", "Site", "Start date"],
    ["Ada Lind", "Oban Pier", "12 March 2019"],
    ["Bo Ek", "Moss", "1 May 2021"],
    ["Cay Holm", "Moss", "4 June 2023"],
]


def test_no_row_is_counted_by_a_day_in_a_column_of_which_nothing_is_said() -> None:
    assert not found_in("Staff", STARTED, "How many people are still employed at Moss at end March 2025?").answers
    (answer,) = found_in("Staff", STARTED, "How many people at Moss have a start date in 2025?").answers
    assert answer.selection.rows == ()
