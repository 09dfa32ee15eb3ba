"""Turns proven claims into the answer and its citations, or into the refusal."""

from collections.abc import Sequence

from sleuth.answering.state import REFUSAL, Output
from sleuth.answering.verification import Citation, Proven, marked

_NOT_FOUND = "Not found in the provided documents"
_LONGEST_QUOTE = 300  # characters shown beside a sentence in a model's words
_LEAST_ROWS = 3  # figures that make a table
_LEAST_ITEMS = 3  # statements that make a list


def render(proven: Sequence[Proven], unanswered: Sequence[str] = (), disagreements: Sequence[str] = ()) -> Output:
    """The two keys of the public shape, and nothing else.

    `unanswered`: the parts of the question without an answer; `disagreements`: where the documents answer differently.
    """
    if not proven:
        return Output(answer=REFUSAL, citations=[])
    citations = cited(proven)
    numbers = {citation: number for number, citation in enumerate(citations, 1)}
    named = len({citation.filename for citation in citations}) > 1
    lines = _written(proven, numbers, named)
    lines += [f"Note: {told}." for told in disagreements]
    lines += [f"{_NOT_FOUND}: {part}" for part in unanswered]
    return Output(answer="\n".join(lines), citations=[citation.to_json() for citation in citations])


def cited(proven: Sequence[Proven]) -> list[Citation]:
    """Every citation once, in the order of the claims."""
    return list(dict.fromkeys(citation for claim in proven for citation in claim.citations))


def _written(proven: Sequence[Proven], numbers: dict[Citation, int], named: bool) -> list[str]:
    """The answer's lines: what is computed leads, and what it rests on follows it."""
    lines: list[str] = []
    for lead, others in _groups(proven):
        if lead is not None:
            lines.append(_line(lead, numbers, named))
        lines += _listed(others, numbers, named, is_list=lead is not None or len(others) >= _LEAST_ITEMS)
    return lines


def _groups(proven: Sequence[Proven]) -> list[tuple[Proven | None, list[Proven]]]:
    """The claims in their order, each that is computed with those after it."""
    groups: list[tuple[Proven | None, list[Proven]]] = [(None, [])]
    for claim in proven:
        if claim.proof == "computed":
            groups.append((claim, []))
        else:
            groups[-1][1].append(claim)
    return groups


def _listed(claims: Sequence[Proven], numbers: dict[Citation, int], named: bool, *, is_list: bool) -> list[str]:
    """Many figures as a table, anything else a line each, which a list marks."""
    if len(claims) >= _LEAST_ROWS and all(map(_is_figure, claims)):
        return _table(claims, numbers, named)
    return [f"{'- ' if is_list else ''}{_line(claim, numbers, named)}" for claim in claims]


def _is_figure(claim: Proven) -> bool:
    """Whether a claim is one cell by its name; a row of a list tells several: "Port AB – Country: Norway"."""
    return claim.proof == "cell" and ": " in claim.text and " – " not in claim.text


def _table(figures: Sequence[Proven], numbers: dict[Citation, int], named: bool) -> list[str]:
    """Figures as rows of a Markdown table, its columns aligned: what each is, its value, and its citations."""
    rows = [("Figure", "Value", "Source")]
    for claim in figures:
        name, _, value = claim.text.rpartition(": ")
        source = f"{claim.citations[0].filename}{_marks(claim, numbers)}" if named else _marks(claim, numbers)
        rows.append((name, value, source.strip()))
    shown = [[cell.replace("|", "\\|") for cell in row] for row in rows]
    widths = [max(len(row[column]) for row in shown) for column in range(3)]
    lines = [f"| {' | '.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))} |" for row in shown]
    rule = f"|{'|'.join('-' * (width + 2) for width in widths)}|"
    return [lines[0], rule, *lines[1:]]


def _line(claim: Proven, numbers: dict[Citation, int], named: bool) -> str:
    """A claim, after its file's name where several files answer, with its citations' numbers if there are many."""
    marks = _marks(claim, numbers)
    opening = f"{claim.citations[0].filename}: " if named else ""
    if claim.proof == "judged":
        return (
            f"{opening}{marked(claim)} (in the model's words; the source: “{_short(claim.citations[0].text)}”){marks}"
        )
    return f"{opening}{claim.text}{marks}"


def _marks(claim: Proven, numbers: dict[Citation, int]) -> str:
    return "".join(f" [{numbers[citation]}]" for citation in claim.citations) if len(numbers) > 1 else ""


def _short(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= _LONGEST_QUOTE else f"{words[:_LONGEST_QUOTE].rsplit(' ', 1)[0]} …"
