"""CSV exports and e-mail messages."""

import csv
import io
from datetime import UTC, datetime, time
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime

from dataroom.blocks import Document, Grid, Paragraph, Stated, plain
from dataroom.writers import Standing, Written, cell_text, standings


def write_csv(document: Document) -> Written:
    """The first table alone, as an accounting system exports it; places are the cells a spreadsheet would show."""
    grid = next(block for block in document.blocks if isinstance(block, Grid))
    out = io.StringIO()
    delimiter = ";" if grid.style.decimal == "," else ","
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\r\n")
    writer.writerow([grid.stub, *(" ".join(column.header) for column in grid.columns)])
    facts: list[Standing] = []
    for number, row in enumerate(grid.rows, 2):
        writer.writerow([row.label, *(cell_text(cell, grid.style) for cell in row.cells)])
        for column, cell in enumerate(row.cells):
            facts += standings(cell, grid.style, {"cell": f"{chr(ord('B') + column)}{number}"})
    return Written(out.getvalue().encode("utf-8-sig"), tuple(facts))


def write_eml(document: Document) -> Written:
    """The first paragraphs are the header's From, To and Subject; the rest is the body."""
    paragraphs = [block for block in document.blocks if isinstance(block, Paragraph)]
    (sender, recipient, subject), body = (plain(block.prose) for block in paragraphs[:3]), paragraphs[3:]
    message = EmailMessage(policy=SMTP)
    sent = datetime.combine(document.dated, time(9, 30), UTC)
    message["From"], message["To"], message["Subject"] = sender, recipient, subject
    message["Date"] = format_datetime(sent)
    message["Message-ID"] = f"<{document.dated:%Y%m%d}.{sum(map(ord, subject))}@mail.example>"
    message.set_content("\n\n".join(plain(block.prose) for block in body) + "\n", cte="quoted-printable")
    facts = tuple(
        Standing({}, part.text, part.meaning, part.value, part.scale)
        for block in body
        for part in block.prose
        if isinstance(part, Stated)
    )
    return Written(message.as_bytes(), facts)
