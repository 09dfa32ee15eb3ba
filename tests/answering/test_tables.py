"""Questions over the rows of tables, asked of real files through the whole graph."""

import asyncio
from collections.abc import Callable, Sequence

import pytest

from sleuth.answering.run import Research, research_in
from sleuth.answering.state import REFUSAL
from sleuth.answering.tables import resolve_rows
from sleuth.evals.shelf import Shelf
from tests.records import CUSTOMERS, DEBT, HOLDERS, KUNDER, LEASES, letter, text_file, workbook

Ask = Callable[[str], Research]


@pytest.fixture(scope="module")
def ask() -> Ask:
    """Asks a room of a customer list, a debt schedule, a cap table and a lease list."""
    shelf = Shelf([
        text_file("Customer_list_Apr2025.csv", CUSTOMERS),
        workbook("Debt_Schedule.xlsx", DEBT, "Debt"),
        workbook("Cap_table.xlsx", HOLDERS, "Cap table"),
        letter("Lease overview.docx", "Property overview", LEASES),
    ])  # fmt: skip
    return lambda question: asyncio.run(research_in(shelf, question))


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        (
            "Which customers have contracts that expire on or before 30 April 2026?",
            ("4 of 6 customers", "Harstad", "Brofjord", "Kattegatt", "Baltic", "not certain for 1: Hamburg"),
        ),
        ("How many Norwegian customers are on the customer list?", ("2 of 6 customers", "Harstad", "Brofjord")),
        ("Which customers are not in Norway?", ("4 of 6 customers", "Skagen", "Kattegatt", "Baltic", "Hamburg")),
        ("What is the largest customer?", ("Skagen Pelagic A/S", "84,872")),
        ("Top 2 customers by revenue", ("Skagen Pelagic A/S", "Harstad")),
        ("Which customers have revenue over SEK 30 million?", ("2 of 6 customers", "Skagen", "Harstad")),
        ("What is the total revenue from Norwegian customers?", ("59,355 = 31,240 + 28,115",)),
        ("What share of revenue comes from Norwegian customers?", ("33.6% = 59,355 ÷ 176,647",)),
        ("Who is the oldest customer?", ("Kattegatt Catering AB", "2011")),
        ("When does the contract with Brofjord Lax expire?", ("Brofjord Lax AS, Contract until: 2025-12-31",)),
        ("Who is the largest shareholder?", ("Fjordhav Invest AB", "46.0%")),
        ("What share does Skerry hold?", ("Skerry Capital Fund II KB, Ownership %: 31.5%",)),
        ("How many shares does Skerry hold?", ("Shares: 75,600",)),
        ("Who owns more than 30 percent?", ("2 of 3 rows", "Fjordhav", "Skerry")),
        (
            "How much is outstanding under the RCF and when is it due?",
            ("Outstanding: 42.5 (All amounts in SEK million), Maturity: 2026-05-31",),
        ),
        ("What is the total outstanding debt?", ("234.2 (All amounts in SEK million) = 160.5 + 42.5 + 31.2",)),
        ("Which facilities are unsecured?", ("1 of 3 facilities", "Trailer leasing")),
        ("Which lenders are there?", ("2 different “Lender” in 3 rows: Sparbanken, Nordfin",)),
        ("Which leases end before 2027?", ("2 of 3 leases", "Warehouse Varberg", "Office Göteborg")),
        ("What is the average rent?", ("3,434.7 = (5,614 + 3,210 + 1,480) ÷ 3",)),
        ("Vilka hyresavtal löper ut före 2027?", ("2 av 3 hyresavtal", "Warehouse Varberg", "Office Göteborg")),
        ("Hur stor andel äger Fjordhav?", ("46.0%",)),
    ],
)  # fmt: skip
def test_the_rows_that_are_meant_answer_with_all_that_is_asked(ask: Ask, question: str, parts: tuple[str, ...]) -> None:
    research = ask(question)
    assert [part for part in parts if part not in research.answer] == []
    assert research.citations


@pytest.mark.parametrize(
    "question",
    [
        "How many new customers are there?",
        "How many large customers are there?",
        "How many customers were lost in FY25?",
        "Which customers have contracts that expire next year?",
        "Which suppliers are in Norway?",
        "Which customers have revenue over EUR 20 million?",
        "Which customers have revenue over 20?",
        "What was the total revenue from Norwegian customers in FY23?",
        "How many French leases are there?",
        "What is the median rent?",
        "How much is the lease worth?",  # one lease, and which?
    ],
)
def test_a_question_with_a_word_that_no_table_accounts_for_is_refused(ask: Ask, question: str) -> None:
    assert ask(question).answer == REFUSAL


@pytest.mark.parametrize(
    ("question", "listed"),
    [
        ("Vad är omsättningen för kunden?", False),
        ("Vad är omsättningen för kunderna?", True),
        ("Vilket land är avtalet i?", False),
        ("Vilka länder är avtalen i?", True),
    ],
)
def test_a_definite_singular_names_no_kind_of_rows(question: str, listed: bool) -> None:
    shelf = Shelf([text_file("Kundlista.csv", KUNDER, "cp1252")])
    answer = asyncio.run(research_in(shelf, question)).answer
    assert all((name in answer) is listed for name in ("Oslo Mat", "Finska Livs")), answer


def test_the_rows_that_are_told_cite_their_own_cells(ask: Ask) -> None:
    research = ask("Which leases end before 2027?")
    assert [citation.filename for citation in research.citations] == ["Lease overview.docx"] * 3
    assert "Warehouse Varberg" in research.citations[1].text
    assert "Cold store Hirtshals" not in research.citations[1].text


def test_a_count_cites_the_range_of_its_table(ask: Ask) -> None:
    research = ask("How many Norwegian customers are there?")
    assert research.citations[0].locator == "rows 1-8"


def test_decimal_commas_and_swedish_headings_are_read() -> None:
    shelf = Shelf([text_file("Kundlista.csv", KUNDER, "cp1252")])
    total = asyncio.run(research_in(shelf, "Vad är den totala omsättningen från kunder med ramavtal?"))
    assert "16,550.5 = 12,450.5 + 4,100.0" in total.answer
    listed = asyncio.run(research_in(shelf, "Vilka kunder har avtal som löper ut senast den 30 juni 2026?"))
    assert "2 av 3 kunder" in listed.answer


def test_tables_that_say_otherwise_are_each_told_with_their_file() -> None:
    other = CUSTOMERS.replace("Brofjord Lax AS,Norway", "Brofjord Lax AS,Sweden")
    shelf = Shelf([text_file("Customers A.csv", CUSTOMERS), text_file("Customers B.csv", other)])
    answer = asyncio.run(research_in(shelf, "How many Norwegian customers are there?")).answer
    assert "Customers A.csv: 2 of 6" in answer
    assert "Customers B.csv: 1 of 6" in answer


def test_tables_that_say_the_same_are_told_once() -> None:
    shelf = Shelf([text_file("Customers A.csv", CUSTOMERS), text_file("Customers B.csv", CUSTOMERS)])
    answer = asyncio.run(research_in(shelf, "How many Norwegian customers are there?")).answer
    assert answer.count("2 of 6") == 1


LEASES_ABROAD = (
    ("Site", "Landlord", "Ccy", "Yearly rent Local '000", "Yearly rent TSEK", "From", "To", "Notice m"),
    ("Malmö", "Kvarnhjulet", "SEK", "2240", "2240", "2023-01-01", "2027-12-31", "9"),
    ("Oslo", "Bryggekontor", "NOK", "612", "581", "2022-07-01", "2026-06-30", "6"),
    ("Kuopio", "Savon Hallit", "EUR", "96", "1075", "2019-05-01", "until further notice", "12"),
)
LOANS = (
    ("#", "Lender", "Facility", "Outstanding 30-Apr-25", "Outstanding 31-Oct-25", "Security"),
    ("1", "Nordhamn Bank", "Term loan", "22000", "20000", "Shares"),
    ("2", "Nordhamn Bank", "Revolving credit", "3500", "5200", "Floating charge"),
    ("3", "Jarmo Kettula", "Vendor loan", "6000", "6000", "None"),
    ("", "Total", "", "31500", "31200", ""),
)
STAFF = (
    ("Anst.nr", "Namn", "Befattning", "Bolag", "Ort", "Månadslön (SEK)"),
    ("101", "Maren Holtskog", "VD", "Orvalund AB", "Malmö", "165000"),
    ("102", "Hanna Vikerstad", "Systemutvecklare", "Flow AB", "Lund", "58500"),
    ("103", "Milo Granstedt", "Systemutvecklare", "Flow AB", "Lund", "55000"),
)


@pytest.fixture(scope="module")
def ask_abroad() -> Ask:
    """Asks a room whose lists number their rows, name one lender twice and count in several currencies."""
    shelf = Shelf([
        workbook("Leases.xlsx", LEASES_ABROAD, "Leases"),
        workbook("Debt.xlsx", LOANS, "Debt"),
        workbook("Personallista.xlsx", STAFF, "Blad1"),
        workbook("Capacity.xlsx", (("Class", "Share"), ("Tenant", "Nordlys"), ("Rent", "100")), "Lease terms"),
    ])  # fmt: skip
    return lambda question: asyncio.run(research_in(shelf, question))


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("Which leases end before 2027?", "1 of 3 leases"),
        ("What is the total rent of the leases?", "3,896 = 2,240 + 581 + 1,075"),
        ("Which leases have a notice period of 6 months?", "1 of 3 leases"),
        ("Who is the landlord in Oslo?", "Landlord: Bryggekontor"),
        ("Which lenders are there?", "2 different “Lender” in 3 rows"),
        ("How much is outstanding under the revolving credit?", "Outstanding 31-Oct-25: 5200"),
        ("What was the total debt at 30 April 2025?", "31,500 = 22,000 + 3,500 + 6,000"),
        ("Hur många anställda finns i Lund?", "2 av 3 anställda"),
        ("Vad är den genomsnittliga månadslönen för systemutvecklare?", "56,750 = (58,500 + 55,000) ÷ 2"),
        ("Vem har högst månadslön?", "Maren Holtskog"),
    ],
)
def test_lists_are_read_by_their_own_headings_and_titles(ask_abroad: Ask, question: str, part: str) -> None:
    assert part in ask_abroad(question).answer


def test_things_are_counted_by_what_a_column_says_of_them(ask_abroad: Ask) -> None:
    assert "2 av 3 rader (Befattning: Systemutvecklare)" in ask_abroad("Hur många systemutvecklare finns det?").answer
    assert ask_abroad("How many landlords are in Norway?").answer == REFUSAL


@pytest.mark.parametrize(
    "question",
    [
        "What was the total debt at 30 April 2024?",
        "What was the total debt at 31 December 2025?",
        "What is the monthly rent in Oslo?",
        "How many lease meetings were held?",
        "How many employees does Orvalund AB have in Norway?",
    ],
)
def test_another_day_another_measure_or_another_noun_is_no_answer(ask_abroad: Ask, question: str) -> None:
    assert ask_abroad(question).answer == REFUSAL


def test_a_list_of_the_largest_is_named_and_counts_nothing() -> None:
    shelf = Shelf([workbook("Customers.xlsx", (("Customer", "Segment", "Sales"), *_TOP), "Top customers")])
    listed = asyncio.run(research_in(shelf, "Which customers are in the Valves segment?")).answer
    assert "of the list “Top customers”" in listed
    assert asyncio.run(research_in(shelf, "How many customers are there?")).answer == REFUSAL


_NOTICE = (
    ("Name", "Role", "Location", "Start date", "Notice (months)"),
    ("Ada Holm", "Chief Executive", "Leeds", "2012-01-12", "12"),
    ("Bo Lind", "Nurse", "Uppsala", "2019-03-01", "3"),
    ("Cy Dahl", "Nurse", "Uppsala", "2021-05-01", "1"),
)


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("How many people on the employee list are in Uppsala?", "2 of 3 people (Location: Uppsala)"),
        ("How many people are in Uppsala?", REFUSAL),
        ("Who has a 12 month notice period?", "Ada Holm"),
        ("Vem började före 2015?", "1 av 3 rader (Start date: före 2015)"),
    ],
)
def test_a_sample_of_employees_tells_of_itself_and_who_has_a_number(question: str, part: str) -> None:
    shelf = Shelf([workbook("Employees sample.xlsx", _NOTICE, "Sheet1")])
    assert part in asyncio.run(research_in(shelf, question)).answer


@pytest.mark.parametrize(
    ("title", "question"),
    [
        ("This agreement is governed by Swedish law", "Which customers are governed by Swedish law?"),
        ("Agreements contain no change of control provisions", "Which customers have a change of control provision?"),
    ],
)
def test_what_is_asked_of_the_rows_is_not_met_by_what_stands_over_their_list(title: str, question: str) -> None:
    shelf = Shelf([letter("Customers.docx", title, (("Customer", "Segment", "Sales"), *_TOP))])
    assert "Petrel" not in asyncio.run(research_in(shelf, question)).answer


_TOP = (("Petrel", "Valves", "500"), ("Nordvik", "Pumps", "400"), ("Castle", "Valves", "300"))


CARE = (
    ("Customer", "Ctry", "Type", "ARR (kSEK)", "End", "Renewal"),
    ("Region Öst", "SE", "Public hospital", "8420", "2026-12-31", "Option 12m (customer)"),
    ("Klinikum Eschental", "DE", "Public hospital", "3120", "2027-04-30", "Auto 12m"),
    ("Pflege Oberau", "DE", "Elderly care", "2210", "2026-03-31", "Auto 12m"),
    ("MVZ Brunntal", "DE", "Private clinic", "520", "evergreen", "None"),
)


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("How many customers in Germany and how much ARR together?", "3 of 4 rows (Ctry: DE): 5,850"),
        (
            "Which customer contracts end in the first half of 2026?",
            "1 of 4 customers (End: in the first half of 2026)",
        ),
        ("Which customers have contracts ending in Q2 2027?", "1 of 4 customers (End: in Q2 2027)"),
        ("How many customers are public hospitals?", "2 of 4 customers (Type: Public hospital)"),
        ("How many hospitals are customers in Germany?", "1 of 4 customers"),
        ("How many customers have auto renewal?", "2 of 4 customers (Renewal: Auto 12m)"),
    ],
)
def test_a_word_for_the_rows_is_no_value_of_another_column(question: str, part: str) -> None:
    shelf = Shelf([workbook("Customer_list.xlsx", CARE, "Customers")])
    assert part in asyncio.run(research_in(shelf, question)).answer


CLIENTS = (
    ("Client sales by financial year, corrected",),
    ("kSEK",),
    ("No", "Client", "Sales 24/25", "Sales 23/24", "H1 25/26", "Contract until", "Overdue >60 d at 31 Oct 25"),
    ("C-101", "Alnö Bageri AB", 500, 450, 260, "2026-02-28", 20),
    ("C-102", "Birka Fisk AB", 300, 310, 140, "2026-12-31", 0),
    ("C-107", "Ceder Möbler AB", 200, 120, 130, "2027-06-30", 5),
    ("C-109", "Dalby Glass AB", 100, 110, 40, "evergreen, 3m", 1),
    ("", "Other clients (17)", 900, 880, 400, "", ""),
    ("", "Total", 2000, 1870, 970, "", 26),
)


@pytest.fixture(scope="module")
def ask_clients() -> Ask:
    """Asks a list of customers that numbers its rows by codes and holds the rest of them in one row."""
    shelf = Shelf([workbook("1.5 Client list.xlsx", CLIENTS, "Clients")])
    return lambda question: asyncio.run(research_in(shelf, question))


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("Who is the largest client?", ("Alnö Bageri AB, Sales 24/25: 500", "the largest of 4 rows")),
        ("Top 2 clients by sales 23/24", ("Alnö Bageri AB, Sales 23/24: 450", "Birka Fisk AB, Sales 23/24: 310")),
        ("Who is the biggest client and how big a share are they?", ("(Alnö Bageri AB): 25.0% = 500 ÷ 2,000",)),
        ("What share of sales FY25 do the top 2 clients have?", ("2 largest of 4", "40.0% = 800 ÷ 2,000")),
        ("top two clients overall and their share of total sales 24/25?", ("40.0% = 800 ÷ 2,000",)),
        (
            "Which named clients have contracts that run out in calendar 2026 and what are their total sales 24/25?",
            ("2 of 5 rows (Contract until: in calendar 2026): 800", "not certain for 2: Dalby Glass AB", "Other"),
        ),
        ("When does the contract with the largest client end?", ("Alnö Bageri AB – Sales 24/25: 500", "2026-02-28")),
        ("When does the contract with Birka Fisk expire?", ("Birka Fisk AB, Contract until: 2026-12-31",)),
        ("total overdue >60 days at the end of Oct?", ("4 of 5 rows", "26 (kSEK)")),
        ("What is the total overdue by more than 60 days?", ("26 (kSEK)",)),
        ("How many clients are there?", ("4 clients: Alnö Bageri AB", "“Other clients (17)” stands for several more")),
    ],
)
def test_rows_are_called_by_their_names_and_the_rest_of_them_is_none(
    ask_clients: Ask, question: str, parts: tuple[str, ...]
) -> None:
    answer = ask_clients(question).answer
    assert [part for part in parts if part not in answer] == []


@pytest.mark.parametrize(
    "question",
    [
        "What are the average sales 24/25 per client?",
        "What were their combined sales 24/25?",  # of whom is not said
        "What are their total sales 23/24?",
        "total overdue >90 days at the end of Oct?",  # another limit than the heading states
        "total overdue >60 days at the end of Sep?",
    ],
)
def test_rows_that_are_not_told_apart_are_neither_counted_nor_summed_up(ask_clients: Ask, question: str) -> None:
    assert ask_clients(question).answer == REFUSAL


TOP = (
    ("Customer list (named customers)",),
    ("Customer", "Country", "Sales 2023", "Sales 2024", "Agreement Expiry"),
    ("Alnö Bageri AB", "Sweden", 450, 500, "2025-12-31"),
    ("Birka Fisk AS", "Norway", 310, 300, "2025-06-30"),
    ("Ceder Möbler AB", "Sweden", 120, 200, "2026-06-30"),
)


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("How many customers are in Sweden?", ()),  # the list names some of them
        ("How many of the named customers are in Sweden?", ("2 of 3 customers (Country: Sweden)",)),
        (
            "How many of the named customers' agreements expire during 2025, and how much 2024 sales is that?",
            ("2 of 3 customers (Agreement Expiry: during 2025)", "800 = 500 + 300"),
        ),
    ],
)
def test_a_list_of_some_answers_for_those_that_it_names(question: str, parts: tuple[str, ...]) -> None:
    shelf = Shelf([workbook("Customer list.xlsx", TOP, "Top customers")])
    answer = asyncio.run(research_in(shelf, question)).answer
    assert [part for part in parts if part not in answer] == []
    assert (answer == REFUSAL) is not bool(parts)


def test_a_file_of_the_accounts_of_a_company_lists_no_customers() -> None:
    rows = (("Line", "FY24", "FY25"), ("Freight", 70, 80), ("Storage", 20, 25), ("Packing", 5, 6))
    shelf = Shelf([workbook("Mgmt accounts.xlsx", rows, "Income")])
    assert asyncio.run(research_in(shelf, "Who is the largest customer FY25?")).answer == REFUSAL


SITES = """Site,Country,Ccy,Capacity,Occupied,Rent,Sales 23/24,Sales 24/25
Varberg,SE,SEK,200,150,900,50,60
Vejle,DK,DKK,100,90,700,80,60
Lund,SE,SEK,50,20,300,20,25
"""


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("Which site grew fastest?", ("Lund", "Growth: 25.0%", "Sales 24/25: 25")),
        ("Which sites shrank?", ("Vejle",)),
        ("best and worst occupancy?", ("Vejle", "90.0%", "Lund", "40.0%")),
        ("Which Swedish site has the highest rent per capacity?", ("Lund", "6.00")),
    ],
)
def test_what_two_columns_make_together_is_derived_for_each_row(question: str, parts: tuple[str, ...]) -> None:
    shelf = Shelf([text_file("Sites.csv", SITES)])
    told = " ".join(claim.text for claim in asyncio.run(research_in(shelf, question)).proven)
    assert [part for part in parts if part not in told] == []


def test_one_amount_per_another_is_not_ranked_over_several_currencies() -> None:
    shelf = Shelf([text_file("Sites.csv", SITES)])
    assert not asyncio.run(research_in(shelf, "Which site has the highest rent per capacity?")).proven


def test_a_table_that_counts_people_by_country_is_no_list_of_people() -> None:
    rows = (("Average number of employees", "2024 Total", "of whom women"), ("Sweden", 301, 60), ("Norway", 80, 12))
    shelf = Shelf([workbook("Notes.xlsx", rows, "Note 7 Employees")])
    assert "2 employees" not in asyncio.run(research_in(shelf, "How many employees does the company have?")).answer


def test_rows_that_are_departments_are_no_employees() -> None:
    headcount = [("Function", "Closing 2024"), ("Development", 44), ("Sales", 16), ("Total", 60)]
    staff = "Name;Function\nAnna Berg;Sales\nJohan Ek;Development\nEva Lind;Sales\n"
    shelf = Shelf([workbook("Budget.xlsx", headcount, "Headcount"), text_file("Employee_list.csv", staff)])
    answer = asyncio.run(research_in(shelf, "How many employees does the company have?")).answer
    assert answer.startswith("3 employees")
    assert "2 employees" not in answer


def test_of_a_note_over_a_table_only_what_tells_the_units_is_said_beside_an_amount() -> None:
    sales = [
        ("Net sales in KSEK, calendar years. Source: sales ledger, 11 April 2025",),
        ("Customer", "Net sales 2024"), ("Harstad AS", 31_240), ("Orvik AS", 28_115), ("Skagen A/S", 9_400),
    ]  # fmt: skip
    shelf = Shelf([workbook("Customer_list.xlsx", sales, "Customers")])
    answer = asyncio.run(research_in(shelf, "What is the largest customer by net sales?")).answer
    assert "31240 (Net sales in KSEK, calendar years)" in answer


def test_lost_customers_are_counted_only_where_the_question_says_so() -> None:
    lost = (("Customer", "Ended"), ("Alba AB", "2024-03-31"), ("Bris AB", "2024-06-30"))
    shelf = Shelf([text_file("Customer_list.csv", CUSTOMERS), workbook("Customers_ended.xlsx", lost, "Lost 2024")])
    told = asyncio.run(research_in(shelf, "How many customers are there?")).answer
    assert "6 customers" in told
    assert "Alba" not in told
    assert "Alba" in asyncio.run(research_in(shelf, "Which lost customers are there?")).answer


def test_a_list_of_companies_that_are_owned_has_no_largest_shareholder() -> None:
    owned = (("Company", "Ownership %"), ("Alba AB", "100"), ("Bris AB", "100"), ("Cirrus AB", "60"))
    shelf = Shelf([workbook("Cap table.xlsx", owned, "Legal entities")])
    assert asyncio.run(research_in(shelf, "Who is the largest shareholder?")).answer == REFUSAL


def test_who_owns_most_is_the_largest_shareholder(ask: Ask) -> None:
    assert "Fjordhav Invest AB" in ask("Who owns most of the shares?").answer


_TEAM = (
    ("Name", "Position", "Location", "Base salary", "Notice (months)", "Reports to"),
    ("Ines Moreau", "President and CEO", "Halden", "520,000", "12", "Board"),
    ("Olu Adeyemi", "Chief Financial Officer", "Halden", "380,000", "9", "CEO"),
    ("Petra Lind", "VP Storage", "Moss", "298,000", "6", "CEO"),
    ("Sam Okafor", "Assistant to the CEO", "Halden", "120,000", "3", "CEO"),
    ("Tove Berg", "Controller", "Moss", "140,000", "3", "CFO"),
)


@pytest.mark.parametrize(
    ("question", "told", "others"),
    [
        ("what is the salary of the CEO?", "520,000", ("380,000", "298,000", "120,000")),
        ("how long is the CFO's notice period?", "Notice (months): 9", ("12", "of 5 staff")),
        ("how long is the CFO's notice period, staff list has 8 months", "Notice (months): 9", ("0 of", "of 5 staff")),
        ("base salary of the chief executive officer", "520,000", ("380,000",)),
        ("how long is Petra Lind's notice period?", "Notice (months): 6", ("months): 9",)),
    ],
)
def test_a_question_for_one_persons_value_is_answered_by_that_row(
    question: str, told: str, others: Sequence[str]
) -> None:
    shelf = Shelf([workbook("Key staff.xlsx", _TEAM, "Employees")])
    answer = asyncio.run(research_in(shelf, question)).answer
    assert told in answer
    assert not [other for other in others if other in answer]


@pytest.mark.parametrize(
    "question",
    [
        "what does the chief operating officer earn?",  # there is none, and another chief officer is not meant
        "what is the salary of the chairman?",
        "how big is the Moss warehouse?",
        "how old is the Halden office?",
    ],
)
def test_a_list_of_people_answers_nothing_of_other_things_or_offices(question: str) -> None:
    shelf = Shelf([workbook("Key staff.xlsx", _TEAM, "Employees")])
    assert asyncio.run(resolve_rows(shelf, question)).query is None


def test_those_who_report_to_an_office_are_told_where_they_are_asked_for() -> None:
    shelf = Shelf([workbook("Key staff.xlsx", _TEAM, "Employees")])
    answer = asyncio.run(research_in(shelf, "which employees report to the CEO?")).answer
    assert all(name in answer for name in ("Adeyemi", "Lind", "Okafor"))
    assert "Moreau" not in answer


def test_a_column_with_one_word_of_a_measure_does_not_answer_for_it() -> None:
    owners = "Shareholder;Share of capital\nVarn Fund;66\nEk Holding;34\n"
    shelf = Shelf([text_file("Owners.csv", owners)])
    for question in ("What is the working capital?", "Which is the smallest capital expenditure?"):
        assert asyncio.run(research_in(shelf, question)).answer == "Information not found in provided documents"
    assert "66" in asyncio.run(research_in(shelf, "What is the share of capital of Varn Fund?")).answer


DISPUTES = (
    ("Memorandum - pending disputes",),
    ("Matter", "Claimed EUR k", "Our estimate", "Provision held"),
    ("Holt Dairies", 1850, "350 to 700", "none"),
    ("Perrin patent", 300, "300 to 900", "none"),
    ("Nairn agency", 212, "120 to 170", "150 in accruals"),
)


@pytest.mark.parametrize(
    "question",
    [
        "List the pending disputes with what is provided for each",
        "list the claims against the group with amounts and what is provided",
    ],
)
def test_a_list_of_disputes_is_told_with_the_columns_that_are_asked_for(question: str) -> None:
    found = asyncio.run(research_in(Shelf([workbook("Litigation_memo.xlsx", DISPUTES, "Memo")]), question))

    told = [claim.text for claim in found.proven]
    assert len(told) == 3
    assert any("150 in accruals" in text for text in told)


def test_what_a_list_says_that_it_leaves_out_is_none_of_its_rows() -> None:
    rows = (
        ("Personnel list at 31 March 2026. Norway and Finland are in a separate list.",),
        ("No", "Name", "Site", "Job title"),
        (1, "Ann Holt", "Malmö", "Fitter"),
        (2, "Bo Perrin", "Lund", "Fitter"),
    )
    shelf = Shelf([workbook("Personnel_list.xlsx", rows, "Staff")])

    assert asyncio.run(resolve_rows(shelf, "how many staff in Norway?")).query is None
    assert asyncio.run(resolve_rows(shelf, "how many staff in Lund?")).query is not None


@pytest.mark.parametrize("question", ["When does the facility mature?", "When does Facility A end?"])
def test_a_facility_of_a_bank_is_no_site_of_people(question: str) -> None:
    rows = (
        ("Personnel list",),
        ("No", "Name", "Site", "Contract", "End date"),
        (1, "Ann Holt", "Malmö", "Temporary", "2026-03-31"),
        (2, "Bo Perrin", "Lund", "Temporary", "2025-12-31"),
        (3, "Cy Nairn", "Lund", "Permanent", ""),
    )

    assert asyncio.run(resolve_rows(Shelf([workbook("Personnel_list.xlsx", rows, "Staff")]), question)).query is None


_STAFF = (
    ("Name", "Entity", "Site", "Job title", "Contract", "Base salary EUR"),
    ("Wim Brackett", "Brackenhill", "Brackenhill", "Nursery manager", "fixed term to 30/04/2026", "92,000"),
    ("Lorna Egar", "Brackenhill", "Brackenhill", "Grower", "fixed term to 31/10/2025", "46,500"),
    ("Ewa Prunty", "Brackenhill", "Brackenhill", "Grower", "permanent", "33,500"),
    ("Una Heskin", "Retail", "Kilternagh", "Centre manager", "fixed term to 31/10/2025", "70,000"),
    ("Aoife Derrane", "LGG", "Head office", "Centre manager", "permanent", "58,000"),
)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("how many staff are there at Brackenhill?", "3 of 5 staff"),
        ("total base salary at Brackenhill", "172,000"),
        ("best paid centre manager?", "Una Heskin"),
        ("who is on a fixed term contract at Brackenhill?", "Lorna Egar"),
    ],
)
def test_two_columns_that_say_one_name_of_the_same_rows_are_no_doubt(question: str, told: str) -> None:
    shelf = Shelf([workbook("Staff.xlsx", _STAFF, "Staff list")])
    assert told in asyncio.run(research_in(shelf, question)).answer


def test_two_columns_that_say_one_name_of_other_rows_are_one() -> None:
    rows = (*_STAFF[:4], ("Una Heskin", "Brackenhill", "Kilternagh", "Centre manager", "permanent", "70,000"))
    shelf = Shelf([workbook("Staff.xlsx", rows, "Staff list")])
    assert asyncio.run(resolve_rows(shelf, "how many staff are there at Brackenhill?")).query is None


def test_a_minimum_that_a_contract_names_ranks_no_list() -> None:
    rows = (("Tool", "Supplier", "Purchase price EUR"), ("T-1", "Kessler", "38,400"), ("T-2", "Kessler", "41,000"))
    shelf = Shelf([workbook("Tools.xlsx", rows, "Tools")])
    assert asyncio.run(resolve_rows(shelf, "minimum purchase under Kessler")).query is None


def test_the_values_that_a_column_is_limited_to_are_no_answer() -> None:
    rows = (
        ("Project", "Budget EUR", "Board approval"),
        ("ERP", "5,200", "Approved"),
        ("Press", "1,500", "Approved"),
        ("Line", "900", "Required"),
    )
    shelf = Shelf([workbook("Budget 2025.xlsx", rows, "Capex 2025")])
    assert asyncio.run(resolve_rows(shelf, "which board approval is approved?")).query is None


PERMITS = (
    ("Permit", "Site", "Authority", "Valid until", "Status"),
    ("Sea water intake (2 pumps)", "Holmvik", "Coast board", "30/06/2031", "valid"),
    ("Sea water intake (1 pump)", "Grunnsund", "Coast board", "31/01/2025", "renewal filed 02/12/2024"),
    ("Effluent discharge", "Holmvik", "County", "15/03/2029", "valid"),
)
COVERS = (
    ("Cover", "Insurer", "Limit NOK k", "Excess NOK k"),
    ("Fish in tanks", "Havtrygd", 60000, 900),
    ("Hull of the well boat", "Havtrygd", 25000, 150),
    ("Cyber", "Lyng Mutual", 8000, "5 days"),
)
HATCHERIES = (
    ("Hatchery KPIs", "", "", ""),
    ("", "Tanks in use", "Occupancy May-25", "Occupancy YTD avg"),
    ("Hatchery 1", 40, "91.0%", "70.0%"),
    ("Hatchery 2", 31, "72.0%", "93.0%"),
    ("Hatchery 3", 28, "85.0%", "95.0%"),
    ("Total / average", 99, "83.0%", "86.0%"),
    ("Oxygen, kg per tank", "", 12.4, 11.9),
)


@pytest.fixture(scope="module")
def ask_registers() -> Ask:
    """Asks a room of permits, insurance covers and the figures of hatcheries."""
    shelf = Shelf([
        workbook("Permits.xlsx", PERMITS, "Permits"),
        workbook("Insurance.xlsx", COVERS, "Insurance"),
        workbook("Pack_May2025.xlsx", HATCHERIES, "Hatcheries"),
    ])  # fmt: skip
    return lambda question: asyncio.run(research_in(shelf, question))


@pytest.mark.parametrize(
    ("question", "parts", "others"),
    [
        ("Which insurance policies have a limit of NOK 25m or more?", ("2 of 3", "Fish", "Hull"), ("Cyber",)),
        ("list insurance policies with a limit of NOK 8m or less", ("1 of 3", "Cyber"), ("Hull",)),
        ("Which permits have an expiry date falling in 2025?", ("1 of 3", "1 pump"), ("2 pumps",)),
        ("Which sea water intake licences are there?", ("2 of 3", "2 pumps", "1 pump"), ("Effluent",)),
        (
            "Which sea water intake licences are there and has any of them lapsed?",
            ("2 of 3", "30/06/2031", "31/01/2025"),
            ("15/03/2029",),
        ),
        (
            "Which hatcheries were less than 90% full in May 2025?",
            ("2 of 3", "Hatchery 2", "Hatchery 3"),
            ("Hatchery 1", "Oxygen"),
        ),
    ],
)  # fmt: skip
def test_rows_are_limited_by_a_day_an_amount_or_a_percentage(
    ask_registers: Ask, question: str, parts: tuple[str, ...], others: tuple[str, ...]
) -> None:
    answer = ask_registers(question).answer
    assert [part for part in parts if part not in answer] == []
    assert [other for other in others if other in answer] == []


@pytest.mark.parametrize(
    "question",
    [
        "Which sea water intake licences have lapsed?",  # a status tells of none, and the day of one has passed
        "Which permits have expired?",
        "Which hatcheries were less than 90% full in June 2025?",
        "Which insurance policies have a limit of EUR 25m or more?",
    ],
)
def test_rows_are_not_told_by_a_state_a_time_or_a_currency_that_the_list_does_not_say(
    ask_registers: Ask, question: str
) -> None:
    assert ask_registers(question).answer == REFUSAL


def test_two_permits_of_one_name_are_two() -> None:
    rows = (*PERMITS, ("Effluent discharge", "Grunnsund", "County", "31/08/2029", "valid"))
    shelf = Shelf([workbook("Permits.xlsx", rows, "Permits")])
    answer = asyncio.run(research_in(shelf, "List the permits that run out in 2029")).answer
    assert all(told in answer for told in ("2 of 4 permits", "15/03/2029", "31/08/2029"))


def _counted(question: str, rows: Sequence[Sequence[object]]) -> str:
    """What a sheet of counts answers to a question."""
    shelf = Shelf([workbook("Indicators.xlsx", rows, "KPIs")])
    return " ".join(one.text for one in asyncio.run(research_in(shelf, question)).proven)


BEDS = (
    ("Beds and occupancy at 30 June 2026",),
    ("", "Beds", "of which private", "Occupancy"),
    ("Harbour clinic", 118, 20, "81%"),
    ("Hill clinic", 74, 12, "77%"),
    ("Day surgery", 16, 16, "64%"),
    ("Total", 208, 48, "78%"),
)
VEHICLES = (
    ("Vehicles by depot",),
    ("Depot", "No. of vehicles", "Average age"),
    ("Leith", 41, 3.2),
    ("Perth", 28, 4.1),
    ("Total", 69, 3.6),
)


@pytest.mark.parametrize(
    ("question", "rows", "told"),
    [
        ("how many beds do they have", BEDS, "208 = 118 + 74 + 16"),
        ("how many beds does the Hill clinic have?", BEDS, "74"),
        ("how many vehicles are there", VEHICLES, "69 = 41 + 28"),
        ("how many vehicles in Perth", VEHICLES, "28"),
    ],
)
def test_what_a_column_counts_is_added_up_and_never_the_number_of_rows(
    question: str, rows: Sequence[Sequence[object]], told: str
) -> None:
    answer = _counted(question, rows)

    assert told in answer
    assert not answer.startswith(("2 ", "3 "))


def test_what_a_column_counts_is_not_added_up_where_no_total_tells_that_all_rows_are_there() -> None:
    assert "208" not in _counted("how many beds do they have", BEDS[:-1])
    assert not _counted("how many beds do they have", BEDS[:-1]).startswith("3 ")


PARTLY_NAMED = "\n".join((
    "Staff no;Name;Position;Site;Start date;Gross pay",
    "701;Oona Lind;Plant Director Kotka;Kotka;01/03/2012;7200",
    "702;;Kiln operator;Kotka;14/08/2019;2900",
    "703;;Kiln operator;Kotka;02/05/2021;2850",
    "704;;Packer;Turku;19/11/2020;2600",
    "705;Aatu Salo Virtanen;HR Director;Turku;07/01/2018;6100",
    "706;;Packer;Turku;22/02/2022;2550",
))  # fmt: skip


@pytest.fixture(scope="module")
def ask_staff() -> Ask:
    """Asks a list of staff of which only those in charge are named."""
    shelf = Shelf([text_file("employees.csv", PARTLY_NAMED)])
    return lambda question: asyncio.run(research_in(shelf, question))


@pytest.mark.parametrize(
    ("question", "told", "untold"),
    [
        ("gross pay of the plant director", "7200", "6100"),
        ("gross pay of the Kotka plant director", "7200", "6100"),
        ("gross pay of Aatu Salo Virtanen", "6100", "7200"),
    ],
)
def test_a_row_is_meant_by_the_whole_title_or_the_whole_name_that_is_said(
    ask_staff: Ask, question: str, told: str, untold: str
) -> None:
    answer = " ".join(one.text for one in ask_staff(question).proven)

    assert told in answer
    assert untold not in answer


def test_titles_that_have_a_word_in_the_middle_leave_open_who_is_counted(ask_staff: Ask) -> None:
    assert not [one for one in ask_staff("how many directors are there?").proven if one.text.startswith("1 ")]


@pytest.mark.parametrize(
    ("unit", "told"), [("", REFUSAL), (" (in millions of dollars)", "Fresh Foods, 2020: 23,204 (")]
)  # fmt: skip
def test_an_amount_of_money_is_told_only_where_something_says_in_what_it_counts(unit: str, told: str) -> None:
    page = (
        f"<h1>Orvik Inc. annual report 2021</h1><p>The table summarizes net sales by category{unit}:</p><table>"
        "<tr><th></th><th>2021</th><th>2020</th></tr><tr><td>Foods and Sundries</td><td>77,277</td><td>68,659</td></tr>"
        "<tr><td>Fresh Foods</td><td>27,183</td><td>23,204</td></tr></table>"
    )
    shelf = Shelf([text_file("report.html", f"<html><body>{page}</body></html>")])
    found = asyncio.run(research_in(shelf, "What were net sales of fresh foods in fiscal 2020?"))
    assert found.answer.startswith(told)
