"""Whether a sentence names who holds an office or plays a part."""

import pytest

from sleuth.reason.rank.identity import names_someone


@pytest.mark.parametrize(
    ("thing", "sentence"),
    [
        ("chief executive officer", "Our chief executive officer, Anna Berg, signed the report."),
        ("ceo", "CEO Anna Berg said that sales rose."),
        ("cfo", "Maria Ek became CFO in May."),
        ("operations director", "Ms Bhogal will act as Operations Director from 1 April."),
        ("cfo", "Maria Ek is appointed CFO from May."),
        ("cfo", "Maria Ek takes over as CFO in May."),
        ("hyresvärd", "Hyresvärden Fastighets AB Kranen hyr ut lokalen."),
        ("särskild utredare", "Till särskild utredare förordnades den 1 april 2023 f.d. justitierådet Lena Moberg."),
        ("vd", "Till ny vd utsågs i mars Karin Lindqvist."),
        ("founders", "It was founded in 2011 by Maya Osei and Tom Reid."),
        ("owner", "The building is owned by Harbour Estates Limited."),
        ("buyer", "Orvik Holding AB, a company of Sweden (the “Buyer”)"),
    ],
)
def test_a_name_beside_an_office_or_a_part_holds_it(thing: str, sentence: str) -> None:
    assert names_someone((thing,), sentence)


@pytest.mark.parametrize(
    ("thing", "sentence"),
    [
        ("ceo", "The fee is paid to the CEO under the Agreement."),
        ("ceo", "The CEO Award was given in Stockholm."),
        ("founders", "It was founded in 2011 in Bristol."),
        ("landlord", "The Landlord shall repair the Premises."),
        ("hyresvärd", "Hyresvärden ska underhålla lokalen."),
        ("särskild utredare", "En särskild utredare ska se över lagen om Transportstyrelsen."),
        ("vd", "Till ny vd söks en person med erfarenhet av Norden."),
    ],
)
def test_an_office_that_is_only_spoken_of_names_nobody(thing: str, sentence: str) -> None:
    assert not names_someone((thing,), sentence)
