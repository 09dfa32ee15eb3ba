"""Papers of an invented inquiry, worded as real ones are, and what the rules make of a text."""

from datetime import date

from sleuth.agents.detectives.happenings import Happening
from sleuth.agents.detectives.identity import Identity, identify
from sleuth.agents.detectives.metadata import Connection, Metadata, read_metadata
from sleuth.agents.detectives.running import running
from sleuth.agents.detectives.timeline import read_timeline
from sleuth.evidence.source import Page

TODAY = date(2026, 6, 1)

COVER = """Trampa tryggt – cykelvägar
i glesbygd
Betänkande av Utredningen om
cykelvägar i glesbygd
Stockholm 2023
SOU 2023:17"""

LETTER = """Till statsrådet och chefen för
Infrastrukturdepartementet
Regeringen beslutade den 4 mars 2021 att tillkalla en särskild utredare med
uppdrag att föreslå hur fler cykelvägar kan byggas i glesbygd (dir. 2021:14).
Till särskild utredare förordnades samma dag tingsfiskalen Berit Holmgren.
Berit Holmgren entledigades den 30 april 2022. Från och med den 1 maj 2022
förordnades kanslirådet Sven-Åke von Ekenberg som särskild utredare.
I tilläggsdirektiv den 9 juni 2022 förlängdes tiden för uppdraget, som ska
redovisas senast den 31 mars 2023 (dir. 2022:61).
Som experter i utredningen förordnades den 12 april 2021 vägingenjören Lisa
Modig, Trafikverket, och förbundsjuristen Omar Haddad, Sveriges Kommuner och
Regioner. Som sekreterare anställdes den 3 maj 2021 Per Grahn och från och med
den 1 september 2021 jur.kand. Eva-Lena Öst.
Utredningen har antagit namnet Utredningen om cykelvägar i glesbygd (I 2021:05).
Härmed överlämnas betänkandet Trampa tryggt – cykelvägar i glesbygd
(SOU 2023:17). Uppdraget är därmed slutfört.
Stockholm i mars 2023
Sven-Åke von Ekenberg
/Per Grahn
Eva-Lena Öst"""

REPORT = (COVER, LETTER, "Innehåll\nSammanfattning ..... 7\n1 Författningsförslag ..... 11")

DIRECTIVE = """Kommittédirektiv
Cykelvägar i glesbygd
Dir.
2021:14
Beslut vid regeringssammanträde den 4 mars 2021
Sammanfattning
En särskild utredare ska föreslå hur fler cykelvägar kan byggas i glesbygd.
Utredaren ska särskilt se på väglagen (1971:948).
Uppdraget ska redovisas senast den 1 september 2022.
(Infrastrukturdepartementet)"""

SUPPLEMENT = """Kommittédirektiv
Tilläggsdirektiv till Utredningen om cykelvägar i glesbygd (I 2021:05)
Dir.
2022:61
Beslut vid regeringssammanträde den 9 juni 2022
Förlängd tid för uppdraget
Regeringen beslutade den 4 mars 2021 kommittédirektiv om cykelvägar i glesbygd
(dir. 2021:14). Utredningstiden förlängs. Uppdraget ska i stället redovisas
senast den 31 mars 2023.
(Infrastrukturdepartementet)"""

CONSULTATION = """Remiss
2023-05-12
LI2023/01234
Landsbygds- och infrastrukturdepartementet
Betänkandet Trampa tryggt – cykelvägar i glesbygd (SOU 2023:17)
Remissinstanser
1. Boverket
2. Cykelfrämjandet
3. Trafikverket
4. Åre kommun
Remissvaren ska ha kommit in till departementet senast den 15 september 2023."""

REFERRAL = """Lagrådsremiss
Cykelvägar i glesbygd
Regeringen överlämnar denna remiss till Lagrådet.
Stockholm den 7 mars 2024
Ärendet och dess beredning
Utredningen överlämnade betänkandet Trampa tryggt – cykelvägar i glesbygd (SOU 2023:17)."""

BILL = """Regeringens proposition 2023/24:188
Cykelvägar i glesbygd
Prop. 2023/24:188
Regeringen överlämnar denna proposition till riksdagen.
Stockholm den 16 maj 2024
Lagändringarna föreslås träda i kraft den 1 januari 2025.
Ärendet och dess beredning
Utredningen överlämnade betänkandet Trampa tryggt – cykelvägar i glesbygd (SOU 2023:17)."""

STATUTE = """Svensk författningssamling
SFS 2024:912
Lag om ändring i väglagen (1971:948)
Enligt riksdagens beslut (prop. 2023/24:188) föreskrivs att det ska införas en ny paragraf.
Denna lag träder i kraft den 1 januari 2025."""


def pages_of(*texts: str) -> tuple[Page, ...]:
    return tuple(Page(number, text, f"p.{number}") for number, text in enumerate(texts, 1))


def identity_of(*texts: str) -> Identity:
    found = identify(running(pages_of(*texts)))
    assert found is not None
    return found


def events_of(*texts: str, identity: Identity | None = None, today: date = TODAY) -> tuple[Happening, ...]:
    text = running(pages_of(*texts))
    return read_timeline(text, identity or identify(text) or Identity("announcement"), today)


def dated(*texts: str) -> set[tuple[str, str, str]]:
    """Type, date and precision of each event."""
    return {(event.type, str(event.moment.day), event.moment.precision) for event in events_of(*texts)}


def metadata_of(*texts: str) -> Metadata:
    text = running(pages_of(*texts))
    return read_metadata(text, identify(text) or Identity("announcement"), TODAY)


def people(*texts: str, relation: str | None = None) -> list[tuple[str, str, str]]:
    """Name, relation and role of each person."""
    found = (one for one in metadata_of(*texts).connections if one.type == "person")
    return [(one.name, one.relation, one.role) for one in found if relation in (None, one.relation)]


def connection_of(name: str, *texts: str) -> Connection:
    return next(one for one in metadata_of(*texts).connections if one.name == name)
