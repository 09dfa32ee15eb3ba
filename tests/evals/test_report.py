"""The report says the same to people and to programs."""

import json
from pathlib import Path

from sleuth.evals.citations import Check, Found
from sleuth.evals.figures import Figure
from sleuth.evals.report import Report, show

REPORT = Report(
    notes=("cuad: 12 of 57 documents read.",),
    figures=(
        Figure("answers", "cuad", "page hit", 0.51234, 0.5, None, 41),
        Figure("retrieval", "cuad", "@1, words", 0.4, 0.25, 0.75, 12),
        Figure("answers", "cuad", "milliseconds, median", 1234.56, None, None, 41),
    ),
    checks=(Check("cuad", "g", "a.pdf", 3, "good", Found.RUN), Check("cuad", "g", "b.pdf", 7, "forged", Found.MISSING)),
    answers=({"question": "Vem är det?"},),
)


def test_markdown_and_json_hold_the_same_figures() -> None:
    lines = REPORT.to_markdown().splitlines()
    for f in REPORT.to_json()["figures"]:
        cells = [f["set"], f["measure"], show(f["value"]), show(f["dev"]), show(f["held_out"]), str(f["cases"])]
        assert f"| {' | '.join(cells)} |" in lines
    assert sum(line.startswith("| cuad |") for line in lines) == len(REPORT.figures)


def test_a_miss_is_listed_with_file_page_and_quote() -> None:
    assert REPORT.to_json()["misses"] == [{"filename": "b.pdf", "page": 7, "quote": "forged"}]
    assert "- not on its page: b.pdf, p. 7: “forged”" in REPORT.to_markdown()
    assert "good" not in REPORT.to_markdown()


def test_values_are_shown_in_their_kind() -> None:
    assert [show(value) for value in (None, 0.0, 0.51234, 1.0, 1234.56)] == ["–", "0.000", "0.512", "1.000", "1,234.6"]


def test_a_report_is_written_to_a_folder(tmp_path: Path) -> None:
    REPORT.write(tmp_path / "new")
    assert json.loads((tmp_path / "new/report.json").read_text("utf-8")) == REPORT.to_json()
    assert (tmp_path / "new/report.md").read_text("utf-8") == REPORT.to_markdown() + "\n"
    assert [json.loads(line) for line in (tmp_path / "new/answers.jsonl").open(encoding="utf-8")] == [
        {"question": "Vem är det?"}
    ]
