"""Letters that PDFium leaves out because they look like a second print of the letter before them.

PDFium takes a text object that repeats the one before it, at nearly the same place, for a bold print made by printing
twice. Programs that write each letter as an object of its own lose the second letter of an italic "ff" that way, since
its box overlaps the first one's: "differ" is then read as "dif er".
"""

import ctypes
from collections.abc import Iterator, Mapping, Sequence
from itertools import repeat
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pypdfium2.raw as pdfium

from sleuth.ingest.readers.pdfium import Handle, address, bounds_of

_LETTERWISE = 0.4  # text objects a character: above it, objects are letters rather than lines or words
_LOOK_BACK = 5  # objects; PDFium compares no more
_SAME_SIZE = 0.1  # points: two boxes of one letter differ by rounding only
_REPRINT = 0.12  # of the line's height: a second print for boldness is shifted by less, a second letter by more
_BLANK = 0.16  # of the line's height: the least gap in which a blank is read

_object_of = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int)(address(pdfium.FPDFText_GetTextObject))

Bounds = npt.NDArray[np.float64]


class Repeat(NamedTuple):
    """A letter that was left out: it repeats the character at index `of`."""

    of: int
    closes_up: bool  # the blank that PDFium put after it stands for the letter itself


def left_out(text_page: Handle, objects: Sequence[int], count: int) -> list[Repeat]:
    """The repeated letters among a page's `count` characters, in order. `objects` are the page's text objects."""
    if len(objects) < _LETTERWISE * count:
        return []
    bounds = bounds_of(objects)
    suspects = _overlapping(bounds)
    if not suspects:
        return []
    owners = map(_object_of, repeat(address(text_page)), range(count))
    last_character = {owner: index for index, owner in enumerate(owners) if owner}
    return sorted(_repeats(objects, bounds, suspects, last_character, text_page))


def _overlapping(bounds: Bounds) -> list[int]:
    """The objects that cover half of one shortly before them, of the same size and on the same line."""
    found: set[int] = set()
    widths = bounds[:, 2] - bounds[:, 0]
    for back in range(1, min(_LOOK_BACK + 1, len(bounds))):
        apart = np.abs(bounds[back:] - bounds[:-back])
        same_size = np.abs(widths[back:] - widths[:-back]) < _SAME_SIZE
        same_line = (apart[:, 1] < _SAME_SIZE) & (apart[:, 3] < _SAME_SIZE)
        half_covered = apart[:, 0] <= 0.6 * widths[back:]
        found.update((np.flatnonzero(same_size & same_line & half_covered & (widths[back:] > 0)) + back).tolist())
    return sorted(found)


def _repeats(
    objects: Sequence[int],
    bounds: Bounds,
    suspects: Sequence[int],
    last_character: Mapping[int, int],
    text_page: Handle,
) -> Iterator[Repeat]:
    read_again: set[int] = set()  # a repeat may itself be printed twice
    for at in suspects:
        if objects[at] in last_character:
            continue
        before = next(
            (b for b in range(at - 1, max(-1, at - 1 - _LOOK_BACK), -1) if objects[b] in last_character), None
        )
        if before is None or np.abs(bounds[at, 1::2] - bounds[before, 1::2]).max() > _SAME_SIZE:
            continue
        index = last_character[objects[before]]
        letter = _line_box(text_page, index)
        height = letter.top - letter.bottom
        shift = bounds[at, 0] - bounds[before, 0]
        if shift <= _REPRINT * height or index in read_again:
            continue
        read_again.add(index)
        following = _line_box(text_page, index + 2)
        has_room = following.left - (letter.right + shift) >= _BLANK * height
        yield Repeat(index, pdfium.FPDFText_IsGenerated(text_page, index + 1) == 1 and not has_room)


def _line_box(text_page: Handle, index: int) -> pdfium.FS_RECTF:
    """The box of a character, as high as its line."""
    box = pdfium.FS_RECTF()
    pdfium.FPDFText_GetLooseCharBox(text_page, index, box)
    return box
