"""What `sleuth add` finds under its paths, and what the documents will be called."""

import os
from pathlib import Path

import pytest

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


@pytest.fixture
def linked(tmp_path: Path) -> Path:
    """A folder with links to a file and a folder outside, and to a file and a folder inside."""
    folder = tmp_path / "room"
    (folder / "sub").mkdir(parents=True)
    (folder / "sub" / "inner.md").write_text("inner")
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "passwd").write_text("root:x:0:0")
    (folder / "file.txt").symlink_to(outside / "passwd")
    (folder / "relative.txt").symlink_to(Path("..", "outside", "passwd"))
    (folder / "folder").symlink_to(outside)
    (folder / "again").symlink_to(folder / "sub")
    (folder / "alias.md").symlink_to(Path("sub", "inner.md"))
    (folder / "circle").symlink_to(folder / "circle")
    return folder


def test_links_that_lead_out_of_the_folder_are_named_and_not_followed(linked: Path) -> None:
    looked = list(find_files([linked]))
    assert [item.inside for item in looked if isinstance(item, Found)] == ["alias.md", "sub/inner.md"]
    named = {item.filename: item.reason for item in looked if isinstance(item, Unusable)}
    assert set(named) == {"file.txt", "relative.txt", "folder", "circle"}
    assert "a link that leads out of" in named["file.txt"]
    assert str(linked.parent / "outside" / "passwd") in named["relative.txt"]


def test_a_chain_of_links_leads_where_its_end_is(linked: Path) -> None:
    (linked / "second.txt").symlink_to(linked / "file.txt")
    assert "second.txt" in {item.filename for item in find_files([linked]) if isinstance(item, Unusable)}


def test_a_link_that_a_person_names_is_followed(linked: Path) -> None:
    (link := linked.parent / "link").symlink_to(linked / "sub")
    found = [item for item in find_files([linked / "file.txt", link]) if isinstance(item, Found)]
    assert [item.inside for item in found] == ["file.txt", "inner.md"]
