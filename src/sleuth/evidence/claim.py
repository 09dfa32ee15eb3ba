"""Checks that a sentence follows from its quotes: every value found or computed, nothing turned around or left out."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from sleuth.evidence.arithmetic import Measured, compute, measured
from sleuth.evidence.binding import apart, bind
from sleuth.evidence.directions import turned
from sleuth.evidence.fold import fold
from sleuth.evidence.polarity import contradiction
from sleuth.evidence.qualifiers import left_out
from sleuth.evidence.quantifiers import overstated
from sleuth.evidence.reading import Label, Reading, read
from sleuth.evidence.roles import exchanged
from sleuth.evidence.stance import told_as_fact
from sleuth.evidence.values import Quantity
from sleuth.evidence.words import Name, content, read_words, stem

__all__ = ["Support", "Verdict", "check"]


class Support(StrEnum):
    """How a sentence stands to its quotes."""

    SUPPORTED = "supported"  # everything it says is in the quotes
    COMPUTED = "computed"  # a number of it follows from theirs by arithmetic
    UNSUPPORTED = "unsupported"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement on a sentence, in words for the person who reads it."""

    kind: Support
    reason: str
    arithmetic: str = ""  # how each computed number follows


class _RefusalError(Exception):
    """The sentence does not follow; the message says why."""


def check(sentence: str, quotes: Sequence[str]) -> Verdict:
    """Judge `sentence` by what `quotes` say, and nothing else."""
    said = fold(sentence).text
    if not said:
        return Verdict(Support.UNSUPPORTED, "the sentence says nothing")
    if any(said == fold(quote).text for quote in quotes):
        return Verdict(Support.SUPPORTED, "the sentence is the quote, word for word")
    claim, evidence = read(sentence), [read(quote) for quote in quotes if quote.strip()]
    if not evidence:
        return Verdict(Support.UNSUPPORTED, "there is no quote to support the sentence")
    try:
        arithmetic = _judge(claim, evidence)
    except _RefusalError as refusal:
        return Verdict(Support.UNSUPPORTED, str(refusal))
    if arithmetic:
        return Verdict(Support.COMPUTED, "a number of the sentence follows from the quotes' numbers", arithmetic)
    return Verdict(Support.SUPPORTED, "each value, name and word of the sentence is in the quotes")


def _judge(claim: Reading, evidence: Sequence[Reading]) -> str:
    """The arithmetic, if any was needed; refuses with the first thing that does not follow."""
    arithmetic = _check_quantities(claim, evidence)
    _check_dates(claim, evidence)
    _check_names(claim, evidence)
    relevant = _relevant(claim, evidence)
    _refuse_if(contradiction(claim.polarity, _merged(relevant).polarity, computed=bool(arithmetic)))
    for sentence in relevant:
        _refuse_if(exchanged(claim, sentence))
    _check_words(claim, evidence, computed=bool(arithmetic))
    if not arithmetic:
        bindings = bind(claim, evidence)
        _refuse_if(apart(bindings))
        _refuse_if(told_as_fact(bindings))
        _refuse_if(overstated(claim, relevant))
    if not arithmetic:
        for sentence in relevant:
            _refuse_if(left_out(claim, sentence))
    return arithmetic


def _refuse_if(reason: str) -> None:
    if reason:
        raise _RefusalError(reason)


def _relevant(claim: Reading, evidence: Sequence[Reading]) -> list[Reading]:
    """The sentences of the quotes that speak of what the claim speaks of."""
    wanted = {word.stem for word in claim.content}
    sentences = [sentence for reading in evidence for sentence in reading.sentences]
    overlap = [len(wanted & sentence.stems) for sentence in sentences]
    return [sentence for sentence, common in zip(sentences, overlap, strict=True) if 2 * common >= max(overlap)]


def _merged(sentences: Sequence[Reading]) -> Reading:
    return sentences[0] if len(sentences) == 1 else read("\n\n".join(sentence.text for sentence in sentences))


def _check_quantities(claim: Reading, evidence: Sequence[Reading]) -> str:
    numbers = measured(evidence)
    steps = []
    for index, quantity in enumerate(claim.quantities):
        same = [number for number in numbers if _same_value(quantity, number.quantity)]
        if same:
            _refuse_if(_mispaired(claim, index, same, numbers))
            continue
        computation = compute(claim, index, numbers)
        if computation is None:
            raise _RefusalError(_missing_quantity(quantity, numbers))
        steps.append(computation.arithmetic)
    return "; ".join(steps)


def _same_value(quantity: Quantity, other: Quantity) -> bool:
    return quantity.value == other.value and quantity.unit == other.unit


def _missing_quantity(quantity: Quantity, numbers: Sequence[Measured]) -> str:
    """What the quotes say instead, if anything comes near."""
    near = [number.quantity for number in numbers if number.quantity.unit == quantity.unit]
    digits = re.sub(r"\D", "", quantity.text)
    alike = [n.quantity for n in numbers if digits and re.sub(r"\D", "", n.quantity.text) == digits]
    other = (alike or near or [number.quantity for number in numbers])[:3]
    if not other:
        return f"the sentence says “{quantity.text}”, the quotes state no number"
    said = ", ".join(f"“{number.text}”" for number in other)
    return f"the sentence says “{quantity.text}”, the quotes say {said}, and it does not follow from them by arithmetic"


def _mispaired(claim: Reading, index: int, same: Sequence[Measured], numbers: Sequence[Measured]) -> str:
    """Why none of the numbers that have the value is said of what the claim says it of."""
    label, quantity = claim.labels[index], claim.quantities[index]
    reasons = [_conflict(claim.plain, label, quantity, number, numbers) for number in same]
    return "" if "" in reasons else reasons[0]


def _last_words(text: str) -> str:
    return " ".join(text.split()[-2:]) + " " if text.split() else ""


_OF = re.compile(r"\s*(?:of|av)\s+((?:[^\W\d_]+[\s-]*){1,4})")


def _of_other(ours: str, theirs: str) -> bool:
    """Whether both say "of" something, and not the same: "60 % of Sundal", "60 % of Fjell"."""
    one, two = _OF.match(ours), _OF.match(theirs)
    if not one or not two:
        return False
    mine, yours = ({word.stem for word in content(read_words(found[1]))} for found in (one, two))
    return bool(mine and yours and not mine & yours)


def _conflict(claim: str, label: Label, quantity: Quantity, number: Measured, numbers: Sequence[Measured]) -> str:
    theirs = number.quantity.bound
    if theirs != quantity.bound and not (theirs == "" and quantity.bound == "about"):
        said = {"": "exactly"}
        return (
            f"the quote says “{said.get(theirs, theirs)}” of {number.quantity.text}, "
            f"the sentence “{said.get(quantity.bound, quantity.bound)}”"
        )
    if turned(claim, quantity.start, number.before, len(number.before)):
        return f"the quote says “{_last_words(number.before)}{number.quantity.text}”, the sentence turns it around"
    if _of_other(claim[quantity.end :], number.after):
        return f"the quote says “{number.quantity.text}{number.after.split('.')[0]}”, the sentence says it of something else"
    for date in label.dates:
        if number.label.dates and not any(date.stated_by(other) for other in number.label.dates):
            return f"the quote gives {number.quantity.text} for {number.label.dates[0].text}, not for {date.text}"
    for other in numbers:
        if other.quantity.value == number.quantity.value:
            continue
        theirs_only = label.stems & other.label.stems - number.label.stems
        if theirs_only and not label.stems & number.label.stems - other.label.stems:
            word = sorted(theirs_only)[0]
            return f"the quote gives {other.quantity.text} for “{word}…”, not {number.quantity.text}"
    return ""


def _check_dates(claim: Reading, evidence: Sequence[Reading]) -> None:
    known = [(reading, date) for reading in evidence for date in reading.dates]
    for date in claim.dates:
        stating = [(reading, other) for reading, other in known if date.stated_by(other)]
        if stating and all(turned(claim.plain, date.start, reading.plain, other.start) for reading, other in stating):
            raise _RefusalError(f"the sentence turns around what the quotes say of “{date.text}”: from, or until")
        if not stating:
            said = ", ".join(f"“{other.text}”" for _, other in known[:3]) or "no date"
            raise _RefusalError(f"the sentence says “{date.text}”, the quotes say {said}")


def _check_names(claim: Reading, evidence: Sequence[Reading]) -> None:
    texts = [[_bare(word.text) for word in reading.words] for reading in evidence]
    for name in claim.names:
        if not any(_holds(name, words) for words in texts):
            raise _RefusalError(f"the name “{name.text}” is not in the quotes")


def _holds(name: Name, words: Sequence[str]) -> bool:
    """Whether the words of the name stand side by side in `words`."""
    key = [_bare(word) for word in name.key]
    return any(words[at : at + len(key)] == key for at in range(len(words) - len(key) + 1))


def _bare(word: str) -> str:
    return re.sub(r"['’]s?\Z|(?<=\w{4})s\Z", "", word)


_REPORTING = frozenset(map(stem, ("increase", "decrease", "difference", "total", "share", "ratio", "times", "margin", "growth",
                                  "change", "combined", "compared", "andel", "skillnad", "kvot", "förändring", "marginal")))  # fmt: skip


def _check_words(claim: Reading, evidence: Sequence[Reading], computed: bool) -> None:
    known = {stem for reading in evidence for stem in reading.stems}
    for word in claim.content:
        if word.stem in known or (computed and word.stem in _REPORTING) or _is_compound_of(word.stem, known):
            continue
        raise _RefusalError(f"“{word.text}” is not in the quotes")


def _is_compound_of(stem: str, known: set[str]) -> bool:
    """Hyphenated or joined words whose parts the quotes say."""
    return len(stem) > 7 and any(stem[:cut] in known and stem[cut:] in known for cut in range(3, len(stem) - 2))


def _sentences(evidence: Sequence[Reading]) -> Iterator[Reading]:
    for reading in evidence:
        yield from reading.sentences
