"""The command line: one thin file a command group. Heavy imports happen inside the commands."""


def main() -> None:
    raise SystemExit("not built yet")
