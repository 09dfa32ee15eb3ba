"""How well versions and conflicts are told apart from look-alikes: generated data rooms, and filings that agree."""

import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import Any

from sleuth.config import Settings
from sleuth.evals.figures import LEDGER, Figure, figure, halved
from sleuth.evals.generated import generate, generator
from sleuth.evidence.source import Source
from sleuth.findings.compared.agreements import Saying, compare_terms, saying
from sleuth.findings.compared.authority import Witness
from sleuth.findings.compared.comparison import Comparison, Conflict
from sleuth.findings.compared.conflicts import Statement, compare, statement
from sleuth.findings.finding import Finding
from sleuth.findings.text.terms import normal_term
from sleuth.findings.versions import Proposal, portray, propose, renditions, series
from sleuth.ingest.extraction import extract
from sleuth.ingest.language import detect_language
from sleuth.ingest.quality import judge
from sleuth.ingest.sandbox import read_file
from sleuth.language.period import Day, Period
from sleuth.language.quantity import Quantity

DEV_SEEDS = range(31, 51)  # of rooms that rules were made on
SEEDS = range(201, 221)  # of rooms that nobody looked at while the rules were made
_QUICK = 1  # room of each half in a quick run
_QUALITIES = ("audited", "filed", "management", "draft", "correspondence")
_SCALES = {"one": 0, "thousand": 3, "million": 6}
_TERMS = {
    "notice": "notice period", "term": "contract term", "governing_law": "governing law",
    "effective_date": "contract date", "change_of_control": "change of control",
}  # fmt: skip
Side = tuple[str, str]  # a file and the figure printed there, without its sign; or what the term there comes to


@dataclass(frozen=True, slots=True)
class Read:
    """A room or a folder as it was read."""

    names: tuple[str, ...]
    findings: tuple[tuple[int, Finding], ...]  # each with its document's number, which is its place in `names`
    proposals: tuple[Proposal, ...]
    witnesses: dict[int, Witness]

    @property
    def superseded(self) -> set[int]:
        return {proposal.older for proposal in self.proposals if proposal.certain}


def ledger_figures(data: Path, settings: Settings, full: bool, show: Any) -> list[Figure]:
    """Measure rooms of seeds that rules were made on and of unseen ones, and the filings where they are at hand."""
    dev, held_out = (list(seeds)[: None if full else _QUICK] for seeds in (DEV_SEEDS, SEEDS))
    judged: dict[int, dict[str, list[float]]] = {}
    for done, seed in enumerate((*dev, *held_out), 1):
        judged[seed] = room_measures(seed, settings)
        show("ledger: rooms", done, len(dev) + len(held_out))
    figures = [
        halved(LEDGER, "data rooms", measure, _values(judged, measure, dev), _values(judged, measure, held_out))
        for measure in judged[dev[0]]
    ]
    filings = data / "redistributable" / "kgrag_sec10q" / "pdf"
    if filings.is_dir():
        figures += filing_figures(filings, settings)
    return figures


def _values(judged: Mapping[int, Mapping[str, Sequence[float]]], measure: str, seeds: Iterable[int]) -> list[float]:
    return [value for seed in seeds for value in judged[seed][measure]]


def room_measures(seed: int, settings: Settings) -> dict[str, list[float]]:
    """What is right and wrong of one generated room, by measure."""
    with tempfile.TemporaryDirectory(prefix="sleuth-room-") as folder:
        room, truth = generate(seed, Path(folder))
        return judge_room(read_folder(room, settings), truth)


def judge_room(room: Read, truth: dict[str, Any]) -> dict[str, list[float]]:
    """Versions, conflicts judged on the true facts, and conflicts of what was extracted, against what was planted."""
    told = compare(_true_statements(truth, room.names), _true_witnesses(truth, room), room.superseded)
    facts = [fact for fact in truth["facts"] if fact["kind"] == "figure"]
    sides = [(room.names[document], finding) for document, finding in room.findings]
    figures = [
        {(sides[s.id][0], _plain(s.quantity.value)) for s in conflict.sides}
        for conflict in compare_findings(room).conflicts
        if is_open(conflict)
    ]
    words = [{(room.names[s.document], s.term) for s in conflict.sides} for conflict in compare_words(room).conflicts]
    return {
        **_versions(room, truth),
        **_conflicts(
            "facts given: ", truth, _sides,
            [{(facts[s.id]["file"], _plain(facts[s.id]["value"])) for s in c.sides} for c in told.conflicts],
        ),
        **_conflicts("as extracted: ", truth, _sides, figures),
        **_conflicts("in words: ", truth, partial(_sides_in_words, truth), words),
    }  # fmt: skip


def read_folder(folder: Path, settings: Settings) -> Read:
    """Read every file under a folder for versions and findings."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return _read([read_file(path, settings, path.name) for path in paths], settings)


def _read(sources: Sequence[Source], settings: Settings) -> Read:
    portraits = [portray(source, number) for number, source in enumerate(sources)]
    editions = renditions(portraits)
    findings: list[tuple[int, Finding]] = []
    witnesses = {}
    for number, source in enumerate(sources):
        language = detect_language("\n".join(page.text for page in source.pages))
        found = extract(source, language, settings)
        findings += ((number, finding) for finding in found.findings)
        quality = judge(source)
        witnesses[number] = Witness(
            number, source.filename, quality.quality, quality.reason, portraits[number].made,
            series(source.title) or series(source.filename.rpartition(".")[0]), _closes(found.findings),
            editions.get(number, 0),
        )  # fmt: skip
    names = tuple(source.filename for source in sources)
    return Read(names, tuple(findings), tuple(propose(portraits)), witnesses)


def _closes(findings: Iterable[Finding]) -> str:
    """The end of the latest actual period."""
    return max((str(f.period.end) for f in findings if f.period and f.key.scenario == "actual"), default="")


def compare_findings(room: Read) -> Comparison[Statement]:
    """The findings of a room held against each other; a statement's number is its finding's place."""
    made = (statement(finding, n, document) for n, (document, finding) in enumerate(room.findings))
    return compare((one for one in made if one is not None), room.witnesses, room.superseded)


def compare_words(room: Read) -> Comparison[Saying]:
    """What the room's documents say of the terms of agreements, held against each other."""
    made = (saying(finding, n, document) for n, (document, finding) in enumerate(room.findings))
    return compare_terms((one for one in made if one is not None), room.witnesses, room.superseded)


def is_open(conflict: Conflict[object]) -> bool:
    """Whether a conflict is shown to people unasked."""
    return not all(pair.explanation for pair in conflict.pairs)


def _versions(room: Read, truth: dict[str, Any]) -> dict[str, list[float]]:
    edition = {name: min(pair["files"]) for pair in truth["renditions"] for name in pair["files"]}

    def link(newer: str, older: str) -> tuple[str, str]:
        """Files of one edition in two formats count as one."""
        return edition.get(newer, newer), edition.get(older, older)

    made = {link(room.names[p.newer], room.names[p.older]) for p in room.proposals if p.certain}
    offered = {link(room.names[p.newer], room.names[p.older]) for p in room.proposals}
    planted = [link(one["newer"], one["older"]) for one in truth["versions"]]
    wrong = [one for one in offered - set(planted) if one[0] != one[1]]
    return {
        "versions planted that are linked": [float(one in made) for one in planted],
        "wrong links, a room": [float(len(wrong))],
    }


def _conflicts(
    what: str, truth: dict[str, Any], sides: Callable[[dict[str, Any]], set[Side]], found: Sequence[set[Side]]
) -> dict[str, list[float]]:
    """Planted conflicts that were found with two sides at least; what else was called a conflict.

    `sides` are those of an entry that are to be judged: an entry without any is another measure's.
    """
    planted = [judged for conflict in truth["conflicts"] if (judged := sides(conflict))]
    apart = [judged for pair in truth["non_conflicts"] if (judged := sides(pair))]
    real = [[len({file for file, _ in one & planted_one}) > 1 for planted_one in planted] for one in found]
    return {
        f"{what}conflicts found": [float(any(row[n] for row in real)) for n in range(len(planted))],
        f"{what}false alarms, a room": [float(sum(not any(row) for row in real))],
        f"{what}look-alikes kept apart": [
            float(not any(pair <= one for one, rows in zip(found, real, strict=True) if not any(rows)))
            for pair in apart
        ],
    }


def _sides(entry: dict[str, Any]) -> set[Side]:
    """The figures of a planted entry."""
    return {(side["file"], _plain(side["value"])) for side in entry["sides"] if side["unit"]}


def _sides_in_words(truth: dict[str, Any], entry: dict[str, Any]) -> set[Side]:
    """The terms of a planted entry, as what they come to."""
    stated = {fact["id"]: fact.get("iso") for fact in truth["facts"]}
    return {
        (side["file"], stated[side["fact"]] or normal_term(_TERMS[entry["metric"]], side["value"]))
        for side in entry["sides"]
        if not side["unit"] and entry["metric"] in _TERMS
    }


def _plain(value: Decimal | str) -> str:
    """A number without its sign and without zeros that say nothing."""
    return f"{abs(Decimal(value)).normalize():f}"


def _true_statements(truth: dict[str, Any], names: Sequence[str]) -> Iterator[Statement]:
    costs = generator("dataroom.books").COSTS

    numbers = {name: number for number, name in enumerate(names)}
    facts = [fact for fact in truth["facts"] if fact["kind"] == "figure"]
    for number, fact in enumerate(facts):
        value, period = Decimal(fact["value"]), fact["period"]
        exponent = value.as_tuple().exponent
        assert isinstance(exponent, int)
        quantity = Quantity(value, fact["unit"], _SCALES[fact["scale"]], Decimal(1).scaleb(exponent))
        year, month, day = map(int, period["end"].split("-"))
        when = Period(Day(year, month, day), period["months"] or None)
        yield Statement(
            number, numbers[fact["file"]], fact["metric"], quantity, when, fact["scenario"], fact["subject"],
            fact["dimension"], fact["metric"] in costs,
        )  # fmt: skip


def _true_witnesses(truth: dict[str, Any], room: Read) -> dict[int, Witness]:
    """The files with the authority that the truth gives them."""
    files = {file["name"]: file for file in truth["files"]}
    closes: dict[str, str] = {}
    for fact in truth["facts"]:
        if fact["kind"] == "figure" and fact["scenario"] == "actual":
            closes[fact["file"]] = max(closes.get(fact["file"], ""), fact["period"]["end"])
    return {
        number: Witness(
            number, name, _QUALITIES[files[name]["authority"]], series=series(files[name]["title"]),
            closes=closes.get(name, ""),
        )
        for number, name in enumerate(room.names)
    }  # fmt: skip


def filing_figures(folder: Path, settings: Settings) -> list[Figure]:
    """Quarterly reports that repeat each other's figures as comparatives: where values agree, nothing is a conflict."""
    room = read_folder(folder, settings)
    found = compare_findings(room)
    values = [{s.quantity.amount for s in conflict.sides} for conflict in found.conflicts]
    return [
        figure(LEDGER, "kgrag_sec10q", measure, [("", float(count))])
        for measure, count in (
            ("conflicts where values agree, in all", sum(len(v) < 2 for v in values)),
            ("conflicts, in all", len(values)),
            ("figures restated later, in all", len(found.restatements)),
            ("figures that another filing supports, in all", len(found.supports)),
        )
    ]
