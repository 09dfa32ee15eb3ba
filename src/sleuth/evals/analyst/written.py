"""Cases written from what is known of a room: the truth of a generated one, public questions with their answers."""

import random
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

from sleuth.evals.analyst.cases import Case, case_of
from sleuth.evals.analyst.rooms import FILINGS, REAL
from sleuth.evals.rows import rows

_ASKED = {  # how a person asks for a measure; others are not asked for
    "revenue": "revenue", "gross_profit": "gross profit", "ebitda": "EBITDA", "operating_income": "operating profit",
    "net_income": "net profit", "total_assets": "total assets", "cash": "cash", "equity": "equity",
    "inventories": "inventories", "trade_receivables": "trade receivables", "trade_payables": "trade payables",
    "profit_before_tax": "profit before tax",
}  # fmt: skip
_SCALES = {"one": 0, "thousand": 3, "million": 6}
_MONTHS = (0, 12)  # instants and years
_FIGURES, _CONFLICTS, _CONTRACTS, _ROLES = 6, 3, 2, 2  # questions a room
_FILING_QUESTIONS, _REAL_QUESTIONS = 20, 24
_NO_DATA: list[Any] = ["explains_why", "qa_offered", "refuses"]

Key = tuple[str, str, int, str]  # metric, end, months, period's name


def generated_cases(room: str, truth: Mapping[str, Any]) -> list[Case]:
    """What is asked of a generated room: figures, contradictions, contracts, people, and each behaviour once."""
    dice = random.Random(int(truth["seed"]))
    written = [
        *_figures(truth, dice), *_contradictions(truth, dice), *_contracts(truth, dice), *_people(truth, dice),
        *_behaviours(truth), *_conversations(truth, dice),
    ]  # fmt: skip
    number = str(truth["seed"])
    return [case_of({"id": f"ROOM-{number}-{n:02}", "room": room, **row}) for n, row in enumerate(written, 1)]


def _live(truth: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The facts of files that no other replaces."""
    old = {link["older"] for link in truth["versions"]}
    return [fact for fact in truth["facts"] if fact["file"] not in old]


def _disputed(truth: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The conflicts over figures; those over words of contracts have no period."""
    return [one for one in truth["conflicts"] if one["period"]]


def _by_key(truth: Mapping[str, Any]) -> dict[Key, dict[Decimal, list[str]]]:
    """The company's own actual figures of years and instants: key → amount → the files that state it."""
    found: dict[Key, dict[Decimal, list[str]]] = defaultdict(lambda: defaultdict(list))
    for fact in _live(truth):
        if fact["kind"] != "figure" or fact["dimension"] or fact["scenario"] != "actual":
            continue
        period = fact["period"]
        if fact["subject"] != truth["company"]["name"] or period["months"] not in _MONTHS:
            continue
        if fact["metric"] in _ASKED and _is_plain(period):
            key = fact["metric"], period["end"], period["months"], period["label"]
            found[key][_amount(fact)].append(fact["file"])
    return found


def _is_plain(period: Mapping[str, Any]) -> bool:
    """Whether a person names the period as the truth does: a fiscal year, or a day."""
    return not period["months"] or str(period["label"]).startswith("FY")


def _amount(fact: Mapping[str, Any]) -> Decimal:
    return abs(Decimal(str(fact["value"]))).scaleb(_SCALES[fact["scale"]])


def _figures(truth: Mapping[str, Any], dice: random.Random) -> Iterator[dict[str, Any]]:
    """Figures on which all files agree."""
    disputed = {(one["metric"], one["period"]["end"], one["period"]["months"]) for one in _disputed(truth)}
    agreed = [
        (key, amounts)
        for key, amounts in sorted(_by_key(truth).items())
        if key[:3] not in disputed and max(amounts) - min(amounts) <= max(amounts) * Decimal("0.005")
    ]
    for key, amounts in dice.sample(agreed, min(_FIGURES, len(agreed))):
        gold = [f"{amount:f}" for amount in amounts]
        expected = ["source_cited", "single_answer", {"states_one_of": gold}, {"right_or_refused": gold}]
        yield {"query": _question(truth, key), "intent": "fact_lookup", "expected_behavior": expected}


def _contradictions(truth: Mapping[str, Any], dice: random.Random) -> Iterator[dict[str, Any]]:
    """Figures on which live files disagree."""
    asked = [
        one
        for one in _disputed(truth)
        if one["metric"] in _ASKED and not one["dimension"] and one["period"]["months"] in _MONTHS
        and one["subject"] == truth["company"]["name"] and one["scenario"] == "actual" and _is_plain(one["period"])
    ]  # fmt: skip
    for one in dice.sample(asked, min(_CONFLICTS, len(asked))):
        period = one["period"]
        amounts = sorted({_amount(side) for side in one["sides"]})
        apart = [f"{amounts[0]:f}", f"{amounts[-1]:f}"]
        query = _question(truth, (one["metric"], period["end"], period["months"], period["label"]))
        expected = ["source_cited", {"states": apart}, "conflict_explained"]
        yield {"query": query, "intent": "fact_lookup", "expected_behavior": expected}


def _question(truth: Mapping[str, Any], key: Key) -> str:
    """A question about the company itself: its subsidiary's figures stand in the room too."""
    metric, _, months, label = key
    asked = _ASKED[metric]
    verb = "were" if asked.endswith("s") else "was"
    return f"What {verb} {truth['company']['short']}'s {asked} {'in' if months else 'at'} {label}?"


def _contracts(truth: Mapping[str, Any], dice: random.Random) -> Iterator[dict[str, Any]]:
    """What law governs a contract on which all files agree."""
    stated: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for fact in _live(truth):
        if fact["kind"] == "governing_law":
            law = str(fact["value"]).removeprefix("the ").removeprefix("laws of ").removeprefix("the ")
            stated[fact["subject"]][law].append(fact["file"])
    agreed = sorted(contract for contract, laws in stated.items() if len(laws) == 1)
    for contract in dice.sample(agreed, min(_CONTRACTS, len(agreed))):
        ((law, files),) = stated[contract].items()
        expected = ["source_cited", {"says": [law]}, {"cites_one_of": files}]
        yield {"query": f"What law governs the {contract}?", "expected_behavior": expected}


def _people(truth: Mapping[str, Any], dice: random.Random) -> Iterator[dict[str, Any]]:
    """Who holds an office."""
    holders: dict[str, set[str]] = defaultdict(set)
    for fact in _live(truth):
        if fact["kind"] == "role":
            holders[fact["value"]].add(fact["subject"])
    offices = sorted(office for office, names in holders.items() if len(names) == 1)
    for office in dice.sample(offices, min(_ROLES, len(offices))):
        expected = ["source_cited", {"says": sorted(holders[office])}]
        yield {"query": f"Who is the {office}?", "expected_behavior": expected}


def _behaviours(truth: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Each behaviour once, and what no document holds."""
    missing = [one["text"] for one in truth["gaps"] if one["status"] == "missing"]
    years = {fact["period"]["end"][:4] for fact in truth["facts"] if fact["kind"] == "figure"}
    before = min(map(int, years)) - 4
    shape = ["structured", "source_cited", {"cites_none_of": sorted({one["older"] for one in truth["versions"]})}]
    yield {"query": "Walk me through the P&L", "intent": "deep_dive",
           "expected_behavior": [*shape, "headers", "trends_noted"]}  # fmt: skip
    yield {"query": "Any red flags?", "intent": "due_diligence",
           "expected_behavior": ["structured", "contradictions_surfaced", "gaps_noted", "qa_offered"]}  # fmt: skip
    yield {"query": "Compare budget to actual", "intent": "comparison",
           "expected_behavior": ["side_by_side", "variance_calculated", "source_cited"]}  # fmt: skip
    yield {"query": "Summarize the management team", "intent": "synthesis",
           "expected_behavior": [*shape, "aggregated"]}  # fmt: skip
    requested = ["coverage_analysis", "headers", "qa_offered", {"gaps_noted": missing[:2]}]
    yield {"query": "What's missing for the IRL?", "intent": "gap_identification", "expected_behavior": requested}
    yield {"query": "Tell me about the company", "intent": "exploration",
           "expected_behavior": ["overview", "drill_down_offered", "structured"]}  # fmt: skip
    yield {"query": f"What was revenue in FY{before}?", "expected_behavior": _NO_DATA}
    yield {"query": "What is the customer churn rate?", "expected_behavior": _NO_DATA}
    yield {"query": "How many patents does the company hold?", "expected_behavior": _NO_DATA}


def _conversations(truth: Mapping[str, Any], dice: random.Random) -> Iterator[dict[str, Any]]:
    """A figure, and then another measure of the same time without naming it."""
    by_key = _by_key(truth)
    disputed = {(one["metric"], one["period"]["end"]) for one in _disputed(truth)}
    clear = [key for key, amounts in sorted(by_key.items()) if len(amounts) == 1 and key[:2] not in disputed]
    pairs = [(a, b) for a in clear for b in clear if a[1:] == b[1:] and a[0] != b[0] and a[2] == _MONTHS[1]]
    for first, second in dice.sample(pairs, min(2, len(pairs))):
        stated = [f"{amount:f}" for amount in by_key[first]]
        follows = ["assumption_stated", "source_cited", {"context_maintained": [f"{a:f}" for a in by_key[second]]}]
        yield {
            "turns": [
                {"query": _question(truth, first), "expected_behavior": [{"states": stated}]},
                {"query": f"And {_ASKED[second[0]]}?", "expected_behavior": follows},
            ]
        }


def filing_cases(data: Path, part: str, files: Collection[str]) -> list[Case]:
    """Questions on these filings whose answers stand in their machine-readable facts."""
    questions = rows(data / "redistributable" / "filings" / part / "questions.jsonl")
    asked = [row for row in questions if f"{row['file']}.pdf" in files]
    chosen = random.Random(part).sample(asked, min(_FILING_QUESTIONS, len(asked)))
    return [
        case_of({"id": f"FILING-{n:02}", "room": f"{FILINGS} {part}", **_of_filing(row)})
        for n, row in enumerate(chosen, 1)
    ]


def _of_filing(row: Mapping[str, Any]) -> dict[str, Any]:
    gold = row["gold"]
    if not gold or gold.get("value") is None:
        return {"query": row["question"], "expected_behavior": ["explains_why", "qa_offered"]}
    amount = abs(Decimal(str(gold["value"])))
    wanted = [f"{amount:.{places}f}%" for places in (1, 2)] if gold.get("unit") == "percent" else [f"{amount:f}"]
    expected = ["source_cited", {"states_one_of": wanted}, {"right_or_refused": wanted}]
    return {"query": row["question"], "expected_behavior": expected}


def real_cases(data: Path) -> list[Case]:
    """Questions of the real room that have a number or no answer at all."""
    asked = [row for row in rows(data / "internal_only" / "room" / "questions.jsonl") if not row["follow"]]
    written = [row for row in map(_of_room, asked) if row is not None]
    chosen = random.Random(1).sample(written, min(_REAL_QUESTIONS, len(written)))
    return [case_of({"id": f"REAL-{n:02}", "room": REAL, **row}) for n, row in enumerate(chosen, 1)]


_NUMBERS: Sequence[str] = ("number", "cell", "email", "csv", "docx", "versions")


def _of_room(row: Mapping[str, Any]) -> dict[str, Any] | None:
    if not row["answerable"]:
        return {"query": row["q"], "expected_behavior": ["explains_why", "qa_offered"]}
    gold = str(row["gold"]).partition("(")[0].partition(";")[0].strip()
    if row["kind"] not in _NUMBERS or not gold or not any(character.isdigit() for character in gold):
        return None
    expected = ["source_cited", {"states_one_of": [gold]}, {"right_or_refused": [gold]}]
    return {"query": row["q"], "expected_behavior": [*expected, {"cites_one_of": list(row["files"])}]}
