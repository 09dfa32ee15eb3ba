"""What a sentence adds to its quotes that their place in the document proves: whose, of which year, under what heading.

"Revenue of Nordvik AB rose by 8 per cent in 2024" adds two things to "Revenue rose by 8 per cent". Both are so where
the quote stands in the annual report of Nordvik AB for 2024. What is left of the sentence the quotes must say.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from sleuth.evidence.clauses import Clauses, statements
from sleuth.evidence.context import Context
from sleuth.evidence.figures.equal import same_time
from sleuth.evidence.lexicon import any_of, lexicon
from sleuth.evidence.reading import Reading, read
from sleuth.evidence.tokens import Time, Token, words_of
from sleuth.evidence.words import stem
from sleuth.language.glyphs import plain
from sleuth.language.spoken import opening
from sleuth.language.tokens import letter_words

_BEFORE_TIME = re.compile(r",?\s*(?<!\w)(?:(?:in|during|for|at|as of|as at|on|i|under|för|per|den|the)\s+)*\Z")
_OF_OWNER = r"(?P<head>[^\W\d_]+)\s+(?:of|at|hos|i|av)\s+(?:the\s+)?"
_MOST_ADDED = 5  # words of a heading


def without_owner(sentence: str, context: Context) -> str:
    """A sentence without the names of the company that its document is of, where they say whose something is.

    A document that keeps a fiscal calendar reports of its company; what others tell may be of anybody that they name.
    """
    if not context.names or context.calendar is None:
        return sentence
    named = any_of(context.names)
    genitive = re.compile(rf"(?P<open>\A|(?<=\s))(?:the\s+)?{named}(?:['’]s|['’](?=\s))\s+", re.IGNORECASE)
    bare = genitive.sub(lambda found: "The " if not found.start() else "the ", sentence)
    owner = re.compile(rf"(?<!\w){_OF_OWNER}{named}(?!\w|['’.-]\w)(?!,?\s+(?-i:[A-ZÅÄÖ]))", re.IGNORECASE)
    return owner.sub(lambda found: found[0] if _is_deed(found["head"]) else found["head"], bare)


def _is_deed(noun: str) -> bool:
    """Whether a noun tells what is done to somebody: "the acquisition of Acme" is not Acme's."""
    return noun.casefold().endswith(tuple(lexicon("words")["deed"]))


def without_additions(sentence: str, quotes: Sequence[str], context: Context) -> str:
    """A sentence without what the place of its quotes proves; the sentence itself where it adds nothing of that."""
    rest = without_owner(sentence, context)
    rest = _without_time(rest, quotes, context)
    return _without_heading(rest, quotes, context)


def _without_time(sentence: str, quotes: Sequence[str], context: Context) -> str:
    """A sentence without its one time, where the quotes tell of the past, without a time, under the same one."""
    claim, evidence = read(sentence), [read(quote) for quote in quotes]
    if len(claim.times) != 1 or any(reading.times for reading in evidence) or not all(map(_tells_past, evidence)):
        return sentence
    start, end, time = claim.times[0]
    reported = _reported(context)
    if reported is None or not same_time(time, reported, context.calendar):
        return sentence
    begins = _BEFORE_TIME.search(claim.plain, 0, start)
    return _cut(sentence, begins.start() if begins else start, end)


def _reported(context: Context) -> Time | None:
    """The time that the quotes stand under: the one of the nearest heading with a time, else the year reported."""
    for heading in context.headings:
        if times := read(heading).times:
            return times[0][2] if len(times) == 1 else None
    return context.reported


def _tells_past(reading: Reading) -> bool:
    """Whether all that a text says happened, and nothing in it tells of a time before or after another."""
    told = [Clauses(statement) for sentence in reading.sentences for statement in statements(sentence)]
    happened = all(clause.tells_what_happened(0) for clause in told if any(token.is_verb for token in clause.tokens))
    beside = words_of("temporal") | words_of("relative_time")
    return bool(told) and happened and not any(token.text in beside for token in reading.tokens)


def _without_heading(sentence: str, quotes: Sequence[str], context: Context) -> str:
    """A sentence without the phrases that say nothing but what the quotes stand under: "of the transaction"."""
    said = {word.stem for quote in quotes for word in read(quote).words}
    topics = _stems((*context.headings, context.called)) - said
    named = _stems(context.headings[:1]) - said  # "North America" over the quotes
    claim = read(sentence)
    for start, end in reversed(list(_phrases(claim.tokens))):
        words = [token for token in claim.tokens[start:end] if token.is_content]
        deed = start > 0 and _is_deed(claim.tokens[start - 1].text) and any(token.capital for token in words)
        if not deed and all(token.stem in (named if token.capital else topics) for token in words):
            sentence = _cut(sentence, claim.tokens[start].start, claim.tokens[end - 1].end)
    return sentence


def _stems(texts: Iterable[str]) -> set[str]:
    return {stem(word.casefold()) for text in texts for word in letter_words(text)}


def _phrases(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """The phrases of a preposition with its nouns, up to a verb, a value, a mark or the next preposition."""
    for start, token in enumerate(tokens):
        if token.text not in words_of("under_heading"):
            continue
        end = start + 1
        while (
            end < len(tokens)
            and tokens[end].sort in ("word", "free")
            and tokens[end].text not in words_of("under_heading")
        ):
            if tokens[end].is_verb:
                break
            end += 1
        if any(one.is_content for one in tokens[start:end]) and end - start - 1 <= _MOST_ADDED:
            yield start, end


def _cut(sentence: str, start: int, end: int) -> str:
    """A sentence without characters [start, end) of its plain form, and the comma behind them where it opens."""
    form = plain(sentence)
    before = sentence[: form.start(start)].rstrip(" ,")
    after = sentence[form.end(end - 1) :] if end else sentence
    if before:
        return f"{before}{after}"
    return opening(after.lstrip(" ,"))
