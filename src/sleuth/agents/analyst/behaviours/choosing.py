"""From a message to the behaviour that answers it."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace

from sleuth.agents.analyst.answer import Answer, Choice, line
from sleuth.agents.analyst.behaviours.another import asked_back, strays
from sleuth.agents.analyst.behaviours.comparison import comparison
from sleuth.agents.analyst.behaviours.covenants import asks_limit, covenant_kept, read_covenant
from sleuth.agents.analyst.behaviours.deep_dive import deep_dive
from sleuth.agents.analyst.behaviours.divided import parts_ranked
from sleuth.agents.analyst.behaviours.due_diligence import due_diligence
from sleuth.agents.analyst.behaviours.editions import editions
from sleuth.agents.analyst.behaviours.exploration import exploration, part_told
from sleuth.agents.analyst.behaviours.fact import fact_lookup, likely_only, nothing_found, read_in_vain
from sleuth.agents.analyst.behaviours.gap_identification import gap_identification
from sleuth.agents.analyst.behaviours.performance import performance
from sleuth.agents.analyst.behaviours.presence import document_asked, presence
from sleuth.agents.analyst.behaviours.printed_limits import asks_beside_covenant
from sleuth.agents.analyst.behaviours.provision import provision_told
from sleuth.agents.analyst.behaviours.reckoning import reckoning, scenarios_compared
from sleuth.agents.analyst.behaviours.register import asks_of_register, register_checked
from sleuth.agents.analyst.behaviours.rows import is_of_other_rows, rows_followed, untold
from sleuth.agents.analyst.behaviours.small_talk import small_talk
from sleuth.agents.analyst.behaviours.superseded import tells_open_term, with_later_papers
from sleuth.agents.analyst.behaviours.synthesis import synthesis
from sleuth.agents.analyst.behaviours.unasked import answers_nothing, proves_itself
from sleuth.agents.analyst.dialogue.anaphors import anaphors
from sleuth.agents.analyst.dialogue.asserted import without_assertion
from sleuth.agents.analyst.dialogue.binding import Bound
from sleuth.agents.analyst.dialogue.capitals import with_capitals
from sleuth.agents.analyst.dialogue.choices import chosen_place, labels_of
from sleuth.agents.analyst.dialogue.context import Context, Meant
from sleuth.agents.analyst.dialogue.divided import read_parts
from sleuth.agents.analyst.dialogue.known import known_of
from sleuth.agents.analyst.dialogue.mentions import Known
from sleuth.agents.analyst.dialogue.performance import read_performance
from sleuth.agents.analyst.dialogue.periods import bind_time
from sleuth.agents.analyst.dialogue.referents import Kind
from sleuth.agents.analyst.dialogue.years import (
    with_full_years,
    with_last_year_of_plan,
    with_latest_month,
    with_stretch,
    with_time_before,
    with_year_of_month,
)
from sleuth.agents.analyst.drafting import is_settled
from sleuth.agents.analyst.intents import Intent, asks_of_editions, infer
from sleuth.agents.analyst.likeness import likely_intent
from sleuth.agents.analyst.lines import with_printed_line
from sleuth.agents.analyst.phrases import phrases_of
from sleuth.agents.analyst.reporters import of_reporters, reporters_meant
from sleuth.agents.analyst.requests.asking import RequestQuestion, read_request_question, read_request_questions
from sleuth.agents.analyst.room import Room
from sleuth.agents.analyst.seconded import is_seconded
from sleuth.agents.analyst.subjects import chief_subjects
from sleuth.agents.analyst.tasks import Write, accepted_question, described, is_no, is_yes, task_in
from sleuth.agents.analyst.tools.toolbox import Toolbox
from sleuth.agents.analyst.turn import Model, Turn
from sleuth.agents.analyst.understanding import Understood, understand_message
from sleuth.language.query import Query
from sleuth.language.spoken import in_a_row
from sleuth.language.weight import detect_language
from sleuth.models.failures import ModelUnavailableError, PromptTooLongError, UnusableAnswerError
from sleuth.reason.extractive import ExtractiveReasoner
from sleuth.reason.understand.figures import figure_query
from sleuth.search.before import Retrieved
from sleuth.search.intent import Intent as Gate

Behaviour = Callable[[Turn], Awaitable[Answer]]

BEHAVIOURS: Mapping[Intent, Behaviour] = {
    Intent.FACT_LOOKUP: fact_lookup,
    Intent.DEEP_DIVE: deep_dive,
    Intent.COMPARISON: comparison,
    Intent.DUE_DILIGENCE: due_diligence,
    Intent.SYNTHESIS: synthesis,
    Intent.GAP_IDENTIFICATION: gap_identification,
    Intent.EXPLORATION: exploration,
    Intent.GREETING: small_talk,
    Intent.META: small_talk,
}


async def behave(
    room: Room, message: str, context: Context, conversation: int, retrieved: Retrieved, model: Model | None = None
) -> tuple[Turn, Answer]:
    """The turn as it was understood, and its answer. `retrieved` is what was searched before."""
    turn, answer = await _behave(room, message, context, conversation, retrieved, model)
    return turn, await nothing_found(turn) if proves_itself(room, message, answer) else answer


async def _behave(
    room: Room, message: str, context: Context, conversation: int, retrieved: Retrieved, model: Model | None
) -> tuple[Turn, Answer]:
    """The same, whether or not it takes a paper's own word for what that paper says."""
    place = chosen_place(message, context.choices)
    if place is not None and context.choices[place].message:
        message, context = context.choices[place].message, replace(context, choices=())
    message = without_assertion(accepted_question(message, context) or message)
    if is_no(message) or (is_yes(message) and not context.offers):
        return _decision(room, message, context, conversation)
    message = with_full_years(await with_capitals(room, message, await known_of(room)))
    message = with_last_year_of_plan(message, room.last_planned)
    timed = bind_time(with_time_before(message, context.period), context)
    message = with_stretch(with_year_of_month(timed.text, context.period, room.latest_month), context.period)
    if context.period is None and figure_query(message) is not None:
        message = with_latest_month(message, room.latest_month)
    query = figure_query(message)
    writes = task_in(message, context)
    if writes is not None:
        return _ordered(room, message, context, conversation, writes)
    requests = read_request_questions(message, context.question)
    if requests:
        return await _of_requests(room, message, requests, context, conversation)
    if asks_of_editions(message):
        told = await _of_editions(room, message, context, conversation)
        if told is not None:
            return told
    if asks_of_register(message, context.question):
        told = await _of_register(room, message, context, conversation)
        if told is not None:
            return told
    if thing := document_asked(message, context.question):
        turn = _turn_of(room, message, Intent.GAP_IDENTIFICATION, context, conversation, await known_of(room))
        return turn, await presence(turn, thing)
    intent = _intent(retrieved, message, query, room, context)
    reporters = reporters_meant(room, message, context.reporters)
    room = await of_reporters(room, reporters)
    known = await known_of(room)
    understood = understand_message(message, context, known, intent)
    if intent in _OF_FIGURES and not understood.bound.is_open:
        understood = replace(understood, meant=await with_printed_line(room, understood.meant))
    phrases = phrases_of(understood.meant.language)
    degraded = tuple(phrases("search_failed", reason=reason) for reason in retrieved.degraded if not retrieved.hits)
    turn = Turn(
        understood.message, understood.meant, understood.intent, context, room, Toolbox(room), phrases, conversation,
        degraded, known, reporters,
    )  # fmt: skip
    if timed.is_open and (query is not None or read_parts(message, context) is not None):
        return turn, _ask_what(turn, timed)
    of_rows = replace(turn, message=message, meant=Meant(message, language=detect_language(message)))
    followed = await _of_rows_before(of_rows) if room.reasoner.reads_ledger and intent not in _OF_ITSELF else None
    if followed is not None and model is None:
        return followed
    return await _answered(turn, message, understood, model, retrieved, followed)


_OF_ITSELF = (Intent.GREETING, Intent.META)
_OF_FIGURES = (Intent.FACT_LOOKUP, Intent.DEEP_DIVE, Intent.COMPARISON)


async def _of_rows_before(turn: Turn) -> tuple[Turn, Answer] | None:
    """What rows and contracts that were spoken of tell of a message that goes on from them; None where they do not."""
    if (followed := await rows_followed(turn)) is not None:
        return turn, followed
    covenant = read_covenant(turn.message, turn.context)
    if covenant is not None and (kept := await covenant_kept(turn, covenant)) is not None:
        matter = "covenant limit" if asks_limit(turn.message, turn.context) else "covenant"
        asked = replace(turn.meant, question=f"{turn.message} ({matter}, {covenant.measures[0].name})")
        return replace(turn, meant=asked), kept
    parts = read_parts(turn.message, turn.context)
    ranked = await parts_ranked(turn, parts) if parts is not None else None
    if ranked is not None:
        return turn, ranked
    how = read_performance(turn.message, turn.context)
    return None if how is None else (turn, await performance(turn, how))


async def _answered(
    turn: Turn,
    message: str,
    understood: Understood,
    model: Model | None,
    retrieved: Retrieved,
    followed: tuple[Turn, Answer] | None,
) -> tuple[Turn, Answer]:
    """The answer of rules; where a model is there, what it drafts, unless rules have settled the matter.

    `followed`: what the rows of earlier answers tell of it, where it goes on from them.
    """
    if model is None or turn.intent in _OF_ITSELF:
        ruled_turn, ruled = await _of_those_meant(message, await _by_rules(turn, understood))
        return ruled_turn, await _certain(ruled_turn, ruled)
    room = replace(turn.room, reasoner=ExtractiveReasoner())
    by_rules = replace(turn, room=room, tools=Toolbox(room))
    ruled_turn, ruled = followed or await _of_those_meant(message, await _by_rules(by_rules, understood))
    stands = ruled_turn.intent not in _DRAFTED and not ruled.refuses
    reckons = followed is None and understood.wish is not None and ruled.given and ruled.is_typed
    if stands or reckons or is_settled(turn, ruled):
        return ruled_turn, ruled
    drafting = turn if followed is not None else replace(ruled_turn, room=turn.room)
    answer = await _with_model(drafting, message, ruled, model, retrieved)
    return (ruled_turn if followed is not None and answer.rows else drafting), answer


async def _certain(turn: Turn, ruled: Answer) -> Answer:
    """An answer of rules that no model looks at: what is only likely is shown as the nearest passages.

    Where nothing answers for certain, the provision of an agreement may.
    """
    is_likely = ruled.is_likely or not await is_seconded(turn, ruled) or await tells_open_term(turn, ruled)
    may_be_clause = (is_likely or ruled.refuses) and not asks_beside_covenant(turn.message)
    if may_be_clause and (told := await provision_told(turn)) is not None:
        return await with_later_papers(turn, told)
    return await likely_only(turn, ruled) if is_likely else ruled


async def _of_those_meant(message: str, ruled: tuple[Turn, Answer]) -> tuple[Turn, Answer]:
    """An answer of rules; that they do not tell, where it is not of the rows or the name that a message is about, or
    answers nothing that was asked."""
    turn, answer = ruled
    if is_of_other_rows(replace(turn, message=message), answer):
        return turn, untold(turn)
    if await answers_nothing(turn, message, answer):
        return turn, await nothing_found(turn)
    name = await strays(turn, message, answer)
    return turn, asked_back(turn, name) if name else answer


_IN_PROSE = (Intent.FACT_LOOKUP, Intent.SYNTHESIS, Intent.COMPARISON, Intent.DEEP_DIVE)
_DRAFTED = (*_IN_PROSE, Intent.DUE_DILIGENCE)  # by a model, where there is one


async def _by_rules(turn: Turn, understood: Understood) -> tuple[Turn, Answer]:
    """The answer of a question back, of a reckoning, or of the behaviour that the message asks for."""
    if (told := await part_told(turn, understood.message)) is not None:
        return turn, told
    answered = await _of_conversation(turn, understood)
    if answered is not None:
        return answered
    return turn, await with_later_papers(turn, await BEHAVIOURS[turn.intent](turn))


async def _of_requests(
    room: Room, message: str, asked: Sequence[RequestQuestion], context: Context, conversation: int
) -> tuple[Turn, Answer]:
    """A question about the requests of a list, in words that stand alone; the parts of one that asks twice in turn."""
    stands_alone = len(asked) == 1 and read_request_question(message) is not None
    turn = _turn_of(room, message, Intent.GAP_IDENTIFICATION, context, conversation, await known_of(room))
    if not stands_alone:
        turn = replace(turn, meant=replace(turn.meant, question=asked[-1].text))
    parts = [turn.meant] if stands_alone else [replace(turn.meant, question=one.text) for one in asked]
    answers = [await gap_identification(replace(turn, meant=meant)) for meant in parts]
    blocks = tuple(block for answer in answers for block in answer.blocks)
    return turn, replace(answers[-1], blocks=blocks)


async def _of_editions(room: Room, message: str, context: Context, conversation: int) -> tuple[Turn, Answer] | None:
    """A question about two versions of one document; None where no pair of them is meant."""
    turn = _turn_of(room, message, Intent.COMPARISON, context, conversation, await known_of(room))
    answer = await editions(turn)
    return None if answer is None else (turn, answer)


async def _of_register(room: Room, message: str, context: Context, conversation: int) -> tuple[Turn, Answer] | None:
    """A question whether a list of contracts is right; None where no entry of one has its contract in the room."""
    turn = _turn_of(room, message, Intent.COMPARISON, context, conversation, await known_of(room))
    answer = await register_checked(turn)
    return None if answer is None else (turn, answer)


def _turn_of(
    room: Room, message: str, intent: Intent, context: Context, conversation: int, known: Known | None = None
) -> Turn:
    """A message that stands alone, whatever was said before; an order is in the language of the conversation."""
    is_order = intent is Intent.TASK and context.query is not None
    language = context.query.language if is_order and context.query else detect_language(message)
    meant, phrases = Meant(message, language=language), phrases_of(language)
    return Turn(
        message, meant, intent, context, room, Toolbox(room), phrases, conversation, known=known or Known()
    )  # fmt: skip


async def _of_conversation(turn: Turn, understood: Understood) -> tuple[Turn, Answer] | None:
    """What is asked back or computed from earlier answers; None where the documents are to be asked."""
    if understood.bound.is_open:
        return turn, _ask_what(turn, understood.bound)
    if understood.sides is not None and (told := await scenarios_compared(turn, understood.sides)) is not None:
        return turn, told
    if understood.wish is None:
        return (turn, _ask_back(turn)) if turn.meant.choices else None
    computed = None if understood.is_looked_up else await reckoning(turn, understood.wish)
    if computed is not None:
        return replace(turn, meant=_kept(turn)), computed
    if turn.meant.choices:
        return turn, _ask_back(turn)
    if turn.context.query is None or (turn.meant.query is None and not understood.wish.is_other_time):
        return turn, _unclear(turn)
    answer = await BEHAVIOURS[turn.intent](turn)
    is_told = answer.given or (understood.wish.is_other_time and not answer.claims)
    return turn, answer if is_told else _unclear(turn)


def _unclear(turn: Turn) -> Answer:
    """That nothing says from which figures to compute: sentences that speak of changes would be no answer."""
    return Answer((line(turn.phrases("unclear_figures")),), refuses=True, asks_which=True)


def _kept(turn: Turn) -> Meant:
    """What the conversation goes on being about after a reckoning: what it was about before."""
    before = turn.context
    return replace(turn.meant, question=before.question, query=before.query, subject=before.subject)


async def _with_model(turn: Turn, message: str, ruled: Answer, model: Model, retrieved: Retrieved) -> Answer:
    """What a model drafts of the documents; else what it finds with tools; else that nothing was found.

    What rules found stands in for a model that failed, never for one that saw the documents and drafted none.
    """
    from sleuth.agents.analyst.drafting import drafted
    from sleuth.agents.analyst.model import ModelTurn

    if (answer := await drafted(turn, message, ruled)) is not None:
        return answer
    if failed := turn.room.reasoner.degraded:  # it would fail once more
        certain = await _certain(turn, ruled)
        return replace(certain, degraded=(*certain.degraded, *failed))
    if turn.intent not in _IN_PROSE:
        return ruled
    try:
        found = await ModelTurn(turn, model.chat, model.retriever, retrieved, ruled).answer()
    except (ModelUnavailableError, UnusableAnswerError, PromptTooLongError) as error:
        why, certain = turn.phrases("model_down", reason=f"{error}".rstrip(".")), await _certain(turn, ruled)
        return replace(certain, degraded=(*certain.degraded, why))
    if found is not None:
        return found
    refusal = await read_in_vain(turn, ruled)
    return replace(refusal, degraded=(*refusal.degraded, turn.phrases("model_silent")))


def _decision(room: Room, message: str, context: Context, conversation: int) -> tuple[Turn, Answer]:
    """A yes or a no to what was not asked: nothing is changed."""
    turn = _turn_of(room, message, Intent.TASK, context, conversation)
    return turn, Answer((line(turn.phrases("not_done" if is_no(message) else "nothing_waits")),))


def _ordered(
    room: Room, message: str, context: Context, conversation: int, writes: Sequence[Write]
) -> tuple[Turn, Answer]:
    """What is to be written, put to the person unless they have just agreed to it."""
    turn = _turn_of(room, message, Intent.TASK, context, conversation)
    room.language, phrases = turn.meant.language, turn.phrases
    if not writes:
        return turn, Answer((line(phrases("nothing_offered")),))
    agreed = all(write.is_agreed for write in writes)
    told = [line(described(write.to_json(), phrases)) for write in writes]
    shown = () if agreed else (*told, line(phrases("proceed")))
    return turn, Answer(shown, writes=tuple(write.to_json() for write in writes), is_agreed=agreed)


def _intent(retrieved: Retrieved, message: str, query: Query | None, room: Room, context: Context) -> Intent:
    """Greetings and questions about us by the gate; all else by the words of the message, or what it is like.

    What goes on from a question before ("who are they?") is like no other message.
    """
    if retrieved.intent is Gate.GREETING:
        return Intent.GREETING
    if retrieved.intent is Gate.META:
        return Intent.META
    inferred = infer(message, query, list(room.subjects))
    goes_on = bool(context.question) and bool(anaphors(message))
    is_open = inferred is Intent.FACT_LOOKUP and query is None and not goes_on
    return likely_intent(message) if is_open else inferred


_LEAST_CHOICES, _MOST_CHOICES = 2, 6  # of a question back: more than these nobody chooses from


def _ask_what(turn: Turn, bound: Bound) -> Answer:
    """The question back where a word may stand for several, or for what nobody has named."""
    if not bound.options and " " in bound.word:  # "that mission"
        noun = bound.word.partition(" ")[2]
        return Answer((line(turn.phrases("which_noun", noun=noun)),), asks_which=True)
    is_person = bool(bound.word) and any(one.kinds[:1] == (Kind.PERSON,) for one in anaphors(bound.word))
    labels = [one.name for one, _ in bound.options] or ([] if is_person else chief_subjects(turn.room))
    messages = [meant for _, meant in bound.options] or [
        _named_instead(turn.message, bound.word, name) for name in labels
    ]
    choices = tuple(Choice(label, message=meant) for label, meant in zip(labels, messages, strict=True))
    if not _LEAST_CHOICES <= len(labels) <= _MOST_CHOICES:
        return Answer((line(turn.phrases("unclear_word", word=bound.word)),), refuses=True, asks_which=True)
    text = turn.phrases("which_of_word", word=bound.word, options=in_a_row(labels, turn.phrases("or")))
    return Answer((line(text),), choices=choices, asks_which=True)


def _named_instead(message: str, word: str, name: str) -> str:
    """A message with a name in place of its last such word."""
    before, _, after = message.rpartition(word)
    return f"{before}{name}{after}"


def _ask_back(turn: Turn) -> Answer:
    """The one question that decides between the readings of a message."""
    choices = labels_of(turn.meant.choices, turn.phrases)
    options = f" {turn.phrases('or')} ".join(choice.label for choice in choices)
    return Answer((line(turn.phrases("do_you_mean", options=options)),), choices=choices, asks_which=True)
