"""Topics, and how long what was found for them is kept."""

import pytest

from sleuth.search.topics import FIVE_MINUTES, MOST_TOPICS, TopicCache, topic_of


@pytest.mark.parametrize(
    "message", ["Q3 revenue?", "Q3 revenue data", "What was Q3 revenue?", "revenue Q3", "Hi, the Q3 revenue figures?"]
)
def test_messages_that_differ_by_small_words_and_order_are_one_topic(message: str) -> None:
    assert topic_of(message) == "q3_revenue"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Q3 revenue", "Q2 revenue"),
        ("CEO salary", "CFO salary"),
        ("net debt", "debt"),
        ("revenue 2022", "revenue 2023"),
        ("EPS", "tax"),
        ('"net sales" rose', "net sales rose"),
    ],
)
def test_short_words_quarters_and_years_tell_topics_apart(one: str, other: str) -> None:
    assert topic_of(one) != topic_of(other)


class Clock:
    """A clock that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_what_was_kept_is_found_again() -> None:
    cache: TopicCache[str] = TopicCache()
    cache.put(1, "revenue", "edition", "found")
    assert cache.get(1, "revenue", "edition") == "found"


def test_another_topic_is_not_found() -> None:
    cache: TopicCache[str] = TopicCache()
    cache.put(1, "revenue", "edition", "found")
    assert cache.get(1, "costs", "edition") is None


def test_after_five_minutes_it_is_gone() -> None:
    clock = Clock()
    cache: TopicCache[str] = TopicCache(FIVE_MINUTES, clock=clock)
    cache.put(1, "revenue", "edition", "found")
    clock.now = 299.9
    assert cache.get(1, "revenue", "edition") == "found"
    clock.now = 300
    assert cache.get(1, "revenue", "edition") is None


def test_being_used_does_not_lengthen_its_time() -> None:
    clock = Clock()
    cache: TopicCache[str] = TopicCache(1_000, clock=clock)
    cache.put(1, "revenue", "edition", "found")
    clock.now = 0.9
    cache.get(1, "revenue", "edition")
    clock.now = 1.0
    assert cache.get(1, "revenue", "edition") is None


def test_twenty_topics_are_kept() -> None:
    cache: TopicCache[int] = TopicCache()
    for number in range(MOST_TOPICS + 5):
        cache.put(1, str(number), "edition", number)
    assert len(cache) == MOST_TOPICS == 20


def test_the_topic_that_was_not_used_for_longest_makes_room() -> None:
    cache: TopicCache[int] = TopicCache(most=2)
    cache.put(1, "old", "edition", 1)
    cache.put(1, "new", "edition", 2)
    cache.get(1, "old", "edition")
    cache.put(1, "newest", "edition", 3)
    assert cache.get(1, "old", "edition") == 1
    assert cache.get(1, "new", "edition") is None


def test_a_topic_of_one_project_is_not_found_in_another() -> None:
    cache: TopicCache[str] = TopicCache()
    cache.put(1, "revenue", "edition", "found")
    assert cache.get(2, "revenue", "edition") is None


def test_changed_documents_drop_what_was_kept() -> None:
    cache: TopicCache[str] = TopicCache()
    cache.put(1, "revenue", "before", "found")
    assert cache.get(1, "revenue", "after") is None
    assert len(cache) == 0


def test_a_message_of_no_topic_is_not_kept() -> None:
    cache: TopicCache[str] = TopicCache()
    cache.put(1, topic_of("and the what?"), "edition", "found")
    assert len(cache) == 0
