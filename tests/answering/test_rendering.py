"""How an answer reads: what leads, what is a list, what is a table."""

from sleuth.answering.rendering import render
from sleuth.answering.state import REFUSAL
from sleuth.answering.verification import Citation, Proof, Proven
from sleuth.evidence.source import Span


def claim(text: str, page: int = 1, proof: Proof = "cell", filename: str = "report.pdf") -> Proven:
    return Proven(text, (Citation("words", page, filename, 1, (Span(page, 0, 5),)),), proof)


def answer(*claims: Proven) -> list[str]:
    return render(claims)["answer"].split("\n")


def test_nothing_proven_is_the_refusal() -> None:
    assert answer() == [REFUSAL]


def test_one_statement_stands_alone() -> None:
    assert answer(claim("Revenue, FY2024: EUR 12 million")) == ["Revenue, FY2024: EUR 12 million"]


def test_what_is_computed_leads_and_its_operands_are_a_list() -> None:
    lead = claim("Gross margin, FY2024: 25 % = 3 ÷ 12", proof="computed")
    assert answer(lead, claim("Gross profit, FY2024: 3"), claim("Revenue, FY2024: 12", page=2)) == [
        "Gross margin, FY2024: 25 % = 3 ÷ 12 [1]",
        "- Gross profit, FY2024: 3 [1]",
        "- Revenue, FY2024: 12 [2]",
    ]


def test_several_statements_are_a_list_with_a_citation_each() -> None:
    told = [claim(f"Risk {page} is named.", page, "verbatim") for page in (1, 2, 3)]
    assert answer(*told) == ["- Risk 1 is named. [1]", "- Risk 2 is named. [2]", "- Risk 3 is named. [3]"]


def test_several_figures_are_a_table() -> None:
    assert answer(*(claim(f"Revenue, FY202{year}: EUR 1{year} million", year) for year in (2, 3, 4))) == [
        "| Figure          | Value          | Source |",
        "|-----------------|----------------|--------|",
        "| Revenue, FY2022 | EUR 12 million | [1]    |",
        "| Revenue, FY2023 | EUR 13 million | [2]    |",
        "| Revenue, FY2024 | EUR 14 million | [3]    |",
    ]


def test_a_table_of_several_files_names_them() -> None:
    told = [claim(f"Revenue: {n}", n, filename=f"{n}.pdf") for n in (1, 2, 3)]
    assert answer(*told)[2] == "| Revenue | 1     | 1.pdf [1] |"


def test_a_statement_in_a_models_words_bears_its_mark_and_its_quote() -> None:
    assert answer(claim("It rains.", proof="judged")) == ["≈ It rains. (in the model's words; the source: “words”)"]
