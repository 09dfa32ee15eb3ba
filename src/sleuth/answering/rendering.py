"""Turns proven claims into the answer and its citations, or into the refusal."""

from collections.abc import Sequence

from sleuth.answering.state import REFUSAL, Output
from sleuth.answering.verification import Citation, Proven, marked

_NOT_FOUND = "Not found in the provided documents"
_LONGEST_QUOTE = 300  # characters shown beside a sentence in a model's words


def render(proven: Sequence[Proven], unanswered: Sequence[str] = ()) -> Output:
    """The two keys of the public shape, and nothing else. `unanswered`: the parts of the question without an answer."""
    if not proven:
        return Output(answer=REFUSAL, citations=[])
    citations = cited(proven)
    numbers = {citation: number for number, citation in enumerate(citations, 1)}
    named = len({citation.filename for citation in citations}) > 1
    lines = [_line(claim, numbers, named) for claim in proven]
    lines += [f"{_NOT_FOUND}: {part}" for part in unanswered]
    return Output(answer="\n".join(lines), citations=[citation.to_json() for citation in citations])


def cited(proven: Sequence[Proven]) -> list[Citation]:
    """Every citation once, in the order of the claims."""
    return list(dict.fromkeys(citation for claim in proven for citation in claim.citations))


def _line(claim: Proven, numbers: dict[Citation, int], named: bool) -> str:
    """A claim, after its file's name where several files answer, with its citations' numbers if there are many."""
    marks = "".join(f" [{numbers[citation]}]" for citation in claim.citations) if len(numbers) > 1 else ""
    opening = f"{claim.citations[0].filename}: " if named else ""
    if claim.proof == "judged":
        return (
            f"{opening}{marked(claim)} (in the model's words; the source: “{_short(claim.citations[0].text)}”){marks}"
        )
    return f"{opening}{claim.text}{marks}"


def _short(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= _LONGEST_QUOTE else f"{words[:_LONGEST_QUOTE].rsplit(' ', 1)[0]} …"
