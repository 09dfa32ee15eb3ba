"""The events that documents state: which, when, of what, and none that they do not state."""

import pytest

from sleuth.agents.detectives.running import running
from tests.agents.detectives.papers import (
    BILL,
    CONSULTATION,
    COVER,
    DIRECTIVE,
    LETTER,
    REFERRAL,
    REPORT,
    STATUTE,
    SUPPLEMENT,
    connection_of,
    dated,
    events_of,
    pages_of,
)


def test_a_report_tells_how_the_inquiry_came_about_and_ended() -> None:
    found = {(e.type, str(e.moment.day), e.moment.precision, e.subject) for e in events_of(*REPORT)}
    assert found == {
        ("directive_issued", "2021-03-04", "day", "dir. 2021:14"),
        ("investigator_appointed", "2021-03-04", "day", "Berit Holmgren"),
        ("investigator_dismissed", "2022-04-30", "day", "Berit Holmgren"),
        ("investigator_appointed", "2022-05-01", "day", "Sven-Åke von Ekenberg"),
        ("supplementary_directive", "2022-06-09", "day", "dir. 2022:61"),
        ("report_due", "2023-03-31", "day", ""),
        ("handed_over", "2023-03-01", "month", "SOU 2023:17"),
        ("sou_published", "2023-03-01", "month", "SOU 2023:17"),
    }


@pytest.mark.parametrize(
    ("text", "events"),
    [
        (DIRECTIVE, {("directive_issued", "2021-03-04", "day"), ("report_due", "2022-09-01", "day")}),
        (
            SUPPLEMENT,
            {
                ("supplementary_directive", "2022-06-09", "day"),
                ("directive_issued", "2021-03-04", "day"),
                ("report_due", "2023-03-31", "day"),
            },
        ),
        (CONSULTATION, {("consultation_sent", "2023-05-12", "day"), ("comments_due", "2023-09-15", "day")}),
        (REFERRAL, {("council_referral", "2024-03-07", "day")}),
        (BILL, {("bill", "2024-05-16", "day"), ("in_force_proposed", "2025-01-01", "day")}),
        (STATUTE, {("in_force", "2025-01-01", "day")}),
    ],
)
def test_each_later_document_states_its_own_events(text: str, events: set[tuple[str, str, str]]) -> None:
    assert dated(text) == events


def test_the_imprint_gives_a_year_where_nothing_gives_more() -> None:
    assert ("sou_published", "2023-01-01", "year") in dated(COVER, LETTER.partition("Härmed")[0])


def test_the_whole_text_is_read_where_the_front_matter_is_silent() -> None:
    silent = LETTER.replace("Stockholm i mars 2023\n", "").replace("Härmed överlämnas", "Här är")
    late = "4 Arbetet\nUtredningens betänkande SOU 2023:17 överlämnades den 29 mars 2023 till regeringen."
    assert ("sou_published", "2023-03-29", "day") in dated(COVER, silent, "Innehåll\n1 Inledning", late)


def test_an_interim_report_that_a_report_mentions_is_an_event_of_its_own() -> None:
    letter = LETTER.replace(
        "Härmed överlämnas",
        "Delbetänkandet Trampa på (SOU 2022:3) överlämnades i januari 2022.\nHärmed överlämnas",
    )
    found = {(e.type, e.moment.stated, e.subject) for e in events_of(COVER, letter)}
    assert ("interim_report", "januari 2022", "SOU 2022:3") in found
    assert ("sou_published", "mars 2023", "SOU 2023:17") in found


@pytest.mark.parametrize(
    "text",
    [
        "Betänkandet (SOU 2023:17) ska överlämnas den 1 mars 2023.",
        "Betänkandet (SOU 2023:17) skulle ha överlämnats den 1 mars 2023.",
        "Utredningen lämnar i betänkandet (SOU 2023:17) förslag som gäller från den 1 mars 2023.",
        "Detta betänkande (SOU 2023:17) presenterar resultaten av utredningen.",
        "En annan utrednings betänkande Gå (SOU 1999:1) överlämnades den 1 mars 1999, före SOU 2023:17.",
    ],
)
def test_what_is_planned_or_of_another_report_is_no_publication(text: str) -> None:
    assert not [event for event in events_of(text) if event.type == "sou_published" and event.subject == "SOU 2023:17"]


def test_a_deadline_of_another_inquiry_is_not_this_ones() -> None:
    other = "Utredningen, som antagit namnet Gåutredningen, ska redovisa sitt uppdrag senast den 1 maj 2021.\n"
    text = DIRECTIVE.replace("Uppdraget ska", f"{other}Uppdraget ska")
    assert [str(event.moment.day) for event in events_of(text) if event.type == "report_due"] == ["2022-09-01"]


def test_actors_are_the_bodies_that_the_statement_names() -> None:
    text = "Betänkandet Gå (SOU 2023:17) överlämnades den 1 mars 2023 till Justitiedepartementet."
    (event,) = [event for event in events_of(text) if event.type == "sou_published"]
    assert event.actors == ("Justitiedepartementet",)


def test_page_numbers_and_running_heads_do_not_divide_a_sentence() -> None:
    texts = [f"SOU 2023:17\nTill statsrådet\n{n}\nRad {n}." for n in range(4)]
    texts[1] = "SOU 2023:17\nTill statsrådet\nRegeringen beslutade den 4"
    texts[2] = "SOU 2023:17\nTill statsrådet\nmars 2021 att tillkalla en kommitté.\n6"
    assert "beslutade den 4\nmars 2021 att" in running(pages_of(*texts)).text


def test_the_page_of_an_event_is_the_page_of_its_date() -> None:
    text = running(pages_of(*REPORT))
    assert {text.page(event.date_start) for event in events_of(*REPORT)} == {2}


def test_the_same_day_reaches_over_a_sentence_without_a_date() -> None:
    text = (
        "Regeringen beslöt den 30 januari 1997 att tillkalla en särskild utredare. Samtidigt beslöt regeringen om "
        "direktiv, Dir 1997:23. Chefen för Kulturdepartementet utsåg samma dag rådet Rune Tall till särskild utredare."
    )
    assert ("investigator_appointed", "1997-01-30", "day") in dated(text)


def test_the_same_day_after_a_dismissal_is_nobodys() -> None:
    text = (
        "Till särskild utredare förordnades den 3 maj 2016 Rune Tall. Rune Tall entledigades den 1 juni 2017. "
        "Som experter förordnades samma dag Nils Ek."
    )
    assert connection_of("Nils Ek", text).since is None
