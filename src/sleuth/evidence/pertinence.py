"""Whether a sentence is on the point of a question: which way something goes, the year it is to reach, the reason.

A part of the second gate (`prose`). It reads the sentence and the typed question only.
"""

import re

from sleuth.evidence.bindings.conditions import conditions_of
from sleuth.evidence.reading import read
from sleuth.evidence.words import read_names
from sleuth.language.asked import AMOUNTS, Answer, Asked
from sleuth.language.countries import is_place
from sleuth.language.currency import is_code
from sleuth.language.glyphs import plain, plain_line
from sleuth.language.times import find_times
from sleuth.language.tokens import stems, tokens
from sleuth.language.weight import is_heavy, words_of
from sleuth.language.wordlist import wordlist


def off_the_point(asked: Asked, sentence: str, *, gives_reason: bool) -> str:
    """Why a sentence misses the point of a question; "" where it does not. `gives_reason`: it states a reason."""
    for misses, reason in _MISSED:
        if misses(asked, sentence):
            return reason
    if _asks_consequence(asked.text) and not _states_consequence(asked, sentence):
        return "it states a duty, not what follows where it is not met"
    if asked.answer is Answer.CHOICE:
        return _without_direction(asked.text, sentence) or _without_year(asked.text, sentence)
    if asked.answer in AMOUNTS and (missed := _of_another_deed(asked, sentence)):
        return missed
    if asked.answer is Answer.REASON and not gives_reason and _repeats_number(asked, sentence):
        return "it only repeats what the question says"
    return ""


def _asks_consequence(question: str) -> bool:
    return re.search(wordlist("answers")["consequence"]["asks"], plain(question).text) is not None


def _states_consequence(asked: Asked, sentence: str) -> bool:
    """ "What happens if we buy less?" is answered by what a sentence says of a case, or by no duty at all.

    "Buyer shall buy at least 400 tonnes" states what is then broken.
    """
    words = wordlist("answers")["consequence"]
    line = plain(sentence).text
    if re.search(words["binds"], line) is None or re.search(words["follows"], line):
        return True
    return _sets_condition(sentence, asked.language)


def _sets_condition(text: str, language: str) -> bool:
    return any(True for _ in conditions_of(read(text, language)))


def _without_direction(question: str, sentence: str) -> str:
    """ "Does the margin go up?" is answered by a sentence that tells of a change, not by any that names the margin."""
    words = wordlist("answers")["direction"]
    if re.search(words["asks"], plain(question).text) is None:
        return ""
    tells = re.search(words["tells"], plain(sentence).text) is not None
    return "" if tells else "it tells of no change"


def _tells_a_component(asked: Asked, sentence: str) -> bool:
    """Whether an amount is asked for, and a sentence tells what it included: a part of it only."""
    words = wordlist("answers")["component"]
    if asked.answer not in AMOUNTS or re.search(words["asks"], plain(asked.text).text):
        return False
    return re.search(words["tells"], plain(sentence).text) is not None


def _tells_no_extreme(asked: Asked, sentence: str) -> bool:
    """Whether a question asks for the largest of something, and a sentence compares nothing."""
    words = wordlist("answers")["extreme"]
    if re.search(words["asks"], plain(asked.text).text) is None or re.search(words["tells"], plain(sentence).text):
        return False
    return len(read(sentence, asked.language).quantities) <= 1


def _without_year(question: str, sentence: str) -> str:
    """ "Is it extended to 2030?" is answered by a sentence that names a year, that one or another."""
    if re.search(wordlist("answers")["until_year"]["asks"], plain(question).text) is None:
        return ""
    names_year = any(time.timing is not None and time.timing.year for time in find_times(sentence))
    return "" if names_year else "it names no year"


def _of_another_deed(asked: Asked, sentence: str) -> str:
    """ "How much does Acme claim?" is answered by what Acme claims: not by an estimate of another, nor beside it."""
    words = wordlist("answers")["deed"]
    deed = next((found for says in words["asks"] if (found := re.search(says, asked.text, re.IGNORECASE))), None)
    if deed is None:
        return ""
    line = plain(sentence).text.casefold()
    estimate = re.search(words["expects"], line)
    if estimate and not re.search(words["expects"], asked.text.casefold()):
        doer = stems(deed["who"], asked.language)
        if not doer & stems(line[: estimate.start()], asked.language):
            return "it tells what another expects"
    statements = re.split(words["parts"], line)
    act = stems(deed["act"], asked.language)
    told = [part for part in statements if act & stems(part, asked.language)]
    if not told and not re.search(r"\d", line):
        return "it states no amount of that"
    is_beside = bool(told) and not any(re.search(r"\d", part) for part in told)
    return "its amount is of something else" if is_beside and len(statements) > 1 else ""


def _repeats_number(asked: Asked, sentence: str) -> bool:
    """Whether a sentence states a number that the question states already: "The deck says 14. Why?"."""
    times = find_times(asked.text)
    numbers = {word.text for word in tokens(asked.text, asked.language) if word.is_number and not word.is_within(times)}
    return any(word.text in numbers for word in tokens(sentence, asked.language))


_EXISTS = re.compile(r"^\W*(?:is|are|was|were) there (?:any\b)?|^\W*finns det\b", re.IGNORECASE)


def asks_for_events(asked: Asked) -> bool:
    """Whether a question asks if something has happened that happens: "Is there any litigation?"."""
    words = {word.text.lower() for word in tokens(asked.text, asked.language)}
    return _EXISTS.search(asked.text) is not None and bool(words & words_of(f"events_{asked.language}"))


def tells_done(sentence: str, language: str) -> bool:
    """Whether a sentence has a word by which something has been done or was: "has brought a claim"."""
    return any(word.text.lower() in words_of(f"happened_{language}") for word in tokens(sentence, language))


def of_another_mood(asked: Asked, sentence: str) -> str:
    """That a question asks what was done and a sentence only tells what may or shall be, or the other way round; or "".

    "No company shall create any security" tells of none that has been given; "the first forecast was furnished in
    March" does not tell when a forecast must be.
    """
    said = {word.text for word in tokens(sentence, asked.language)}  # as written: "May" is a month
    words = {word.text.lower() for word in tokens(asked.text, asked.language)}
    supposed, past = (words_of(f"{name}_{asked.language}") for name in ("supposed", "past"))
    is_told = bool(said & past)
    if words & _DUTY:
        return "it tells what was done once" if is_told and not said & _BINDING else ""
    is_done = any(re.search(says, asked.text, re.IGNORECASE) for says in wordlist("answers")["perfect"]["says"])
    if (is_done or asks_for_events(asked)) and not words & words_of(f"provided_{asked.language}") and said & _BINDING:
        return "it only says what is provided for"
    happened = words & words_of(f"happened_{asked.language}") - (_OF_TODAY if words & _DOES else frozenset())
    is_supposed = happened and not words & supposed and said & supposed and not is_told
    return "it only says what may be" if is_supposed else ""


_DOES = frozenset(("do", "does"))
_OF_TODAY = frozenset(("have",))  # "does it have any rights?" asks of today
_DUTY = frozenset(("must", "shall", "måste", "skall"))
_BINDING = words_of("binding_en") | words_of("binding_sv")


def _only_within_condition(asked: Asked, sentence: str) -> bool:
    """Whether a sentence says the words of "what are the events of default?" only in a condition: it tells none.

    "If the tenant breaks, it shall pay" tells what follows a break, not when there can be one.
    """
    wanted = _told_of(asked)
    if not wanted:
        return False
    reading = read(sentence, asked.language)
    cases = [(one.tokens[0].start, one.tokens[-1].end) for one in conditions_of(reading)]
    said = [word for word in tokens(reading.plain, asked.language) if word.stem in wanted]
    return bool(said) and all(any(start <= word.start < end for start, end in cases) for word in said)


def _told_of(asked: Asked) -> set[str]:
    """The stems that must stand outside conditions: what is asked for, and what somebody is asked to be doing.

    "Is the CFO staying?" is not answered by "the CFO said that more was at risk if volume stayed low".
    """
    words = tokens(asked.text, asked.language)
    if _WHAT_ARE.search(asked.text) is not None:
        return {word.stem for word in words if is_heavy(word.text, asked.language)}
    if _IS_DOING.match(asked.text) is None or _sets_condition(asked.text, asked.language):
        return set()
    return {word.stem for word in words if word.text.endswith("ing")}


_IS_DOING = re.compile(r"\W*(?:is|are|was|were)\s[^?.,;]*?ing\b", re.IGNORECASE)
_WHAT_ARE = re.compile(
    r"^\W*(?:what (?:is|are) (?:the|its|their)\b|when (?:can|may|could)\b|vilka är|vad är|när (?:kan|får)\b)",
    re.IGNORECASE,
)


def _asks_within(asked: Asked, sentence: str) -> bool:
    """Whether a question asks which lie within a length of time from today, and a sentence does not say that length."""
    window = _WITHIN.search(asked.text) if asked.answer is Answer.THING else None
    return window is not None and window[0].lower() not in " ".join(sentence.lower().split())


_WITHIN = re.compile(
    r"(?:within|in the next|during the next|inom|under de närmaste) (?:[\w-]+ )?"
    r"(?:years?|months?|days?|weeks?|år|månader|dagar|veckor)\b",
    re.IGNORECASE,
)


def _states_no_cost(asked: Asked, sentence: str) -> bool:
    """Whether "what would it cost to leave?" meets a sentence without an amount of money, such as "50 per cent"."""
    if re.search(wordlist("answers")["cost"]["asks"], plain(asked.text).text) is None:
        return False
    return not any(is_code(one.unit) for one in read(sentence, asked.language).quantities)


def _only_defines(asked: Asked, sentence: str) -> bool:
    """Whether a value is asked for, and a sentence without any only says what a word means: '"Leverage" means …'."""
    words = wordlist("answers")["defining"]
    wants_value = asked.answer in (*AMOUNTS, Answer.THING, Answer.DATE, Answer.DURATION)
    if not wants_value or re.search(words["asks"], plain(asked.text).text):
        return False
    return re.search(words["says"], plain(sentence).text) is not None and not any(map(str.isdigit, sentence))


def is_of_another_actor(asked: Asked, sentence: str) -> bool:
    """Whether a sentence says only of another what one party may or must do, and nowhere speaks of that party.

    "How much notice must Beck give under the Orvik contract?" is not answered by "Orvik may terminate by six months'
    notice", and "when can the tenant break?" not by "the landlord has no right to break".
    """
    words = wordlist("answers")["actor"]
    question = re.search(words["asks"], asked.text)
    if question is None:
        return False
    own = stems(question["who"], asked.language)
    if own & stems(sentence, asked.language):
        return False
    beside = asked.text[: question.start("who")] + asked.text[question.end("who") :]
    named = {name.casefold() for name in re.findall(words["name"], beside)} - {name.casefold() for name in own}
    sides = [[stems(side, asked.language) for side in pair] for pair in words["opposed"]]
    others = [one for pair in sides for one, other in (pair, pair[::-1]) if own & other]
    doers = [found["who"] for found in re.finditer(words["tells"], sentence)]
    return bool(doers) and all(
        any(name in doer.casefold() for name in named) or any(other & stems(doer, asked.language) for other in others)
        for doer in doers
    )


def _tells_of_no_occasion(asked: Asked, sentence: str) -> bool:
    """Whether "what is paid on signing?" meets a sentence that tells nothing of that occasion.

    "It may only be amended by a statement signed by both" has the word and tells of another thing.
    """
    words = wordlist("answers")["occasion"]
    question = plain(asked.text).text
    named = (found["what"] for found in re.finditer(words["asks"], question))
    wanted = [group.split() for what in named for group in words["same"] if what in group.split()]
    if not wanted:
        return False
    line = plain_line(sentence)
    if "signing" in wanted[-1] and re.search(words["signed"], line):
        return False
    forms = (form.replace("<words>", "|".join(wanted[-1])) for form in words["tells"])
    return not any(re.search(form, line) for form in forms)


def _names_nobody(asked: Asked, sentence: str) -> bool:
    """Whether "who joins the board?" meets a sentence without a name: "the Replacement is appointed to the Board".

    A name of somebody takes no article and has two words, or a title before it: "the Replacement" is a part that an
    agreement gives to somebody.
    """
    words = wordlist("answers")["appointed"]
    if re.search(words["asks"], plain(asked.text).text) is None:
        return False
    if re.search(words["titled"], sentence):
        return False
    asked_by = {name.text for name in read_names(asked.text)}
    bare = [name for name in read_names(sentence) if not re.search(words["article"], sentence[: name.start])]
    return all(name.text in asked_by or re.search(words["part"], name.text) for name in bare)


def _names_no_place(asked: Asked, sentence: str) -> bool:
    """Whether "where?" meets a sentence whose only new names are terms of its document: "in the Territory"."""
    if asked.answer is not Answer.PLACE:
        return False
    asked_by = {word.stem for word in tokens(asked.text, asked.language)}
    fresh = [one for one in read_names(sentence) if not stems(one.text, asked.language) <= asked_by]
    are_terms = (_ARTICLE.search(sentence[: one.start]) and not is_place(one.text) for one in fresh)
    return bool(fresh) and all(are_terms)


_ARTICLE = re.compile(r"\b(?:the|its|any|each|all|such)\s\Z", re.IGNORECASE)


def _names_no_company_joined(asked: Asked, sentence: str) -> bool:
    """Whether "which company did Berg go to?" meets a sentence that does not say that Berg joined one, by its name.

    A signature or a list of managers names Berg and companies, and tells nothing of it.
    """
    words = wordlist("answers")["joined"]
    if re.search(words["asks"], asked.text) is None:
        return False
    return re.search(words["tells"], " ".join(sentence.split())) is None


_MISSED = (
    (_names_no_company_joined, "it names no company that was joined"),
    (_names_nobody, "it names nobody"),
    (_names_no_place, "it names no place"),
    (_tells_of_no_occasion, "it tells nothing of that occasion"),
    (_states_no_cost, "it states no amount of money"),
    (is_of_another_actor, "it says so of another"),
    (_only_within_condition, "it only names that in a condition"),
    (_asks_within, "it does not say by when"),
    (_tells_no_extreme, "it compares nothing"),
    (_tells_a_component, "it tells a part of the amount only"),
    (_only_defines, "it only says what a word means"),
)
