"""What an amendment changes of an agreement, clause by clause, by the words of the amendment itself.

"In clause 8.2 liquidated damages shall be 1%", "Section 3.1 is deleted and replaced with the following", "A new clause
5.5 is added". What stands of an agreement is then told by both papers together.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from sleuth.evidence.source import Page
from sleuth.findings.text.anew import TERM, term_set_anew, worded
from sleuth.findings.text.clauses import Number, Passage, in_clause, is_within, passages, read_number
from sleuth.findings.text.provisions import item_name, term_defined, terms_given
from sleuth.language.tokens import stems, tokens
from sleuth.language.weight import has_negation, is_heavy

_MOST_FOLLOWING = 3  # sentences that go on from the one that names the clause
_MOST_ANNOUNCED = 8  # sentences of a clause whose words follow
_RANGE = 20  # clauses of a range at most
_SHORT = 150  # characters of a sentence that says nothing else
_MARK = re.compile(r"[\W\d]*(?:[a-z]{1,4}\)|[a-z]\d{1,2}\b|[a-z]\.\s)?[\W\d]*")  # of an item: "2.", "(a)", "A3", "D."
_CLAUSE_ALONE = re.compile(r"\W*(?:\d{1,2}\.\s)?(?:clause|section|article)\s\d[\d.]*(?:\([a-z]{1,3}\))?\W*", re.I)
_JOINED = re.compile(r",?\s(?:and|och|und)\s")
_LETTERED = re.compile(r"\A\W*\([a-z]{1,3}\)\s")
_ITEM = re.compile(r"\W*\d{1,2}\.\s")
_OF_LETTER = re.compile(r"\b(?:sub-?)?(?:paragraph|limb|item)\s\((?P<letter>[a-z]{1,3})\)\s(?:of|in)\s\Z", re.I)
_CAPTION_WORDS = 6
_OWN_ITEM = "paragraph"  # so an amendment calls its own items where those of the agreement go by another name
_OF_AGREEMENT = re.compile(r"\b(?:clause|section|article)s?\s+\d", re.IGNORECASE)
_TERM = re.compile(  # "in the definition of Termination Date", "the definition of “Cash”"
    r"(?:\bdefinitions?\sof\s(?:the\sterms?\s)?[“\"]?|\b[Ii]n\s[“\"](?=[^“”\"]+,?[”\"],?\s(?:the\s(?:words?|figures?|amounts?)\s)?[“\"]))"
    rf"(?P<term>{TERM})"
)
_LABEL = re.compile(  # "2.2 Definition of Termination Date: replaced by …", "3.3 Margin: the definition is replaced …"
    r"[\W\d]*(?:\([a-z]{1,3}\)\s)?(?:[Tt]he\s)?(?:[Dd]efinition\sof\s)?"
    r"[“\"]?(?P<label>[A-ZÅÄÖ][^.:;()“”\"]{2,50}?)[”\"]?:\s"
)
_REPLACED_WORDS = re.compile(
    r"[“\"‘'][^“”\"‘’]{1,200}[”\"’']\s(?=(?:is|are|shall be)\s(?:hereby\s)?(?:deleted|replaced|substituted))"
    r"|\b(?:replacing|deleting|striking|removing)\s(?:the\s\w+\s)?[“\"‘'][^“”\"‘’]{1,200}[”\"’']"
    r"|[“\"‘'][^“”\"‘’]{1,200}[”\"’'](?=\s(?:by|with)\s[“\"‘'])"
    r"|\bfrom\s[^.;]{1,40}?(?=\sto\s)"
)
_FORMER_VALUE = re.compile(  # "is reduced from €1,000,000 to €500,000", "is 15% instead of 12%"
    r"\b(?:from|instead of|in place of)\s"
    r"(?P<was>(?:[A-Z]{3}\s?)?[€$£]?\s?\d[\d,. ]*\d?\s?(?:%|x|per cent\.?|days?|months?|million)?)"
    r"(?=\s(?:to|from|with)\b|\s?[.;,)]|\Z)"
)
_CURRENCY = re.compile(r"^(?:[a-z]{3}|[€$£])\s?(?=\d)")
_QUOTES = " \"“”‘’'"
_WORDING = re.compile(r"[“\"][^“”\"]*(?:[”\"]|\Z)")  # what a clause is to say: that names clauses only by the way
_SENTENCE = re.compile(r"(?<=\.)\s+(?=[A-ZÅÄÖ])|(?<=;)\s+")
_SUBJECT = re.compile(
    r":\s(?:[Tt]he\s)?(?P<subject>[A-ZÅÄÖ][\w’'&-]*(?:\s[A-ZÅÄÖ][\w’'&-]*)*)(?:\s(?:for|of|in|on)\s[^:;.]{1,40}?)?"
    r"\s(?:is|are|shall be|becomes?)\b"
)
_MEANING = re.compile(r"[”\"]\s(?:(?:now|shall)\s)*(?:means?|betyder|avser)\b")
_QUOTED = re.compile(r"[“\"‘'](?P<quoted>[^“”\"‘’']{3,200})[”\"’']")


class Action(StrEnum):
    """What is done to a clause."""

    REPLACED = "replaced"  # all of it
    CHANGED = "changed"  # something in it
    ADDED = "added"
    DELETED = "deleted"


@dataclass(frozen=True, slots=True)
class Change:
    """What an amendment says of one clause, or of one defined term, of the agreement that it amends."""

    clause: Number  # () where only a term is named
    letter: str  # of an item of the clause: "a" of "section 2.1(a)"
    action: Action
    passages: tuple[Passage, ...]  # of the amendment: the sentence that names the clause, and those that go on from it
    term: str = ""  # that is defined anew, in small letters: "termination date"
    was: str = ""  # the value that no longer stands, where that alone tells what is changed: "€4,000,000"

    @property
    def target(self) -> tuple[Number, str, str]:
        """What is changed: a term by its name alone, wherever that is defined; of a former value the sentence."""
        if self.was:
            return (), "", self.passages[-1].text
        return ((), "", self.term) if self.term else (self.clause, self.letter, "")

    @property
    def sentences(self) -> tuple[Passage, ...]:
        """What it says, without what its item is called."""
        is_called = len(self.passages) > 1 and len(self.passages[0].text.split()) <= _CAPTION_WORDS
        return self.passages[is_called and not _announces(self.passages[0]) :]

    @property
    def subject(self) -> str:
        """The defined thing that it gives another value, in small letters: "margin" of "Clause 2: the Margin is 2%".

        "" where it tells of none.
        """
        found = _SUBJECT.search(self.text)
        return found["subject"].casefold() if found else ""

    @property
    def text(self) -> str:
        """All that it says, in one line."""
        return " ".join(" ".join(one.text.split()) for one in self.passages)


def changes(pages: Sequence[Page]) -> list[Change]:
    """What an amendment changes, clause by clause, in its order."""
    all_of_it = passages(pages)
    every = [one for one in all_of_it if not one.is_heading or _announces(one)]
    own = _OWN_ITEM if any(_OF_AGREEMENT.search(one.text) for one in every) else ""
    called = {one.number: item_name(one) for one in reversed(all_of_it) if one.number and not one.letter}
    before = dict(zip(all_of_it[1:], all_of_it, strict=False))
    named = [list(_references(_under_clause(one, before), own, called.get(one.number, ""))) for one in every]
    starts = [number for number, references in enumerate(named) if references]
    found: list[Change] = []
    for at, number in enumerate(starts):
        until = starts[at + 1] if at + 1 < len(starts) else len(every)
        one = every[number]
        clauses = [each.clause for each in named[number]]
        following = _going_on(one, every[number + 1 : until], clauses)
        said = (*_caption(one, all_of_it[: all_of_it.index(one)]), one, *following)
        found += [Change(each.clause, each.letter, each.action, said, each.term, each.was) for each in named[number]]
    return [*found, *_defined_anew(every, found)] if found else []


def _defined_anew(every: Sequence[Passage], found: Sequence[Change]) -> Iterator[Change]:
    """The terms that an amendment defines itself, in words of no other change: "2.3 “Termination Date” means …"."""
    told = {one for change in found for one in change.passages}
    for one in every:
        if one not in told and _MEANING.search(one.text) is not None and (term := term_defined(one)):
            yield Change((), "", Action.CHANGED, (one,), term.casefold())


def _under_clause(one: Passage, before: Mapping[Passage, Passage]) -> str:
    """What a sentence says, with the clause that its item opens with alone: "3. Section 7.11(c)." before it."""
    above = before.get(one)
    is_alone = above is not None and above.number == one.number and _CLAUSE_ALONE.fullmatch(above.text) is not None
    text = _LETTERED.sub("", one.text)
    return f"{above.text.rstrip(' .:')}: {text}" if above is not None and is_alone else one.text


def _announces(one: Passage) -> bool:
    """Whether the words of a clause follow: "Clause 16 is deleted and replaced by:"."""
    return one.text.rstrip().endswith(":")


def _caption(one: Passage, before: Sequence[Passage]) -> tuple[Passage, ...]:
    """What the item is called that a sentence opens: "(c) Margin." before "In clause 8.2 …"."""
    last = before[-1] if before else None
    is_of_item = last is not None and (last.number, last.letter) == (one.number, one.letter) and one.number != ()
    if last is None or not is_of_item or (last.is_heading and not last.letter):
        return ()
    return (last,) if len(last.text.split()) <= _CAPTION_WORDS else ()


def _going_on(first: Passage, following: Sequence[Passage], clauses: Sequence[Number]) -> Iterator[Passage]:
    """The sentences behind one that belong to its item, or that give the words of the clause that it announces.

    The next item of the amendment itself is neither: 2.6 behind "2.5 A further row is added to the table:".
    """
    for one in following[: _MOST_ANNOUNCED if _announces(first) else _MOST_FOLLOWING]:
        announces = _announces(first)
        is_letter = one.letter != first.letter and not announces
        if not one.number and _ITEM.match(one.text):
            return  # of a schedule, whose numbers are not counted
        is_other = one.number != first.number or is_letter
        is_text = announces and any(is_within(one.number, clause) for clause in clauses)  # with its own numbers
        if (is_other and not is_text) or re.search(worded("remains"), one.text.casefold()):
            return
        yield one


@dataclass(frozen=True, slots=True)
class _Reference:
    """A clause or a term that a sentence changes."""

    clause: Number
    letter: str
    action: Action
    term: str = ""
    was: str = ""


def _references(text: str, own: str = "", called: str = "") -> Iterator[_Reference]:
    """The clauses that a sentence changes, each with what is done to it; none for one that only refers to clauses.

    `own`: by what the amendment calls its own items; `called`: what the item is called, which is the term that changes
    where the sentence names none: "7. Termination Date. “14 March 2027” is replaced by “14 March 2028”".
    """
    line = _without_what_remains(" ".join(text.split()))
    small = _WORDING.sub(lambda found: " " * len(found[0]), line).casefold()
    if len(small) != len(line) or re.search(worded("remains"), small):
        return
    named = [found for found in _clauses_named(small) if _is_meant(small, found) and found["called"] != own]
    defined = _TERM.search(line)
    term = defined["term"].casefold() if defined else ""
    edges = [(one.start(), one.end()) for one in (*named[:1], *((defined,) if defined and not named else ()))]
    label = _LABEL.match(line) if not named else None
    if label is not None and _edits(small[label.end() :]):
        edges, term = [label.span()], label["label"].casefold()
    elif not edges and called and re.match(worded("edits"), small):
        edges, term = [(0, 0)], called
    action = next((_action(small[:start], small[end:]) for start, end in edges), None)
    if action is None:
        if not named:
            yield from _value_set_anew(line, called)
        return
    if action is Action.REPLACED and not named:
        action = Action.CHANGED  # words of a term, and not the term
    if not named:
        yield _Reference((), "", action, term)
    for one in named:
        above = _OF_LETTER.search(small[: one.start()])
        letter = one["letter"] or (above["letter"] if above is not None else "")
        yield _Reference(read_number(one["number"]), letter, action, term)
    yield from (_Reference(one, "", action, term) for one in _between(small, named))


def _value_set_anew(line: str, called: str) -> Iterator[_Reference]:
    """What a sentence that names no clause gives another value: what had the value that it tells, or else a term."""
    former = _FORMER_VALUE.search(line)
    if former is not None:
        yield _Reference((), "", Action.CHANGED, "", former["was"].strip())
    elif term := term_set_anew(line, called):
        yield _Reference((), "", Action.CHANGED, term)


def _without_what_remains(line: str) -> str:
    """A line without what it says behind its first sentence of what is not changed: "the Margin is 2.6% for Facility
    B. The Margin for Facility C is unchanged."."""
    first, *behind = _SENTENCE.split(line)
    return " ".join([first, *(part for part in behind if not re.search(worded("remains"), part.casefold()))])


def _edits(said: str) -> bool:
    """Whether what stands behind an item's label says what is done to the thing that it names."""
    return any(re.search(worded(way), said) for way in ("replaced", "deleted", "edits"))


def _between(line: str, named: Sequence[re.Match[str]]) -> Iterator[Number]:
    """The clauses behind the first of a range: 2.2 and 2.3 of "Clauses 2.1 to 2.3"."""
    for one in named:
        last = re.match(worded("until"), line[one.end() :])
        if last is None:
            continue
        first, end = read_number(one["number"]), read_number(last["number"])
        if len(first) == len(end) and first[:-1] == end[:-1]:
            yield from ((*first[:-1], number) for number in range(first[-1] + 1, min(end[-1], first[-1] + _RANGE) + 1))


def leaves_unchanged(text: str) -> bool:
    """Whether a sentence only says that a clause stands as it is: "Clause 8 (Change of Control) is not changed"."""
    line = " ".join(text.split())
    is_said = re.search(worded("remains"), line.casefold()) is not None
    return is_said and not any(_references(line)) and len(line) <= _SHORT


def _clauses_named(line: str) -> Iterator[re.Match[str]]:
    """The clauses that a sentence names; a number behind "and" is one only behind another: not "1 June and 31 May"."""
    end = -1
    for found in _clause().finditer(line):
        if found.start() == end or not _JOINED.match(found[0]):
            end = found.end()
            yield found


def _is_meant(line: str, found: re.Match[str]) -> bool:
    """Whether a clause is spoken of itself, and is one of the agreement that is amended."""
    by_way = re.search(worded("by_way"), line[: found.start()])
    own = re.search(worded("own"), line[found.end() :])
    return by_way is None and own is None


def _action(before: str, behind: str) -> Action | None:
    """What a sentence does to the clause that it names, by the words before and behind the clause's number."""
    said = f"{before} {behind}"
    states = behind.startswith((":", "):"))  # "Clause 4.1: the bonus is 2.5%", "Interest Cover (clause 13.2): …"
    is_label = before.endswith("(") and behind.startswith(")")
    states = states or (is_label and _MARK.fullmatch(before) is not None)  # "A3 (clause 4.1) The minimum is €2m"
    adds = re.search(worded("new"), before if states else said) and (states or re.search(worded("added"), said))
    if adds:
        is_term = re.search(worded("new_term"), said) is not None
        edits = re.search(worded("in_clause"), before) and re.search(worded("edited"), said)
        is_within_it = edits or re.search(worded("replaced"), said)
        return Action.CHANGED if is_within_it and not is_term else Action.ADDED
    is_of_clause = re.search(worded("of_clause"), before) is not None and re.match(worded("is_now"), behind) is not None
    if is_of_clause or (re.search(worded("in_clause"), before) and re.search(worded("provides"), behind)):
        return Action.CHANGED
    if re.search(worded("replaced"), said):
        opens = _MARK.fullmatch(before) is not None and re.match(worded("wholly"), behind) is not None
        is_whole = opens and not re.search(worded("partly"), behind)
        return Action.REPLACED if is_whole else Action.CHANGED
    if re.search(worded("deleted"), said):
        return Action.DELETED
    opens = states and (_MARK.fullmatch(before) is not None or behind.startswith(")"))
    return Action.CHANGED if opens or re.search(worded("changed"), said) else None


def changed_in(change: Change, every: Sequence[Passage], language: str) -> list[Passage]:
    """The sentences of the agreement that a change replaces; of an added clause those beside it that deny such a thing.

    `every`: the sentences of the agreement. Of a term the one that defines it. Of a clause of several sentences, those
    that hold the words that are replaced, or else share words with what is said instead.
    """
    if change.was:
        return _that_was(change, every, language)
    if change.term:
        return _of_term(change, [one for one in every if not one.is_heading])
    if change.action is Action.ADDED:
        section = change.clause[:-1] or change.clause
        told = stems(change.text, language)
        return [one for one in in_clause(every, section) if _denied(one.text, language) & told]
    held = list(in_clause(every, change.clause, change.letter)) or list(in_clause(every, change.clause))
    held = held or _opened_within(every, change.clause)
    if change.action in (Action.REPLACED, Action.DELETED) or len(held) < 2:
        return held
    quoted = [found["quoted"].casefold() for found in _QUOTED.finditer(change.text)]
    saying = [one for one in held if any(words in " ".join(one.text.casefold().split()) for words in quoted)]
    if saying:
        return saying
    shared = [_shared(one, change, language) for one in held]
    return [one for one, count in zip(held, shared, strict=True) if count == max(shared)]


def _opened_within(every: Sequence[Passage], clause: Number) -> list[Passage]:
    """The sentences in which a clause opens behind its section's heading: "FINANCIAL COVENANTS 21.1 Leverage: …"."""
    number = re.escape(".".join(map(str, clause)))
    opens = re.compile(rf"(?<![\d.])(?<!clause )(?<!section )(?<!article ){number}\.?\s+[A-ZÅÄÖ]", re.IGNORECASE)
    return [one for one in every if len(clause) > 1 and opens.search(" ".join(one.text.split()))]


def _that_was(change: Change, every: Sequence[Passage], language: str) -> list[Passage]:
    """The sentences, or rows, that state the value that no longer stands, and share most words with what says so."""
    was = _CURRENCY.sub("", change.was.casefold())  # a table says it over its column
    value = re.compile(rf"(?<![\d.,]){re.escape(was)}(?!\w|[.,]\d)")
    told = _telling(value.sub(" ", change.text.casefold()), language)
    holding = [one for one in every if value.search(" ".join(one.text.casefold().split()))]
    shared = [len(told & _telling(value.sub(" ", one.text.casefold()), language)) for one in holding]
    nearest = [one for one, count in zip(holding, shared, strict=True) if count and count == max(shared)]
    return [one for one in nearest if one.number] or nearest


def _of_term(change: Change, every: Sequence[Passage]) -> list[Passage]:
    """The sentence that defines a term that is changed; else those that name it beside what is replaced."""
    defining = [one for one in every if term_defined(one).casefold() == change.term]
    defining = defining or [one for one in every if change.term in map(str.casefold, terms_given(one))]
    lines = {one: " ".join(one.text.casefold().split()) for one in every}
    replaced = [found[0].casefold().strip(_QUOTES) for found in _REPLACED_WORDS.finditer(change.text)]
    former = [words.removeprefix("from ").strip() for words in replaced]
    naming = (one for one, line in lines.items() if change.term in line and any(words in line for words in former))
    return defining or list(naming)


def without_replaced(text: str) -> str:
    """What an amendment says without the words that it replaces: “60 days” of '“45 days” is replaced by “60 days”'."""
    return _REPLACED_WORDS.sub(" ", text)


def _denied(text: str, language: str) -> frozenset[str]:
    """The thing that a sentence denies from its first word, as a stem: "rebate" of "5.4 No rebate is granted"."""
    words = [word for word in tokens(text, language) if not word.is_number]
    is_told_of = any(word.text.casefold() in ("shall", "may", "will", "ska", "skall", "får") for word in words[:4])
    if not has_negation(words[:1], language) or is_told_of:
        return frozenset()  # "No Obligor shall …" denies no Obligor
    return frozenset([word.stem for word in words[1:] if is_heavy(word.text, language)][:1])


def _shared(one: Passage, change: Change, language: str) -> int:
    """How many words that tell anything a sentence shares with what is said instead."""
    return len(_telling(one.text, language) & stems(change.text, language))


def _telling(text: str, language: str) -> frozenset[str]:
    """The stems of the words that tell anything, and the numbers."""
    words = [word.strip(".,;:()'\"“”") for word in text.split()]
    heavy = " ".join(word for word in words if is_heavy(word, language) or word[:1].isdigit())
    return frozenset(stems(heavy, language))


@cache
def _clause() -> re.Pattern[str]:
    return re.compile(worded("clause"))
