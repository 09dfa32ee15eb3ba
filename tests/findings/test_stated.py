"""Numbers of things and shares are read where whose they are and what is counted is certain, and compared strictly."""

from datetime import date

import pytest

from sleuth.evidence.source import Page, PageSource, Source
from sleuth.findings.compared.authority import Witness
from sleuth.findings.compared.stated import compare_amounts, read_amount
from sleuth.findings.finding import Finding
from sleuth.findings.profile import profile
from sleuth.findings.text.stated import STATED, stated_findings


def read(text: str, kind: str = "text", language: str = "en") -> list[Finding]:
    source = Source(f"note.{kind}", kind, PageSource.WHOLE, (Page(1, text, "whole"),))
    return stated_findings(source, profile(source, language))


@pytest.mark.parametrize(
    ("sentence", "kind", "stated"),
    [
        ("The Group operates six cold stores with a total of 148,000 pallet positions at 30 April 2025, of which four "
         "are owned.", "text", ("pallet positions", "148,000 pallet positions", "2025-04-30", "")),
        ("142,000 pallet positions across six sites", "pptx", ("pallet positions", "142,000 pallet positions", "", "")),
        ("44 employees; own production in Kuopio", "pptx", ("employees", "44 employees", "", "")),
        ("The Company employs 312 employees.", "text", ("employees", "312 employees", "", "")),
        ("Bolaget har 12 butiker.", "text", ("butiker", "12 butiker", "", "")),
        ("Kvarnvik has 62,000 pallet positions.", "text",
         ("pallet positions", "62,000 pallet positions", "", "Kvarnvik")),
    ],
)  # fmt: skip
def test_a_sentence_states_a_number_of_things(sentence: str, kind: str, stated: tuple[str, ...]) -> None:
    (found,) = read(sentence, kind, "sv" if "Bolaget" in sentence else "en")
    day = found.period.name if found.period else ""
    assert (found.metric.removeprefix(STATED), found.text, day, found.subject) == stated
    assert found.quantity is None


@pytest.mark.parametrize(
    ("sentence", "whole", "name", "text"),
    [
        ("Skagen Pelagic A/S accounted for 14.2 per cent of net sales in FY25.", "revenue", "Skagen Pelagic A/S",
         "14.2 per cent"),
        ("Skagen Pelagic is our largest customer, SEK 101.3m or about 17 % of group sales.", "revenue",
         "Skagen Pelagic", "about 17 %"),
        ("Region Nord represents 12% of ARR.", "arr", "Region Nord", "12%"),
    ],
)  # fmt: skip
def test_a_sentence_states_whose_share_of_what(sentence: str, whole: str, name: str, text: str) -> None:
    (found,) = read(sentence)
    assert (found.metric, found.dimension, found.text) == (f"{STATED}share of {whole}", (name,), text)


@pytest.mark.parametrize(
    "sentence",
    [
        "They used 39,400 pallet positions.",  # whose?
        "The Group used 39,400 pallet positions on average.",  # a mean
        "The Group has 1,140 beds in Norway.",  # a part
        "The Group has more than 200 stores.",  # a bound
        "The Group will have 40 stores.",  # a plan
        "The Group sold 40 stores.",  # no stock
        "The Group has 40 new stores.",  # a part
        "The Group has 12 months to pay.",  # a length of time
        "The Group has 40 million kronor in cash.",  # money
        "The gross margin was 42% of sales.",  # a measure
        "Cash was 12% of net sales.",
        "The Group accounted for 12% of sales.",  # of whom?
        "Sales to Halden were 12% and to Vinga 9% of net sales.",  # two of them
    ],
)
def test_what_is_not_certain_states_nothing(sentence: str) -> None:
    assert read(sentence) == []


def clashes(*said: tuple[int, Finding], dated: dict[int, date] | None = None) -> int:
    amounts = [
        read_amount(number, document, finding.metric, finding.key.subject, finding.text, finding.period, finding.rule)
        for number, (document, finding) in enumerate(said, 1)
    ]
    days = dated or {}
    witnesses = {document: Witness(document, f"{document}.pdf", dated=days.get(document)) for document, _ in said}
    return len(compare_amounts([one for one in amounts if one is not None], witnesses).conflicts)


@pytest.mark.parametrize(
    ("one", "other", "conflicts"),
    [
        ("The Group has 148,000 pallet positions.", "The Group has 142,000 pallet positions.", 1),
        ("The Group has 148,000 pallet positions.", "The Group has 148,250 pallet positions.", 0),  # rounded
        ("The Group has 148,000 pallet positions.", "Kvarnvik has 62,000 pallet positions.", 0),  # another's
        ("The Group has 148,000 pallet positions.", "The Group has 142,000 parking places.", 0),  # other things
        ("The Company had 312 employees at 30 April 2025.", "The Company had 298 employees at 30 April 2024.", 0),
        ("The Company had 312 employees at 30 April 2025.", "The Company has 298 employees.", 1),
        ("Skagen Pelagic A/S accounted for 14.2% of net sales in FY25.", "Skagen Pelagic is about 17% of sales.", 1),
        ("Skagen Pelagic A/S accounted for 16.8% of net sales in FY25.", "Skagen Pelagic is about 17% of sales.", 0),
        ("Skagen Pelagic accounted for 14.2% of net sales.", "Halden Foods accounted for 17% of net sales.", 0),
        ("Skagen Pelagic accounted for 14.2% of net sales.", "Skagen Pelagic accounted for 17% of receivables.", 0),
    ],
)
def test_statements_of_one_thing_and_owner_conflict_where_they_differ(one: str, other: str, conflicts: int) -> None:
    (first,), (second,) = read(one), read(other)
    assert clashes((1, first), (2, second)) == conflicts


def test_a_statement_without_a_time_of_another_year_is_not_held_against_a_dated_one() -> None:
    (first,) = read("The Company had 312 employees at 30 April 2025.")
    (second,) = read("The Company has 298 employees.")
    assert clashes((1, first), (2, second), dated={2: date(2021, 5, 1)}) == 0
    assert clashes((1, first), (2, second), dated={2: date(2025, 9, 1)}) == 1
