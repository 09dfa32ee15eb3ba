"""Understands a question about figures: measures, times, scenario, operation, and whose figures they are."""

import re
from collections.abc import Sequence
from itertools import pairwise

from sleuth.language.asked import Answer
from sleuth.language.glyphs import plain, plain_line
from sleuth.language.measures import Named, find_measures, formulas, measures_of
from sleuth.language.metrics import default_lexicon, names_group
from sleuth.language.query import Measure, Operation, Query, Word
from sleuth.language.scale import currency_words
from sleuth.language.scenario import Scenario, read_scenarios, without_scenario
from sleuth.language.times import AskedTime, find_times
from sleuth.language.times_together import in_their_year
from sleuth.language.tokens import Token, stems, tokens
from sleuth.language.weight import detect_language, is_faint, is_frame, is_light, is_linking, is_stop, words_of
from sleuth.language.wordlist import wordlist
from sleuth.reason.rank.provisions import find_clauses
from sleuth.reason.understand.implied import has_sign, mark, of_growth, says
from sleuth.reason.understand.margins import is_margin, margin_of
from sleuth.reason.understand.naming import (
    names_in_capitals,
    with_segments,
    without_customers,
    without_parent,
    without_place,
    without_unit,
)
from sleuth.reason.understand.phrases import kind_of, without_asides
from sleuth.reason.understand.phrases import says as has_mark
from sleuth.reason.understand.prose import asks_how_long


def read_query(text: str, language: str) -> Query:
    """The typed question. Without a measure of the lexicon its own words name what is asked for."""
    whole = text
    text, of_parent = without_parent(without_customers(text))
    text, called = _without_documents(_with_versus(_without_implied(with_segments(without_place(text)))), language)
    called += _called_plan(whole, language)
    times = find_times(text)
    who = [found.span() for name in ("expecting", "base_case") for found in mark(name).finditer(text.lower())]
    words = [word for word in tokens(text, language) if not (word.is_within(times) or _is_in(word, who))]
    words = without_unit(words, text)
    found = find_measures(words, default_lexicon(), language)
    found = [one for one in found if not _is_in_name(one, found, words)]
    deeds = [one for one in found if _is_deed(one, words)]  # a verb beside a noun: "earns the best margin"
    found = [_from_what(one, words) if one in deeds else one for one in found]
    deeds = [one for one in deeds if one in found]
    named = _coordinated([one for one in found if one not in deeds] or found, words, text, language)
    spans = [(words[number].start, words[number].end) for one in named for number in one.at]
    asked = in_their_year(times, text)
    rest = _without([*((time.start, time.end) for time in times), *spans, *names_in_capitals(words)], text)
    extreme = _extreme(rest)
    each = _ranked_length(rest) if extreme is not None else 0
    operation = extreme if extreme is not None and each else _operation(rest, named, asked)
    scenario = _scenario(rest)
    about = _words_about(words, [*named, *deeds], operation, scenario, language)
    dated = tuple(time for time in asked if time.timing is not None and time.timing.year is not None)
    is_compound = operation is Operation.GROWTH and len(dated) > 1 and says("compound", rest)
    is_mean = operation is Operation.GROWTH and len(dated) > 1 and says("average", rest) and not is_compound
    if is_compound:
        asked, about = dated, tuple(word for word in about if not says("compound", plain(word.text).text))
    if is_mean:  # "average annual growth 2022 to 2024": "annual" is no time of its own
        asked, about = dated, tuple(word for word in about if not _tells_mean(word))
    measures = tuple(one.measure for one in named)
    if operation in (Operation.LEVEL, Operation.COMPARE, Operation.RATIO) and any(map(is_margin, about)):
        margin = margin_of(measures)
        if margin is not None:  # "EBITDA in the base case and margin"
            measures, operation = (*measures, margin), Operation.COMPARE
            about = tuple(word for word in about if not is_margin(word))
    if operation is Operation.SHARE and says("of_the_other", rest):
        measures = measures[::-1]  # the whole first, as in "the share of sales that capex takes"
    if not measures:
        name = " ".join(word.text for word in about if word.is_heavy)
        measures, about = (Measure(name),), about
    since = bool(operation in _OVER_TIME or each) and len(asked) == 1 and says("since", rest)
    if since and each:  # "worst month for sales since May 2024"
        about = tuple(word for word in about if not says("since", plain(word.text).text))
    return Query(
        text, language, operation, measures, (*about, *called), asked, scenario, since, each, is_mean, is_compound,
        of_parent,
    )  # fmt: skip


def _is_in_name(one: Named, found: Sequence[Named], words: Sequence[Token]) -> bool:
    """Whether the words of a measure end a name, written in capitals, right before the measure that is asked of it:
    "Screen Advertising revenue"."""
    first, last = min(one.at), max(one.at)
    is_name = all(words[number].is_capital for number in (first - 1, *one.at)) if first else False
    behind = [other for other in found if min(other.at) == last + 1]
    return is_name and any(not words[number].is_capital for other in behind for number in other.at)


def _is_in(word: Token, spans: Sequence[tuple[int, int]]) -> bool:
    return any(start <= word.start < end for start, end in spans)


def _tells_mean(word: Word) -> bool:
    """Whether a word only says that the mean of each year is asked for: "average", "yearly"."""
    form = plain(word.text).text
    return any(mark(name).fullmatch(form) for name in ("average", "yearly"))


def _without_implied(text: str) -> str:
    """The question without what its measure leaves out by its name: "net bank debt excluding leases" is bank debt."""
    if not re.search(r"\bbank (?:net )?debt\b", text, re.IGNORECASE):
        return text
    return re.sub(r",?\s*\(?\b(?:excluding|excl\.?|without|before) (?:the )?leases?(?: liabilities)?\b\)?", "", text)


def _with_versus(text: str) -> str:
    """The question with "vs" for "v" between two of its times: "FY24 v FY23". Elsewhere it may be a name: "Fund V"."""
    times = sorted(find_times(text), key=lambda time: time.start)
    for one, other in reversed(list(pairwise(times))):
        if re.fullmatch(r"\s+v\.?\s+", text[one.end : other.start]):
            text = f"{text[: one.end]} vs {text[other.start :]}"
    return text


def _without_documents(text: str, language: str) -> tuple[str, tuple[Word, ...]]:
    """The question without the documents that it names, and the words that tell which: "in the Q3 2022 10-Q", "per the
    pack".

    The time of a document's name says which document is meant; what is asked of it is its own latest period.
    """
    called: list[Word] = []
    for found in reversed(list(_DOCUMENT.finditer(text))):
        called += [Word(word.text, word.stem, False) for word in tokens(found["time"] or "", language)]
        called += [Word(word.text, word.stem, True) for word in tokens(found["owner"] or "", language)]
        text = f"{text[: found.start()]}{text[found.end() :]}"
    return text, tuple(called)


def _called_plan(text: str, language: str) -> tuple[Word, ...]:
    """The words of "in the latest business plan", which tell the paper that is meant as much as what is planned."""
    found = _PLAN.search(text)
    words = tokens(found["paper"], language) if found is not None else ()
    return tuple(Word(word.text, word.stem, False) for word in words)


_PLAN = re.compile(
    r"\b(?:in|per|by|of|from|under|according to)\b[^,.;?]{0,40}?\b(?P<paper>business plan|budget file|plan file)\b",
    re.IGNORECASE,
)


_DOCUMENT = re.compile(
    r",?\s*\b(?:as )?(?:\w+ed )?(?i:in|from|for|by|of|per)\s+(?:the|its|their|these|this|(?P<owner>[A-Z]\w*['’]s))?\s*"
    r"(?:latest|most recent|reported)?\s*(?P<time>Q[1-4] (?:19|20)\d\d)?\s*"
    r"(?:10-[QK]s?(?: (?:report|filing)s?)?|(?:quarterly|annual) (?:report|filing)s?"
    r"|(?:(?:board|management|mgmt|monthly|reporting) )?packs?|(?:management|mgmt) accounts)\b,?",
)


def figure_query(text: str) -> Query | None:
    """The typed question where a figure of a measure, or a computation over measures, is asked for; else None."""
    language = detect_language(text)
    text = without_asides(text)  # how to answer tells nothing of what is asked: "… then explain why"
    query = read_query(text, language)
    if says_topic(text) or asks_how_long(text) or has_mark("effect", text):
        return None
    if not query.times and _is_of_a_clause(query, text):
        return None
    if query.operation is Operation.LEVEL and not query.times and _depends_on_another(query, text):
        return None
    kind = kind_of(text)
    query = of_growth(query, text)
    if not query.names_measure:
        return query if kind is Answer.THING and query.times and has_mark("level", text) else None
    if kind in (Answer.NUMBER, Answer.THING):
        return query
    if kind is Answer.CHOICE and query.operation is Operation.LEVEL and has_sign(text):
        return query
    compares = query.operation in (*_OVER_TIME, Operation.TREND, *_SIDE_BY_SIDE)
    return query if compares and kind in (Answer.CHOICE, Answer.PERSON, Answer.MANNER, Answer.DATE) else None


def line_query(text: str) -> Query | None:
    """The question typed by the printed name of a line, where none of its words is a measure of the lexicon.

    Whether any document has such a line only the ledger knows: without one the question is none about figures.
    """
    text = without_asides(text)
    query = read_query(text, detect_language(text))
    is_known = query.names_measure
    if is_known or not query.heavy or says_topic(text) or asks_how_long(text):
        return None
    of_period = bool(query.each) and kind_of(text) is Answer.DATE  # "in which month were most ovens delivered?"
    return query if of_period or kind_of(text) in _NUMERIC else None


_TWO = 2  # times
_CODE = 3  # letters of a currency
_NUMERIC = (Answer.NUMBER, Answer.COUNT, Answer.SHARE, Answer.MONEY, Answer.THING)


def _depends_on_another(query: Query, text: str) -> bool:
    """Whether the measure only tells of what something is that is asked for: "accounting policies for revenue"."""
    words = tokens(text, query.language)
    named = {number for one in find_measures(words, default_lexicon(), query.language) for number in one.at}
    before = min(named, default=0) - 1
    while before > 0 and is_stop(words[before].text, query.language):
        before -= 1
    if before in (-1, min(named, default=0) - 1):
        return False
    head = words[before]
    return head.stem in query.heavy and not head.is_capital and not head.is_number


def _is_of_a_clause(query: Query, text: str) -> bool:
    """Whether what looks like a measure is a word of the clause that is asked for: "is there a cap on liability?"."""
    asked = find_clauses(text)
    if not asked:
        return False
    explained = stems(" ".join((asked[0].name, *asked[0].asks)), query.language)
    named = [stems(measure.name, query.language) for measure in query.measures]
    return asked[0].is_circumstance or all(words <= explained for words in named)


def is_financial(query: Query) -> bool:
    """Whether all measures asked for are those of accounts, which tables state: sentences about them are no figures."""
    known = default_lexicon().metrics
    keys = [key for measure in query.measures for key in measure.keys]
    metrics = [known[key] for key in keys if key in known]
    return bool(keys) and all(one.unit in _OF_ACCOUNTS and one.domain != "legal" for one in metrics)


def asks_money(query: Query) -> bool:
    """Whether all that is asked for is amounts of money."""
    known = default_lexicon().metrics
    keys = [key for measure in query.measures for key in measure.keys]
    is_amount = query.operation in (Operation.LEVEL, Operation.COMPARE)
    return bool(keys) and is_amount and all(key in known and known[key].unit == "money" for key in keys)


_OF_ACCOUNTS = ("money", "money/share", "percent")


def says_topic(text: str) -> bool:
    """Whether a question wants all that is said of a matter."""
    return has_mark("topic", text)


def _coordinated(named: Sequence[Named], words: Sequence[Token], text: str, language: str) -> list[Named]:
    """The first measure and those that are joined to it: "revenue and net income", "the share of revenue spent on R&D".

    In "revenue from automotive leasing" leasing is no measure but the part that is asked for. A further name of the
    same measure says nothing more.
    """
    kept = list(named[:1])
    shares = says("share", plain(text).text)
    for one in named[1:]:
        if one.measure.keys and one.measure.keys == kept[-1].measure.keys:  # "earn on the bottom line"
            kept[-1] = kept[-1]._replace(at=(*kept[-1].at, *one.at))
            continue
        between = words[kept[-1].at[-1] + 1 : one.at[0]]
        joined = _JOINED.search(text[words[kept[-1].at[-1]].end : words[one.at[0]].start].lower())
        compared = [w for w in between if not (is_linking(w.text, language) or _JOINED.fullmatch(w.text.lower()))]
        beside = says("compare", plain(" ".join(w.text for w in compared)).text) and len(compared) == 1
        if shares or (joined and (not compared or beside)):
            kept.append(one)
    return [_with_other_names(one, named, text, words) for one in kept]


def _is_deed(one: Named, words: Sequence[Token]) -> bool:
    """Whether a measure is told by the verb of its name alone: "earns" of the earnings."""
    word = words[one.at[0]]
    known = default_lexicon().metrics
    names = {name for key in one.measure.keys if key in known for name in (*known[key].names, *known[key].asked)}
    return len(one.at) == 1 and not word.text.endswith("ings") and f"{word.stem}ings" in names


def _from_what(one: Named, words: Sequence[Token]) -> Named:
    """What is earned from something is revenue: "how much did it earn from card fees?" asks for no net income."""
    after = max(one.at) + 1
    if after >= len(words) or words[after].text.lower() != "from":
        return one
    (revenue,) = find_measures(tokens("revenue"), default_lexicon(), "en")
    return Named(revenue.measure, (*one.at, after))


def _with_other_names(one: Named, named: Sequence[Named], text: str, words: Sequence[Token]) -> Named:
    """The measure with the words in brackets that name it again, or a part of its formula: "the cash conversion cycle
    (CCC)", "the retention ratio (using dividends paid and net income)"."""
    brackets = [(found.start(), found.end()) for found in _BRACKETS.finditer(text)]
    at = one.at
    for other in named:
        start, end = words[other.at[0]].start, words[other.at[-1]].end
        inside = any(opens <= start and end <= closes for opens, closes in brackets)
        if other is not one and inside and _is_of(other.measure, one.measure):
            at += other.at
    return one._replace(at=at)


_BRACKETS = re.compile(r"\([^()]*\)")


def _is_of(other: Measure, measure: Measure) -> bool:
    """Whether a measure is another one by a further name, or one of those that its formula is computed from."""
    if other.keys == measure.keys and other.formula == measure.formula:
        return True
    if not measure.formula:
        return False
    return bool({*other.keys} & measures_of(formulas()[measure.formula]))


_JOINED = re.compile(r"\b(?:and|or|plus|minus|vs|versus|to|och|samt|eller|mot)\b|[,/&]")


def _without(spans: Sequence[tuple[int, int]], text: str) -> str:
    """The question in plain form without some stretches of it."""
    for start, end in sorted(spans, reverse=True):
        text = f"{text[:start]} {text[end:]}"
    return plain_line(text)


def _scenario(rest: str) -> str:
    """The scenario that the question names; "" where it names none or several."""
    if says("actual", rest):
        return Scenario.ACTUAL.value
    found = read_scenarios(rest)
    return next(iter(found)).value if len(found) == 1 else ""


def _operation(rest: str, named: Sequence[Named], times: Sequence[AskedTime]) -> Operation:
    """What is to be done with the figures. The order matters: a growth in percent is also a change."""
    is_mean = len(times) > 1 and says("average", rest)  # else a word of the name: "the average price in 2007"
    is_of_two = len(times) == 1 or (len(times) == _TWO and says("compare", rest))  # "develop in FY24 against FY23"
    if says("trend", rest) and is_of_two and not (says("since", rest) or any(time.timing is None for time in times)):
        return Operation.CHANGE
    if says("differing", rest) and len(times) == _TWO and len(named) == 1:
        return Operation.CHANGE
    if len(named) == 1 and named[0].measure.formula and not says("change", rest):
        return Operation.AVERAGE if is_mean else Operation.RATIO
    if says("share", rest) and not says("change", rest):
        return Operation.SHARE
    if says("trend", rest) and not times:
        return Operation.TREND
    if says("change", rest) and says("percent", rest):
        return Operation.GROWTH
    if is_mean and not says("change", rest):
        return Operation.AVERAGE
    for operation in (Operation.CHANGE, Operation.TREND, Operation.PARTS):
        if says(operation.value, rest):
            return operation
    if (extreme := _extreme(rest)) is not None:
        return extreme
    if len(times) == _TWO and len(named) == 1 and says("compare", rest):
        return Operation.CHANGE
    return Operation.COMPARE if len(times) > 1 or len(named) > 1 else Operation.LEVEL


def _extreme(rest: str) -> Operation | None:
    """Whether the highest or the lowest is asked for."""
    return next((one for one in _EXTREMES if says(one.value, rest)), None)


def _ranked_length(rest: str) -> int:
    """The months of the periods of which one is asked for: 1 of "which month was EBITDA highest?"; 0 of none."""
    lengths: dict[str, int] = wordlist("operations")["lengths"]
    return next((lengths[one["period"]] for one in mark("among").finditer(rest) if one["period"] in lengths), 0)


def _words_about(
    words: Sequence[Token], named: Sequence[Named], operation: Operation, scenario: str, language: str
) -> tuple[Word, ...]:
    """The words that neither name a measure nor frame the question."""
    used = {number for one in named for number in one.at}
    beside = _beside(words, used, language)
    about = []
    for number, word in enumerate(words):
        if number in used or is_linking(word.text, language) or _operates(word, operation, scenario):
            continue
        if operation in _EXTREMES and plain(word.text).text in wordlist("operations")["lengths"]:
            continue
        opens = number == 0 or (number == 1 and is_stop(word.text, language) and not word.text.isupper())  # "What Was"
        proper = word.is_capital and not opens and not _is_of_whole(words, number)
        is_code = len(word.text) == _CODE and word.text.isupper()
        if plain(word.text).text in currency_words() and (is_code or not proper):
            continue  # "by how many rupees", "in NOK": the unit in which it is asked
        if operation is Operation.AVERAGE and _counts_years(word, words[number + 1 : number + 2]):
            continue
        if not proper and (is_stop(word.text, language) or is_frame(word.text, language)):
            continue
        heavy = proper or number in beside or not (is_light(word.text, language) or is_faint(word.text, language))
        about.append(Word(word.text, word.stem, heavy))
    return tuple(about)


def _is_of_whole(words: Sequence[Token], number: int) -> bool:
    """Whether a word only says that the whole group is meant: "Acme Group revenue", not "Group Costs"."""
    after = words[number + 1 : number + 2]
    return names_group(words[number].text) and not any(word.is_capital and not word.text.isupper() for word in after)


def _counts_years(word: Token, after: Sequence[Token]) -> bool:
    """Whether a number only says of how many years an average is taken, which the times tell too: "3 year average"."""
    is_amount = word.is_number or word.text.casefold() in words_of("amount_en") | words_of("amount_sv")
    return is_amount and any(other.text.casefold() in ("year", "years", "års") for other in after)


def _beside(words: Sequence[Token], used: set[int], language: str) -> set[int]:
    """The words that stand right beside a measure's name, or behind one preposition: "assets under management"."""
    found: set[int] = set()
    for number in used:
        found.update((number - 1, number + 1))
        if number + 1 < len(words) and _is_small(words[number + 1], language):
            found.add(number + 2)
    return found - used


def _is_small(word: Token, language: str) -> bool:
    return is_stop(word.text, language) and not is_linking(word.text, language)


def _operates(word: Token, operation: Operation, scenario: str) -> bool:
    """Whether a word only says what is to be done, or in which scenario."""
    folded = plain(word.text).text
    if operation is Operation.SHARE and (folded in words_of("share_en") or folded in words_of("share_sv")):
        return True
    if scenario and not without_scenario(f"{folded} {scenario}"):  # "approved" beside "budget"
        return True
    marks = ("percent", "against_year", "change", "comparative", "since", "trend") if operation in _OVER_TIME else ()
    return any(mark(name).fullmatch(folded) for name in (*marks, operation.value) if name in wordlist("operations"))


_OVER_TIME = (Operation.GROWTH, Operation.CHANGE)
_EXTREMES = (Operation.LARGEST, Operation.SMALLEST)
_SIDE_BY_SIDE = (*_EXTREMES, Operation.COMPARE)
