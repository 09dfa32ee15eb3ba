"""The order of hits."""

from sleuth.search.query import understand
from sleuth.search.ranking import Candidate, rank

ANY = understand("net sales")


def passage(
    passage_id: int, *, document: int = 1, page: int = 1, start: int = 0, content: str = "", context: str = ""
) -> Candidate:
    said = content or f"text {passage_id}"
    return Candidate(passage_id, document, f"{document}.pdf", page, start, start + 600, said, context)


def order(candidates: list[Candidate], fused: dict[int, float], **more: object) -> list[int]:
    given = {"file_scores": {}, "query": ANY} | more
    return [c.passage_id for c, _ in rank(candidates, fused, given["file_scores"], given["query"])]  # type: ignore[arg-type]


def test_the_better_score_comes_first() -> None:
    assert order([passage(1), passage(2, page=2)], {1: 0.3, 2: 0.9}) == [2, 1]


def test_ties_fall_by_filename_and_then_by_place() -> None:
    candidates = [passage(1, document=2), passage(2, page=7, start=9_000), passage(3, page=3, start=4_000)]
    equal = {1: 0.5, 2: 0.5, 3: 0.5}
    assert order(candidates, equal) == order(candidates[::-1], equal) == [3, 2, 1]


def test_a_neighbour_on_the_same_page_falls_behind_another_page() -> None:
    candidates = [passage(1), passage(2, start=400), passage(3, page=9, start=50_000)]
    assert order(candidates, {1: 1.0, 2: 0.9, 3: 0.7}) == [1, 3, 2]


def test_far_apart_on_one_long_page_is_another_place() -> None:
    candidates = [passage(1), passage(2, start=90_000), passage(3, page=9, start=500_000)]
    assert order(candidates, {1: 1.0, 2: 0.9, 3: 0.7}) == [1, 2, 3]


def test_a_page_with_more_evidence_rises() -> None:
    candidates = [passage(1), passage(2, page=2, start=4_000), passage(3, page=2, start=4_400)]
    assert order(candidates, {1: 0.80, 2: 0.78, 3: 0.77})[0] == 2


def test_the_same_words_in_one_document_are_found_once() -> None:
    candidates = [passage(1, content="Form 10-Q  Apple"), passage(2, page=2, start=5_000, content="form 10-q\napple")]
    assert order(candidates, {1: 0.5, 2: 0.9}) == [2]


def test_the_same_words_in_two_documents_are_two_pieces_of_evidence() -> None:
    candidates = [passage(1, content="same"), passage(2, document=2, content="same")]
    assert order(candidates, {1: 0.9, 2: 0.9}) == [1, 2]


def test_the_file_that_is_meant_leads() -> None:
    candidates = [passage(1), passage(2, document=2)]
    assert order(candidates, {1: 0.8, 2: 0.6}, file_scores={2: 1.0}) == [2, 1]


def test_a_leaning_to_a_file_excludes_no_other() -> None:
    candidates = [passage(1), passage(2, document=2)]
    assert order(candidates, {1: 1.0, 2: 0.1}, file_scores={2: 0.5, 1: 0.0}) == [1, 2]


def test_a_heading_that_says_what_is_asked_for_lifts_the_passages_below_it() -> None:
    candidates = [
        passage(1, context="report\nRisk Factors"),
        passage(2, page=5, start=9_000, context="report\nACME, Inc. / Consolidated Balance Sheet"),
    ]
    assert order(candidates, {1: 0.6, 2: 0.5}, query=understand("as shown in the balance sheet")) == [2, 1]


def test_the_label_of_the_document_is_no_heading() -> None:
    candidates = [passage(1), passage(2, page=5, start=9_000, context="consolidated balance sheets.xlsx")]
    assert order(candidates, {1: 0.6, 2: 0.5}, query=understand("as shown in the balance sheet")) == [1, 2]


def test_what_opens_a_document_is_looked_for_there() -> None:
    candidates = [passage(1), passage(2, page=30, start=80_000)]
    assert order(candidates, {1: 0.2, 2: 0.9}, query=understand("Who are the parties?")) == [1, 2]
    assert order(candidates, {1: 0.2, 2: 0.9}) == [2, 1]


def test_a_phrase_in_quotation_marks_lifts_the_passages_that_hold_it() -> None:
    candidates = [passage(1, content="sales, net"), passage(2, page=5, start=9_000, content="The Net\nSales rose")]
    assert order(candidates, {1: 0.9, 2: 0.4}, query=understand('"net sales rose"')) == [2, 1]
