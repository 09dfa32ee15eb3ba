"""What a model may judge: wording alone. Numbers, times, parties, sides and denials must be what the quotes say."""

import pytest

from sleuth.evidence.claim import Context, Ruling, check
from sleuth.language.calendar import Calendar

APPLE = Context(("Apple Inc.", "Apple"), Calendar(9, 0, stated=True))

SALES = (
    "Mac net sales decreased during the third quarter of 2023 due primarily to lower net sales of laptops, "
    "partially offset by higher net sales of desktops."
)
DEPOSIT = "On signing the Buyer pays a deposit of EUR 3,225,000 to the Seller, who keeps it if the Buyer withdraws."
RATES = "The rent was EUR 40 in 2022 and EUR 55 in 2023, while the fee was EUR 7 in both years."
COURT = "In May 2020 the General Court annulled the decision, and the Court of Justice restored it in July 2022."

# what is exchanged, the quote, the sentence that may be judged, the sentence that may not
JUDGEABLE = [
    (
        "sentences put one behind the other",
        "The agreement remains in force until 30 June 2029. It is extended by a year unless notice is given.",
        "The agreement remains in force until 30 June 2029 and is extended by a year unless notice is given.",
        "The agreement remains in force until 30 June 2029 unless notice is given.",  # of the extension
    ),
    (
        "how often",
        "The rent is paid quarterly in advance.",
        "The rent is paid every quarter in advance.",
        "The rent is paid every month in advance.",
    ),
    (
        "a cause",
        "In May the warehouse discontinued the sale of the product Pallet.",
        "In May the warehouse stopped selling the product Pallet.",
        "In May the warehouse stopped selling the product Pallet because of flaws in its design.",
    ),
    (
        "another cause than the quote's",
        "The imaging centre is late because the transformer was delivered late; it is now planned to open in June.",
        "The imaging centre is behind schedule because the transformer was delivered late.",
        "The imaging centre is behind schedule because the planning permit came late.",
    ),
    (
        "how much of the company",
        "Sales of pallets were discontinued in May.",
        "Sales of pallets were stopped in May.",
        "The group's sales of pallets were stopped in May.",
    ),
    (
        "names that begin alike",
        "Security is granted over shares in Alm Nord AB and Alm Syd AB and charges of SEK 45,000 in Alm Nord AB.",
        "The security consists of shares in Alm Nord AB and Alm Syd AB and charges of SEK 45,000 in Alm Nord AB.",
        "The security consists of shares in Alm Nord AB and Alm Syd AB and charges of SEK 45,000 in Alm Syd AB.",
    ),
    (
        "a quote in another language, given in part",
        'Uppsägningen den 27 februari 2025 är enligt Henrik "av formella skäl".',
        'According to Henrik, the notice of 27 February 2025 is "av formella skäl" (for formal reasons).',
        'According to Sigrid, the notice of 27 February 2025 is "av formella skäl" (for formal reasons).',
    ),
    (
        "names in their order",
        "Acme acquired Borea in 2020.",
        "Acme took over Borea in 2020.",
        "Borea took over Acme in 2020.",
    ),
    (
        "names in their order, though one is told with by",
        "Acme was acquired by Borea.",
        "Borea took over Acme.",
        "Acme took over Borea.",
    ),
    (
        "side",
        SALES,
        "The drop in Mac sales stems chiefly from weaker laptop sales.",
        "The drop in Mac sales stems chiefly from weaker desktop sales.",
    ),
    (
        "number",
        RATES,
        "In 2023 the rent reached EUR 55.",
        "In 2022 the rent reached EUR 55.",
    ),
    (
        "party",
        DEPOSIT,
        "The Buyer must put down a deposit of EUR 3,225,000 at signing.",
        "The Seller must put down a deposit of EUR 3,225,000 at signing.",
    ),
    (
        "name",
        COURT,
        "The decision was struck down by the General Court in May 2020.",
        "The decision was struck down by the Court of Justice in May 2020.",
    ),
    (
        "date",
        "The mill opened in May 2020 and shut in June 2021.",
        "The mill ceased to run in June 2021.",
        "The mill ceased to run in June 2022.",
    ),
    (
        "denial",
        "No new shares are issued to finance the purchase.",
        "The purchase is financed without resorting to new shares.",
        "The purchase is financed by resorting to new shares.",
    ),
    (
        "bound",
        "The fund may invest up to an additional $5 million in notes.",
        "The fund may put an additional amount of at most $5 million into notes.",
        "The fund may put an additional amount of at least $5 million into notes.",
    ),
    (
        "quantifier",
        "Some of our suppliers are located in Norway.",
        "Some of our suppliers sit in Norway.",
        "Most of our suppliers sit in Norway.",
    ),
    (
        "stance",
        "We expect revenue of $40 million in 2025.",
        "Revenue is expected to reach $40 million in 2025.",
        "Revenue of $40 million was reached in 2025.",
    ),
    (
        "prefix",
        "The unaudited cash flow is $75 million.",
        "The unaudited cash flow stands at roughly $75 million.",
        "The audited cash flow stands at $75 million.",
    ),
    (
        "unit",
        "The price is 59 cents per kilogram.",
        "The price works out at 59 cents per kilogram.",
        "The price works out at 59 cents per tonne.",
    ),
    (
        "ends",
        "The pipeline carries gas from Kalmin to the terminal at Port Sorel.",
        "The pipeline brings gas from Kalmin to Port Sorel.",
        "The pipeline brings gas from Port Sorel to Kalmin.",
    ),
    (
        "sum",
        "Acme bought back shares for $18 million and paid dividends of $4 million in 2020.",
        "Acme handed out $22 million in 2020: $18 million for shares and $4 million in dividends.",
        "Acme handed out $23 million in 2020: $18 million for shares and $4 million in dividends.",
    ),
    (
        "rise told by numbers",
        "Revenue was $5 million in 2022 and $4 million in 2021.",
        "Revenue climbed markedly, to $5 million in 2022 from $4 million in 2021.",
        "Revenue slid markedly, to $5 million in 2022 from $4 million in 2021.",
    ),
]


@pytest.mark.parametrize(("quote", "worded", "wrong"), [case[1:] for case in JUDGEABLE], ids=[c[0] for c in JUDGEABLE])
def test_only_wording_is_left_to_a_judge(quote: str, worded: str, wrong: str) -> None:
    told, altered = check(worded, [quote]), check(wrong, [quote])

    assert told.is_judgeable or told.is_proven, told.reason
    assert not altered.is_judgeable, altered.reason
    assert not altered.is_proven, altered.reason


def test_a_figure_told_without_its_period_is_not_judged() -> None:
    cells = [
        "Net sales by category, Services, Three Months Ended July 1, 2023: $21,213 million",
        "Net sales by category, Services, Three Months Ended June 25, 2022: $19,604 million",
    ]

    assert check(
        "Services brought in net sales of $21,213 million in the third quarter of 2023.", cells, APPLE
    ).is_judgeable
    assert not check("Services brought in net sales of $19,604 million.", cells, APPLE).is_judgeable


def test_the_year_before_is_read_from_the_one_date_that_a_sentence_names() -> None:
    cells = ["Margin, Three Months Ended July 1, 2023: 44.5%", "Margin, Three Months Ended June 25, 2022: 43.3%"]
    follows = "The margin climbed to 44.5% in the third quarter of 2023 from 43.3% in the year-ago quarter."
    turned = "The margin climbed to 43.3% in the third quarter of 2023 from 44.5% in the year-ago quarter."

    assert check(follows, cells, APPLE).is_proven
    assert check(turned, cells, APPLE).verdict is Ruling.REFUTED


def test_a_number_that_includes_another_is_not_added_to_it() -> None:
    quote = "The benefit was $2.0 million, which included $3.3 million of discrete benefits."

    assert not check("The benefit was $5.3 million in total.", [quote]).is_proven


def test_a_quote_and_its_sentence_count_once() -> None:
    quote = "Acme bought back shares for $18 million and paid dividends of $4 million"

    assert check("Shares and dividends came to $22 million in total.", [quote, f"{quote} in 2020."]).arithmetic in (
        "",
        "$18 million + $4 million = 22000000",
    )


def test_codes_that_end_in_a_digit_are_words_of_their_own() -> None:
    quote = "The price in area SE3 was 59 cents in 2023."

    assert check("In 2023 the price in area SE3 was 59 cents.", [quote]).is_proven
    assert not check("In 2023 the price in area SE4 was 59 cents.", [quote]).is_proven


def test_basis_points_are_no_base_of_a_share() -> None:
    quote = "The operating margin decreased 70 basis points to 11.1% (down 100 basis points to 10.4% in the half year)."

    assert not check("The operating margin decreased 70% to 11.1%.", [quote]).is_proven


def test_years_of_a_list_take_the_day_that_the_last_but_one_has() -> None:
    quote = (
        "We bought bonds for $7 million and $6 million for the years ended December 31, 2024 and 2023, respectively."
    )

    assert check("We bought bonds for $6 million for the year ended December 31, 2023.", [quote]).is_proven
    assert not check("We bought bonds for $6 million for the year ended December 31, 2024.", [quote]).is_proven


def test_the_first_half_of_a_year_is_its_first_six_months() -> None:
    quote = "Sales were $33 million for the six months ended June 30, 2023."
    calendar = Context(calendar=Calendar(12, 0, stated=True))

    assert check("Sales were $33 million in the first half of 2023.", [quote], calendar).is_proven
    assert not check("Sales were $33 million in the first half of 2022.", [quote], calendar).is_proven


def test_one_whose_act_another_announces_acts_himself() -> None:
    quote = "On May 4, 2023, the Company also announced the Board of Directors raised the dividend to $0.24 per share."

    assert (
        check("The Board of Directors raised the dividend to $0.24 per share.", [quote]).verdict is not Ruling.REFUTED
    )


def test_a_question_is_never_judged() -> None:
    assert not check("What drove the decline in Mac sales?", [SALES]).is_judgeable


def test_the_documents_own_name_is_no_subject_where_its_quote_speaks_of_a_part() -> None:
    part = "The profit of Energy & Transportation was $2 million in 2023, an increase of 94 percent."
    whole = "The Company's profit was $2 million in 2023, an increase of 94 percent."

    assert not check("Apple's bottom line was a profit of $2 million in 2023.", [part], APPLE).is_judgeable
    assert check("Apple took home a profit of $2 million in 2023.", [whole], APPLE).is_judgeable


@pytest.mark.parametrize(
    ("sentence", "is_proven"),
    [
        ("More than 20,000 cases were confirmed in Spain.", False),  # 35,983 counts recoveries
        ("More than 20,000 recoveries were reported in Spain.", True),
        ("More than 40,000 recoveries were reported in Spain.", False),
    ],
)
def test_a_number_bounds_only_what_it_counts(sentence: str, is_proven: bool) -> None:
    quote = "In Spain over 168,000 confirmed cases, 19,323 deaths and 35,983 recoveries were reported."

    verdict = check(sentence, [quote])

    assert (verdict.verdict is Ruling.PROVEN) is is_proven
    assert verdict.arithmetic == ("35,983 > 20,000" if is_proven else "")
