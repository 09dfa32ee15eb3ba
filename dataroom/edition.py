"""One edition of a document that was issued more than once."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from dataroom.books import Books, Edit


@dataclass(frozen=True, slots=True)
class Edition:
    """`age` counts the editions that follow: 0 is the one that stands."""

    age: int = 0
    dated: date | None = None
    note: str = ""  # what the document says about its predecessor
    draft: bool = False
    title: str = ""  # where it differs from the document's own
    author: str = ""

    @classmethod
    def only(cls) -> "Edition":
        """The single edition of a document."""
        return cls()

    def errs(
        self, books: Books, line: str, months: tuple[date, ...], against: str = "", scenario: str = "actual"
    ) -> Books:
        """The books as this edition had them: right in the last, further off in each one before."""
        if self.age == 0:
            return books
        share = Decimal("0.031") * self.age + Decimal("0.012")
        return books.changed("superseded", [Edit(line, share, months, against, -1 if against else 1)], scenario)
