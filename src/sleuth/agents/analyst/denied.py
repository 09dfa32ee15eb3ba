"""What another paper says of a figure by its number: that it is not so ("should be 18,412 and not 18,142").

An e-mail that corrects a pack changes no cell of it, and no edition replaces another. The figure is told as the pack
has it, and the sentence that denies it stands before it.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from sleuth.agents.analyst.answer import Answer, Block, line, note
from sleuth.agents.analyst.corrected import Corrections, correcting
from sleuth.agents.analyst.corrected_times import is_of_same_time
from sleuth.agents.analyst.phrases import data, phrases_of
from sleuth.agents.analyst.room import Room
from sleuth.agents.analyst.statements import Spot, proven_once
from sleuth.findings.text.sentences import statements
from sleuth.language.glyphs import plain
from sleuth.language.tokens import stems
from sleuth.language.weight import detect_language, is_heavy

_NUMBER = re.compile(r"(?<![\w.,])\d{1,3}(?:[,.\u00a0\u202f ]\d{3})+(?![\w,.]?\d)|(?<![\w.,])\d{4,}(?![\w,.]?\d)")
_SCALED = re.compile(r"(?<![\w.,])(\d{1,3}[.,]\d{1,2})\s?(?:%|bn|billion|mn?|million|k|thousand|x)(?!\w)")
_SCALES = r"\s?(?:%|x\b|per ?cent|(?:bn|billion|mn?|million|mkr|k|thousand|tkr)\b)?"
_YEAR = re.compile(r"(?:19|20)\d\d")
_MOST_NUMBERS = 4  # of an answer that are looked for: a list tells rows, and no one figure
_MOST_TOLD = 3
_MOST_BETWEEN = 3  # sentences behind a denial, of which one may say what is right


async def with_denials(room: Room, question: str, answer: Answer, language: str) -> Answer:
    """An answer led by the sentences that deny one of its figures, or beside those that put it in doubt; as it is where
    there are none. `language`: of what stands between them.
    """
    if answer.refuses:
        return answer
    stated = [block for block in answer.blocks if block.proof]
    leading = [block for block in stated if block.kind != "note"]  # what notes set beside it is not what is told
    numbers = list(dict.fromkeys(n for block in leading for n in _numbers(block.stated)))
    figures = [block for block in leading if block.proof in ("cell", "computed")]
    corrected = await correcting(room, figures, answer.period) if figures else Corrections()
    told = " ".join((question, *(block.stated for block in stated)))
    looked_for = numbers if len(numbers) <= _MOST_NUMBERS else ()
    denying = [spots for number in looked_for for spots in await _denying(room, number, told)]
    meant = [spot for spots in denying if _is_about(spots[0][-1], told) for spot in spots]
    about = [spot for spot in dict.fromkeys([*meant, *corrected.leading]) if not _is_told(spot[-1], stated)]
    denials = [replace(one.block, kind="line") for one in (await proven_once(room, about))[:_MOST_TOLD]]
    if denials:
        return replace(answer, blocks=(*denials, *_corrected(answer.blocks, language)), is_exact=False)
    doubts = await _doubts(room, [spot for spot in corrected.doubting if not _is_told(spot[-1], stated)], language)
    return replace(answer, blocks=(*answer.blocks, *doubts), is_exact=False) if doubts else answer


def _corrected(blocks: Sequence[Block], language: str) -> list[Block]:
    """The blocks of an answer as what a sentence before them corrects."""
    kept = [replace(block, kind="note") if block.kind == "line" and block.proof else block for block in blocks]
    is_list = bool(kept) and kept[0].kind != "note" and bool(kept[0].proof)
    return [line(phrases_of(language)("before_correction")), *kept] if is_list else kept


async def _doubts(room: Room, spots: Sequence[Spot], language: str) -> list[Block]:
    """Notes of sentences that correct a time within that of the figure, or around it."""
    phrases = phrases_of(language)
    proven = [one.block for one in (await proven_once(room, spots))[:_MOST_TOLD]]
    return [note(phrases("corrects_other_time", text=one.text), one.citations, one.proof) for one in proven]


def _numbers(text: str) -> list[str]:
    """The numbers of a text as regular expressions that find them: those of four digits and more, years aside, however
    their thousands are set apart, and decimals before a scale or a percent sign ("£31.8M").
    """
    plainly = plain(text).text
    found = (re.sub(r"\D", "", number) for number in _NUMBER.findall(text))
    whole = [_spelled(digits) for digits in found if not _YEAR.fullmatch(digits)]
    return whole + [
        rf"(?<![\d.,]){re.sub('[.,]', '[.,]', number)}(?![.,]?\d){_SCALES}" for number in _SCALED.findall(plainly)
    ]


async def _denying(room: Room, number: str, told: str) -> list[list[Spot]]:
    """The sentences that deny a number, each with the one near behind it that says what is right; and those that tell
    it as what held before, at a time that is `told`."""
    marks: dict[str, str] = data("statements")["denying"]
    forms = [re.compile(marks[place].replace("{number}", number)) for place in ("before", "behind")]
    formerly = re.compile(marks["formerly"].replace("{number}", number), re.IGNORECASE)
    addresses = await room.library.pages_saying([number, marks["any"]])
    pages = await room.library.pages(addresses)
    replaced = {document.id for document in room.library.documents if document.replaced_by is not None}
    found: list[list[Spot]] = []
    for (document_id, _), page in pages.items():
        sentences = [] if document_id in replaced else list(statements(page))
        for at, sentence in enumerate(sentences):
            if any(form.search(plain(sentence.text).text) for form in forms):
                behind = sentences[at + 1 : at + 1 + _MOST_BETWEEN]
                is_told = len(_numbers(sentence.text)) > 1  # "2.27x, not 2.18x"
                behind = [] if is_told else behind
                right = next((one for one in behind if re.search(marks["corrects"], plain(one.text).text)), None)
                said = [sentence] if right is None else [sentence, right]
                found.append([(document_id, page.number, one.start, one.end, one.text) for one in said])
            elif formerly.search(plain(sentence.text).text) and is_of_same_time(sentence.text, told):
                found.append([(document_id, page.number, sentence.start, sentence.end, sentence.text)])
    return found


def _spelled(digits: str) -> str:
    """A regular expression for the digits of a number, with or without marks between its thousands."""
    first = len(digits) % 3 or 3
    groups = [digits[:first], *(digits[at : at + 3] for at in range(first, len(digits), 3))]
    return r"(?<![\d.,])" + r"[,.\s]?".join(groups) + r"(?!\d)"


def _is_about(sentence: str, told: str) -> bool:
    """Whether a sentence shares a word of weight with what was asked and told: a number alone may be any other."""
    language = detect_language(sentence)
    return any(is_heavy(stem, language) for stem in stems(sentence, language) & stems(told, language) if stem.isalpha())


def _is_told(sentence: str, stated: Sequence[Block]) -> bool:
    """Whether an answer tells the sentence already."""
    form = plain(sentence).text.strip(" .")
    return any(form in plain(block.stated).text for block in stated)
