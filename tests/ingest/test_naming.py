"""What `sleuth add` finds under its paths, and what the documents will be called."""

import os
from pathlib import Path

from sleuth.ingest.naming import Found, Unusable, find_files, name_documents


def put(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("text")
    return path


def names(*insides: str, taken: tuple[str, ...] = ()) -> list[str]:
    return [name for _, name in name_documents([Found(Path(i), i) for i in insides], taken)]


def test_a_folder_is_walked_in_order_of_name(tmp_path: Path) -> None:
    for name in ("b.md", "a/z.md", "a/c.md"):
        put(tmp_path / name)
    found = [item.inside for item in find_files([tmp_path]) if isinstance(item, Found)]
    assert found == ["a/c.md", "a/z.md", "b.md"]


def test_hidden_files_are_passed_over(tmp_path: Path) -> None:
    put(tmp_path / ".git/config")
    assert list(find_files([tmp_path])) == []


def test_a_missing_path_is_named(tmp_path: Path) -> None:
    (item,) = find_files([tmp_path / "at all.pdf"])
    assert isinstance(item, Unusable)
    assert "at all.pdf: no such file" in item.reason


def test_a_named_pipe_is_no_document(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.pdf")
    (item,) = find_files([tmp_path])
    assert isinstance(item, Unusable)
    assert "pipe.pdf" in item.reason


def test_a_link_that_leads_in_circles_is_not_followed(tmp_path: Path) -> None:
    put(tmp_path / "a.md")
    (tmp_path / "loop").symlink_to(tmp_path)
    assert len(list(find_files([tmp_path]))) == 1


def test_a_document_is_called_as_its_file() -> None:
    assert names("q3/report.pdf", "budget.xlsx") == ["report.pdf", "budget.xlsx"]


def test_two_files_of_one_name_are_called_by_their_paths() -> None:
    assert names("a/report.pdf", "b/report.pdf") == ["a/report.pdf", "b/report.pdf"]


def test_a_file_known_by_its_path_keeps_that_name() -> None:
    assert names("a/report.pdf", taken=("a/report.pdf",)) == ["a/report.pdf"]
