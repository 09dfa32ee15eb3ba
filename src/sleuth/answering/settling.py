"""What becomes of claims that are not proven: judged and marked, shown in the source's words, or left out."""

from collections.abc import Collection, Iterable, Sequence

from sleuth.answering.verification import Citation, Dropped, Proven
from sleuth.evidence.reading import read
from sleuth.evidence.tokens import words_of
from sleuth.language.weight import detect_language
from sleuth.reason.model.judge import Judge

_MOST_JUDGED = 6  # claims of one answer
_RESPONDS = 0.5  # of the question's weighty words that a quote must say to stand as its answer


async def judge_open(verdicts: Sequence[Proven | Dropped], judge: Judge | None) -> list[Proven | Dropped]:
    """The verdicts, where a model may have judged what is open: wording, never a value, a date or a name."""
    is_open = [index for index, one in enumerate(verdicts) if isinstance(one, Dropped) and one.is_judgeable]
    asked = is_open[:_MOST_JUDGED]
    settled = list(verdicts)
    if judge is None or not asked:
        return settled
    shown = [(verdicts[index].text, _quotes_of(verdicts[index])) for index in asked]
    for index, follows in zip(asked, await judge.follow(shown), strict=True):
        if follows:
            settled[index] = Proven(verdicts[index].text, verdicts[index].citations, "judged")
    return settled


def _quotes_of(verdict: Proven | Dropped) -> list[str]:
    """What a judge is shown: the rows of tables with their headings, else the words that are cited, of a named file."""
    rows = verdict.rows if isinstance(verdict, Dropped) else ()
    named = dict.fromkeys(one.filename for one in verdict.citations if one.filename in verdict.text)
    quotes = list(rows) or [citation.text for citation in verdict.citations]
    return [*quotes, *(f"These quotes are of {name}." for name in named)]


def in_source_words(
    question: str, dropped: Iterable[Dropped], shown: Sequence[Proven], leads: Collection[str] = ()
) -> list[Proven]:
    """The quotes of claims that are not shown, where they respond to the question and are not shown already.

    `leads`: the claims that answer before all others. Their quotes were chosen as the answer, and respond by that.
    """
    asked = {word.stem for word in read(question).content}
    taken = [citation for claim in shown for citation in claim.citations]
    found: list[Proven] = []
    for claim in dropped:
        for citation in claim.citations:
            quote = read(citation.text)
            orders = quote.tokens[:1] and quote.tokens[0].text in words_of("order")
            is_foreign = claim.is_open and quote.language != detect_language(question)  # it shares no words with it
            leads_on = claim.is_open and claim.text in leads
            speaks_of_it = len(asked & quote.stems) >= _RESPONDS * len(asked)
            responds = not orders and (is_foreign or leads_on or speaks_of_it)
            if responds and not any(_overlap(citation, other) for other in taken):
                taken.append(citation)
                found.append(Proven(" ".join(citation.text.split()), (citation,), replaces=claim.text))
    return found


def _overlap(one: Citation, two: Citation) -> bool:
    same = (one.document_id, one.page) == (two.document_id, two.page)
    return same and any(a.start < b.end and b.start < a.end for a in one.spans for b in two.spans)


def remark(dropped: Sequence[Dropped], replaced: Sequence[Proven]) -> str:
    """How many statements of the model are not shown as it worded them; "" for none."""
    if not dropped:
        return ""
    quoted = len({claim.replaces for claim in replaced})
    left_out = len(dropped) - quoted
    told = [f"{quoted} shown in the source's words instead"] if quoted else []
    told += [f"{left_out} left out"] if left_out else []
    noun = "statement was" if len(dropped) == 1 else "statements were"
    return f"{len(dropped)} {noun} not proven: {', '.join(told)}; --detail lists them."
