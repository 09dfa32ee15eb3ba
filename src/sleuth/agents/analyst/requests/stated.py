"""What a request list says of its own requests in a column of status, row by row, as it stands in the file."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sleuth.agents.analyst.requests.columns import role_of
from sleuth.agents.analyst.requests.naming import stands
from sleuth.agents.analyst.requests.reading import priority_of
from sleuth.evidence.source import Page, Source


@dataclass(frozen=True, slots=True)
class StatedRequest:
    """A request with the status that its list gives it."""

    row: int  # of the table
    said: Mapping[str, str]  # what its cells say, as printed, by role: number, text, section, priority, status, note
    stands: str  # provided, partial, missing, declined, n/a; "" where the wording of the status is not known
    priority: str  # high, medium, low; "" where the list does not say, or not in words that are known

    @property
    def name(self) -> str:
        """Its number and its words: "1.3 Shareholders' agreement"."""
        return f"{self.said.get('number', '')} {self.said['text']}".strip()


@dataclass(frozen=True, slots=True)
class StatedList:
    """A table of requests with a column of status."""

    page: Page
    table: int  # its number on the page, from 0
    headings: Mapping[str, str]  # of its columns as printed, by role
    requests: tuple[StatedRequest, ...]


def stated_list(source: Source) -> StatedList | None:
    """The longest table of a source that has a column of requests and one of status; None where there is none."""
    found = [
        stated for page in source.pages for table in range(len(page.tables)) if (stated := _read(page, table)).requests
    ]
    return max(found, key=lambda one: len(one.requests), default=None)


def _read(page: Page, table: int) -> StatedList:
    headings = {column: " ".join(path) for column, path in page.tables[table].column_paths.items() if path}
    roles = {column: role for column, heading in headings.items() if (role := role_of(heading))}
    by_role = {role: headings[column] for column, role in roles.items()}
    is_one_each = len(set(roles.values())) == len(roles)
    if not is_one_each or not {"text", "status"} <= by_role.keys():
        return StatedList(page, table, {}, ())
    return StatedList(page, table, by_role, tuple(_requests(page, table, roles)))


def _requests(page: Page, table: int, roles: Mapping[int, str]) -> Iterator[StatedRequest]:
    rows: dict[int, dict[str, str]] = {}
    first = min(page.tables[table].row_paths, default=0)
    for cell in page.tables[table].cells():
        if cell.row >= first and cell.column in roles:
            rows.setdefault(cell.row, {})[roles[cell.column]] = page.line_of(cell)
    for row, said in sorted(rows.items()):
        if said.get("text") and said.get("status"):
            yield StatedRequest(row, said, stands(said["status"]), priority_of(said.get("priority", "")))
