"""A currency is read with its country; a sign that several share means what the document says."""

import pytest

from sleuth.evidence.values import read_values
from sleuth.language.currency import USUAL, Signs, agreed, document_signs
from sleuth.language.quantity import read_cell, unit_form
from sleuth.language.scale import read_scaling, states_amount, states_scale

CANADIAN = Signs((("$", "CAD"),))
DANISH = Signs((("kr", "DKK"),))


@pytest.mark.parametrize(
    ("said", "currency", "scale"),
    [
        ("C$ thousands", "CAD", 3), ("(in thousands of Canadian dollars, except per-share data)", "CAD", 3),
        ("CAD million", "CAD", 6), ("$ CAD millions", "CAD", 6), ("A$m", "AUD", 6), ("HK$'000", "HKD", 3),
        ("in millions of Singapore dollars", "SGD", 6), ("NZ$k", "NZD", 3), ("NT$ million", "TWD", 6),
        ("US$ m", "USD", 6), ("in thousands of U.S. dollars", "USD", 3), ("$ millions", "USD", 6),
        ("danske kroner", "DKK", None), ("Norwegian kroner in thousands", "NOK", 3), ("mkr", "SEK", 6),
        ("R'000", "ZAR", 3), ("Amounts in R million unless stated otherwise", "ZAR", 6), ("RM'000", "MYR", 3),
        ("KSh million", "KES", 6), ("in thousands of rand", "ZAR", 3),
        ("RMB million", "CNY", 6), ("Rs. million", "INR", 6), ("¥ million", "JPY", 6), ("JP¥ million", "JPY", 6),
    ],
)  # fmt: skip
def test_a_caption_names_a_currency_with_its_country(said: str, currency: str, scale: int | None) -> None:
    read = read_scaling(said)
    assert (read.currency, read.money, read.doubtful) == (currency, scale, False)


@pytest.mark.parametrize("said", ["R&D", "R", "Forecast R2", "FT", "by region R"])
def test_letters_without_a_scale_name_no_currency(said: str) -> None:
    assert read_scaling(said).currency is None


def test_a_sign_alone_means_what_the_document_says_and_one_with_a_country_does_not_change() -> None:
    assert read_scaling("$ thousands", CANADIAN).currency == "CAD"
    assert read_scaling("US$ thousands", CANADIAN).currency == "USD"
    assert read_scaling("mkr", DANISH).currency == "DKK"
    assert read_scaling("MSEK", DANISH).currency == "SEK"
    assert read_scaling("$ thousands", Signs((("$", ""),))).currency is None


@pytest.mark.parametrize(
    ("text", "currency"),
    [
        ("C$5.2", "CAD"),
        ("(C$5.2)", "CAD"),
        ("-HK$ 5.2", "HKD"),
        ("$5.2", "CAD"),
        ("US$ 5.2", "USD"),
        ("5.2 AUD", "AUD"),
    ],
)
def test_a_cell_bears_its_currency(text: str, currency: str) -> None:
    read = read_cell(text, signs=CANADIAN)
    assert read is not None
    assert (int(abs(read.value)), read.currency) == (5, currency)


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("a loan of c$5 million and us$6 million", ["CAD", "USD"]),
        ("5 million canadian dollars", ["CAD"]),
        ("a $5 million loan and $6 thousand", ["CAD", "CAD"]),
        ("us $ 5 million", ["USD"]),
        ("$5 million canadian dollars", ["CAD"]),
        ("hong kong dollars 5", [""]),
        ("kr 5 and 6 mkr", ["SEK", "SEK"]),
        ("r2 418.6 million and r45.0 million", ["ZAR", "ZAR"]),
        ("a claim of r18 500 000", ["ZAR"]),
        ("₱5 million and ₺6 million", ["PHP", "TRY"]),
        ("reforecast r2 of 45", [""]),
    ],
)
def test_an_amount_in_a_sentence_bears_its_currency(text: str, units: list[str]) -> None:
    assert [one.unit for one in read_values(text, CANADIAN)[0]] == units


@pytest.mark.parametrize(
    ("cover", "currency"),
    [
        ("Notes\nAll amounts in Canadian dollars unless otherwise noted", "CAD"),
        ("Interim report (unaudited; thousands of Australian dollars)", "AUD"),
        ("The financial statements are presented in Hong Kong dollars (HK$)", "HKD"),
        ("In this Agreement “$” means the lawful currency of Singapore.", "SGD"),
        ("References to dollars are to New Zealand dollars", "NZD"),
        ("Figures in C$ 000", "CAD"),
        ("(in millions)", "USD"),
        ("A loan of C$5 million to our Canadian subsidiary", "USD"),
        ("We are exposed to the Canadian dollar and borrow in it where we need to", "USD"),
    ],
)
def test_a_cover_says_what_a_sign_means_and_an_amount_in_a_currency_does_not(cover: str, currency: str) -> None:
    assert document_signs(cover, [cover]).code("$") == currency


def test_one_table_in_another_currency_does_not_change_a_document_of_many() -> None:
    tables = ["(in millions)", "(in millions)", "(in millions of Canadian dollars)"]
    assert document_signs("Annual report", tables).code("$") == "USD"
    assert document_signs("Annual report", tables[1:]).code("$") == "CAD"
    assert document_signs("All figures in C$ unless otherwise stated", tables[:2]).code("$") == "CAD"


def test_a_document_that_says_two_currencies_of_a_sign_leaves_it_open() -> None:
    assert document_signs("", ["(thousands of Canadian dollars)", "(thousands of US dollars)"]).code("$") == ""


@pytest.mark.parametrize(("language", "currency"), [("da", "DKK"), ("nb", "NOK"), ("sv", "SEK"), ("en", "SEK")])
def test_kronor_are_those_of_the_language_where_the_document_does_not_say(language: str, currency: str) -> None:
    assert document_signs("Årsrapport", [], language).code("kr") == currency
    assert document_signs("Beløb i tusinde danske kroner", [], language).code("kr") == "DKK"


def test_signs_of_documents_that_differ_stand_for_themselves() -> None:
    assert agreed([CANADIAN, CANADIAN]).code("$") == "CAD"
    assert agreed([CANADIAN, USUAL]).code("$") == "$"


@pytest.mark.parametrize(
    ("unit", "form"), [("CAD", "C$# million"), ("AUD", "A$# million"), ("USD", "$# million"), ("NOK", "NOK # million")]
)
def test_an_amount_is_written_with_its_country(unit: str, form: str) -> None:
    assert unit_form(unit, 6) == form


@pytest.mark.parametrize("label", ["Brands", "Brewing & Brands 227", "Trand", "Bpound"])
def test_a_word_that_ends_in_the_noun_of_a_currency_is_none(label: str) -> None:
    assert read_scaling(label).currency is None


@pytest.mark.parametrize(("unit", "code"), [("MEURO", "EUR"), ("KSEK", "SEK"), ("b pounds", "GBP"), ("mAUD", "AUD")])
def test_the_letter_of_a_scale_stands_before_a_code_or_apart(unit: str, code: str) -> None:
    assert read_scaling(unit).currency == code


@pytest.mark.parametrize(
    ("said", "currency", "scale"),
    [
        ("KShs '000", "KES", 3), ("in thousands of Kenya shillings", "KES", 3), ("TShs million", "TZS", 6),
        ("KShs millions", "KES", 6),
        ("₹ lakhs", "INR", 5), ("Rs. in lakhs", "INR", 5), ("₹ crore", "INR", 7), ("GEL '000", "GEL", 3),
        ("in thousands of Georgian lari", "GEL", 3), ("MAD million", "MAD", 6), ("TRY m", "TRY", 6),
        ("N'000", "NGN", 3), ("GH¢'000", "GHS", 3), ("FCFA millions", "XOF", 6), ("AED'000", "AED", 3),
        ("in thousands of Kuwaiti dinars", "KWD", 3), ("in millions of Colombian pesos", "COP", 6),
        ("thousands of leva", "BGN", 3), ("NIS thousands", "ILS", 3),
    ],
)  # fmt: skip
def test_a_caption_names_the_money_of_any_country(said: str, currency: str, scale: int) -> None:
    read = read_scaling(said)
    assert (read.currency, read.money, read.doubtful) == (currency, scale, False)


@pytest.mark.parametrize("said", ["thousands of shillings", "in millions of pesos", "Shs'000", "K'000"])
def test_money_of_several_countries_has_a_scale_and_no_currency_of_its_own(said: str) -> None:
    read = read_scaling(said)
    assert read.currency is None
    assert read.money in (3, 6)


def test_the_shillings_of_a_document_are_those_that_it_names_in_full() -> None:
    signs = document_signs("", ["All amounts are in Kenya shillings unless otherwise stated."])
    assert read_scaling("Shs'000", signs).currency == "KES"
    assert signs.stated == "KES"


def test_an_amount_in_a_sentence_states_no_currency_of_all_amounts() -> None:
    assert document_signs("", ["The Company paid EUR 5 million."]).stated == ""
    assert document_signs("", ["All figures are in Swiss francs."]).stated == "CHF"


@pytest.mark.parametrize(
    ("scale", "form"),
    [(0, "INR #"), (3, "INR # thousand"), (5, "INR # lakh"), (7, "INR # crore"), (4, "INR # e4")],
)
def test_no_scale_is_left_out_of_a_figure(scale: int, form: str) -> None:
    assert unit_form("INR", scale) == form


@pytest.mark.parametrize("line", ["KSh'000 unless stated otherwise. Approved 26 July 2024.", "Shs'000", "GEL million"])
def test_a_line_states_a_scale_in_the_money_of_any_country(line: str) -> None:
    assert states_scale(line)


def test_an_amount_in_the_money_of_any_country_is_an_amount_and_no_unit() -> None:
    assert states_amount("acquired for KSh 74.0 million")
    assert states_amount("a claim of GEL 12,400")
    assert not states_amount("KSh '000")


@pytest.mark.parametrize(
    "said", ["Advanced Micro Devices, Inc. (AMD)", "AMD EPYC processors", "pending in a MDL", "mCRC"]
)
def test_letters_that_companies_and_courts_write_for_something_else_name_no_currency(said: str) -> None:
    assert read_scaling(said).currency is None


@pytest.mark.parametrize(
    ("said", "stated"),
    [
        ("References herein to AMD or the Company mean Advanced Micro Devices, Inc. and its subsidiaries.", ""),
        ("References to SGD or the Group mean Sagard Holdings.", ""),
        ("References to SGD are to Singapore dollars, and those to the Company to Sagard Holdings.", "SGD"),
        ("All amounts are in SGD unless stated otherwise.", "SGD"),
    ],
)
def test_a_name_that_the_company_gives_itself_is_no_currency_of_all_amounts(said: str, stated: str) -> None:
    assert document_signs(said, [said]).stated == stated
