"""Who leads an inquiry, who did, who helps; which bodies and laws it is connected with; and who is nobody."""

import pytest

from sleuth.agents.detectives.laws import read_laws
from sleuth.agents.detectives.names import is_minister, read_bodies, read_ministries, read_names, why_no_person
from sleuth.agents.detectives.words import placeholders
from tests.agents.detectives.papers import (
    CONSULTATION,
    COVER,
    DIRECTIVE,
    LETTER,
    REPORT,
    connection_of,
    metadata_of,
    people,
)


def test_a_report_names_everybody_with_their_part() -> None:
    assert people(*REPORT) == [
        ("Berit Holmgren", "formerly_led_by", "särskild utredare"),
        ("Sven-Åke von Ekenberg", "led_by", "särskild utredare"),
        ("Lisa Modig", "advised_by", "expert"),
        ("Omar Haddad", "advised_by", "expert"),
        ("Per Grahn", "assisted_by", "sekreterare"),
        ("Eva-Lena Öst", "assisted_by", "sekreterare"),
    ]


def test_a_replaced_investigator_is_history_with_its_dates() -> None:
    former = connection_of("Berit Holmgren", *REPORT)
    assert former.since is not None
    assert former.until is not None
    assert (str(former.since.day), str(former.until.day)) == ("2021-03-04", "2022-04-30")


def test_a_date_behind_each_name_or_before_it_is_that_names() -> None:
    before, after = connection_of("Per Grahn", *REPORT), connection_of("Eva-Lena Öst", *REPORT)
    assert before.since is not None
    assert after.since is not None
    assert (str(before.since.day), str(after.since.day)) == ("2021-05-03", "2021-09-01")


def test_committee_and_ministry_are_entities_with_their_relation() -> None:
    found = {(one.type, one.name, one.relation) for one in metadata_of(*REPORT).connections}
    assert ("committee", "Utredningen om cykelvägar i glesbygd", "conducted_by") in found
    assert ("ministry", "Infrastrukturdepartementet", "commissioned_by") in found


def test_the_ministry_follows_from_the_committees_code_where_the_letter_names_only_a_minister() -> None:
    letter = LETTER.replace("Till statsrådet och chefen för\nInfrastrukturdepartementet", "Till statsrådet Åsa Lind")
    ministry = connection_of("Infrastrukturdepartementet", COVER, letter)
    assert (ministry.relation, ministry.confidence) == ("commissioned_by", "medium")
    assert "Åsa Lind" not in [name for name, *_ in people(COVER, letter)]


def test_a_chair_leads_a_committee() -> None:
    letter = LETTER.replace(
        "Till särskild utredare förordnades samma dag tingsfiskalen Berit Holmgren.",
        "Som ordförande i kommittén förordnades den 18 mars 2021 landshövdingen Stina Berg och som ledamöter "
        "riksdagsledamöterna Kalle Kvist och Mona Ask.",
    ).replace("Berit Holmgren entledigades den 30 april 2022. Från och med den 1 maj 2022\nförordnades kanslirådet "
              "Sven-Åke von Ekenberg som särskild utredare.\n", "")  # fmt: skip
    found = people(COVER, letter)
    assert ("Stina Berg", "led_by", "ordförande") in found
    assert ("Kalle Kvist", "has_member", "ledamot") in found
    assert ("Mona Ask", "has_member", "ledamot") in found


def test_where_nobody_is_named_nobody_leads() -> None:
    assert people(DIRECTIVE) == []
    assert people("Utredaren presenterade betänkandet till regeringen. Kommittén tackar alla experter.") == []


def test_whoever_only_signs_is_no_lead() -> None:
    letter = "\n".join(line for line in LETTER.splitlines() if "förordnades" not in line and "entledigades" not in line)
    assert ("Sven-Åke von Ekenberg", "related_to", "undertecknare") in people(COVER, letter)
    assert people(COVER, letter, relation="led_by") == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Anna Svensson utsågs till särskild utredare för denna utredning.", "Anna Svensson"),
        ("Till särskild utredare utses Happy Hammar, chef i Åre kommun.", None),
        ("Till särskild utredare har regeringen utsett professor emeritus Rune Tall.", "Rune Tall"),
        ("Den 3 maj 2016 förordnades generaldirektören Rune Tall att från och med samma dag vara särskild utredare.",
         "Rune Tall"),
        ("Statsrådet Nina Ed förordnade den 4 maj 2012 f.d. rådet Rune Tall att vara särskild utredare.", "Rune Tall"),
        ("Chefen för Kulturdepartementet utsåg förre statsrådet Bo E.H. Tall till särskild utredare och professor "
         "Pia Ek till sekreterare.", "Bo E.H. Tall"),
        ("Utredare är justitierådet Rune Tall.", "Rune Tall"),
        ("Utredare har varit Rune Tall, professor i rättshistoria.", "Rune Tall"),
        ("Rune Tall, jurist och tidigare generaldirektör, fortsätter som särskild utredare.", "Rune Tall"),
        ("Rune Tall är jurist. Han har tidigare varit särskild utredare för Gåutredningen.", None),
        ("En särskild utredare ska utses, säger justitieminister Rune Tall.", None),
        ("I stället för Rune Tall utreds frågan av departementet.", None),
        ("Justitiedepartementet tillsatte utredningen.", None),
        ("Experten Rune Tall har biträtt den särskilda utredaren.", None),
        ("Med stöd av bemyndigandet tillkallades den 3 juni 1977 som ledamöter hovrättspresidenten Rune Tall, tillika "
         "ordförande, samt riksdagsledamöterna Karl Bok (c) och Nils Ek (m).", "Rune Tall"),
        ("Som ledamöter förordnades Rune Tall, ordförande i Gåförbundet, och Nils Ek.", None),
        ("Chefen för socialdepartementet, statsrådet Ed, tillkallade den 1 juli 1985 generaldirektören Rune Tall som "
         "särskild utredare.", "Rune Tall"),
        ("Till särskild utredningsman förordnades samma dag lagmannen Rune Tall.", "Rune Tall"),
        ("Det bör utses en nationell samordnare, anser Rune Tall.", None),
    ],
)  # fmt: skip
def test_who_is_given_the_lead(text: str, name: str | None) -> None:
    assert [one for one, *_ in people(text, relation="led_by")] == ([name] if name else [])


def test_people_of_a_list_under_their_parts_heading() -> None:
    text = ("Särskilda utredare\nRune Tall, 2015-11-05 till 2017-06-30\nPia Ek, 2017-07-01 till 2018-03-31\n"
            "Sakkunniga\nFinansdepartementet\nOlle Bok, 2016-04-18 till 2018-03-31")  # fmt: skip
    assert people(text) == [
        ("Rune Tall", "formerly_led_by", "särskild utredare"),
        ("Pia Ek", "formerly_led_by", "särskild utredare"),  # without a report's date nobody is said to stay
        ("Olle Bok", "advised_by", "sakkunnig"),
    ]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("programledaren Pontus von\nBahr, samordnaren Greger Ask", ["Pontus von Bahr", "Greger Ask"]),
        ("styrelseledamoten i Vårdföretagarna Ulla Tall", ["Ulla Tall"]),
        ("näringspolitiska experten AnnaKarin Strömqvist", ["AnnaKarin Strömqvist"]),
        ("vice chefsåklagaren Pehr Ola Tall", ["Pehr Ola Tall"]),
        ("Till statsrådet Lena Tall", []),
        ("kanslirådet Hans Ek, Finansdepartementet", ["Hans Ek"]),
        ("Skattehandläggaren Trine Daleng var anställd", ["Trine Daleng"]),
        ("Inspektionen för Vård och Omsorg, Stockholms Universitet", []),
    ],
)
def test_names_are_read_whole_and_bodies_are_none(text: str, names: list[str]) -> None:
    assert [named.name for named in read_names(text)] == names


def test_a_further_name_is_kept_beside_the_first() -> None:
    (named,) = read_names("departementssekreteraren Susanna Tall (senare Ek)")
    assert (named.name, named.also) == ("Susanna Tall", "Susanna Ek")


def test_there_are_at_least_fifty_placeholders_and_none_is_a_person() -> None:
    assert len(placeholders()) >= 50
    assert {why_no_person(term) for term in placeholders()} <= {"placeholder", "shape", "ministry"}
    assert {why_no_person(term) for term in ("Utredaren", "Särskilda utredaren", "Kommittén")} == {"placeholder"}


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Justitiedepartementet", "ministry"),
        ("Statsrådet Lena Tall", "placeholder"),
        ("Justitieminister Lena Tall", "minister"),
        ("Statens Skolverk", "body"),
        ("Lena", "shape"),
    ],
)
def test_ministries_ministers_and_bodies_are_never_persons(name: str, reason: str) -> None:
    assert why_no_person(name) in {reason, "minister" if reason == "placeholder" else reason}


def test_a_minister_of_the_past_may_lead_an_inquiry() -> None:
    assert is_minister("statsrådet")
    assert not is_minister("förre statsrådet")


def test_a_ministry_in_small_letters_of_older_reports_is_the_same_ministry() -> None:
    letter = LETTER.replace("chefen för\nInfrastrukturdepartementet", "chefen för\njustitiedepartementet")
    assert connection_of("Justitiedepartementet", COVER, letter).relation == "commissioned_by"
    assert not read_ministries("enligt fackdepartementet och departementet")


def test_consultation_bodies_are_read_from_their_list() -> None:
    consulted = [(c.name, c.type) for c in metadata_of(CONSULTATION).connections if c.relation == "consulted"]
    assert consulted == [
        ("Boverket", "agency"), ("Cykelfrämjandet", "organisation"), ("Trafikverket", "agency"),
        ("Åre kommun", "agency"),
    ]  # fmt: skip


def test_bodies_and_ministries_are_read_with_a_genitive() -> None:
    text = "Enligt Skatteverkets rapport och Klimat- och näringslivsdepartementets svar"
    assert [body.name for body in (*read_bodies(text), *read_ministries(text))] == [
        "Skatteverket", "Klimat- och näringslivsdepartementet",
    ]  # fmt: skip


def test_laws_are_known_by_their_number_or_their_name() -> None:
    text = ("Enligt offentlighets- och sekretesslagen (2009:400) och lagen (2003:460) om etikprövning av forskning, "
            "direktiv 95/46/EG samt regeringsformen gäller studiestöds-\ndatalagen (2009:287).")  # fmt: skip
    assert {(law.number, law.name) for law in read_laws(text)} == {
        ("SFS 2009:400", "offentlighets- och sekretesslagen"),
        ("SFS 2003:460", "lagen om etikprövning av forskning"),
        ("SFS 2009:287", "studiestödsdatalagen"),
        ("95/46/EG", "direktiv 95/46/EG"),
        ("", "regeringsformen"),
    }


@pytest.mark.parametrize(
    ("period", "since", "until"),
    [
        ("29 augusti 2019–15 januari 2020", "2019-08-29", "2020-01-15"),
        ("1 oktober–15 januari 2020", None, "2020-01-15"),  # of which year the first is, is not said
    ],
)
def test_a_period_has_a_beginning_and_an_end(period: str, since: str | None, until: str) -> None:
    found = connection_of("Nils Ek", f"Rådet Nils Ek var anställd som sekreterare under perioden {period}.")
    assert (found.since and str(found.since.day), found.until and str(found.until.day)) == (since, until)
