"""Hyphens at the ends of lines: which stay, which go, and where the word then stands."""

import numpy as np
import pytest

from sleuth.ingest.readers.pdf_hyphens import Hyphens, Verdict, settle
from sleuth.ingest.readers.pdf_text import HYPHEN, RawPage
from sleuth.ingest.readers.pdfium import Geometry

ENGLISH = (
    "The non-GAAP figures of long-term debt are stated by the board in an understanding of the forward-looking view."
)
SWEDISH = (
    "Utredningen föreslår att myndigheten får ansvar för åtgärder och behandlar frågor som rör försäkringen på nytt."
)


def raw(text: str) -> RawPage:
    """A page whose words are one unit wide a character, each line end below the other."""
    starts, ends, start = [], [], None
    for i, character in enumerate(f"{text} "):
        if character.isspace():
            if start is not None:
                starts.append(start)
                ends.append(i)
            start = None
        elif start is None:
            start = i
        elif text[i - 1] == HYPHEN:
            starts.append(start)
            ends.append(i)
            start = i
    boxes = np.array([[s, 0, e, 1] for s, e in zip(starts, ends, strict=True)], np.float64).reshape(-1, 4)
    shape = Geometry(612, 792, np.eye(2, 3))
    return RawPage(text, np.array(starts), np.array(ends), boxes, (), (), shape)


@pytest.mark.parametrize(
    ("text", "context", "verdict"),
    [
        (f"the under{HYPHEN}standing of", ENGLISH, Verdict.SOFT),  # the joined word is seen elsewhere
        (f"a forward{HYPHEN}looking view", ENGLISH, Verdict.HARD),  # the hyphenated one is
        (f"all non{HYPHEN}cash items", ENGLISH, Verdict.HARD),  # the prefix is written so elsewhere
        (f"a non{HYPHEN}GAAP figure", "", Verdict.HARD),
        (f"year-over{HYPHEN}year growth", "", Verdict.HARD),
        (f"rule 13a{HYPHEN}15 of", "", Verdict.HARD),
        (f"by e{HYPHEN}mail to", "", Verdict.HARD),
        (f"EU{HYPHEN}direktivet om", SWEDISH, Verdict.HARD),
        (f"all infor{HYPHEN}mation of", ENGLISH, Verdict.SOFT),  # neither half is a word
        (f"ett dataskydds{HYPHEN}direktiv om", SWEDISH, Verdict.SOFT),  # the language closes its compounds
        (f"in{HYPHEN}och utförsel", SWEDISH, Verdict.SUSPENDED),
        (f"pre{HYPHEN}and post-tax", ENGLISH, Verdict.SUSPENDED),
    ],
)
def test_the_document_s_own_words_judge(text: str, context: str, verdict: Verdict) -> None:
    assert Hyphens([context, text]).judge(text, text.index(HYPHEN)) is verdict


@pytest.mark.parametrize(
    ("text", "settled", "boxes"),
    [
        (f"om under{HYPHEN}standing here", "om understanding\nhere", [1, 2, 1]),
        (f"om non{HYPHEN}GAAP here", "om non-GAAP\nhere", [1, 2, 1]),
        (f"om in{HYPHEN}och ut", "om in-\noch ut", [1, 1, 1, 1]),
        (f"non{HYPHEN}GAAP\nunder{HYPHEN}standing of it", "non-GAAP\nunderstanding\nof it", [2, 2, 1, 1]),
        (f"a{HYPHEN} b", "a- b", [1, 1]),
        (f"ends with a{HYPHEN}", "ends with a-", [1, 1, 1]),
    ],
)
def test_a_settled_word_is_one_word_with_a_box_on_each_line(text: str, settled: str, boxes: list[int]) -> None:
    result, words = settle(raw(text), Hyphens([ENGLISH, text]))
    assert result == settled
    spans = list(zip(words.spans[::2], words.spans[1::2], strict=True))
    assert [result[start:end] for start, end in spans] == settled.split()
    assert [len(words.boxes_of(start, end)) for start, end in spans] == boxes
