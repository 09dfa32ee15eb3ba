"""Each licence of the alignment, and each refutation, both ways: what it lets pass, and what it does not."""

import pytest

from sleuth.evidence.claim import Context, Ruling, check
from sleuth.language.calendar import Calendar

APPLE = Context(("Apple Inc.", "Apple"), Calendar(9, 0, stated=True))

# licence, source, the sentence that follows, the sentence that does not
LICENCES = [
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
        "comparison",
        "Revenue was $5 million in 2021, compared with $4 million in 2020.",
        "Revenue was $4 million in 2020.",
        "Revenue was $4 million in 2021.",
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
        "compound",
        "The lease for the Oslo office ends.",
        "The Oslo office lease ends.",
        "The office for the lease ends.",
    ),
    (
        "Swedish inversion",
        "Utredningen överlämnade sitt betänkande till regeringen den 14 november 2022.",
        "Den 14 november 2022 överlämnade utredningen sitt betänkande till regeringen.",
        "Den 14 november 2022 överlämnade regeringen sitt betänkande till utredningen.",
    ),
    (
        "defined term",
        "Closing shall occur before the Long Stop Date. “Long Stop Date” means 30 June 2025.",
        "Closing shall occur before 30 June 2025.",
        "Closing shall occur before 30 July 2025.",
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


# kind, source, sentence
REFUTED = [
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
    ("date", "Sales were $5 million in 2020 and $4 million in 2019.", "Sales were $5 million in 2019."),
]


@pytest.mark.parametrize(("kind", "source", "sentence"), REFUTED)
def test_refutation_names_its_kind(kind: str, source: str, sentence: str) -> None:
    verdict = check(sentence, [source])

    assert (verdict.verdict, verdict.kind) == (Ruling.REFUTED, kind), verdict.reason


# What is open, and whether it may be judged: wording may, the rest never.
OPEN = [
    ("The tribunal has three arbitrators.", "The tribunal consists of three arbitrators.", True),
    ("The other Party shall return the documents.", "The Receiving Party shall return the documents.", False),
    ("The mill was closed.", "The mill was closed in May 2020.", False),
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
