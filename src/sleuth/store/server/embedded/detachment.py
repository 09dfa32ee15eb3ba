"""Programs that outlive us: in a session of their own, without our descriptors, and never our zombies."""

import subprocess
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from sleuth.store.server.embedded.account import Account

_OURSELVES = Account()


def detach(
    command: Sequence[str],
    *,
    environment: Mapping[str, str],
    account: Account = _OURSELVES,
    descriptors: Iterable[int] = (),
    output: Path = Path("/dev/null"),
) -> None:
    """Run the program in the background. It inherits `descriptors`; the shell between us ends at once."""
    with output.open("wb") as said:
        subprocess.run(
            ["/bin/sh", "-c", '"$@" &', "sh", *command],
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
            cwd="/",
            env=environment,
            pass_fds=tuple(descriptors),
            start_new_session=True,
            check=True,
            **account.options(),
        )
