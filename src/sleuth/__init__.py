"""Sleuth reads your documents and proves every word: the model proposes, the evidence disposes."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sleuth.project import Project, open_project

__all__ = ["Project", "open_project"]


def __getattr__(name: str) -> object:
    """The public names, loaded when they are first used, so that `sleuth --help` stays light."""
    if name in __all__:
        from sleuth import project

        return getattr(project, name)
    raise AttributeError(f"module 'sleuth' has no attribute {name!r}")
