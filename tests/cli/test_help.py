"""`sleuth --help` answers at once: it loads typer and the standard library only."""

import subprocess
import sys

TYPER = {"typer", "click", "annotated_doc", "shellingham", "typing_extensions", "colorama"}


def test_help_loads_only_typer_and_the_standard_library() -> None:
    program = (
        "import sys; from sleuth.cli import app; app(['--help'], standalone_mode=False);"
        "print(*{name.partition('.')[0] for name in sys.modules}, file=sys.stderr)"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    foreign = set(run.stderr.split()) - set(sys.stdlib_module_names) - TYPER - {"sleuth", "__main__", "__mp_main__"}
    installed_hooks = {
        name
        for name in foreign
        if name.startswith(("_editable", "__editable", "_distutils", "_virtualenv", "sitecustomize"))
    }
    assert foreign - installed_hooks == set()


def test_help_names_every_command() -> None:
    run = subprocess.run([sys.executable, "-m", "sleuth", "--help"], capture_output=True, text=True, check=True)
    for command in ("add", "documents", "search", "research", "verify", "doctor", "export", "eval", "demo", "remove"):
        assert f"\n  {command}" in run.stdout
