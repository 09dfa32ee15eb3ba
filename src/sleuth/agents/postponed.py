"""Packages that run when a name of their own is asked for, not as soon as a module inside them is imported.

LangGraph needs one module each of `langsmith.types` and `langgraph_sdk`. Both packages import all of theirs, some 300,
which took a third of the time of importing LangGraph. `importlib.util.LazyLoader` is no help: under it a package runs
as soon as the import system looks for a module inside.
"""

import sys
from collections.abc import Callable, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from threading import RLock
from types import ModuleType
from typing import Any

_running = RLock()


def postpone(*packages: str) -> None:
    """Have these packages run when they are used. One that is imported already, or not installed, is as ever."""
    sys.meta_path.insert(0, _Finder(packages))


class _Finder(MetaPathFinder):
    def __init__(self, packages: Sequence[str]) -> None:
        self._packages = packages

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        spec = PathFinder.find_spec(fullname, path, target) if fullname in self._packages else None
        if spec is not None and spec.loader is not None:
            spec.loader = _Later(spec.loader)
        return spec


class _Later(Loader):
    """Makes the package, and leaves it to run itself."""

    def __init__(self, loader: Loader) -> None:
        self._loader = loader

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return _Postponed(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        if isinstance(module, _Postponed):
            module.run = lambda: self._loader.exec_module(module)


class _Postponed(ModuleType):
    """A package that has not run yet, or is running: modules that it imports meanwhile may look into it."""

    run: Callable[[], None]

    def __getattr__(self, name: str) -> Any:
        with _running:
            run = self.__dict__.pop("run", None)
            if run is not None:
                run()
        return super().__getattribute__(name)
