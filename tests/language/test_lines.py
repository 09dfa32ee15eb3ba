"""The lines of a text with their places."""

from sleuth.language.lines import filled_lines, lines_of

TEXT = "Lease\n\n  Rent \nTerm"


def test_each_line_has_the_offset_at_which_it_begins() -> None:
    assert [(TEXT[at : at + len(line)], line) for at, line in lines_of(TEXT)] == [
        (line, line) for line in TEXT.split("\n")
    ]


def test_a_stretch_keeps_the_offsets_of_the_whole_text() -> None:
    assert list(lines_of(TEXT, 7)) == [(7, "  Rent "), (15, "Term")]


def test_lines_of_blanks_are_left_out() -> None:
    assert [line for _, line in filled_lines(TEXT)] == ["Lease", "  Rent ", "Term"]
