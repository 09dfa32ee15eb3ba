"""Request lists and questions as workbooks that can be sent: areas kept, statuses to choose from, links that work."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sleuth.cli.workbook import page_link, place_link, write_sources
from sleuth.cli.workbook_matrix import for_paper

if TYPE_CHECKING:
    from sleuth.agents.analyst.requests.coverage import Item
    from sleuth.store.deal.questions import Question

Columns = Sequence[tuple[str, int]]  # name and width, in characters
Open = Callable[[int], bytes]  # document → its bytes

_LIST: Columns = (
    ("No.", 8), ("Area", 18), ("Sub-section", 24), ("Request", 60), ("Priority", 10), ("Owner", 16), ("Status", 13),
    ("What is lacking", 44), ("Source", 46), ("Comment", 30),
)  # fmt: skip
_QUESTIONS: Columns = (
    ("No.", 7), ("Area", 14), ("Question", 70), ("Priority", 10), ("Status", 12), ("Answer", 50), ("Document", 32),
    ("Place", 16), ("Quote", 50), ("Why asked", 50), ("Source", 12), ("Asked on", 12),
)  # fmt: skip
_OPTIONAL = ("Sub-section", "Owner")  # columns that are left out where nothing fills them
_HEAD = 3  # rows above those of a list: title, note, heads
_STATUSES = ("Provided", "Partial", "Outdated", "Missing", "Not applicable")
_QUESTION_STATUSES = ("Open", "Sent", "Answered", "Closed")
_PRIORITIES = ("High", "Medium", "Low")
_COLOURS = {
    "Provided": "#e2efda", "Partial": "#fff2cc", "Outdated": "#fce4d6", "Missing": "#f8cbad", "Open": "#fce4d6",
    "Sent": "#fff2cc", "Answered": "#e2efda", "Closed": "#ededed",
}  # fmt: skip
_LONGEST = 32_000  # characters of a cell
_LONGEST_TIP = 255  # characters, as spreadsheet programs have it
_LINE, _MOST_LINES = 15, 12  # the height of a line in points, and lines of a row


def write_request_list(path: Path, title: str, items: "Sequence[Item]", open_document: Open) -> Path:
    """Write a request list with its coverage, and the documents that it cites into a folder beside it; the folder.

    Raises OSError where it cannot be written.
    """
    import xlsxwriter

    folder = path.with_name(f"{path.stem} sources")
    write_sources(folder, {(one.document_id, one.filename) for item in items for one in item.evidence}, open_document)
    columns = _filled(items)
    with xlsxwriter.Workbook(path, {"strings_to_formulas": False, "strings_to_urls": False}) as book:
        looks = _Looks(book)
        summary, sheet = book.add_worksheet("Summary"), book.add_worksheet("Requests")
        status_column = chr(65 + _place(columns, "Status"))
        _summary(summary, title, items, status_column, looks)
        note = "Status and priority are chosen from a list; sources open from the folder beside this file."
        _heads(sheet, title, note, columns, looks)
        for row, item in enumerate(items, _HEAD):
            _request(sheet, row, item, columns, folder.name, looks)
        _finish(sheet, _HEAD + len(items) - 1, columns, _STATUSES, "Request", looks)
    return folder


def _filled(items: "Sequence[Item]") -> Columns:
    """The columns of a request list, without those that no request fills."""
    texts = [_texts(item) for item in items]
    return [(name, width) for name, width in _LIST if name not in _OPTIONAL or any(row[name] for row in texts)]


def _texts(item: "Item") -> dict[str, str]:
    """What the columns of a request list hold of a request."""
    return {
        "No.": item.number, "Area": _area(item), "Sub-section": " > ".join(item.section[1:]), "Request": item.text,
        "Priority": _shown(item.priority), "Owner": item.owner, "Status": _shown(item.status),
        "What is lacking": "; ".join(item.lacking),
    }  # fmt: skip


def _request(sheet: Any, row: int, item: "Item", columns: Columns, folder: str, looks: "_Looks") -> None:
    texts = _texts(item)
    if item.evidence:
        first = item.evidence[0]
        more = f" (+{len(item.evidence) - 1})" if len(item.evidence) > 1 else ""
        texts["Source"] = f"{first.filename}, {first.locator}{more}"
    _write_row(sheet, row, texts, columns, looks)
    if item.evidence:
        link = place_link(first.filename, first.locator, first.page, folder, texts["Source"])
        link.tip = " ".join(first.quote.split())[:_LONGEST_TIP]
        sheet.write_url(row, _place(columns, "Source"), link, looks.link)


def _write_row(sheet: Any, row: int, texts: Mapping[str, str], columns: Columns, looks: "_Looks") -> None:
    """A row as high as its longest text needs."""
    lines = 1
    for column, (name, width) in enumerate(columns):
        text = texts.get(name, "")[:_LONGEST]
        sheet.write_string(row, column, text, looks.cell)
        lines = max(lines, *(-(-len(line) // width) for line in text.split("\n")))
    sheet.set_row(row, _LINE * min(lines, _MOST_LINES))


def _summary(sheet: Any, title: str, items: "Sequence[Item]", status_column: str, looks: "_Looks") -> None:
    """Requests by area and status; the numbers follow what is chosen on the list."""
    statuses = _STATUSES[:-1]
    areas = list(dict.fromkeys(_area(item) for item in items))
    counts = Counter((_area(item), _shown(item.status)) for item in items)
    sheet.set_column(0, 0, 28)
    sheet.set_column(1, len(statuses) + 1, 12)
    sheet.write_string(0, 0, title, looks.title)
    sheet.write_string(1, 0, "Requests by area and status", looks.note)
    for column, head in enumerate(("Area", *statuses, "Total")):
        sheet.write_string(_HEAD, column, head, looks.right_head if column else looks.head)
    rows = f"{_HEAD + 1}:${{0}}${_HEAD + len(items)}"  # of the list, as a formula names them
    by_area = f"Requests!$B${rows.format('B')}"
    by_status = f"Requests!${status_column}${rows.format(status_column)}"
    for row, area in enumerate(areas, _HEAD + 1):
        sheet.write_url(row, 0, "internal:'Requests'!A1", looks.link, string=area)
        for column, status in enumerate(statuses, 1):
            formula = f'=COUNTIFS({by_area},$A{row + 1},{by_status},"{status}")'
            sheet.write_formula(row, column, formula, looks.count, counts[area, status])
        total = sum(counts[area, status] for status in statuses)
        sheet.write_formula(row, len(statuses) + 1, f"=COUNTIFS({by_area},$A{row + 1})", looks.count, total)
    end = _HEAD + 1 + len(areas)
    sheet.write_string(end, 0, "Total", looks.total)
    totals = [sum(counts[area, status] for area in areas) for status in statuses]
    for column, total in enumerate([*totals, len(items)], 1):
        letter = chr(65 + column)
        sheet.write_formula(end, column, f"=SUM({letter}{_HEAD + 2}:{letter}{end})", looks.total, total)
    sheet.freeze_panes(_HEAD + 1, 1)
    sheet.hide_gridlines(2)
    for_paper(sheet)


def write_questions(path: Path, title: str, questions: "Sequence[Question]", open_document: Open) -> Path:
    """Write the questions, and the documents that answer them into a folder beside them; the folder.

    Raises OSError where it cannot be written.
    """
    import xlsxwriter

    folder = path.with_name(f"{path.stem} sources")
    cited = {(q.document_id, q.filename) for q in questions if q.document_id is not None}
    write_sources(folder, cited, open_document)
    with xlsxwriter.Workbook(path, {"strings_to_formulas": False, "strings_to_urls": False}) as book:
        looks = _Looks(book)
        sheet = book.add_worksheet("Questions")
        note = "Write the answers beside the questions; the file can be imported again."
        _heads(sheet, title, note, _QUESTIONS, looks)
        for row, question in enumerate(questions, _HEAD):
            _question(sheet, row, question, folder.name, looks)
        _finish(sheet, _HEAD + len(questions) - 1, _QUESTIONS, _QUESTION_STATUSES, "Question", looks)
    return folder


def _question(sheet: Any, row: int, q: "Question", folder: str, looks: "_Looks") -> None:
    texts = {
        "Area": _shown(q.domain), "Question": q.text, "Priority": _shown(q.priority), "Status": _shown(q.status),
        "Answer": q.answer, "Document": q.filename, "Place": q.locator, "Quote": " ".join(q.quote.split()),
        "Why asked": q.note, "Source": _shown(q.source), "Asked on": f"{q.created_at:%Y-%m-%d}",
    }  # fmt: skip
    _write_row(sheet, row, texts, _QUESTIONS, looks)
    sheet.write_number(row, 0, q.number, looks.number)
    if q.document_id is not None and q.page is not None:
        document = page_link(q.filename, 1, folder, q.filename)
        sheet.write_url(row, _place(_QUESTIONS, "Document"), document, looks.link)
        place = place_link(q.filename, q.locator, q.page, folder, q.locator)
        sheet.write_url(row, _place(_QUESTIONS, "Place"), place, looks.link)


class _Looks:
    """The formats of a list."""

    def __init__(self, book: Any) -> None:
        edge = {"border": 1, "border_color": "#d9d9d9", "valign": "top"}
        dark = {"bold": True, "font_color": "#ffffff", "bg_color": "#1f4e79", "text_wrap": True}
        self.title = book.add_format({"bold": True, "font_size": 14})
        self.note = book.add_format({"italic": True, "font_color": "#595959"})
        self.head = book.add_format(dark | edge)
        self.right_head = book.add_format(dark | edge | {"align": "right"})
        self.cell = book.add_format({"text_wrap": True} | edge)
        self.number = book.add_format({"num_format": "0", "align": "left"} | edge)
        self.link = book.add_format({"font_color": "#1f4e79", "underline": 1, "text_wrap": True} | edge)
        self.count = book.add_format({"num_format": "#,##0", "align": "right"} | edge)
        self.total = book.add_format({"num_format": "#,##0", "bold": True, "top": 1})
        self.fills = {status: book.add_format({"bg_color": colour}) for status, colour in _COLOURS.items()}


def _heads(sheet: Any, title: str, note: str, columns: Columns, looks: _Looks) -> None:
    sheet.write_string(0, 0, title, looks.title)
    sheet.write_string(1, 0, note, looks.note)
    for column, (name, width) in enumerate(columns):
        sheet.set_column(column, column, width)
        sheet.write_string(_HEAD - 1, column, name, looks.head)


def _finish(sheet: Any, last: int, columns: Columns, statuses: Sequence[str], frozen: str, looks: _Looks) -> None:
    """Choices, colours, a filter, and panes that keep the heads and all up to a column in sight."""
    last = max(last, _HEAD)
    for name, choices in (("Priority", _PRIORITIES), ("Status", statuses)):
        message = f"Choose one of: {', '.join(choices)}."
        options = {"validate": "list", "source": list(choices), "error_title": "Not listed", "error_message": message}
        sheet.data_validation(_HEAD, _place(columns, name), last, _place(columns, name), options)
    for status in statuses:
        if status in looks.fills:
            rule = {"type": "cell", "criteria": "==", "value": f'"{status}"', "format": looks.fills[status]}
            sheet.conditional_format(_HEAD, _place(columns, "Status"), last, _place(columns, "Status"), rule)
    sheet.autofilter(_HEAD - 1, 0, last, len(columns) - 1)
    sheet.freeze_panes(_HEAD, _place(columns, frozen) + 1)
    sheet.hide_gridlines(2)
    for_paper(sheet, _HEAD - 1, _HEAD - 1)


def _place(columns: Columns, name: str) -> int:
    return [known for known, _ in columns].index(name)


def _area(item: "Item") -> str:
    """The outermost section; of a list without sections the area of the due diligence."""
    return item.section[0] if item.section else _shown(item.domain)


def _shown(word: str) -> str:
    return word[:1].upper() + word[1:]
