"""Stored numbers as a spreadsheet shows them."""

import pytest

from sleuth.ingest.readers.number_format import shown

ACCOUNTING = r'_(* #,##0.00_);_(* \(#,##0.00\);_(* "-"??_);_(@_)'


@pytest.mark.parametrize(
    ("stored", "code", "text"),
    [
        ("119575", "General", "119575"),
        ("0.30000000000000004", "General", "0.3"),
        ("1E+20", "General", "100000000000000000000"),
        ("119575", "#,##0", "119,575"),
        ("999.5", "#,##0", "1,000"),
        ("119575000", "#,##0,", "119,575"),
        ("119575000", '#,##0.0,,"m"', "119.6m"),
        ("0.125", "0.0%", "12.5%"),
        ("0.125", "0%", "13%"),
        ("0.145", "0.0%", "14.5%"),
        ("1.005", "0.00", "1.01"),
        ("-1234.5", "#,##0_);(#,##0)", "(1,235)"),
        ("-1234.5", ACCOUNTING, "(1,234.50)"),
        ("0", ACCOUNTING, "-"),
        ("-5", "0", "-5"),
        ("-0.001", "0.00", "0.00"),
        ("-5", "#,##0;[Red]-#,##0", "-5"),
        ("0.08", "+0.0%;-0.0%", "+8.0%"),
        ("-0.08", "+0.0%;-0.0%", "-8.0%"),
        ("1234.5", "[$€-407] #,##0.00", "€ 1,234.50"),
        ("1234.5", "#,##0.00 [$kr-41D]", "1,234.50 kr"),
        ("12.5", "0.0x", "12.5x"),
        ("2023", '"FY"0"A"', "FY2023A"),
        ("60", 'General" days"', "60 days"),
        ("5", "000", "005"),
        ("12", "#,##0.0#", "12.0"),
        ("0.5", "#.##", ".5"),
        ("0.5", "# ?/?", "0.5"),
        ("12345.678", "0.00E+00", "1.23E+4"),
        ("1500", '[>=1000]0.0,"k";0', "1.5k"),
        ("7", ";;;", "7"),
    ],
)
def test_a_number_is_shown_as_its_format_says(stored: str, code: str, text: str) -> None:
    assert shown(stored, code) == text


@pytest.mark.parametrize(
    ("stored", "code", "text"),
    [
        ("45382", "d/m/yyyy", "2024-03-31"),
        ("45382", "[$-409]d-mmm-yy;@", "2024-03-31"),
        ("45382", "dd.mm.yyyy", "2024-03-31"),
        ("45382.5", "m/d/yy h:mm", "2024-03-31 12:00"),
        ("45382", "mmm-yy", "Mar 2024"),
        ("45382", "yyyy", "2024"),
        ("60", "yyyy-mm-dd", "1900-02-28"),
        ("1", "yyyy-mm-dd", "1900-01-01"),
        ("0.5", "h:mm", "12:00"),
        ("45382.3", "hh:mm:ss AM/PM", "07:12:00"),
        ("1.75", "[h]:mm:ss", "42:00:00"),
        ("99999999", "yyyy-mm-dd", "99999999"),
    ],
)
def test_a_date_is_shown_in_iso_form_as_far_as_its_format_goes(stored: str, code: str, text: str) -> None:
    assert shown(stored, code) == text


def test_a_workbook_of_the_macintosh_counts_from_1904() -> None:
    assert shown("43920", "yyyy-mm-dd", date1904=True) == "2024-03-31"


@pytest.mark.parametrize("stored", ["", "n/a", "NaN", "Infinity", "1e999999"])
def test_what_no_spreadsheet_can_store_as_a_number_comes_back_as_it_is(stored: str) -> None:
    assert shown(stored, "#,##0.0") == stored
