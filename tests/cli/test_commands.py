"""The commands as a person runs them: what they print, where, and with which exit code."""

import json
from pathlib import Path

import pytest

from tests.commands import Run

REFUSAL = "Information not found in provided documents"
LEASE = """LEASE AGREEMENT

1.1 The Landlord leases the warehouse in Malmö to the Tenant.

2.1 The monthly rent is SEK 85,000 excluding VAT.

2.2 The lease begins on 1 May 2022 and ends on 30 April 2027.
"""


@pytest.fixture(scope="module")
def lease(run: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("room") / "lease.txt"
    path.write_text(LEASE, encoding="utf-8")
    added = run("add", str(path), "-p", "cli")
    assert added.returncode == 0, added.stderr
    return path


def test_documents_lists_what_was_added(run: Run, lease: Path) -> None:
    listed = json.loads(run("documents", "-p", "cli", "--json").stdout)
    assert [document["filename"] for document in listed] == ["lease.txt"]


def test_research_answers_with_text_page_filename_and_locator(run: Run, lease: Path) -> None:
    done = run("research", "What is the monthly rent?", "--file", "lease.txt", "-p", "cli", "--json")
    answer = json.loads(done.stdout)
    assert done.returncode == 0
    assert set(answer) == {"answer", "citations"}
    assert "SEK 85,000" in answer["answer"]
    assert [set(citation) for citation in answer["citations"]] == [{"text", "page", "filename", "locator", "passage"}]
    assert "SEK 85,000 excluding VAT" in answer["citations"][0]["text"]


def test_research_refuses_in_the_exact_words(run: Run, lease: Path) -> None:
    done = run("research", "Who is the auditor of the Tenant?", "--file", "lease.txt", "-p", "cli", "--json")
    assert json.loads(done.stdout) == {"answer": REFUSAL, "citations": []}
    assert done.returncode == 1


def test_an_unknown_filename_is_an_error_that_lists_near_names(run: Run, lease: Path) -> None:
    done = run("research", "What is the rent?", "--file", "leese.txt", "-p", "cli")
    assert done.returncode == 2
    assert "lease.txt" in done.stderr


def test_search_finds_the_passage(run: Run, lease: Path) -> None:
    found = json.loads(run("search", "warehouse rent", "-p", "cli", "--json").stdout)
    assert "lease.txt" in json.dumps(found)


@pytest.mark.parametrize("query", ["", " \n"])
def test_an_empty_query_is_bad_input(run: Run, lease: Path, query: str) -> None:
    done = run("search", query, "-p", "cli", "--json")
    assert (done.returncode, done.stdout) == (2, "")
    assert "the question is empty" in done.stderr


def test_verify_finds_a_true_quote(run: Run, lease: Path) -> None:
    done = run("verify", "--file", str(lease), "--quote", "The monthly rent is SEK 85,000 excluding VAT.", "--json")
    assert (done.returncode, json.loads(done.stdout)["verified"]) == (0, True)


@pytest.mark.parametrize(
    "quote",
    ["The monthly rent is SEK 58,000 excluding VAT.", "The monthly rent is SEK 85,000.", "The rent is SEK 85,000"],
)
def test_verify_refuses_an_altered_quote_with_a_reason(run: Run, lease: Path, quote: str) -> None:
    done = run("verify", "--file", str(lease), "--quote", quote, "--json")
    verdict = json.loads(done.stdout)
    assert (done.returncode, verdict["verified"]) == (1, False)
    assert len(verdict["reason"].split()) > 3


def test_verify_judges_a_claim_by_its_quote(run: Run, lease: Path) -> None:
    quote = "The lease begins on 1 May 2022 and ends on 30 April 2027."
    right = run("verify", "--file", str(lease), "--quote", quote, "--claim", "The lease ends on 30 April 2027.")
    wrong = run("verify", "--file", str(lease), "--quote", quote, "--claim", "The lease ends on 1 May 2022.")
    assert (right.returncode, wrong.returncode) == (0, 1)


def test_verify_judges_a_batch_line_by_line(run: Run, lease: Path, tmp_path: Path) -> None:
    cases = tmp_path / "cases.jsonl"
    lines = [
        {"file": str(lease), "quote": "The Landlord leases the warehouse in Malmö to the Tenant."},
        {"file": str(lease), "quote": "The Tenant leases the warehouse in Malmö to the Landlord."},
    ]
    cases.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    done = run("verify", "--batch", str(cases), "--json")
    assert [json.loads(line)["verified"] for line in done.stdout.splitlines()] == [True, False]


def test_a_file_that_cannot_be_read_is_named_with_the_remedy(run: Run, tmp_path: Path) -> None:
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.7\n")
    done = run("add", str(broken), "-p", "cli-broken")
    assert done.returncode == 2
    assert "broken.pdf" in done.stdout + done.stderr


def test_a_wrong_setting_is_named(run: Run) -> None:
    done = run("documents", SLEUTH_PASSAGE_CHARACTERS="many")
    assert done.returncode == 2
    assert "SLEUTH_PASSAGE_CHARACTERS" in done.stderr


def test_remove_leaves_nothing_to_find(run: Run, tmp_path: Path) -> None:
    note = tmp_path / "note.txt"
    note.write_text("The zephyr clause is in schedule nine of this note.", encoding="utf-8")
    run("add", str(note), "-p", "cli-gone")
    assert run("remove", "note.txt", "-p", "cli-gone").returncode == 0
    assert "note.txt" not in run("search", "zephyr clause", "-p", "cli-gone", "--json").stdout


def test_a_follow_up_asks_the_same_files(run: Run, lease: Path) -> None:
    run("research", "When does the lease begin?", "--file", "lease.txt", "-p", "cli")
    done = run("research", "What about the monthly rent?", "-c", "-p", "cli", "--json")
    assert "SEK 85,000" in json.loads(done.stdout)["answer"]


def test_detail_tells_how_the_answer_came_about(run: Run, lease: Path) -> None:
    done = run("research", "What is the monthly rent?", "--file", "lease.txt", "-p", "cli", "--detail")
    told = json.loads(done.stdout)
    assert told["iterations"] >= 1
    assert told["queries"]
    assert set(told["citations"][0]) == {"text", "page", "filename", "locator", "passage", "spans", "boxes"}


def test_a_stream_tells_each_step_and_the_answer_last(run: Run, lease: Path) -> None:
    done = run("research", "What is the monthly rent?", "--file", "lease.txt", "-p", "cli", "--stream", "--json")
    steps = [json.loads(line) for line in done.stdout.splitlines()]
    assert [step["step"] for step in steps if step["step"] != "token"] == [
        "understand", "resolve", "generate", "retrieve", "grade", "answer", "verify", "format", "done"
    ]  # fmt: skip
    assert steps[6]["proven"] == [steps[-1]["answer"]]


def test_a_stream_tells_the_words_of_the_answer_once_they_are_proven(run: Run, lease: Path) -> None:
    done = run("research", "What is the monthly rent?", "--file", "lease.txt", "-p", "cli", "--stream", "--json")
    steps = [json.loads(line) for line in done.stdout.splitlines()]
    named = [step["step"] for step in steps]
    words = [step["text"] for step in steps if step["step"] == "token"]
    assert "".join(words).strip() == steps[-1]["answer"]
    assert named.index("token") > named.index("verify")


def test_feedback_is_kept_with_the_answer_and_exported_as_a_case(run: Run, lease: Path, tmp_path: Path) -> None:
    asked = run("research", "What is the monthly rent?", "--file", "lease.txt", "-p", "cli", "--detail")
    number = str(json.loads(asked.stdout)["id"])
    assert run("feedback", number, "bad", "--why", "VAT is missing", "-p", "cli").returncode == 0
    assert run("feedback", "-p", "cli", "--export", str(tmp_path / "cases.jsonl")).returncode == 0
    (case,) = map(json.loads, (tmp_path / "cases.jsonl").read_text(encoding="utf-8").splitlines())
    assert (case["verdict"], case["why"], case["filenames"]) == ("bad", "VAT is missing", ["lease.txt"])
    assert "85,000" in case["citations"][0]["text"]


def test_feedback_on_an_unknown_answer_is_an_error(run: Run, lease: Path) -> None:
    assert run("feedback", "999999", "good", "-p", "cli").returncode == 2


def test_removing_a_document_removes_the_answers_given_over_it(run: Run, tmp_path: Path) -> None:
    note = tmp_path / "memo.txt"
    note.write_text("The security deposit is SEK 170,000.", encoding="utf-8")
    run("add", str(note), "-p", "cli-memo")
    asked = run("research", "What is the security deposit?", "--file", "memo.txt", "-p", "cli-memo", "--detail")
    number = str(json.loads(asked.stdout)["id"])
    run("feedback", number, "good", "-p", "cli-memo")
    run("remove", "memo.txt", "-p", "cli-memo")
    assert json.loads(run("feedback", "-p", "cli-memo", "--json").stdout) == []


def test_a_line_separator_inside_a_text_ends_no_line_of_a_batch(run: Run, tmp_path: Path) -> None:
    source = tmp_path / "odd.txt"
    source.write_text("The rent is EUR 5.\u2028The term is two years.\n", encoding="utf-8")
    cases = tmp_path / "cases.jsonl"
    quotes = ["The rent is EUR 5.\u2028The term is two years.", "The term is two years."]
    lines = [json.dumps({"file": str(source), "quote": quote}, ensure_ascii=False) for quote in quotes]
    cases.write_text("\n".join(lines), encoding="utf-8")
    done = run("verify", "--batch", str(cases), "--json")
    assert [json.loads(line)["verified"] for line in done.stdout.splitlines()] == [True, True], done.stderr


def test_a_bad_line_of_a_batch_is_named_and_the_others_are_judged(run: Run, lease: Path, tmp_path: Path) -> None:
    good = json.dumps({"file": str(lease), "quote": "The Landlord leases the warehouse in Malmö to the Tenant."})
    cases = tmp_path / "cases.jsonl"
    cases.write_text(f"{good}\n{{not JSON\n[1]\n\n{good}\n", encoding="utf-8")
    done = run("verify", "--batch", str(cases), "--json")
    verdicts = [json.loads(line) for line in done.stdout.splitlines()]
    assert [verdict["verified"] for verdict in verdicts] == [True, False, False, True]
    assert "cases.jsonl, line 2: not JSON" in verdicts[1]["reason"]
    assert "line 3" in verdicts[2]["reason"]
    assert done.returncode == 2


def test_a_refusal_does_not_ask_to_be_called_good(run: Run, lease: Path) -> None:
    asked = ("--file", "lease.txt", "-p", "cli")
    assert "feedback" not in run("research", "Who is the auditor of the Tenant?", *asked).stderr
    assert "feedback" in run("research", "What is the monthly rent?", *asked).stderr


def test_one_page_is_one_page(run: Run, lease: Path) -> None:
    assert "1 page, 1 passage" in run("documents", "-p", "cli").stdout


@pytest.mark.parametrize(
    ("wish", "code", "told"),
    [
        (("--period", "nonsense"), 2, "“nonsense” is no period. Write FY2024"),
        (("--period", "FY1999"), 1, "Nothing of FY1999. There are findings of"),
        (("--scenario", "actul"), 2, "“actul” is no scenario. Choose from actual"),
        (("--scenario", "budget"), 1, "Nothing budget. There are findings that are actual"),
        (("--metric", "revnue"), 1, "Nothing of “revnue”. Did you mean “Revenue”?"),
    ],
)
def test_a_wish_that_no_finding_fits_is_told_with_what_there_is(
    wish: tuple[str, str], code: int, told: str, run: Run, tmp_path: Path
) -> None:
    accounts = tmp_path / "accounts.csv"
    accounts.write_text("Lumen AB,,\nIncome statement (EUR thousand),,\n,FY2022,FY2023\nRevenue,13500,15100\n")
    run("add", str(accounts), "-p", "cli-findings")
    done = run("findings", *wish, "-p", "cli-findings", "--json")
    assert (done.returncode, done.stdout.strip() or "[]") == (code, "[]")
    assert told in done.stderr
