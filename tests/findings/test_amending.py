"""What an amendment changes, clause by clause, and which agreement it is of."""

import pytest

from sleuth.evidence.source import Page
from sleuth.findings.text.amending import Cover, amended, bound_behind
from sleuth.findings.text.changing import Action, changed_in, changes, without_replaced
from sleuth.findings.text.clauses import names_another_clause, passages

LEASE = """Contents
1 Premises .......... 2
2 Rent .......... 3
Lease agreement
Dated 9 June 2020, between (1) Holt Estates Ltd ('Landlord') and (2) Perrin Textiles Ltd ('Tenant').
1 Premises
The mill at Quay Road.
2 Rent
2.1 The rent is GBP 240,000 a year. 2.2 It is payable monthly. A late payment bears interest of 4%.
30 days are given to cure.
2.3 The Tenant may (a) sublet the yard; and (b) share the canteen.
4 Repairs
4.1 The Tenant repairs the roof. 4.2 No repairs are owed in the first year.
Schedule
1 Inventory
"""


@pytest.mark.parametrize(
    ("sentence", "clause", "action", "former"),
    [
        ("Clause 2.1 is replaced: the rent is GBP 300,000 a year.", (2, 1), Action.REPLACED, ["GBP 240,000"]),
        ("Section 2.2 of the Lease is hereby amended by replacing “monthly” with “quarterly”.",
         (2, 2), Action.CHANGED, ["payable monthly"]),
        ("In clause 2.2 the interest on a late payment shall be 6%.", (2, 2), Action.CHANGED, ["interest of 4%"]),
        ("D. Clause 2.1: the rent is GBP 300,000 a year.", (2, 1), Action.CHANGED, ["GBP 240,000"]),
        ("Clause 4 is deleted in its entirety.", (4,), Action.DELETED, ["repairs the roof", "No repairs are owed"]),
        ("A new clause 4.3 is added: the Landlord pays for repairs above GBP 5,000.",
         (4, 3), Action.ADDED, ["No repairs are owed"]),
        ("Punkt 2.1 ska ha följande lydelse: hyran är GBP 300,000.", (2, 1), Action.CHANGED, ["GBP 240,000"]),
        ("All other provisions, including clause 2.1, remain in force.", None, None, []),
        ("Clause 2.1 is unchanged.", None, None, []),
        ("(3) Clause 2.1: the rent is GBP 300,000 for Block B. The rent of Block C is unchanged.",
         (2, 1), Action.CHANGED, ["GBP 240,000"]),
        ("The Tenant pays under clause 2.1 as before.", None, None, []),
        ("Clause 2 of this Amendment shall be effective at once.", None, None, []),
    ],
)  # fmt: skip
def test_a_sentence_of_an_amendment_changes_the_clause_that_it_names(
    sentence: str, clause: tuple[int, ...] | None, action: Action | None, former: list[str]
) -> None:
    found = changes([Page(1, f"Amendment\nto the Lease agreement.\n{sentence}\n", "p.1")])

    assert [(one.clause, one.action) for one in found] == ([(clause, action)] if clause else [])
    every = passages([Page(1, LEASE, "p.1")])
    told = [" ".join(one.text.split()) for change in found for one in changed_in(change, every, "en")]
    assert len(told) == len(former)
    assert all(part in text for part, text in zip(former, told, strict=True))


def test_numbers_count_as_clauses_in_their_order_alone() -> None:
    """Neither the table of contents nor what is counted, nor an annex that begins anew."""
    found = passages([Page(1, LEASE, "p.1")])

    assert {one.number for one in found} >= {(1,), (2, 1), (2, 2), (2, 3), (4, 1), (4, 2)}
    assert not {(30,), (3,)} & {one.number for one in found}
    assert [one.text for one in found if one.number == (1,) and not one.is_heading] == ["The mill at Quay Road."]


@pytest.mark.parametrize(
    "footer", ["Lease agreement Page 1", "Lease agreement – page 1 of 12", "Lease agreement | Sida 1"]
)
def test_the_number_of_a_page_is_no_part_of_what_an_agreement_is_called(footer: str) -> None:
    agreement = (
        f"{footer}\nDated 9 June 2020, between (1) Holt Estates Ltd ('Landlord') and (2) Perrin Ltd ('Tenant').\n"
    )
    opening = "Second Amendment\nto the Lease agreement dated 9 June 2020 between Holt Estates Ltd and Perrin Ltd"

    assert amended([Cover(1, "a.pdf", "", agreement), Cover(2, "b.pdf", "", opening)]) == {2: 1}


def test_an_amendment_is_of_the_agreement_by_its_title_its_parties_and_its_date() -> None:
    def of(text: str) -> dict[int, int]:
        covers = [Cover(1, "lease.pdf", "", LEASE.partition("3\n")[2]), Cover(2, "paper.pdf", "", text)]
        return dict(amended(covers))

    opening = (
        "Second Amendment\nto the Lease agreement dated 9 June 2020 between Holt Estates Ltd and Perrin Textiles Ltd"
    )
    assert of(opening) == {2: 1}
    assert of(opening.replace("9 June", "10 June")) == {}
    assert of(opening.replace("Holt Estates", "Marsh Estates").replace("Perrin", "Nairn")) == {}
    assert of(opening.replace("Lease agreement", "Licence agreement")) == {}
    assert of(opening.replace("Second Amendment", "Report")) == {}


@pytest.mark.parametrize("until", ["to", "through", "–"])
def test_all_clauses_of_a_range_are_changed(until: str) -> None:
    (page,) = [Page(1, f"1.1 Clauses 2.1 {until} 2.3 are deleted.\n", "")]

    assert [one.clause for one in changes([page])] == [(2, 1), (2, 2), (2, 3)]


def test_an_item_behind_one_that_announces_a_table_belongs_to_no_other_clause() -> None:
    text = "2.5 In clause 5.1 the margins are replaced by:\n2.6 In clause 13.5 the limit shall be 2.00.\n"

    told = {one.clause: one.text for one in changes([Page(1, text, "")])}

    assert told == {
        (5, 1): "2.5 In clause 5.1 the margins are replaced by:",
        (13, 5): "2.6 In clause 13.5 the limit shall be 2.00.",
    }


def test_an_amendment_that_only_gives_its_own_date_is_of_the_agreement_of_its_parties() -> None:
    agreement = (
        "Facility Agreement\nHolt Catering Limited as Borrower\nNairn Bank Limited as Lender\nDated 16 September 2022\n"
    )
    parties = "Between Holt Catering Limited and Nairn Bank Limited"
    opening = f"First Amendment to Facility Agreement\nDated 27 March 2025\n{parties}"

    assert _linked(agreement, opening) == {2: 1}
    assert _linked(agreement, opening.replace("Nairn", "Marsh")) == {}
    assert _linked(agreement, opening.replace("to Facility Agreement", "to Facility Agreement of 3 May 2021")) == {}


def test_the_title_and_the_date_decide_where_an_amendment_names_no_party() -> None:
    agreement = (
        "Facilities Agreement\ndated 28 March 2022 between Holt NV (Borrower), Perrin SAS and Marsh BV (Guarantors), "
        "Nairn Bank NV (Agent and Lender, 60%) and Banque du Nord SA (Lender, 40%).\n1. The Facilities\n"
    )

    opening = "Amendment No. 1\nto the Facilities Agreement of 28 March 2022\nDated 22 February 2023"

    assert _linked(agreement, opening) == {2: 1}
    assert _linked(agreement, opening.replace("28 March", "29 March")) == {}
    assert _linked(agreement, "Amendment No. 1\nto the Facilities Agreement") == {}


def test_the_size_of_a_facility_is_no_part_of_what_its_agreement_is_called() -> None:
    agreement = (
        "GBP 25,000,000 Revolving Facility Agreement\nDated 30 November 2022 between HOLT PLC (Borrower), "
        "Holt Hire Limited and Holt Service Limited (Guarantors), and NAIRN BANK PLC (Lender).\n1. The facility\n"
    )
    opening = (
        "First Amendment to the Revolving Facility Agreement\nDated 22 August 2025. It amends the agreement of "
        "30 November 2022."
    )

    assert _linked(agreement, opening) == {2: 1}
    assert _linked(agreement, opening.replace("Revolving", "Term")) == {}


def test_capitals_without_a_number_are_no_size_of_an_agreement() -> None:
    agreement = (
        "SLA Agreement\nDated 9 June 2020, between (1) Holt Estates Ltd ('Landlord') and (2) Perrin Ltd ('Tenant').\n"
    )
    opening = "First Amendment to the SLA Agreement dated 9 June 2020 between Holt Estates Ltd and Perrin Ltd"

    assert _linked(agreement, opening) == {2: 1}
    assert _linked(agreement, opening.replace("SLA", "NDA")) == {}


def test_a_paper_without_a_title_is_amended_by_nothing() -> None:
    opening = "First Amendment to the Lease agreement dated 9 June 2020 between Holt Estates Ltd and Perrin Ltd"

    for untitled in ("", "Staff numbers by site.\n", "GBP 25,000,000\n"):
        assert _linked(untitled, opening) == {}


def _linked(agreement: str, opening: str) -> dict[int, int]:
    """The amendment (2) that opens so with its agreement (1), where they are linked."""
    return dict(amended([Cover(1, "a.pdf", "", agreement), Cover(2, "b.docx", "", opening)]))


def test_an_agreement_is_called_what_its_running_header_calls_it_beside_other_things() -> None:
    agreement = (
        "Korva – PLN 125,000,000 Facility Agreement – Execution version\nDated 18 April 2023\nBetween KORVA S.A. as "
        "Borrower and NAIRN BANK S.A. as Lender.\n"
    )
    opening = "Amendment No. 1 to the Facility Agreement of 18 April 2023\nDated 9 December 2024."

    assert _linked(agreement, opening) == {2: 1}
    assert _linked(agreement, opening.replace("Facility", "Lease")) == {}


@pytest.mark.parametrize("said", ["(conformed: no)", "(conformed copy)", "(executed version) 1"])
def test_what_is_said_of_a_copy_is_no_part_of_what_the_agreement_is_called(said: str) -> None:
    agreement = f"Senior Facilities Agreement {said}\nDated 7 June 2023\nHalden plc as Borrower.\n"
    opening = "19 December 2025\nSenior Facilities Agreement dated 7 June 2023 - waiver and amendment letter"
    letter = Cover(2, "Waiver and amendment letter.pdf", "", opening)
    assert amended([Cover(1, "SFA.pdf", "", agreement), letter]) == {2: 1}


ITEMS = """Amendment letter
to the Lease agreement.
2. Amendments
(a) Rent. In clause 2.1 "GBP 240,000" is replaced by "GBP 300,000".
(b) In the definition of Change of Control a new limb (c) is added: "(c) Mr Holt leaves".
(c) Interest. Clause 2.2: as from 2026 a late payment bears interest of 6%.
(d) New clause 4.3: "The Landlord repairs the roof from 2027 under clause 4.1."
(e) Clause 4.2 lapses.
(f) For 2026 the amount in clause 2.1 is GBP 250,000.
3. A fee is payable as set out in paragraph 4.
"""


def test_each_item_of_an_amendment_changes_what_it_names_itself() -> None:
    """By its clause, by a term that is defined, by opening with the clause, or by what stands in it now."""
    found = changes([Page(1, ITEMS, "")])

    assert [(one.target, one.action) for one in found] == [
        (((2, 1), "", ""), Action.CHANGED),
        (((), "", "change of control"), Action.ADDED),
        (((2, 2), "", ""), Action.CHANGED),
        (((4, 3), "", ""), Action.ADDED),
        (((4, 2), "", ""), Action.DELETED),
        (((2, 1), "", ""), Action.CHANGED),
    ]
    assert found[2].text == "(c) Interest. Clause 2.2: as from 2026 a late payment bears interest of 6%."


def test_a_heading_that_announces_a_clause_goes_on_with_all_its_words() -> None:
    text = (
        '5. CHANGE OF CONTROL\n\n5.1 Clause 4 is deleted and replaced by:\n\n(a) "4.1 The Tenant repairs nothing.\n\n'
        '(b) 4.2 The Landlord repairs the roof."\n\n6. GENERAL\n\n6.1 The rest stands.\n'
    )

    (one,) = changes([Page(1, text, "")])

    assert "repairs nothing" in one.text
    assert "repairs the roof" in one.text
    assert "The rest stands" not in one.text


def test_of_a_term_the_sentence_that_defines_it_is_changed() -> None:
    (one,) = changes([Page(1, 'In clause 1.1, in the definition of Term, "2027" is replaced by "2029".\n', "")])
    agreement = '1. Definitions\n1.1 In this Lease:\n"Rent" means GBP 9 until 2027.\n"Term" means the time to 2027.\n'

    told = [" ".join(each.text.split()) for each in changed_in(one, passages([Page(1, agreement, "")]), "en")]

    assert told == ['"Term" means the time to 2027.']


def test_an_item_that_its_clause_tells_in_one_sentence_with_others_changes_that_sentence() -> None:
    (one,) = changes([Page(1, "In clause 2.3(b) the canteen is replaced by the hall.\n", "")])

    told = [" ".join(each.text.split()) for each in changed_in(one, passages([Page(1, LEASE, "")]), "en")]

    assert told == ["2.3 The Tenant may (a) sublet the yard; and (b) share the canteen."]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ('"45 days" is replaced by "60 days".', '"60 days"'),
        ('the words "six months" are deleted and replaced with "12 months".', '"12 months"'),
        ('amended by replacing "28 February 2026" with "28 February 2029".', '"28 February 2029"'),
        ('"0.5%" is replaced by "0.75%" and "5%" by "7.5%".', '"0.75%" and by "7.5%"'),
        ("is increased from EUR 8,000,000 to EUR 11,000,000.", "EUR 11,000,000"),
    ],
)
def test_what_an_amendment_replaces_can_be_left_out_of_what_it_says(text: str, left: str) -> None:
    told = " ".join(without_replaced(text).split())

    assert left in told
    assert not any(old in told for old in ("45 days", "six months", "2026", '"0.5%"', '"5%"', "8,000,000"))


def test_an_agreement_may_be_called_by_its_number_and_what_it_is_for() -> None:
    agreement = (
        "HOLT BOROUGH COUNCIL\nContract HBC/2022/07 for the carriage of children with special needs to school and back "
        'home\nDated 8 July 2022 between Holt Borough Council ("the Council") and Perrin Coaches Limited.\n'
    )
    opening = (
        "DEED OF VARIATION No. 2\nDated 30 September 2025\nBetween Holt Borough Council and Perrin Coaches Limited, "
        "supplemental to contract HBC/2022/07 dated 8 July 2022"
    )

    assert _linked(agreement, opening) == {2: 1}
    assert _linked(agreement, opening.replace("2022/07", "2022/08")) == {}


LETTER = """Waiver and amendment letter
to the Lease agreement.
1. Interest (clause 2.2): for 2026 it is 6%.
2. Termination Date. "14 March 2027" is replaced by "14 March 2028".
3. Store. Increased from 200 to 300 pallets.
4. Change of Control.
(a) In the definition "more than 50%" is replaced by "more than 30%".
(b) Clause 4.1 is replaced by: "The Landlord repairs the roof."
5. Fee. A fee of GBP 900 is payable within 5 days.
"""
DEFINED = """1. Definitions
1.1 In this Lease:
"Change of Control" means that a person holds more than 50% of the shares.
"Termination Date" means 14 March 2027.
2. Premises
2.1 The Landlord makes available (a) the mill and (b) a Store of 200 pallets.
"""


def test_what_an_item_is_called_is_the_term_that_it_changes_where_it_names_none() -> None:
    found = changes([Page(1, LETTER, "")])
    every = passages([Page(1, DEFINED, "")])

    assert [(one.target, one.action) for one in found] == [
        (((2, 2), "", ""), Action.CHANGED),  # the clause in brackets behind the name
        (((), "", "termination date"), Action.CHANGED),
        (((), "", "store"), Action.CHANGED),
        (((), "", "change of control"), Action.CHANGED),
        (((4, 1), "", ""), Action.REPLACED),
    ]
    former = [" ".join(each.text.split()) for one in found[1:4] for each in changed_in(one, every, "en")]
    assert former == [
        '"Termination Date" means 14 March 2027.',
        "2.1 The Landlord makes available (a) the mill and (b) a Store of 200 pallets.",
        '"Change of Control" means that a person holds more than 50% of the shares.',
    ]


def test_a_table_of_a_clause_is_changed_with_the_line_that_announces_it() -> None:
    agreement = "13. COVENANTS\n\n13.1 Leverage shall not exceed:\n\n13.2 Cover shall be 4.00x.\n"
    (one,) = changes([Page(1, "2. Leverage. The table in clause 13.1 is replaced by:\n", "")])

    told = [" ".join(each.text.split()) for each in changed_in(one, passages([Page(1, agreement, "")]), "en")]

    assert told == ["13.1 Leverage shall not exceed:"]


SUPPLY = """Supply agreement
1 Volume
1.1 The minimum is EUR 5,500,000 a year. 1.2 If it is missed, 12% of the shortfall is paid.
2 Facilities
2.1 A revolving facility of €4,000,000 is made available. 2.2 Its margin is 12% a year.
3 Control
"Change of Control" means more than 50% of the votes.
"""


@pytest.mark.parametrize(
    ("items", "former"),
    [
        ("A1 (clause 1.1) From 2025 on the minimum is EUR 6,200,000. (clause 1.2) It is 15% instead of 12%.",
         ["EUR 5,500,000", "12% of the shortfall"]),
        ("1. Revolving facility. The amount is increased from €4,000,000 to €5,500,000.", ["revolving facility of"]),
        ("The payment on a shortfall is 15% instead of 12%.", ["12% of the shortfall"]),
        ("The margin of the facility is lowered from 12% to 10%.", ["margin is 12%"]),
        ("1. Change of Control. In limb (a) of the definition “more than 50%” is replaced by “at least 55%”.",
         ["more than 50%"]),
        ("The parties moved from 12 Quay Road to 14 Quay Road.", []),
    ],
)  # fmt: skip
def test_an_item_is_of_what_its_label_or_the_former_value_names(items: str, former: list[str]) -> None:
    found = changes([Page(1, f"Amendment\nto the Supply agreement.\n{items}\n", "p.1")])
    every = passages([Page(1, SUPPLY, "p.1")])
    told = [" ".join(one.text.split()) for change in found for one in changed_in(change, every, "en")]

    assert len(told) == len(former)
    assert all(part in text for part, text in zip(former, told, strict=True))


FACILITIES = """Facilities agreement
15 Covenants
15.2 The Company shall ensure that:
(a) Leverage: Leverage shall not exceed the ratio set out below.
(b) Interest Cover: the ratio of EBITDA to Net Finance Charges shall not be less than 4.00:1.
16 Undertakings
16.1 The Company shall pay no dividend unless Leverage is below 2.00:1.
16.2 No Obligor shall give any guarantee.
"""


@pytest.mark.parametrize(
    ("item", "target", "action", "former"),
    [
        ("(d) in Clause 15.2(a) (Leverage), the last row shall be deleted and the following rows inserted:",
         ((15, 2), "a", ""), Action.CHANGED, "(a) Leverage"),
        ("(e) in Clause 15.2(b) (Interest Cover), the words “(or 3.50:1)” shall be inserted after “4.00:1”;",
         ((15, 2), "b", ""), Action.CHANGED, "(b) Interest Cover"),
        ("5. In paragraph (b) of Clause 15.2 (Covenants), “4.00:1” shall be deleted and replaced by “3.00:1”.",
         ((15, 2), "b", ""), Action.CHANGED, "(b) Interest Cover"),
        ("6. In Clause 16.1 (Dividends), the reference to “2.00:1” shall be construed as a reference to “1.75:1”.",
         ((16, 1), "", ""), Action.CHANGED, "16.1 The Company"),
        ("7. A new Clause 16.3 shall be inserted after Clause 16.2 as follows: “16.3 No Obligor shall lend.”",
         ((16, 3), "", ""), Action.ADDED, ""),
        ("2. In Clause 15.2 (Covenants), the following new definition shall be inserted: “Costs” means all costs.",
         ((15, 2), "", ""), Action.ADDED, ""),
    ],
)  # fmt: skip
def test_the_forms_of_english_banks_name_the_clause_the_item_and_what_was_there(
    item: str, target: tuple[tuple[int, ...], str, str], action: Action, former: str
) -> None:
    (change,) = changes([Page(1, f"Amendment\nto the Facilities agreement.\n{item}\n", "p.1")])
    told = [" ".join(one.text.split()) for one in changed_in(change, passages([Page(1, FACILITIES, "p.1")]), "en")]

    assert (change.target, change.action) == (target, action)
    assert [one[: len(former)] for one in told] == ([former] if former else [])


def test_the_number_of_a_file_is_no_part_of_what_an_agreement_is_called() -> None:
    agreement = (
        "PV/NCB/4471.12 Facilities Agreement 1\nDated 14 June 2022\nbetween Holt Mills plc and Tarn Bank plc\n"
        "FACILITIES AGREEMENT\n"
    )
    opening = (
        "AMENDMENT AGREEMENT\nrelating to a facilities agreement dated 14 June 2022\n"
        "between Holt Mills plc and Tarn Bank plc"
    )
    assert _linked(agreement, opening) == {2: 1}


CREDIT = """Credit agreement
Section 1.01 "Applicable Margin" means 3.25% per annum.
Section 1.02 Days are calendar days.
Section 1.03 Expenditures shall not exceed $14,000,000 in any Fiscal Year.
"""


@pytest.mark.parametrize(
    ("item", "target", "former"),
    [
        ('1. Section 1.01. (a) In "Applicable Margin", "3.25%" is replaced by "3.50%".',
         ((), "", "applicable margin"), '"Applicable Margin" means'),
        ('1. Section 1.03. For Fiscal Year 2025 "$14,000,000" is replaced by "$12,500,000".',
         ((1, 3), "", ""), "Section 1.03 Expenditures"),
    ],
)  # fmt: skip
def test_a_section_that_stands_alone_before_a_sentence_is_what_that_changes(
    item: str, target: tuple[tuple[int, ...], str, str], former: str
) -> None:
    (change,) = changes([Page(1, f"AMENDMENT NO. 2\nto the Credit agreement.\n{item}\n", "p.1")])
    told = [" ".join(one.text.split()) for one in changed_in(change, passages([Page(1, CREDIT, "p.1")]), "en")]

    assert change.target == target
    assert any(former in one for one in told)


def test_an_amendment_that_is_bound_behind_its_agreement_begins_with_its_title() -> None:
    amendment = "Holt / Tarn 3\nDATED 17 MAY 2023\nDEED OF VARIATION\n(a) in clause 2.1, “80” is replaced with “65”.\n"
    front = Page(1, "Holt / Tarn 1\nLEASE\n", "")
    body = Page(2, "Holt / Tarn 2\n2.1 The rent is 80.\n9. AMENDMENT\n", "")
    behind = Page(3, amendment, "")

    assert bound_behind([front, body, behind]) == (2, changes([behind]))
    assert bound_behind([front, body]) == (2, [])
    assert bound_behind([behind, Page(2, amendment, "")]) == (2, [])  # an amendment by itself
    assert bound_behind([front, Page(2, "AMENDMENT\nNone may be made by word of mouth.\n", "")]) == (2, [])


@pytest.mark.parametrize(
    "title", ["PART B - AMENDMENT NO. 2", "LEASE DATED 9 JUNE 2020: WAIVER AND AMENDMENT LETTER", "Variation No. 1"]
)
def test_a_bound_amendment_may_be_titled_as_a_part_or_behind_what_it_amends(title: str) -> None:
    cover = Page(1, "Lease\nPart A: Lease of 9 June 2020\nPart B: Amendment No. 2 of 1 May 2023\n", "")
    body = Page(2, "Holt / Tarn 2\nLEASE\n2.1 The rent is 80.\n", "")
    behind = Page(3, f"Holt / Tarn 3\n{title}\n(a) in clause 2.1, “80” is replaced with “65”.\n", "")

    assert bound_behind([cover, body, behind])[0] == 2


def test_a_header_that_all_pages_bear_opens_no_amendment() -> None:
    header = "Lease as amended - Amendment No. 1"
    pages = [Page(n, f"{header} {n}\nLEASE\n{n}.1 In clause 2.1 “80” is replaced by “65”.\n", "") for n in (1, 2, 3)]

    assert bound_behind(pages) == (3, [])


def test_who_an_agreement_is_with_and_what_is_said_of_its_copy_is_no_part_of_what_it_is_called() -> None:
    agreement = (
        "Holt / Perrin Framework Agreement CONFORMED COPY\nDated 9 June 2020\n"
        '(1) HOLT ESTATES LIMITED ("the Customer")\n(2) PERRIN SERVICES LIMITED ("the Supplier")\n'
    )
    opening = (
        "DEED OF VARIATION NO. 1\nto the Framework Agreement for Works dated 9 June 2020\n"
        "(1) HOLT ESTATES LIMITED\n(2) PERRIN SERVICES LIMITED\n"
    )

    assert _linked(agreement, opening) == {2: 1}
    assert _linked(agreement, opening.replace("Framework", "Service")) == {}


TERMS = """Facilities agreement
1. Definitions
"Margin" means 2.75 per cent. per annum.
"Termination Date" means 14 March 2027.
20. Covenants
20.2 The Borrower shall ensure that: (a) Leverage shall not exceed 2.75:1; (b) Cover shall not be less than 4.00:1.
"""


@pytest.mark.parametrize(
    ("item", "term", "former"),
    [
        ('2.2 Definition of Termination Date: replaced by "14 March 2028".', "termination date", '"Termination Date"'),
        ('3.1 Termination Date: "14 March 2027" is replaced by "14 March 2028".', "termination date", '"Termination'),
        ('3.3 Margin: the definition is replaced by: "2.85 per cent".', "margin", '"Margin" means'),
        ("(c) The definition of Margin: deleted.", "margin", '"Margin" means'),
        ("3.4 Fee: GBP 85,000 is payable within five days.", None, ""),
    ],
)
def test_the_label_of_an_item_names_the_term_that_it_changes(item: str, term: str | None, former: str) -> None:
    found = changes([Page(1, f"Amendment\nto the Facilities agreement.\n{item}\n", "p.1")])

    assert [one.term for one in found] == ([term] if term else [])
    every = passages([Page(1, TERMS, "p.1")])
    assert all(" ".join(changed_in(one, every, "en")[0].text.split()).startswith(former) for one in found)


def test_a_sentence_may_name_another_clause_than_is_meant() -> None:
    assert names_another_clause("The limit in Clause 17.3 does not apply.", [(7, 2)])
    assert not names_another_clause("The limit in clause 7.2 no longer applies.", [(7, 2)])
    assert not names_another_clause("The limit no longer applies.", [(7, 2)])


_OF_LEASE = (
    "Lease agreement\nDated 9 June 2020, between (1) Holt Estates Ltd ('Landlord') and (2) Perrin Ltd ('Tenant')."
)
_CHANGING = "In Clause 2.1 “240,000” is replaced by “300,000”.\nClause 4.2 is replaced by: “No repairs are owed.”\n"


@pytest.mark.parametrize("name", ["Minute of Variation No. 1", "Memorandum of variation", "Rider 2", "Deed of Release"])
def test_what_changes_clauses_of_an_agreement_amends_it_whatever_it_is_called(name: str) -> None:
    paper = f"{name}\nto the Lease agreement of Holt Estates Ltd and Perrin Ltd, dated 9 June 2020.\n{_CHANGING}"

    assert amended([Cover(1, "lease.pdf", "", _OF_LEASE), Cover(2, "4.3 paper.docx", "", paper)]) == {2: 1}


@pytest.mark.parametrize(
    ("filename", "said"),
    [
        ("minutes.docx", "The Board noted that clause 2.1 is replaced and the rent is 300,000."),  # one change
        ("status.eml", _CHANGING),  # a message that tells of it
        ("report.docx", "The rent under clause 2.1 is paid, and clause 4.2 stands.\n"),
    ],
)
def test_what_only_tells_of_a_change_amends_nothing(filename: str, said: str) -> None:
    paper = f"Paper\non the Lease agreement of Holt Estates Ltd and Perrin Ltd, dated 9 June 2020.\n{said}"

    assert amended([Cover(1, "lease.pdf", "", _OF_LEASE), Cover(2, filename, "", paper)]) == {}


@pytest.mark.parametrize(
    ("said", "subject"),
    [
        ("Clause 2.1: the Margin is 2.60 % for Facility A.", "margin"),
        ("Clause 4: Service Credits are 5 per cent of the fee.", "service credits"),
        ("Clause 2.1 is deleted.", ""),
    ],
)
def test_what_a_change_gives_another_value_names_it(said: str, subject: str) -> None:
    assert [one.subject for one in changes([Page(1, f"Amendment\nto the Lease agreement.\n{said}\n", "p.1")])] == [
        subject
    ]


def test_a_running_head_that_names_both_papers_opens_no_amendment() -> None:
    head = "Halden - Lease Agreement and Amendment Letter"
    pages = [
        Page(1, f"LEASE AGREEMENT\n{_OF_LEASE}", "p.1"),
        Page(2, f"{head}\n1 Premises\nThe mill.\n2 Rent\n2.1 The rent is GBP 240,000 a year.", "p.2"),
        Page(3, f"{head}\nAMENDMENT LETTER\n(a) in clause 2.1 the rent shall be GBP 300,000.", "p.3"),
    ]

    own, found = bound_behind(pages)
    assert (own, [one.clause for one in found]) == (2, [(2, 1)])


def test_a_clause_that_opens_behind_its_sections_heading_is_changed_too() -> None:
    page = Page(
        1, "Amendment\nto the Loan.\n(d) in clause 21.1 the ratio shall be 2.75:1 until 2025 and 2.50:1 then.", "p.1"
    )
    every = passages([Page(1, "FINANCIAL COVENANTS 21.1 Leverage shall not exceed 2.50:1. The Parent reports.", "p.1")])
    change, *others = changes([page])

    assert not others
    assert [one.text for one in changed_in(change, every, "en")] == [
        "FINANCIAL COVENANTS 21.1 Leverage shall not exceed 2.50:1."
    ]


@pytest.mark.parametrize("code", ["PT-04/2019", "A/2022/7", "SC-118-B"])
def test_an_amendment_that_names_the_number_of_a_contract_is_of_that(code: str) -> None:
    contract = f"CONTRACT {code}\nUrban Bus Services\ndated 6 November 2019 - HOLT COUNCIL and PERRIN SERVICES LIMITED"
    opening = (
        f"Variation No. 2 to Contract {code}\nDated 18 September 2024. Parties: Holt Council; Perrin Services Limited."
    )

    assert dict(amended([Cover(1, "11_contract.pdf", "", contract), Cover(2, "12_var.docx", "", opening)])) == {2: 1}


def test_what_a_change_says_of_the_rest_does_not_undo_it() -> None:
    said = "3. Clause 7.2: the Margin for Facility A is 2.05% p.a.; the Margins for Facilities B and C are unchanged."

    (change,) = changes([Page(1, f"Amendment\nto the Loan.\n{said}\n", "p.1")])
    assert (change.clause, change.subject) == ((7, 2), "margin")


LOAN = """Facilities agreement
1 Definitions
“Net Debt” means all debt less cash.
“Termination Date” means 14 October 2026.
2 The facility
2.1 A term loan of GBP 4,000,000.
"""


@pytest.mark.parametrize(
    ("items", "former"),
    [
        ("2.1 Clause 2.1 is replaced: a loan of GBP 5,000,000.\n2.2 “Termination Date” means 14 October 2027.",
         ["“Termination Date” means 14 October 2026."]),
        ("2.1 “Net Debt” shall mean all debt.\n2.2 Clause 2.1 is replaced: a loan of GBP 5,000,000.",
         ["“Net Debt” means all debt less cash."]),
        ("2.1 Clause 2.1 is replaced: a loan of GBP 5,000,000.\n2.2 “Effective Date” means today.", []),
        ("2.2 “Termination Date” means 14 October 2027.", []),  # it changes nothing by its words: no amendment
    ],
)  # fmt: skip
def test_a_term_that_an_amendment_defines_is_defined_anew(items: str, former: list[str]) -> None:
    every = passages([Page(1, LOAN, "p.1")])
    of_terms = [
        one for one in changes([Page(1, f"Amendment\n1 Scope\nOf the loan.\n2 Terms\n{items}\n", "p.1")]) if one.term
    ]

    assert [one.text for change in of_terms for one in changed_in(change, every, "en")] == former


def test_a_short_line_before_the_first_clause_under_its_number_is_their_heading() -> None:
    text = """Contract of operations, dated 6 November 2019.
1 Term
1.1 It ends on 31 January 2029.
2 Assignment and change of control
2.1 Nobody may assign. 2.2 A change of control needs consent.
3 The Operator runs all services of the schedule on every day of the year and night
3.1 At night one bus runs.
"""
    headings = [one.text.split("\n")[-1] for one in passages([Page(1, text, "p.1")]) if one.is_heading]

    assert headings == ["1 Term", "2 Assignment and change of control"]


PURCHASES = """Supply agreement
Dated 9 June 2020, between (1) Holt Mills Ltd (the "Buyer") and (2) Perrin Yarns Ltd (the "Seller").
4 Minimum quantity
4.1 The Buyer shall buy at least 400 tonnes in each Supply Year (the "Minimum Quantity").
4.2 The minimum is lowered pro rata if the Seller cannot deliver.
5 Fees
5.1 "Handling Fee" means EUR 5.20 per tonne.
"""


@pytest.mark.parametrize(
    ("sentence", "former"),
    [
        ("With effect from Supply Year 4 the Minimum Quantity rises to 450 tonnes.", ["at least 400 tonnes"]),
        ("The Minimum Quantity is reduced to 350 tonnes.", ["at least 400 tonnes"]),
        ("From 1 June 2023 the Handling Fee is EUR 5.60.", ["EUR 5.20"]),
        ("2. Minimum Quantity. As from June 2023 the minimum quantity is now 450 tonnes.", ["at least 400 tonnes"]),
        ("The Minimum Quantity is measured on 1 June.", []),
        ("The Supply Day is 1 June 2023.", []),
    ],
)
def test_a_sentence_that_gives_a_term_another_value_changes_what_defines_it(sentence: str, former: list[str]) -> None:
    opening = "Letter of variation\nto the Supply agreement.\n1. Clause 4.2 no longer applies.\n"
    every = passages([Page(1, PURCHASES, "p.1")])

    found = changes([Page(1, f"{opening}{sentence}\n", "p.1")])

    told = [" ".join(one.text.split()) for change in found for one in changed_in(change, every, "en")]
    assert "4.2" in told[0]
    assert len(told) == 1 + len(former)
    assert all(part in text for part, text in zip(former, told[1:], strict=True))


def test_a_day_behind_another_is_no_clause() -> None:
    page = Page(
        1, "Amendment\n1. Clause 2.1: the rent of GBP 9,000 is added on 30 June 2027 and 4 December 2027.\n", "p.1"
    )

    assert [one.clause for one in changes([page])] == [(2, 1)]


def test_a_full_line_in_which_a_sentence_begins_is_no_heading() -> None:
    text = (
        "We refer to our meetings of the spring in which the terms below were agreed by both of us,\n"
        "and ask you to return a copy with your signature. Words have the meaning of the agreement.\n"
        "1. Term. The agreement runs until 31 May 2029; any later term has to be agreed in writing.\n"
        "2. Minimum Quantity. With effect from Supply Year 4 (starting 1 June 2023) the Minimum\n"
        "Quantity rises to 450 tonnes. All other terms of the supply agreement stand as they were before.\n"
    )

    said = [" ".join(one.text.split()) for one in passages([Page(1, text, "p.1")])]

    assert "With effect from Supply Year 4 (starting 1 June 2023) the Minimum Quantity rises to 450 tonnes." in said
