"""Which files a command names, and what each document will be called."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Found:
    """A file to read. `inside` is its path within the folder that was named, or its own name."""

    path: Path
    inside: str


@dataclass(frozen=True, slots=True)
class Unusable:
    """Something named or met that is no file to read, and why."""

    filename: str
    reason: str


def find_files(paths: Sequence[Path]) -> Iterator[Found | Unusable]:
    """The files that the paths name, folders walked in order of name. Names that begin with a dot are passed over."""
    for path in paths:
        if path.is_dir():
            yield from _walk(path, path)
        elif path.is_file():
            yield Found(path, path.name)
        elif path.exists():
            yield Unusable(path.name, f"{path}: neither a file nor a folder. Name a document.")
        else:
            yield Unusable(path.name, f"{path}: no such file. Check the path.")


def _walk(folder: Path, root: Path) -> Iterator[Found | Unusable]:
    """Links that lead out of the folder are named and not followed: it may hold what a stranger put there.

    Links to folders inside it are passed over, for the folders are walked themselves.
    """
    try:
        entries = sorted(folder.iterdir())
    except OSError as error:
        yield Unusable(
            str(folder.relative_to(root)), f"{folder}: cannot be opened ({error.strerror}). Check its rights."
        )
        return
    for entry in entries:
        inside = entry.relative_to(root).as_posix()
        if entry.name.startswith("."):
            continue
        if entry.is_symlink() and entry.exists() and not entry.resolve().is_relative_to(root.resolve()):
            yield Unusable(
                inside, f"{inside}: a link that leads out of {root}. Name {entry.resolve()} itself to add it."
            )
        elif entry.is_dir():
            if not entry.is_symlink():
                yield from _walk(entry, root)
        elif entry.is_file():
            yield Found(entry, inside)
        else:
            yield Unusable(inside, f"{inside}: neither a file nor a folder. Remove it or name the files to add.")


def name_documents(files: Iterable[Found], taken: Iterable[str] = ()) -> list[tuple[Found, str]]:
    """Each file with its document's name: the file's own, or its path inside the folder where two would share one.

    `taken` are the names of the project's documents: a file known by its path keeps that name.
    """
    files, known = list(files), set(taken)
    shared = Counter(Path(file.inside).name for file in files)
    return [
        (file, file.inside if shared[name] > 1 or file.inside in known else name)
        for file in files
        for name in [Path(file.inside).name]
    ]
