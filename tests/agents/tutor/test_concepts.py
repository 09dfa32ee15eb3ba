"""The concept library: complete in both languages, every number computed, and findable."""

import re

import pytest

from sleuth.agents.tutor.concepts import Concept, concepts, read_concept, split
from sleuth.agents.tutor.language import LANGUAGES, words_of
from sleuth.agents.tutor.library import library

SECTIONS = ["definition", "why", "how", "example", "mistakes"]
BOTH = [(language, concept) for language in LANGUAGES for concept in concepts(language).values()]
NAMES = {name for _, concept in BOTH for name in concept.names}


def source(concept: Concept) -> str:
    from importlib import resources

    place = resources.files("sleuth.agents.tutor") / "data" / "concepts" / concept.language / f"{concept.id}.md"
    return place.read_text(encoding="utf-8")


def test_there_are_more_than_eighty_concepts_and_the_same_in_both_languages() -> None:
    english, vietnamese = concepts("en"), concepts("vi")
    assert len(english) >= 80
    assert english.keys() == vietnamese.keys()
    for concept_id, concept in english.items():
        assert concept.topic == vietnamese[concept_id].topic
        assert concept.related == vietnamese[concept_id].related


@pytest.mark.parametrize(("language", "concept"), BOTH, ids=[f"{lang}-{concept.id}" for lang, concept in BOTH])
def test_a_concept_is_whole_and_every_number_it_prints_is_computed(language: str, concept: Concept) -> None:
    assert list(concept.sections) == SECTIONS
    assert all(concept.sections.values())
    assert len(concept.sections["mistakes"].splitlines()) >= 2
    assert len(concept.related) >= 2
    assert set(concept.related) < set(concepts(language))
    for section in split(source(concept))[1].values():
        plain = re.sub(r"\{[\w.:+]+\}", "", section)
        for name in sorted(NAMES, key=len, reverse=True):  # "50/30/20" and "P/E" are names
            plain = re.sub(re.escape(name), "", plain, flags=re.IGNORECASE)
        assert not re.search(r"\d", plain), plain
    assert any(concept.printed.values()), "the example prints no computed number"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_name_means_two_concepts(language: str) -> None:
    owners: dict[tuple[str, ...], str] = {}
    for concept in concepts(language).values():
        for name in concept.names:
            key = tuple(word.key for word in words_of(name, language))
            assert owners.setdefault(key, concept.id) == concept.id, name


def test_a_changed_argument_changes_the_text() -> None:
    text = source(concepts("en")["rule-of-72"])
    changed = read_concept("rule-of-72", "en", text.replace("rate: 6", "rate: 9"))
    assert "At 9% a year money doubles in about 8 years" in changed.sections["example"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_concept_is_found_by_each_of_its_names(language: str) -> None:
    shelf = library(language)
    for concept in concepts(language).values():
        for name in concept.names:
            assert [mention.concept.id for mention in shelf.mentions(name)] == [concept.id], name


@pytest.mark.parametrize(
    ("language", "question", "expected"),
    [
        ("en", "Explain emergency funds", ["emergency-fund"]),
        ("en", "the difference between savings and checking accounts", ["savings-account", "checking-account"]),
        ("en", "Is compound interest better than simple interest?", ["compound-interest", "simple-interest"]),
        ("vi", "Lãi kép là gì?", ["compound-interest"]),
        ("vi", "lai kep la gi", ["compound-interest"]),
        ("vi", "Đa dạng hoá danh mục là gì?", ["diversification"]),
    ],
)
def test_names_are_known_in_any_inflection_and_without_marks(language: str, question: str, expected: list[str]) -> None:
    assert [mention.concept.id for mention in library(language).mentions(question)] == expected


def test_what_narrows_a_concept_is_told_apart_from_what_makes_it_another_thing() -> None:
    shelf = library("en")
    assert shelf.mentions("How do student loans work?")[0].narrower == "student loans"
    assert shelf.mentions("What are stock options?")[0].other == "stock options"
    assert shelf.mentions("How do credit default swaps work?")[0].other == "default swaps"
    assert shelf.mentions("How do loans work?")[0].narrower == ""


def test_a_concept_is_found_by_its_description_through_the_search_of_every_project() -> None:
    shelf = library("en")
    found = shelf.surely("why do prices rise?")
    assert found is not None
    assert found.id == "inflation"
    assert shelf.surely("What is the capital of France?") is None
    assert shelf.search("xyzzy") == []
