"""Whether a sentence answers a question about words: it states a value of the kind asked for, of what is asked after.

A part of the second gate (`responds`). It reads the sentence and the typed question only.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from sleuth.evidence.bindings.conditions import conditions_of
from sleuth.evidence.moments import ANOTHER_TIME, is_of_another_time, is_within_bounds, stated_timings
from sleuth.evidence.pertinence import of_another_mood, off_the_point
from sleuth.evidence.reading import Reading, read
from sleuth.evidence.values import Quantity
from sleuth.language.asked import AMOUNTS, Answer, Asked, value_nouns, whole_amounts
from sleuth.language.currency import is_code
from sleuth.language.times import AskedTime, find_times, has_date, has_time_word
from sleuth.language.tokens import Token, tokens
from sleuth.language.weight import detect_language, is_role, is_stop, words_of
from sleuth.language.wordlist import wordlist

_TIME_UNITS = frozenset(
    ("second", "minute", "hour", "day", "business day", "trading day", "calendar day", "week", "fortnight", "month",
     "quarter", "year", "decade")
)  # fmt: skip
_SHARES = frozenset(("percent", "permille", "points", "basis points"))
_SURE, _PERHAPS, _NOT = 1.0, 0.5, 0.0
_NEAR = 20  # words between a noun and its value
_BEFORE_NOUN = 6  # words between a number and the noun that it counts


def prose_responds(asked: Asked, sentence: str) -> str:
    """Why a sentence does not answer; "" where it does."""
    if announces(sentence) or is_contents_line(sentence):
        return "it only announces what follows"
    if disclaims(sentence) and not disclaims(asked.text):
        return "it is a notice about statements of the future"
    if missed := of_another_mood(asked, sentence):
        return missed
    if not states_value(asked, sentence):
        return f"no {asked.answer.value} in it"
    if is_apart(asked, sentence) or counts_another(asked, sentence):
        return f"its {asked.answer.value} is of something else"
    if is_conditional(asked, sentence):
        return "it says so only of a case"
    if missed := off_the_point(asked, sentence, gives_reason=gives_reason(sentence)):
        return missed
    times = find_times(asked.text)
    is_timed = asked.answer in AMOUNTS or (asked.answer is Answer.THING and _names_a_month(times))
    if is_timed and is_of_another_time(stated_timings(times), stated_timings(find_times(sentence))):
        return "" if depends(asked) and is_within_bounds(times, sentence) else ANOTHER_TIME
    return ""


def _names_a_month(times: Sequence[AskedTime]) -> bool:
    """Whether a month or a day is asked of, which no sentence about another answers: "delivery in March 2025"."""
    return any(time.timing is not None and time.timing.year and time.timing.month for time in times)


def depends(asked: Asked) -> bool:
    """Whether a question asks of a case: "if the loan is repaid in June"."""
    return any(token.sort == "subordinator" for token in read(asked.text, asked.language).tokens)


_HOW_MUCH = re.compile(r"\b(?:how|hur) (?:much|many|mycket|många)\b", re.IGNORECASE)
_ALLOWED = re.compile(  # what may not be exceeded is nowhere reached by that
    r"\b(?:may|shall|must|can|får|ska|skall|kan)\b[^.;]{0,80}\b(?:more than|less than|exceed(?:ing)?|at (?:most|least)"
    r"|up to|below|högst|lägst|minst|mer än|överstiga|överskrida|understiga)\W+(?:[A-Z]{3}\W+)?\Z",
    re.IGNORECASE,
)


_TOLD_AS = {Answer.MONEY: (Answer.MONEY, Answer.SHARE), Answer.NUMBER: AMOUNTS}  # kinds of value that may answer


def is_apart(asked: Asked, sentence: str) -> bool:
    """Whether the value in a sentence stands far from the noun that is asked after, where the sentence has both."""
    is_value = asked.answer in (Answer.MONEY, Answer.DURATION, Answer.SHARE) or _is_measured(asked)
    if not is_value or not asked.heads:
        return False
    reading = read(sentence, asked.language)
    kinds = _TOLD_AS.get(asked.answer, (asked.answer,))
    values = [quantity.start for quantity in reading.quantities if value_kind(quantity.unit) in kinds]
    words = tokens(reading.plain, asked.language)
    heads = [word for word in words if any(word.stem in head for head in asked.heads)]
    if not values or not heads:
        return False
    return min(_words_between(words, head.start, value) for head in heads for value in values) > _NEAR


def counts_another(asked: Asked, sentence: str) -> bool:
    """Whether no number of a sentence is one of what "how many" counts, by where they stand.

    "380,000 warrants" and "the number of warrants was 380,000" are; "one third on 1 June; all warrants vest" is not.
    """
    if asked.answer is not Answer.COUNT or not asked.heads or _is_measured(asked):
        return False
    reading = read(sentence, asked.language)
    fresh = [one for one in reading.quantities if not _is_mark(one, reading)]
    counts = [(one.start, one.end) for one in fresh if value_kind(one.unit) is Answer.COUNT]
    words = tokens(reading.plain, asked.language)
    heads = [word for word in words if any(word.stem in head for head in asked.heads)]
    in_words = words_of(f"amount_{asked.language}")
    spelled = [] if counts else [(word.start, word.end) for word in words if word.text.lower() in in_words]
    if not (counts or spelled) or not heads:
        return False
    before = [(head, count) for head in heads for count in spelled if count[1] <= head.start]  # "several customers"
    pairs = [*((head, count) for head in heads for count in counts), *before]
    return not any(_is_counted(words, reading.plain, head, count) for head, count in pairs)


def _is_measured(asked: Asked) -> bool:
    """Whether what is asked after has a value of one kind and is not counted itself: a volume of 54 million cans."""
    measured = value_nouns(asked.language)
    return any(stem in measured for head in asked.heads for stem in head)


def _is_counted(words: tuple[Token, ...], text: str, noun: Token, count: tuple[int, int]) -> bool:
    """Whether a number may count a noun: shortly before it, or behind it in the same statement.

    Behind it, it must not count what follows: "by the customer on 90 to 180 days' notice".
    """
    start, end = count
    if start <= noun.start < end:
        return True
    is_before = end <= noun.start
    between = text[end : noun.start] if is_before else text[noun.end : start]
    if ";" in between or (not is_before and _counts_what_follows(text[end:])):
        return False
    return _words_between(words, noun.start, start) <= (_BEFORE_NOUN if is_before else _NEAR)


def _counts_what_follows(behind: str) -> bool:
    """Whether a noun follows right on a number, or on the range that it opens: " to 180 days", " Business Days"."""
    found = _NEXT.match(behind)
    return found is not None and not is_stop(found["word"], detect_language(behind))


_NEXT = re.compile(r"(?:(?:\s+(?:to|or|till|eller)\s+|[-–])[\d.,]+)?\s+(?P<word>[^\W\d]+)")


def is_conditional(asked: Asked, sentence: str) -> bool:
    """Whether all values of the kind asked for stand in conditions: "if its holding falls below 40 per cent".

    A question that sets a condition itself, or asks what may or shall be, may be answered by one; a question of how
    long by one that says a word of it: "if a breach is not cured within thirty days".
    """
    is_length = asked.answer is Answer.DURATION
    if asked.answer not in AMOUNTS and not is_length:
        return False
    question, reading = read(asked.text, asked.language), read(sentence, asked.language)
    if not is_length and any(token.sort in ("modal", "subordinator") for token in question.tokens):
        return False
    kinds = AMOUNTS if asked.answer is Answer.NUMBER else (asked.answer,)
    values = [quantity.start for quantity in reading.quantities if value_kind(quantity.unit) in kinds]
    cases = [
        (one.tokens[0].start, one.tokens[-1].end)
        for one in conditions_of(reading)
        if not (is_length and asked.stems & {token.stem for token in one.tokens if token.is_content})
    ]
    return bool(values) and all(
        any(start <= value < end for start, end in cases) or _is_allowed(asked, reading, value) for value in values
    )


def _is_allowed(asked: Asked, sentence: Reading, value: int) -> bool:
    """Whether a value is the most or the least that may be, of what a question asks how much there is of."""
    if _HOW_MUCH.search(asked.text) is None:
        return False
    return _ALLOWED.search(sentence.plain[:value]) is not None


def _words_between(words: tuple[Token, ...], one: int, other: int) -> int:
    first, last = sorted((one, other))
    return sum(first < word.start < last for word in words)


def announces(sentence: str) -> bool:
    """Whether a sentence ends in a colon before it has said anything: its items follow."""
    return sentence.rstrip().endswith(":")


def is_contents_line(sentence: str) -> bool:
    """Whether it is a line of a table of contents: "Termination ........ 12"."""
    return re.search(r"\.{4,}|(?:\. ){4,}", sentence) is not None


def disclaims(sentence: str) -> bool:
    """Whether a sentence only warns of what is said about the future, or certifies a report."""
    return _DISCLAIMER.search(" ".join(sentence.split()).casefold()) is not None


_DISCLAIMER = re.compile("|".join(wordlist("answers")["disclaimer"]["says"]))


def states_value(asked: Asked, sentence: str) -> float:
    """1 where a sentence states a value of the kind asked for that the question does not, .5 where it may, else 0."""
    fresh = [word for word in tokens(sentence, asked.language) if word.stem not in asked.stems]
    match asked.answer:
        case Answer.DATE:
            if has_date(sentence):
                return _SURE
            return _PERHAPS if has_time_word(sentence) or _counted_from(read(sentence, asked.language)) else _NOT
        case Answer.DURATION:
            return _duration(read(sentence, asked.language), sentence)
        case Answer.MONEY | Answer.NUMBER | Answer.COUNT | Answer.SHARE:
            return _amount(asked, read(sentence, asked.language))
        case Answer.PERSON:
            return _SURE if _named(fresh, asked.language) else _PERHAPS
        case Answer.PLACE:
            return _SURE if _named(_of_no_time_or_money(fresh, sentence), asked.language) else _NOT
        case Answer.REASON:
            return _SURE if gives_reason(sentence) else _PERHAPS
        case Answer.DEFINITION:
            return _PERHAPS
        case _:
            return _SURE if fresh else _NOT


def gives_reason(sentence: str) -> bool:
    """Whether a sentence says why: "because", "due to", "led to"."""
    line = " ".join(sentence.lower().split())
    return any(re.search(pattern, line) for pattern in wordlist("answers")["because"]["says"])


def effect_in(sentence: str) -> str:
    """What a sentence gives a reason for: "Sales fell" of "Sales fell because of rain"; all of it without one.

    "The main reasons for the lower sales are …" names its effect.
    """
    named = _REASON_OF.search(sentence.lower())
    if named is not None:
        return sentence[named.start("effect") : named.end("effect")]
    found = _CAUSE.search(sentence.lower())
    if found is None:
        return sentence
    if not sentence[: found.start()].strip():  # "Because of rain, sales fell"
        return sentence.partition(",")[2] or sentence
    return sentence[: found.start()]


_CAUSE = re.compile(wordlist("answers")["because"]["cause"])
_REASON_OF = re.compile(wordlist("answers")["because"]["reason_of"])


def _of_no_time_or_money(fresh: list[Token], sentence: str) -> list[Token]:
    """The words that name no time and no currency: "December" and the "U.S." of "U.S. dollars" are no places."""
    times = find_times(sentence)
    timeless = [word for word in fresh if not word.is_within(times)]
    return [word for word in timeless if _CURRENCY_BEHIND.match(sentence, word.end) is None]


_CURRENCY_BEHIND = re.compile(r"\s+(?:dollars?|pounds?|euros?|kron\w+|francs?|yen|rupees?|pesos?)\b", re.IGNORECASE)


def _named(fresh: list[Token], language: str) -> bool:
    return any(word.is_capital and word.start > 0 and not is_role(word.text, language) for word in fresh)


def _counted_from(sentence: Reading) -> bool:
    """Whether a sentence tells a time by its distance from an event: "twelve months from the date of the agreement"."""
    from_then = words_of("counted_en") | words_of("counted_sv")
    lengths = any(quantity.unit in _TIME_UNITS for quantity in sentence.quantities)
    return lengths and any(word.text in from_then for word in sentence.words)


def _duration(sentence: Reading, text: str) -> float:
    if any(quantity.unit in _TIME_UNITS for quantity in sentence.quantities):
        return _SURE
    until = words_of("until_en") | words_of("until_sv")
    limited = {word.text for word in sentence.words} & until
    lengths = any(time.months for _, _, time in sentence.times) or _runs_to(sentence)
    if lengths or (limited and has_date(text)):
        return _SURE
    return _PERHAPS if limited - _ACTS else _NOT


_ACTS = frozenset(("terminate",))  # "may terminate it without notice" tells of no length


def _runs_to(sentence: Reading) -> bool:
    """Whether a sentence tells two days, from the one to the other."""
    between = (sentence.plain[one.end : other.start] for one, other in pairwise(sentence.dates))
    return any(re.search(r"\b(?:to|until|till|through|t\.?o\.?m)\b|^\s*[-–]\s*$", text) for text in between)


def _amount(asked: Asked, sentence: Reading) -> float:
    """A quantity of the kind that the question does not state itself; marks of lists and numbers of notes are none."""
    said = {word.text for word in tokens(asked.text, asked.language) if word.is_number}
    found = [q for q in sentence.quantities if not _is_mark(q, sentence) and q.text not in said]
    kinds = [value_kind(q.unit) for q in found]
    if asked.answer is Answer.MONEY:
        may_be_share = Answer.SHARE in kinds and not _is_whole(asked)
        return _SURE if Answer.MONEY in kinds else _PERHAPS if may_be_share else _NOT
    if asked.answer is Answer.SHARE and kinds:
        is_rate = any("rate" in head for head in asked.heads)  # of which no amount of money tells anything
        return _SURE if Answer.SHARE in kinds else _NOT if is_rate else _PERHAPS
    if (asked.answer is Answer.COUNT and Answer.COUNT in kinds) or (asked.answer is Answer.NUMBER and kinds):
        return _SURE
    return _NOT if asked.answer is Answer.COUNT and _is_measured(asked) else _in_words(asked, sentence)


def value_kind(unit: str) -> Answer:
    """What a quantity of a unit measures: money, a share, a length of time, or a number of things."""
    if unit in _SHARES:
        return Answer.SHARE
    if is_code(unit):
        return Answer.MONEY
    return Answer.DURATION if unit in _TIME_UNITS else Answer.COUNT


def _is_whole(asked: Asked) -> bool:
    """Whether an amount is asked for that no percentage tells."""
    amounts = {stem for stem, kind in value_nouns(asked.language).items() if kind is Answer.MONEY}
    told = amounts.intersection(*asked.heads)
    return bool(told) and told <= whole_amounts(asked.language)


def _is_mark(number: Quantity, sentence: Reading) -> bool:
    """Whether a number counts items, or belongs to a name or a place in a document: "(2)", "Line 5", "Note 7"."""
    before, at_it = sentence.plain[: number.start], sentence.plain[number.start :]
    opens = not before.strip() and re.match(r"\W*\d{1,2}(?:\.\d{1,2})*[.)]?\s", at_it) is not None
    if opens or _PLACE.search(before) or re.fullmatch(r"\(\d{1,2}\)", number.text):
        return True
    return re.fullmatch(r"\d{1,2}", number.text) is not None and not number.unit and _is_called(before, sentence)


def _is_called(before: str, sentence: Reading) -> bool:
    """Whether a word with a capital stands right before a number, inside a sentence: a name, as "Line 5"."""
    word = re.search(r"[^\W\d]+ \Z", before)
    return word is not None and word.start() in sentence.capitals and before[: word.start()].strip()[-1:].isalpha()


_PLACE = re.compile(wordlist("answers")["place"]["says"])
_NUMBERED = re.compile(r"\bno\.?\s?(?=\d)")  # a number of a paper; plain form


def _in_words(asked: Asked, sentence: Reading) -> float:
    """Whether an amount is told in words outside the quantities: "half of them", "several"; not by "No. 1"."""
    amounts = words_of(f"amount_{asked.language}")
    marks = [found.span() for found in _NUMBERED.finditer(sentence.plain)]
    taken = [*((quantity.start, quantity.end) for quantity in sentence.quantities), *marks]
    free = (word for word in sentence.words if not any(start <= word.start < end for start, end in taken))
    return _PERHAPS if any(word.text in amounts and word.stem not in asked.stems for word in free) else _NOT
