"""Questions in everyday words over registers, books and lists: what they name, leave out, sum up and date."""

import asyncio
from collections.abc import Callable

import pytest

from sleuth.answering.run import Research, research_in
from sleuth.answering.state import REFUSAL
from sleuth.answering.tables import resolve_follow_up, resolve_rows
from sleuth.evals.shelf import Shelf
from sleuth.evidence.source import Source
from tests.records import text_file, workbook, workbook_of

Ask = Callable[[str], Research]


def asks(*files: Source) -> Ask:
    """What a room of some files answers."""
    shelf = Shelf(list(files))
    return lambda question: asyncio.run(research_in(shelf, question))


FLEET = (
    ("Vessel", "Flag", "Built", "Class valid until"),
    ("MS Tove", "NO", 2011, "2027-05-31"),
    ("MS Signe", "SE", 2004, "2026-02-28"),
    ("MS Ylva", "SE", 2019, "2029-11-30"),
)
MOORINGS = (
    ("Mooring", "Port", "Valid until"),
    ("Quay 4", "Ystad", "2026-10-31"),
    ("Quay 9", "Moss", "2031-01-31"),
)


@pytest.fixture(scope="module")
def ask_fleet() -> Ask:
    """Asks a file that is called after the lists on its two sheets."""
    return asks(workbook_of("Vessels and moorings.xlsx", {"Vessels": FLEET, "Moorings": MOORINGS}))


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("how many moorings do they have", "2 moorings: Quay 4, Quay 9"),
        ("which moorings are valid until 2026", "1 of 2 moorings"),
        ("how many vessels are there", "3 vessels: MS Tove"),
    ],
)
def test_a_file_of_several_lists_lends_each_of_them_its_own_name_only(ask_fleet: Ask, question: str, part: str) -> None:
    answer = ask_fleet(question).answer
    assert part in answer
    assert "[2]" not in answer.split("\n")[0]


BUYERS = """Buyer,Country,Sales 2024 (kSEK),Sales 2025 (kSEK)
Alnö Rör AB,Sweden,410,500
Bø Stål AS,Norway,300,280
Sundry buyers (below 50 each),,2 100,1 950
"""


@pytest.fixture(scope="module")
def ask_buyers() -> Ask:
    """Asks a list whose last row stands for all small buyers."""
    return asks(text_file("Buyers.csv", BUYERS.replace("2 100", "2100").replace("1 950", "1950")))


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("who is the biggest buyer", "Alnö Rör AB, Sales 2025 (kSEK): 500 (the largest of 2 rows)"),
        (
            "how many buyers are there",
            "2 buyers: Alnö Rör AB, Bø Stål AS; “Sundry buyers (below 50 each)” stands for several more",
        ),
        ("how many buyers are in norway", "1 of 2 buyers (Country: Norway): Bø Stål AS; “Sundry buyers"),
    ],
)
def test_a_row_of_sundry_things_is_neither_counted_nor_the_largest(ask_buyers: Ask, question: str, part: str) -> None:
    assert part in ask_buyers(question).answer


REQUESTED = (
    ("Project Heron – request list, 4 March 2026",),
    ("No", "Area", "Request", "Status"),
    (1, "Legal", "Articles of association", "Provided"),
    (2, "Commercial", "Projects under way", "Open"),
    (3, "Commercial", "Client contracts", "Open"),
    (4, "Property", "Leases", "Provided"),
)


def test_the_name_of_a_deal_in_a_title_does_not_say_what_the_rows_are() -> None:
    ask = asks(workbook("Requests.xlsx", REQUESTED, "IRL"))
    assert ask("how many projects are there").answer == REFUSAL
    assert "4 requests" in ask("how many requests are there").answer


WORKS = (
    ("Project register at 30 April 2026 (open value, EUR '000)",),
    ("Project", "Client", "Group", "Trade", "Open value", "Handover", "Retention %"),
    ("P-101", "Havnø Kommune", "—", "Roofing", 310, "Jun-26", 5),
    ("P-104", "Brovik Eiendom AS", "Brovik", "Façades", 420, "Sep-26", 5),
    ("P-107", "Sundet Skole", "—", "Roofing", 150, "Jun-26", 10),
    ("P-112", "Havnø Kommune", "—", "Façades", 230, "Jan-27", 5),
    ("P-115", "Brovik Drift AS", "Brovik", "Roofing", 200, "Feb-27", 5),
    ("Total", "", "", "", 1310),
)


@pytest.fixture(scope="module")
def ask_works() -> Ask:
    """Asks a register of projects by code, of which one client has two, and one group too."""
    return asks(workbook("Project_register_2026-04.xlsx", WORKS, "Register"))


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("what is the total of the project register?", ("Total Open value, 5 rows: 1,310",)),
        ("project register end of apr 26?", ("Total Open value, 5 rows: 1,310",)),
        ("how much of the project register is roofing?", ("3 of 5 rows (Trade: Roofing): 660", "310 + 150 + 200")),
        (
            "who is the biggest in the project register?",
            ("Havnø Kommune", "540", "310 + 230", "largest of 4 different"),
        ),
        (
            "top 2 clients in the project register",
            ("Havnø Kommune", "540", "Brovik Eiendom AS", "420", "2 largest of 4"),
        ),
        ("which trade is the biggest in the register?", ("Roofing", "660", "the largest of 2 different “Trade”")),
        ("open value by trade", ("by Trade, 5 rows: Roofing 660; Façades 650",)),
        ("how many projects per client?", ("5 projects, by Client: Havnø Kommune 2",)),
        ("largest project?", ("P-104 – Open value: 420", "Client: Brovik Eiendom AS", "the largest of 5 rows")),
        ("how many projects does Havnø Kommune have?", ("2 of 5 projects", "P-101, P-112")),
        ("total open value of Havnø Kommune", ("540", "310 + 230")),
        (
            "who is the biggest client, whole group of companies?",
            ("Brovik (Brovik Eiendom AS, Brovik Drift AS), Total Open value: 620", "420 + 200", "3 different “Group”"),
        ),
        (
            "what share of the open value has the largest client, group of companies?",
            ("(Brovik): 47.3% = 620 ÷ 1,310",),
        ),
    ],
)
def test_rows_of_one_thing_are_summed_up_where_things_are_asked_for(
    ask_works: Ask, question: str, parts: tuple[str, ...]
) -> None:
    answer = ask_works(question).answer
    assert [part for part in parts if part not in answer] == []


@pytest.mark.parametrize(
    "question",
    [
        "who has the highest retention?",  # percentages of one client do not add up
        "retention by client",
        "who is the biggest supplier in the project register?",
        "what was the project register end of mar 26?",
        "average open value by trade",
    ],
)
def test_what_does_not_add_up_and_what_is_of_another_day_is_not_summed(ask_works: Ask, question: str) -> None:
    assert ask_works(question).answer == REFUSAL


LICENCES = (
    ("Licence register, 31 March 2026",),
    ("Licence", "Brewery", "Issued by", "Ends", "Status"),
    ("Excise warehouse AA-7", "Alvesta", "Skatteverket", "2031-05-31", "active"),
    ("Water abstraction V-12", "Alvesta", "Länsstyrelsen", "2025-10-31", "active, renewal filed"),
    ("Serving S-3", "Bergkvara", "Kommunen", "2027-01-31", "revoked – appeal filed"),
    ("Discharge D-9", "Bergkvara", "Länsstyrelsen", "2029-06-30", "application"),
    ("Gas storage G-2", "Alvesta", "Räddningstjänsten", "2028-02-28", "active"),
)
CHECKED = tuple((*row[:4], "in force") if row[0].startswith("Water") else row for row in LICENCES)
POLICIES = """Insurance policies as at 31 March 2026
Policy,Insurer,Insured sum (EUR),Policy end,Remark
Property,Alfa Försäkring,900000,2026-12-31,
Cyber,Beta Re,250000,2026-02-28,
Transport,Beta Re,400000,2026-03-31,cover suspended until survey
Liability,Gamma Liv,500000,2025-12-31,to be renewed
"""


@pytest.fixture(scope="module")
def ask_licences() -> Ask:
    """Asks a register whose column of statuses says one state in each row."""
    return asks(workbook("Licences.xlsx", CHECKED, "Licences"))


@pytest.fixture(scope="module")
def ask_policies() -> Ask:
    """Asks a dated list without statuses, of which a remark says that something is wrong."""
    rows = [line.split(",") for line in POLICIES.strip().split("\n")]
    return asks(workbook("Insurance_policies.xlsx", rows, "Policies"))


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("how many licences are really in force?", ("3 of 5 licences (Status: active or in force): Excise",)),
        ("which licences are pending", ("1 of 5 licences", "Discharge D-9")),
        ("any trouble with the licences?", ("1 of 5 licences", "Serving S-3", "revoked – appeal filed")),
        ("how many licences are there?", ("5 licences, by Status: active 2;", "in force 1")),
        ("how many licences are active and how many are revoked?", ("by Status: active 2", "revoked – appeal filed 1")),
        (
            "how many licences are not active?",
            ("2 of 5 licences (Status: ≠ active or in force)", "Serving", "Discharge"),
        ),
    ],
)
def test_a_column_of_statuses_tells_what_is_in_force(ask_licences: Ask, question: str, parts: tuple[str, ...]) -> None:
    answer = ask_licences(question).answer
    assert [part for part in parts if part not in answer] == []


def test_a_status_that_says_two_things_tells_nothing_of_what_is_in_force() -> None:
    ask = asks(workbook("Licences.xlsx", LICENCES, "Licences"))
    assert ask("how many licences are really in force?").answer == REFUSAL
    assert ask("how many licences have expired?").answer == REFUSAL


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        (
            "how many policies on the list are already expired?",
            ("2 of 4 policies (Policy end: before 2026-03-31, the date of the list): Cyber, Liability",),
        ),
        ("which policies have run out?", ("2 of 4 policies", "Cyber", "Liability")),
        ("which policies are still in force?", ("2 of 4 policies (Policy end: on or after 2026-03-31", "Property")),
        ("which policies have not expired yet?", ("2 of 4 policies", "Property", "Transport")),
        ("which policies expired in 2025?", ("1 of 4 policies", "Liability")),
        ("any problem with the policies?", ("1 of 4 policies", "Transport", "cover suspended until survey")),
    ],
)
def test_what_has_expired_is_told_by_the_date_of_the_list(
    ask_policies: Ask, question: str, parts: tuple[str, ...]
) -> None:
    answer = ask_policies(question).answer
    assert [part for part in parts if part not in answer] == []


def test_without_a_date_of_the_list_nothing_has_expired() -> None:
    rows = [line.split(",") for line in POLICIES.strip().split("\n")[1:]]
    ask = asks(workbook("Insurance_policies.xlsx", rows, "Policies"))
    assert ask("how many policies are already expired?").answer == REFUSAL
    assert ask("which policies have expired?").answer == REFUSAL


FARMS = """Period;Farm;Feed tonnes;Escape incidents;Mortality %;Staff;Complaints YTD
FY2025-Q3;Skarv;410;1;2,1;14;3
FY2025-Q3;Ternholm;380;0;1,8;11;1
FY2025-Q4;Skarv;395;0;2,4;14;4
FY2025-Q4;Ternholm;402;2;1,9;12;1
FY2026-Q1;Skarv;405;2;2,0;15;2
FY2026-Q1;Ternholm;377;1;2,2;12;0
"""
CREW = (
    ("Crew at month-end, heads",),
    ("Month", "Deck", "Engine", "Total"),
    ("Aug-25", 41, 17, 58),
    ("Sep-25", 42, 17, 59),
    ("Oct-25", 40, 18, 58),
)


@pytest.fixture(scope="module")
def ask_farms() -> Ask:
    """Asks rows of a site and a quarter of a fiscal year each, and a sheet of a crew by month."""
    return asks(text_file("Farm_KPIs.csv", FARMS), workbook("Crew.xlsx", CREW, "Crew"))


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("escape incidents Ternholm in fy25", ("Total Escape incidents, 2 of 6 rows", ": 2 = 0 + 2")),
        ("how much feed did Skarv get in FY2025?", ("Total Feed tonnes, 2 of 6 rows", "805 = 410 + 395")),
        ("feed of Skarv in FY2025-Q4", ("FY2025-Q4, Feed tonnes: 395, Farm: Skarv",)),
        ("feed of Skarv in the third quarter of fiscal 2025", ("410",)),
        ("which farm had the most escape incidents in fy2025?", ("Ternholm", "2 = 0 + 2")),
        ("feed by farm in FY2025", ("by Farm, 4 of 6 rows", "Skarv 805; Ternholm 782")),
        ("which period had the most escape incidents?", ("FY2026-Q1", "3 = 2 + 1", "3 different “Period”")),
        ("deck at sep 25?", ("Sep-25, Deck: 42",)),
        ("crew in october 2025", ("Oct-25, Total: 58",)),
    ],
)
def test_rows_of_periods_are_summed_up_for_a_longer_time(ask_farms: Ask, question: str, parts: tuple[str, ...]) -> None:
    answer = ask_farms(question).answer.replace(" – ", ", ")
    assert [part for part in parts if part not in answer] == []


@pytest.mark.parametrize(
    ("question", "never"),
    [
        ("total staff in FY2025", "51"),  # of one time and the next the same people
        ("staff by farm in FY2025", "28"),
        ("total complaints in FY2025", "9"),  # a year to date holds the quarters before
        ("which farm had the most complaints in FY2025?", "7"),
        ("total mortality in FY2025", "8.2"),
        ("total feed", "2,369"),  # of what time is not said
        ("escape incidents of Skarv in 2025", "3"),  # no fiscal year
        ("escape incidents of Skarv in Q4 and FY2026", "3"),
        ("total deck crew", "123"),
    ],
)
def test_what_stands_at_a_time_is_not_summed_up_over_times(ask_farms: Ask, question: str, never: str) -> None:
    assert f" {never}" not in ask_farms(question).answer


def test_rows_that_sum_up_the_sites_are_not_added_to_them() -> None:
    rows = FARMS.strip().split("\n")
    sums = ["FY2025-Q3;Group;790;1;2,0;25;4", "FY2025-Q4;Group;797;2;2,1;26;5", "FY2026-Q1;Group;782;3;2,1;27;2"]
    ask = asks(text_file("Farm_KPIs.csv", "\n".join([*rows, *sums])))
    assert "3,174" not in ask("total feed in FY2025").answer
    assert "805 = 410 + 395" not in ask("which farm used the most feed in FY2025?").answer


def test_a_month_of_a_sheet_of_headcount_is_no_employee() -> None:
    ask = asks(workbook("Headcount.xlsx", (("Staff at month-end",), *CREW[1:]), "Headcount"))
    assert ask("how many employees are there?").answer == REFUSAL
    assert "Oct-25, Total: 58" in ask("how many employees are there in oct 25?").answer


def test_the_biggest_in_a_list_is_of_the_list_that_answered_before() -> None:
    shelf = Shelf([workbook("Project_register_2026-04.xlsx", WORKS, "Register")])

    async def talk(*messages: str) -> list[str]:
        found = await resolve_rows(shelf, messages[0])
        said = [str(found.query)]
        for message in messages[1:]:
            found = await resolve_follow_up(shelf, message, found.before)
            said.append(str(found.query))
        return said

    said = asyncio.run(talk("project register end of apr 26, which figure should we use?", "who is the biggest in it?"))
    assert said == ["rows · Open value · sum", "rows · Open value · by Client · largest"]


def test_words_side_by_side_name_one_value() -> None:
    rows = [
        ("Order", "Buyer", "Line", "Value"),
        ("A-1", "Ek AB", "Band & Belt Dryers", 10),
        ("A-2", "Al AB", "Drum Dryers", 30),
    ]
    rows += [("A-3", "Bok AB", "Drum Dryers", 20), ("A-4", "Ask AB", "Band & Belt Dryers", 15)]
    ask = asks(workbook("Orders.xlsx", rows, "Orders"))
    assert "A-2" not in ask("largest order for belt dryers").answer


LEASES = """Ref,Landlord,Change of control,Rent (EUR)
L1,Nairn Estates,Consent,"12,000"
L2,Holt Land,No,"9,000"
L3,Perrin Parks,Notice only,"7,000"
"""
HISTORY = (("Step", "Annual rent (EUR)"), ("Initial", 684000), ("Indexed", 694260), ("Review", 752000))


@pytest.mark.parametrize(
    "question",
    [
        "Which leases in the register can be terminated on change of control?",  # all of them are no answer
        "Which leases must be notified of a change of control?",
    ],
)
def test_rows_that_a_verb_of_may_restricts_are_not_all_rows(question: str) -> None:
    assert asks(text_file("Lease register.csv", LEASES))(question).answer == REFUSAL


def test_the_paper_of_one_lease_is_no_list_of_leases() -> None:
    ask = asks(workbook_of("Lease Hornby.xlsx", {"Rent history": HISTORY}))
    assert ask("List the leases").answer == REFUSAL
    assert "3 leases" in asks(workbook_of("Leases.xlsx", {"Rents": HISTORY}))("How many leases are there?").answer


CONTRACTS = """Ref,Counterparty,Segment,Type,Annual value (EUR k)
C1,Penrose Schools,School,Customer,2090
C2,Tarn Cluster,School,Customer,215
S1,Holt Ovens,Leasing,Supplier,390
L1,Nairn Estates,Group,Property lease,79
L2,Perrin Parks,Group,Property lease,31
"""


@pytest.mark.parametrize(
    ("question", "refs", "others"),
    [
        ("List the property leases", ("L1", "L2"), ("S1", "C1")),
        ("Which property leases are there?", ("L1", "L2"), ("S1", "C1")),
        ("How many property leases do we have?", ("2 of 5", "L1"), ("S1",)),  # no "Leasing" of the type
        ("List the suppliers", ("S1",), ("L1", "C1")),
    ],
)
def test_the_value_of_a_column_in_the_plural_asks_for_its_rows(
    question: str, refs: tuple[str, ...], others: tuple[str, ...]
) -> None:
    answer = asks(text_file("Contract register.csv", CONTRACTS))(question).answer
    assert all(ref in answer for ref in refs)
    assert not any(ref in answer for ref in others)


def test_what_a_column_counts_in_is_not_what_it_tells() -> None:
    rows = (
        ("Name", "Role", "Retention bonus (months of salary)", "Target bonus (% of salary)"),
        ("Aoife Byrne", "Chief Executive", 6, 40),
        ("Niall Daly", "Head of Finance", 3, 25),
    )
    ask = asks(workbook("Key managers.xlsx", list(rows), "Key managers"))
    assert ask("What does the CEO earn?").answer == REFUSAL
    assert "6" in ask("What is the retention bonus of Aoife Byrne?").answer
