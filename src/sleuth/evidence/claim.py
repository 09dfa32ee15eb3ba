"""Whether a sentence follows from its quotes: proven, refuted, or open where only its wording is its own."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise

from sleuth.evidence.additions import without_additions
from sleuth.evidence.bindings.conditions import moved_conditions
from sleuth.evidence.bindings.doubts import doubts, number_doubts
from sleuth.evidence.bindings.joined import joins
from sleuth.evidence.bindings.refutations import Matter, refuted
from sleuth.evidence.claims.alignment import Alignment, align, candidates
from sleuth.evidence.claims.frames import Frame, unanswered, unframed
from sleuth.evidence.context import NO_CONTEXT, Context, definitions
from sleuth.evidence.figures.computed import computed
from sleuth.evidence.figures.equal import same_time
from sleuth.evidence.fold import fold
from sleuth.evidence.reading import Reading, read, sentences_of, split_sentences
from sleuth.evidence.tokens import words_of
from sleuth.evidence.words import stem
from sleuth.language.weight import detect_language

__all__ = ["Context", "Ruling", "Verdict", "check"]


_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_CLAUSE = re.compile(r"^(?:§\s*)?\d{1,3}(?:\.\d{1,3})*[.:)]?\s+")  # the number before a clause's text
_CITED = re.compile(r"[\"“”«»][^\"“”«»]*[\"“”«»]|\([^()]*\)")
_MOST_QUOTED = 10_000  # characters of all quotes; a page is shorter, and a list is no sentence
_LEAST_SAID = 4  # words of a sentence that may stand by itself
_LONG, _LITTLE = 8, 0.25  # weighty words of a sentence; share of them that may be left out


class Ruling(StrEnum):
    """How a sentence stands to its quotes."""

    PROVEN = "proven"  # it aligns with them by licensed edits alone, or is computed from their numbers
    REFUTED = "refuted"  # a value, date, unit, name, party, denial, condition … differs, is exchanged or left out
    OPEN = "open"  # nothing contradicts it; its wording is its own


@dataclass(frozen=True, slots=True)
class Verdict:
    """The ruling on a sentence, in words for the person who reads it."""

    verdict: Ruling
    reason: str
    kind: str = ""  # of a refutation: value, date, unit, name, party, negation, modality, comparison, cause, scope, …
    arithmetic: str = ""  # how each computed number follows
    aligned: tuple[tuple[str, str], ...] = ()  # words of the sentence and the words of the source that say them
    is_judgeable: bool = False  # open, and no value, date or name of it is the sentence's own
    left_out: tuple[str, ...] = ()  # the names of its source that it leaves out by licence
    rows: tuple[str, ...] = ()  # the quoted rows of tables as sentences, where it was ruled by their cells

    @property
    def is_proven(self) -> bool:
        """Whether it may be shown as it stands."""
        return self.verdict is Ruling.PROVEN


def check(sentence: str, quotes: Sequence[str], context: Context = NO_CONTEXT) -> Verdict:
    """Rule on `sentence` by what `quotes` say, and by what the document says of itself (`context`)."""
    sentence = unanswered(sentence)
    folded = fold(sentence).text
    if not folded:
        return Verdict(Ruling.OPEN, "the sentence says nothing")
    spoken = [quote for quote in quotes if quote.strip()]
    if any(_is_said(sentence, folded, quote) for quote in spoken):
        return Verdict(Ruling.PROVEN, "the sentence is the quote, word for word")
    if not spoken:
        return Verdict(Ruling.OPEN, "there is no quote to prove the sentence")
    if sum(map(len, spoken)) > _MOST_QUOTED:
        return Verdict(Ruling.OPEN, "the quotes are too long to be held against a sentence")
    context = replace(context, definitions=(*context.definitions, *definitions(spoken)))
    verdict = _check(sentence, spoken, context)
    frame = unframed(sentence)
    unknown = _unknown_frame(frame, spoken, context) if frame.statement != sentence else ""
    if not verdict.is_proven and frame.statement != sentence and not unknown:
        verdict = _check(frame.statement, spoken, context)
    if not verdict.is_proven:
        verdict = _check_placed(frame.statement, spoken, context) or verdict
    if verdict.is_proven and unknown:
        return Verdict(Ruling.OPEN, f"nothing shows that the quotes stand in “{unknown}”")
    return verdict


def _check_placed(sentence: str, quotes: Sequence[str], context: Context) -> Verdict | None:
    """The ruling on a sentence that adds what the quotes' place proves; None where that does not prove it.

    The quotes may then name nobody that the sentence leaves out: whose it says something is might be theirs instead.
    """
    bare = without_additions(sentence, quotes, context)
    if bare == sentence:
        return None
    verdict = _check(bare, quotes, context)
    return verdict if verdict.is_proven and not verdict.arithmetic and not verdict.left_out else None


def _is_said(sentence: str, folded: str, quote: str) -> bool:
    """Whether a sentence is the quote, or one of its sentences without the number of its clause, word for word."""
    if folded == fold(quote).text:
        return True
    wanted, is_long = folded.rstrip(" ."), len(sentence.split()) >= _LEAST_SAID
    said = (fold(_CLAUSE.sub("", text.strip())).text.rstrip(" .") for _, text in split_sentences(quote))
    return is_long and any(wanted == one for one in said)


def _check(sentence: str, quotes: Sequence[str], context: Context) -> Verdict:
    claim = read(sentence, signs=context.signs)
    evidence = [read(quote, claim.language, context.signs) for quote in quotes]
    parts = (claim,) if ";" in claim.plain else claim.sentences  # the second half may be the condition of the first
    verdicts = [_rule(part, evidence, context) for part in parts]
    for ruling in (Ruling.REFUTED, Ruling.OPEN):
        found = [verdict for verdict in verdicts if verdict.verdict is ruling]
        if found:
            judgeable = all(verdict.is_judgeable or verdict.is_proven for verdict in verdicts)
            return replace(found[0], is_judgeable=judgeable)
    return verdicts[0] if len(verdicts) == 1 else _joined(verdicts)


def _unknown_frame(frame: Frame, quotes: Sequence[str], context: Context) -> str:
    """What a sentence names as the place of its statement and the document does not; "" for nothing."""
    if frame.section and frame.section not in context.sections:
        return frame.section
    known = {word for text in (*quotes, context.title, context.called) for word in _WORD.findall(text.casefold())}
    unknown = frame.document - known - words_of("any_document")
    return " ".join(sorted(unknown))


def _joined(verdicts: Sequence[Verdict]) -> Verdict:
    arithmetic = "; ".join(verdict.arithmetic for verdict in verdicts if verdict.arithmetic)
    return Verdict(
        Ruling.PROVEN,
        verdicts[0].reason,
        "",
        arithmetic,
        tuple(pair for verdict in verdicts for pair in verdict.aligned),
        left_out=tuple(word for verdict in verdicts for word in verdict.left_out),
    )


def _rule(claim: Reading, evidence: Sequence[Reading], context: Context) -> Verdict:
    """One sentence: proven as a whole, proven in parts, computed, refuted, or open."""
    best = _best(claim, evidence, context)
    for moved in moved_conditions(claim, best.sentence):
        if moved.sure:
            return Verdict(Ruling.REFUTED, moved.reason, moved.kind, "", _words(best))
    if best.is_whole:
        return _proven([best])
    parts = [min((_best(part, evidence, context) for part in ways), key=_by_cost) for ways in _parts(claim)]
    if parts and all(part.is_whole for part in parts):
        return _proven(parts)
    whole = _whole(evidence)
    if arithmetic := computed(claim, whole, context):
        return Verdict(
            Ruling.PROVEN, "a number of the sentence follows from the quotes' numbers", "", arithmetic, _words(best)
        )
    found = refuted(Matter(claim, whole, best, context))
    if found is not None:
        return Verdict(Ruling.REFUTED, found.reason, found.kind, "", _words(best))
    return Verdict(Ruling.OPEN, _open_reason(best), "", "", _words(best), _is_judgeable(claim, whole, best, context))


def _whole(evidence: Sequence[Reading]) -> list[Reading]:
    """The texts that are no part of another: a quote is widened to its sentence, and its numbers count once."""
    return [one for one in evidence if not any(one.plain in other.plain and one is not other for other in evidence)]


def _best(claim: Reading, evidence: Sequence[Reading], context: Context) -> Alignment:
    sentences = sentences_of(evidence)
    tried = []
    for sentence in candidates(claim, sentences):
        tried.append(align(claim, sentence, context))
        if tried[-1].is_whole:
            return tried[-1]
    return min(tried, key=_by_cost)


def _by_cost(alignment: Alignment) -> float:
    return 0.0 if alignment.is_whole else alignment.cost


def _proven(alignments: Sequence[Alignment]) -> Verdict:
    words = tuple(pair for alignment in alignments for pair in _words(alignment))
    left_out = tuple(
        token.text
        for one in alignments
        for drop in one.dropped
        for token in one.source[drop.start : drop.end]
        if token.capital and token is not one.source[0]
    )
    reason = "each word of the sentence stands in the quote, in its order"
    return Verdict(Ruling.PROVEN, reason, "", "", words, left_out=left_out)


def _words(alignment: Alignment) -> tuple[tuple[str, str], ...]:
    return tuple(
        (" ".join(token.text for token in pair.claim), " ".join(token.text for token in pair.source))
        for pair in alignment.pairs
    )


def _parts(claim: Reading) -> Iterator[list[Reading]]:
    """The statements that an "and" or a semicolon joins; one that opens with a verb also with the first one's subject.

    "Adjusted" of "and adjusted profit was 5" is no verb, so such a statement is read as it stands, too.
    """
    tokens = claim.tokens
    verb = next((i for i, token in enumerate(tokens) if token.is_verb), len(tokens))
    subject = claim.plain[: tokens[verb].start] if verb < len(tokens) else ""
    edges = [
        i
        for i, token in enumerate(tokens)
        if ((token.sort == "coordinator" and token.text in ("and", "och", "while", "medan")) or token.text == ";")
        and any(t.is_verb for t in tokens[:i])
        and any(t.is_verb for t in tokens[i:])
    ]
    if not edges:
        return
    starts = [0, *(i + 1 for i in edges)]
    ends = [*edges, len(tokens)]
    for start, end in zip(starts, ends, strict=True):
        if start >= end:
            continue
        text = claim.plain[tokens[start].start : tokens[end - 1].end]
        texts = [text, f"{subject}{text}"] if start and tokens[start].is_verb else [text]
        yield [read(one, claim.language, claim.signs) for one in texts]


def _open_reason(best: Alignment) -> str:
    known = {token.stem or token.text for token in best.source}
    added = [token for token in best.added if token.is_content]
    own = [token.text for token in added if (token.stem or token.text) not in known]
    left = [token.text for token in best.left_out if token.is_content]
    if own:
        return f"the quotes do not say {_listed(own)} in these words"
    if added:
        return f"the sentence says {_listed([token.text for token in added])} elsewhere than the quote does"
    return f"the sentence leaves out {_listed(left)}" if left else "only its wording is its own"


def _listed(words: Sequence[str]) -> str:
    return ", ".join(f"“{word}”" for word in words[:3])


def _is_judgeable(claim: Reading, evidence: Sequence[Reading], best: Alignment, context: Context) -> bool:
    """Whether only the wording is the sentence's own.

    A sentence without a word of its own puts the quotes' words together otherwise: then it is not, unless it is long
    and leaves out little of one of their sentences, or puts whole beginnings of several one behind the other.
    """
    known = {word.stem for reading in evidence for word in reading.words}
    own = any(token.sort in ("word", "verb") and token.stem not in known for token in claim.tokens)
    asks = claim.text.rstrip().endswith("?")
    worded = not asks and not best.is_outdated and (own or _shortens(best) or joins(claim, sentences_of(evidence)))
    if _is_translated(claim, evidence):
        return worded and not _differs_in_value(claim, evidence, context)
    return worded and not any(doubts(claim, evidence, context, close=False))


def _is_translated(claim: Reading, evidence: Sequence[Reading]) -> bool:
    """Whether all quotes are in another language than the sentence, and have no word of it but names.

    What the sentence itself gives in quotation marks or brackets is the quotes' own.
    """
    known = {word.text for reading in evidence for word in reading.words}
    cited = [found.span() for found in _CITED.finditer(claim.plain)]
    own = [token for token in claim.tokens if not any(start < token.start < end for start, end in cited)]
    common = any(token.sort in ("word", "verb") and not token.capital and token.text in known for token in own)
    sentences = [reading for reading in sentences_of(evidence) if len(reading.words) >= _LEAST_SAID]
    foreign = [detect_language(sentence.text) != claim.language for sentence in sentences]
    return not common and bool(foreign) and all(foreign)


def _differs_in_value(claim: Reading, evidence: Sequence[Reading], context: Context) -> bool:
    """Whether a sentence has a number, a date, a name or a denial that quotes in another language have not."""
    known = {word.stem for reading in evidence for word in reading.words}
    known |= {stem(word) for name in context.names for word in name.casefold().split()}
    pairs = pairwise(claim.tokens)
    named = (token for before, token in pairs if token.capital and token.sort == "word" and before.sort != "free")
    denied = any(read(reading.text).polarity.denied for reading in evidence)
    times = [time for reading in evidence for _, _, time in reading.times]
    dated = (any(same_time(one, other, context.calendar) for other in times) for _, _, one in claim.times)
    numbers = any(number_doubts(claim, evidence, context))
    differs = numbers or not all(dated) or denied != bool(claim.polarity.denied)
    return differs or any(token.stem not in known for token in named)


def _shortens(best: Alignment) -> bool:
    """Whether a long sentence only leaves out a few words without weight of its source, and adds none."""
    said = [token for token in best.claim if token.is_content]
    left = [token for token in best.left_out if token.is_content]
    binding = any(token.sort not in ("word", "verb", "preposition") or token.capital for token in best.left_out)
    return not binding and best.is_close and len(said) >= _LONG and len(left) <= _LITTLE * len(said)
