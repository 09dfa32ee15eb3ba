"""Each licence of the alignment, and each refutation, both ways: what it lets pass, and what it does not."""

import pytest

from sleuth.evidence.claim import Context, Ruling, check
from sleuth.language.calendar import Calendar

APPLE = Context(("Apple Inc.", "Apple"), Calendar(9, 0, stated=True))

# licence, source, the sentence that follows, the sentence that does not
LICENCES = [
    (
        "a sum is of the times that it adds up",
        "Revenue was $5 million in 2021 and $7 million in 2022.",
        "Revenue totalled $12 million in 2021 and 2022.",
        "Revenue totalled $12 million in 2022.",
    ),
    (
        "of two lists the same place",
        "Sales of parts and service rose by 5% and 8%, respectively.",
        "Sales of parts and service rose by 5% and 8%, respectively.",
        "Sales of parts rose by 8%.",
    ),
    (
        "no consent set off by commas",
        "The Company, a developer of games, may, with the consent of the lenders, pay dividends.",
        "The Company may, with the consent of the lenders, pay dividends.",
        "The Company may pay dividends.",
    ),
    (
        "no exception set off by a comma",
        "The liability of Acme, the supplier, is limited to the fees, save for gross negligence.",
        "The liability of Acme is limited to the fees, save for gross negligence.",
        "The liability of Acme is limited to the fees.",
    ),
    (
        "a computed change is not denied",
        "Revenue was $5 million in 2021 and $7 million in 2022.",
        "Revenue grew by $2 million in 2022.",
        "Revenue did not grow by $2 million in 2022.",
    ),
    (
        "a term defined above",
        "The Term begins on the Effective Date listed above.",
        "The Term begins on the Effective Date.",
        "The Term ends on the Effective Date listed above.",
    ),
    (
        "only a term",
        "Goods set forth above are excluded from the sale.",
        "Goods set forth above are excluded.",
        "Goods are excluded from the sale.",
    ),
    (
        "any under a denial",
        "The carrier is not liable for any loss.",
        "The carrier is not liable for loss.",
        "The carrier is liable for any loss.",
    ),
    ("a limit is no fact", "Costs shall not exceed $5.", "Costs may not exceed $5.", "Costs did not exceed $5."),
    (
        "a limit worded as a denial",
        "The total damages shall not exceed 5% of the price.",
        "The total damages may not be more than 5% of the price.",
        "The total damages may be more than 5% of the price.",
    ),
    (
        "number in words and in digits behind a bound",
        "Shippers will have access to a maximum of ninety percent (90%) of the capacity.",
        "Shippers will have access to at most 90% of the capacity.",
        "Shippers will have access to a minimum of 90% of the capacity.",
    ),
    (
        "what a board noted",
        "The Board noted that Grynnan has engaged a legal adviser.",
        "Grynnan has engaged a legal adviser.",
        "The Board has engaged a legal adviser.",
    ),
    (
        "no more than what was noted",
        "The Board proposed that Grynnan engaged a legal adviser.",
        "The Board proposed that Grynnan engaged a legal adviser.",
        "Grynnan engaged a legal adviser.",
    ),
    (
        "one of two amounts to choose from",
        "The fee is the higher of $5 million or 5% of the price.",
        "The fee is the greater of $5 million or 5% of the price.",
        "The fee is 5% of the price.",
    ),
    (
        "right",
        "Each party shall have the right to inspect the books.",
        "Each party may examine the books.",
        "Each party must examine the books.",
    ),
    (
        "duty told in the present, with a past in its condition",
        "This Agreement shall be renewed on each anniversary, unless terminated by either Party.",
        "This Agreement is renewed on each anniversary unless terminated by either Party.",
        "This Agreement was renewed on each anniversary unless terminated by either Party.",
    ),
    (
        "inflection",
        "The supplier delivers beams of steel.",
        "Suppliers deliver beams of steel.",
        "The supply delivers beams of steel.",
    ),
    ("determiners", "A fee of $5 million is due.", "The fee of $5 million is due.", "No fee of $5 million is due."),
    ("equal numbers", "The fee was $1.2 billion.", "The fee was $1,200 million.", "The fee was $1.2 million."),
    ("numbers in words", "Notice is thirty (30) days.", "Notice is 30 days.", "Notice is 30 months."),
    ("equal dates", "It ended on 1 May 2020.", "It ended on May 1, 2020.", "It ended on May 11, 2020."),
    ("less precise date", "It was signed on 1 May 2020.", "It was signed in May 2020.", "It was signed in 2021."),
    ("conjunct, right", "Sales rose in May and fell in June.", "Sales rose in May.", "Sales rose in June."),
    ("conjunct, left", "Sales rose in May and fell in June.", "Sales fell in June.", "Sales fell in May."),
    (
        "lists in order",
        "Sales in Oslo and Rome were $4 million and $2 million, respectively.",
        "Sales in Rome were $2 million.",
        "Sales in Rome were $4 million.",
    ),
    (
        "one of two under a denial",
        "No dividends were declared or paid in 2020.",
        "No dividends were declared in 2020.",
        "Dividends were declared in 2020.",
    ),
    (
        "apposition",
        "The auditor, Lowell LLP, resigned in May 2020.",
        "Lowell LLP resigned in May 2020.",
        "The auditor of Lowell LLP resigned in May 2020.",
    ),
    (
        "aside",
        "Margins fell in 2020 because wages rose.",
        "Margins fell in 2020.",
        "Wages rose because margins fell in 2020.",
    ),
    (
        "block moved",
        "In May 2020, Acme sold its mill to Borea.",
        "Acme sold its mill to Borea in May 2020.",
        "Borea sold its mill to Acme in May 2020.",
    ),
    (
        "passive",
        "Acme sold its mill to Borea in May 2020.",
        "The mill was sold by Acme to Borea in May 2020.",
        "The mill was sold by Borea to Acme in May 2020.",
    ),
    (
        "relative clause",
        "Norvik owns 60% of Sundal, which owns 40% of Fjell.",
        "Sundal owns 40% of Fjell.",
        "Norvik owns 40% of Fjell.",
    ),
    ("duty as fact", "The tenant shall pay the rent.", "The tenant pays the rent.", "The tenant paid the rent."),
    (
        "change to a value",
        "Revenue increased 18% to $2.4 billion in 2023.",
        "Revenue was $2.4 billion in 2023.",
        "Revenue increased by $2.4 billion in 2023.",
    ),
    (
        "Swedish inversion",
        "Utredningen överlämnade sitt betänkande till regeringen den 14 november 2022.",
        "Den 14 november 2022 överlämnade utredningen sitt betänkande till regeringen.",
        "Den 14 november 2022 överlämnade regeringen sitt betänkande till utredningen.",
    ),
    (
        "duty beside a permission",
        "The auditor may resign and the board shall appoint another auditor.",
        "The auditor may resign and the board appoints another auditor.",
        "The auditor resigned and the board appointed another auditor.",
    ),
    (
        "proviso as but",
        "The guest may cancel; provided, however, that the guest shall pay the first night.",
        "The guest may cancel, but the guest must pay the first night.",
        "The guest may cancel.",
    ),
    (
        "relative clause with a denial",
        "The agent may not resign without the owner's consent, which consent shall not be unreasonably withheld.",
        "The agent may not resign without the owner's consent.",
        "The agent may resign without the owner's consent.",
    ),
    (
        "manner of a duty",
        "The debts shall survive the sale in accordance with their terms.",
        "The debts survive the sale.",
        "The debts do not survive the sale.",
    ),
    (
        "adjuncts exchanged",
        "The club may close the pool on ten days notice without cause.",
        "The club may close the pool without cause on ten days notice.",
        "The club may close the pool on ten days notice with cause.",
    ),
    (
        "one of a list under a denial",
        "The agent is not an officer, director, employee or partner of the firm.",
        "The agent is not an employee or partner of the firm.",
        "The agent is an employee or partner of the firm.",
    ),
    (
        "one of a list under a denial",
        "The agent is not an officer, director, employee or partner of the firm.",
        "The agent is not an employee or partner of the firm.",
        "The agent is an employee or partner of the firm.",
    ),
    (
        "number in words before its figures",
        "The bonus is Three Hundred Thousand (300,000) shares.",
        "The bonus is 300,000 shares.",
        "The bonus is 3,000 shares.",
    ),
    (
        "passive of two verbs",
        "The plan may be changed or ended by the council at any time.",
        "The council may change or end the plan at any time.",
        "The plan may change or end the council at any time.",
    ),
    (
        "what limits a subject stays with it",
        "Customers in Asia bought goods from suppliers in Europe.",
        "Customers in Asia bought goods.",
        "Customers bought goods from suppliers in Asia.",
    ),
    (
        "agent whole",
        "The growth in members was primarily driven by increased demand for our cheaper plans.",
        "The growth in members was driven primarily by increased demand for our cheaper plans.",
        "Increased demand for our cheaper plans was primarily driven by the growth in members.",
    ),
    (
        "defined term",
        "Closing shall occur before the Long Stop Date. “Long Stop Date” means 30 June 2025.",
        "Closing shall occur before 30 June 2025.",
        "Closing shall occur before 30 July 2025.",
    ),
    (
        "who reported it",
        "Ann Berg reported that the audit has been postponed.",
        "The audit has been postponed.",
        "The audit has not been postponed.",
    ),
    (
        "a yes or a no that agrees",
        "There is no automatic renewal.",
        "No, there is no automatic renewal.",
        "Yes, there is no automatic renewal.",
    ),
    ("a denied subject", "No dividend is proposed.", "A dividend is not proposed.", "A dividend is proposed."),
    (
        "not all are not all that are not",
        "No dividend is proposed.",
        "No dividend is proposed.",
        "Not every dividend is proposed.",
    ),
    (
        "two sentences joined, the second with what looks like a verb",
        "Net sales were SEK 9 million. Adjusted profit was SEK 2 million.",
        "Net sales were SEK 9 million, and adjusted profit was SEK 2 million.",
        "Net sales were SEK 2 million, and adjusted profit was SEK 9 million.",
    ),
    (
        "a limit on a change",
        "The fee is adjusted by half of the index, and never by more than 3 per cent.",
        "The fee is adjusted by half of the index, and not by more than 3 per cent.",
        "The fee is adjusted by half of the index, and by more than 3 per cent.",
    ),
]


@pytest.mark.parametrize(("source", "follows", "wrong"), [case[1:] for case in LICENCES], ids=[c[0] for c in LICENCES])
def test_licence_lets_pass_what_follows_and_nothing_else(source: str, follows: str, wrong: str) -> None:
    assert check(follows, [source]).verdict is Ruling.PROVEN, check(follows, [source]).reason
    assert check(wrong, [source]).verdict is not Ruling.PROVEN


def test_document_is_called_by_its_own_name() -> None:
    source = "The Company repurchased $18.0 billion of its common stock during the three months ended July 1, 2023."

    assert check(
        "Apple repurchased $18.0 billion of its common stock in the third quarter of 2023.", [source], APPLE
    ).is_proven
    assert not check(
        "Intel repurchased $18.0 billion of its common stock in the third quarter of 2023.", [source], APPLE
    ).is_proven
    assert not check(
        "Apple repurchased $18.0 billion of its common stock in the second quarter of 2023.", [source], APPLE
    ).is_proven


LEASE = Context(title="Warehouse Lease Agreement", definitions=(("landlord", "rheinau, inc."),), sections=("4.2", "4"))


@pytest.mark.parametrize(
    ("sentence", "follows"),
    [
        ("Under section 4.2, the Landlord may end the lease on 30 days' notice.", True),
        ("According to clause 4, the Landlord may end the lease on 30 days' notice.", True),
        ("Under section 4.3, the Landlord may end the lease on 30 days' notice.", False),
        ("The agreement provides that the Landlord may end the lease on 30 days' notice.", True),
        ("The Warehouse Lease Agreement states that the Landlord may end the lease on 30 days' notice.", True),
        ("The indenture provides that the Landlord may end the lease on 30 days' notice.", False),
        ("The Landlord may end the lease on 30 days' notice, as stated in section 4.2.", True),
        ("Rheinau, Inc. may end the lease on 30 days' notice.", True),
        ("Brackmann, Inc. may end the lease on 30 days' notice.", False),
    ],
)
def test_where_a_sentence_says_that_it_stands_and_whom_it_names_must_be_the_documents(
    sentence: str, follows: bool
) -> None:
    verdict = check(sentence, ["The Landlord may end the lease upon thirty (30) days notice."], LEASE)

    assert verdict.is_proven is follows, verdict.reason


def test_document_without_a_title_turns_no_forecast_into_a_duty() -> None:
    forecast = "The company will open five shops."

    assert not check("The company must open five shops.", [forecast]).is_proven
    assert check("The company must open five shops.", [forecast], LEASE).is_proven


# kind, source, sentence
REFUTED = [
    ("comparison", "The fee is paid in advance each month.", "The fee is paid in arrears each month."),
    ("scope", "A has at least 10% and B has at most 90% of the capacity.", "B has at least 90% of the capacity."),
    ("value", "The fee was $5 million in 2020.", "The fee was $6 million in 2020."),
    ("unit", "The fee was $5 million in 2020.", "The fee was $5 billion in 2020."),
    ("unit", "The rent is EUR 600 per year.", "The rent is EUR 600 per month."),
    ("date", "The fee was paid in May 2020.", "The fee was paid in June 2020."),
    ("name", "He was introduced by his uncle George.", "He was introduced by his uncle Mark."),
    ("name", "The ship left Oslo for Rome.", "The ship left Rome for Oslo."),
    ("party", "The importer pays the duty and the exporter pays the freight.", "The exporter pays the duty."),
    ("negation", "The lemur is not eating.", "The lemur is eating."),
    ("negation", "The lemur is eating.", "The lemur is not eating."),
    ("modality", "The tenant may sublet the flat.", "The tenant must sublet the flat."),
    ("modality", "The court may annul the decision.", "The court annulled the decision."),
    ("comparison", "Sales to Oslo increased in 2020.", "Sales to Oslo decreased in 2020."),
    ("cause", "Margins fell because wages rose.", "Wages rose because margins fell."),
    ("scope", "Shops in Oslo were closed.", "All shops in Oslo were closed."),
    ("condition", "The seller keeps title until the price is paid.", "The seller keeps title."),
    ("condition", "The firm may not borrow unless the bank consents.", "The firm may not borrow."),
    ("condition", "The tenant may sublet only with the owner's consent.", "The tenant may sublet."),
    ("condition", "The buyer may return the goods, provided that they are unused.", "The buyer may return the goods."),
    ("condition", "If the roof leaks, the owner shall pay the repairs.", "The owner shall pay the repairs."),
    ("condition", "The sale shall close, subject to approval by the council.", "The sale shall close."),
    (
        "condition",
        "The guest shall pay the bill and the host shall refund the deposit if the room is clean.",
        "If the room is clean, the guest shall pay the bill.",
    ),
    ("date", "Sales were $5 million in 2020 and $4 million in 2019.", "Sales were $5 million in 2019."),
]


@pytest.mark.parametrize(("kind", "source", "sentence"), REFUTED)
def test_refutation_names_its_kind(kind: str, source: str, sentence: str) -> None:
    verdict = check(sentence, [source])

    assert (verdict.verdict, verdict.kind) == (Ruling.REFUTED, kind), verdict.reason


# A denial or a prohibition in other words is no contradiction.
REWORDED = [
    ("The clerk had sent apologies.", "The clerk did not attend but had sent apologies."),
    (
        "The buyer claims EUR 5,000. No provision has been made.",
        "The buyer claims EUR 5,000; nothing is set aside.",
    ),
    (
        "The host may cut the fee once. A cut may not be made in May.",
        "The host can lower the fee once, though not in May.",
    ),
    (
        "No firm shall pay a dividend unless the bank agrees.",
        "Nothing may be paid unless the bank agrees.",
    ),
]


@pytest.mark.parametrize(("source", "sentence"), REWORDED)
def test_denial_in_other_words_is_open_and_no_matter_for_a_judge(source: str, sentence: str) -> None:
    verdict = check(sentence, [source])

    assert verdict.verdict is Ruling.OPEN, verdict.reason
    assert not verdict.is_judgeable


# True sentences that say a number, a date or a bound otherwise than their quote, and lies that look like them.
TOLD_OTHERWISE = [
    ("The Borrower shall not permit its spending to exceed $9,000.", "Spending may not exceed $9,000.", "open"),
    ("Fines shall not exceed 10 per cent of the fee.", "Fines are capped at 10 per cent of the fee.", "proven"),
    ("The fine is limited to 15 per cent of the fee.", "The fine is limited to 50 per cent of the fee.", "refuted"),
    ("The claim amounts to $12.4 million.", "The claim amounts to $12 million.", "open"),
    ("The claim amounts to $12.4 million.", "The claim amounts to $13 million.", "refuted"),
    (
        "The licence begins on 1 October 2021 and continues for seven years.",
        "The licence begins on 1 October 2021 and ends on 30 September 2028.",
        "open",
    ),
    (
        "The licence begins on 1 October 2021 and continues for seven years.",
        "The licence begins on 1 October 2021 and ends on 30 September 2029.",
        "refuted",
    ),
    (
        "For 2024 the minimum is 800 tons. Any shortfall is invoiced in the following year.",
        "The minimum for 2024 is 800 tons, and the rest is billed in January 2025.",
        "open",
    ),
]


@pytest.mark.parametrize(("source", "sentence", "ruling"), TOLD_OTHERWISE)
def test_a_number_a_date_or_a_bound_told_otherwise_is_refuted_only_where_it_differs(
    source: str, sentence: str, ruling: str
) -> None:
    verdict = check(sentence, [source])

    assert verdict.verdict == ruling, verdict.reason


# What is open, and whether it may be judged: wording may, the rest never.
OPEN = [
    ("The tribunal has three arbitrators.", "The tribunal consists of three arbitrators.", True),
    ("The other Party shall return the documents.", "The Receiving Party shall return the documents.", False),
    ("The mill was closed.", "The mill was closed in May 2020.", False),
    ("The mill was closed.", "The mill was shut because of the strike.", False),
    ("Alm AB was acquired from Bro AB.", "Alm AB acquired Bro AB.", False),
    (
        "No dividends shall be paid or stock be bought, except from leavers up to $500.",
        "No dividends shall be paid or stock be bought under any circumstances.",
        False,
    ),
    ("Profit was SEK 44 million.", "Profit was up by SEK 44 million.", False),
    ("The mill was closed.", "The mill was shut and the workers protested.", False),
    ("The loan may be used only for capital expenditure.", "The loan may be spent without any consent.", False),
    ("The tenant paid the fees for the flat.", "The tenant for the flat paid the fees.", False),
    ("Utredningen föreslår att avgiften avskaffas.", "Regeringen föreslår att avgiften avskaffas.", False),
]


@pytest.mark.parametrize(("source", "sentence", "judgeable"), OPEN)
def test_open_sentence_may_be_judged_only_for_its_wording(source: str, sentence: str, judgeable: bool) -> None:
    verdict = check(sentence, [source])

    assert verdict.verdict is Ruling.OPEN, verdict.reason
    assert verdict.is_judgeable is judgeable


def test_aligned_words_are_told() -> None:
    verdict = check("Net sales rose in May 2020.", ["Net sales increased in May 2020."])

    assert ("rose", "increased") in verdict.aligned
