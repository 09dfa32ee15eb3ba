"""The shape of an answer: one sentence, a list, a table, an overview."""

import re
from decimal import Decimal
from typing import Any

from sleuth.evals.analyst.amounts import Amount, amounts
from sleuth.evals.analyst.answer import Answer, Kind, Line
from sleuth.evals.analyst.checks.every import VERBOSE, no_wall_of_text
from sleuth.evals.analyst.checks.registry import Situation, Verdict, check, verdict

_LONGEST_FACT = 70  # words of an answer to one question, notes aside
_TREND = re.compile(
    r"[-+−]\s?\d[\d.,]*\s?(?:%|pp)|\b(?:up|down|rose|fell|grew|growth|increase|decrease|higher|lower)\b|YoY",
    re.IGNORECASE,
)


@check
def single_answer(answer: Answer, value: Any, situation: Situation) -> Verdict:
    """One sentence, notes aside; no list and no table."""
    told = answer.body
    if any(line.kind in (Kind.BULLET, Kind.ROW) for line in told):
        return Verdict(False, "it is a list or a table")
    return verdict(len(told) == 1, f"it has {len(told)} sentences or lines: {[line.text[:60] for line in told]}")


@check
def no_unnecessary_info(answer: Answer, value: Any, situation: Situation) -> Verdict:
    """It is short, and nothing is told about how it was found."""
    words = sum(len(line.text.split()) for line in answer.body)
    if words > _LONGEST_FACT:
        return Verdict(False, f"it has {words} words")
    found = VERBOSE.search(answer.text)
    return verdict(found is None, f"it says “{found[0]}”" if found else "")


@check
def structured(answer: Answer, value: Any, situation: Situation) -> Verdict:
    """It has headings, bullets or a table, and no wall of text."""
    kinds = {line.kind for line in answer.lines}
    shaped = bool(kinds & {Kind.HEADING, Kind.BULLET, Kind.ROW})
    return no_wall_of_text(answer, value, situation) if shaped else Verdict(False, "it is only prose")


@check
def headers(answer: Answer, value: Any, situation: Situation) -> Verdict:
    """It has headings, or bold names before its groups."""
    marked = [line for line in answer.lines if line.kind is Kind.HEADING or line.text.lstrip().startswith("**")]
    return verdict(bool(marked), "it has no heading")


@check
def trends_noted(answer: Answer, value: Any, situation: Situation) -> Verdict:
    """Changes are shown: a growth, a direction."""
    return verdict(bool(_TREND.search(answer.text)), "no change over time is noted")


@check
def side_by_side(answer: Answer, value: Any, situation: Situation) -> Verdict:
    """A table with at least two columns of values."""
    wide = [table for table in answer.tables if len(table) > 1 and len(table[0].cells) >= 3]
    return verdict(bool(wide), "nothing is shown side by side")


@check
def variance_calculated(answer: Answer, value: Any, situation: Situation) -> Verdict:
    """Every row with two values states their difference, rightly, in value and percent (points for percentages)."""
    rows = [line for table in answer.tables for line in table[1:]]
    compared = [row for row in rows if len(_cell_amounts(row)) >= 3]
    if not compared:
        return Verdict(False, "no row states a variance")
    wrong = [row.text for row in compared if not _is_variance_right(row)]
    return verdict(not wrong, f"the variance is wrong or missing: {wrong[0]}" if wrong else "")


@check
def points_for_margins(answer: Answer, value: Any, situation: Situation) -> Verdict:
    """Differences of percentages are given in points."""
    rows = [line for table in answer.tables for line in table[1:] if "%" in "".join(line.cells[1:3])]
    bare = [row.text for row in rows if not re.search(r"pp|points|p\.p\.", row.text)]
    return verdict(bool(rows) and not bare, "no margin is compared" if not rows else f"no points in: {bare[:1]}")


@check
def aggregated(answer: Answer, value: Any, situation: Situation) -> Verdict:
    """It brings together several statements; a number says of how many files."""
    told = [line for line in answer.lines if line.sources]
    if len(told) < 2:
        return Verdict(False, "fewer than two statements have a source")
    least = 1 if value is True else int(value)
    return verdict(len(answer.files) >= least, f"only {len(answer.files)} files are cited")


@check
def overview(answer: Answer, value: Any, situation: Situation) -> Verdict:
    """It says how much there is, and what there is."""
    counted = re.search(r"\b\d+\s+(?:documents?|files?)|documents?[^.\n]{0,30}\d+", answer.text, re.IGNORECASE)
    return verdict(bool(counted), "it does not say how many documents there are")


@check
def drill_down_offered(answer: Answer, value: Any, situation: Situation) -> Verdict:
    """It offers at least two ways to go on."""
    asks = any(line.kind is Kind.QUESTION or line.text.endswith("?") for line in answer.lines)
    offers = len(answer.json["offers"])
    return verdict(asks and offers >= 2, f"it offers {offers} ways to go on, and {'' if asks else 'does not '}ask")


@check
def coverage_analysis(answer: Answer, value: Any, situation: Situation) -> Verdict:
    """Requests are counted by area, and each is marked as there or not."""
    counted = re.findall(r"\d+\s*(?:/|of)\s*\d+", answer.text)
    marked = [line for line in answer.lines if re.search(r"[✅❌⚠]|provided|missing|partial|outdated", line.text, re.I)]
    if not counted:
        return Verdict(False, "nothing is counted as covered")
    return verdict(len(marked) >= 2, "requests are not marked one by one")


def _cell_amounts(row: Line) -> list[list[Amount]]:
    """The amounts of each cell that has any, the label left out."""
    return [found for cell in row.cells[1:] if (found := amounts(cell))]


def _is_variance_right(row: Line) -> bool:
    first, second, *rest = _cell_amounts(row)
    before, after = first[0], second[0]
    stated = [one for cell in rest for one in cell]
    if before.unit == "%":
        return any(one.unit == "pp" and abs(one.value - abs(after.value - before.value)) <= 1 for one in stated)
    difference = abs(after.value - before.value)
    share = Decimal(100) * difference / before.value if before.value else None
    by_value = any(not one.unit and _near_or_rounded(one.value, difference) for one in stated)
    by_share = share is None or any(one.unit == "%" and abs(one.value - share) <= 1 for one in stated)
    return by_value and by_share


def _near_or_rounded(one: Decimal, other: Decimal) -> bool:
    return abs(one - other) <= max(abs(other) * Decimal("0.03"), Decimal("0.11") if other < 100 else Decimal(1))
