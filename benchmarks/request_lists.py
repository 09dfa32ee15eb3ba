"""How the requests of generated data rooms are judged beside the truth, and how long that takes.

    python -m benchmarks.request_lists [--seeds 601 602 603] [--requests 100]

Rooms of seeds that nobody tuned on say how good the rules are. A request is "provided", "partial", "outdated" or
"missing"; what counts most is how many of those called provided are. The time is that of all requests of a list, once
with what documents call themselves to be derived, once with it kept. The store is a temporary one; nothing is asserted.
"""

import argparse
import tempfile
import time
from collections import Counter
from pathlib import Path

from dataroom import generate
from sleuth.agents.analyst.requests.coverage import coverage_in
from sleuth.config import Settings
from sleuth.store.deal.requests import RequestDraft, add_list
from sleuth.store.projects import ensure_project
from sleuth.store.server.database import open_database
from sleuth.work.adding import add_paths

STATUSES = ("provided", "partial", "outdated", "missing")


def main(seeds: list[int], requests: int) -> None:
    """Judge the rooms, one after another."""
    pairs: Counter[tuple[str, str]] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(home=Path(folder) / "home", database_url=None)
        with open_database(settings) as database:
            for seed in seeds:
                room = Path(folder) / str(seed)
                truth = generate(seed, room)
                with database.connection() as connection:
                    project = ensure_project(connection, str(seed))
                    connection.commit()
                add_paths(database, settings, project, [room / "room"], lambda _: None)
                with database.connection() as connection:
                    asked = (truth.gaps * (requests // len(truth.gaps) + 1))[: max(requests, len(truth.gaps))]
                    drafts = [RequestDraft(one.text, str(number)) for number, one in enumerate(asked)]
                    add_list(connection, project, "IRL", "file", drafts)
                    took = []
                    for _ in range(2):
                        started = time.perf_counter()
                        covered = coverage_in(connection, project)
                        took.append(time.perf_counter() - started)
                    found = {item.number: item.status for item in covered.items}
                    pairs.update((one.status, found[str(n)]) for n, one in enumerate(truth.gaps))
                print(
                    f"{seed}: {len(drafts)} requests over {covered.documents} documents in {took[0]:.2f} s, "
                    f"then {took[1]:.2f} s"
                )
    for status in STATUSES:
        said = sum(number for (_, got), number in pairs.items() if got == status)
        true = sum(number for (is_, _), number in pairs.items() if is_ == status)
        right = pairs[status, status]
        print(f"{status:9} {right} of {said} called so are; {right} of {true} that are, are called so")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, nargs="+", default=[601, 602, 603])
    parser.add_argument("--requests", type=int, default=100)
    options = parser.parse_args()
    main(options.seeds, options.requests)
