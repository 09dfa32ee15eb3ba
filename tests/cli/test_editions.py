"""Editions of one document as a person puts them in order: `sleuth versions --set` and `sleuth conflicts`."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.commands import Run

_MEMO = """# Falcon AB information memorandum

Stockholm, {day}

## Financials

Revenue for FY2024 was EUR {revenue} million. Working capital at 31 December 2024 was EUR {capital} million.
The group had {heads} employees at year end.

| EUR million | FY2023 | FY2024 |
|---|---|---|
| Revenue | 11.0 | {revenue} |
| Trade receivables | 2.8 | {receivables} |

## Transaction

Closing is expected to take place on {closing}, subject to approval by the Swedish Competition Authority.
"""
_EDITIONS = {
    "Memo.md": ("10 March 2025", "12.0", "3.0", "298", "2.1", "15 May 2025"),
    "Memo_v2.md": ("17 March 2025", "12.4", "3.2", "305", "2.2", "31 May 2025"),
    "Memo_CORRECTED.md": ("24 March 2025", "12.1", "3.6", "312", "2.3", "30 June 2025"),
}


@pytest.fixture(scope="module", autouse=True)
def room(run: Run, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("editions")
    keys = ("day", "revenue", "capital", "heads", "receivables", "closing")
    for name, values in _EDITIONS.items():
        text = _MEMO.format(**dict(zip(keys, values, strict=True)))
        Path(folder, name).write_text(text, encoding="utf-8")
    added = run("add", str(folder), "-p", "editions")
    assert added.returncode == 0, added.stderr


def asked(run: Run, *arguments: str) -> Any:
    done = run(*arguments, "-p", "editions", "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def links(found: Any) -> set[tuple[str, str, str]]:
    return {(version["newer"], version["older"], version["status"]) for version in found}


def test_the_edition_with_the_latest_date_in_its_text_is_the_newest(run: Run) -> None:
    assert links(asked(run, "versions")) == {
        ("Memo_CORRECTED.md", "Memo_v2.md", "confirmed"),
        ("Memo_v2.md", "Memo.md", "confirmed"),
    }


def test_live_editions_conflict_in_every_fact_that_differs(run: Run) -> None:
    (number,) = [v["id"] for v in asked(run, "versions") if v["newer"] == "Memo_CORRECTED.md"]
    asked(run, "versions", "--reject", str(number), "--why", "to be looked at")
    conflicts = asked(run, "conflicts")
    values = {tuple(sorted(side["value"] or side["text"] for side in conflict["sides"])) for conflict in conflicts}
    assert values == {
        ("12.1", "12.4"), ("3.2", "3.6"), ("305 employees", "312 employees"), ("2.2", "2.3"),
        ("30 June 2025", "31 May 2025"),
    }  # fmt: skip
    shown = run("conflicts", "-p", "editions").stdout
    assert "312 employees" in shown
    asked(run, "versions", "--undo", str(number))
    assert asked(run, "conflicts") == []


def test_a_person_may_say_the_reverse(run: Run) -> None:
    said = asked(run, "versions", "--set", "Memo_v2.md", "Memo_CORRECTED.md", "--why", "typed last", "--by", "Ann")
    assert ("Memo_v2.md", "Memo_CORRECTED.md", "confirmed") in links(said)
    (ruled,) = [version for version in said if version["older"] == "Memo_CORRECTED.md"]
    assert (ruled["by"], ruled["why"]) == ("Ann", "typed last")
    back = asked(run, "versions", "--set", "Memo_CORRECTED.md", "Memo_v2.md", "--why", "the dates", "--by", "Bo")
    assert ("Memo_CORRECTED.md", "Memo_v2.md", "confirmed") in links(back)


def test_a_document_that_is_not_there_or_several_are_bad_input(run: Run) -> None:
    assert run("versions", "--set", "Memo_v9.md", "Memo.md", "--why", "x", "-p", "editions").returncode == 2
    assert run("versions", "--set", "Memo*.md", "Memo.md", "--why", "x", "-p", "editions").returncode == 2
    assert run("versions", "--set", "Memo_v2.md", "Memo.md", "-p", "editions").returncode == 2


def test_what_a_party_may_do_is_told_by_the_agreement_that_replaced_the_former(run: Run, tmp_path: Path) -> None:
    former = (
        "# Supply Agreement\n\nDated 14 March 2022\n\nbetween Tansy Foods Limited (the “Supplier”) and Larkfield "
        "Stores plc (the “Retailer”)\n\n## 8. Termination\n\n"
        "8.2 There is no right to end this Agreement on a change of control.\n"
    )
    present = (
        "# Amended and Restated Supply Agreement\n\ndated 1 October 2024\n\nbetween TANSY FOODS LIMITED and LARKFIELD "
        "STORES PLC\n\n(A) The parties entered into a supply agreement dated 14 March 2022 (the “Original Agreement”). "
        "(B) They have agreed to amend and restate the Original Agreement.\n\n## 8. Termination\n\n8.3 If there is a "
        "change of control of the Supplier, the Retailer may end this Agreement by notice.\n"
    )
    Path(tmp_path, "Supply.md").write_text(former, encoding="utf-8")
    Path(tmp_path, "Supply_AR.md").write_text(present, encoding="utf-8")
    assert run("add", str(tmp_path), "-p", "restated").returncode == 0
    told = run("ask", "Can Larkfield terminate if the group is sold?", "-p", "restated").stdout
    assert "the Retailer may end this Agreement" in told
    assert "no right" not in told
