"""The lines that statements of several countries have, each the measure that it is there."""

import pytest

from sleuth.language.metrics import default_lexicon, label_form


@pytest.mark.parametrize(
    ("label", "metric"),
    [
        ("Revenue from operations", "revenue"),
        ("Direct costs", "cost of revenue"),
        ("PBIT", "operating income"),
        ("Earnings before interest and tax", "operating income"),
        ("Net profit after tax (NPAT)", "net income"),
        ("PAT", "net income"),
        ("Result for the year", "net income"),
        ("Debtors", "accounts receivable"),
        ("Creditors", "accounts payable"),
        ("Stock", "inventories"),
        ("Contributed equity", "share capital"),
        ("Payroll costs", "personnel costs"),
        ("Corporation tax", "income tax"),
    ],
)
def test_a_line_is_known_by_the_name_that_its_country_gives_it(label: str, metric: str) -> None:
    assert [known.key for known in default_lexicon().named(label_form(label))] == [metric]


@pytest.mark.parametrize(
    ("label", "metric", "another"),
    [
        ("Distribution costs", "distribution costs", "sales and marketing"),
        ("Net finance costs", "net finance costs", "interest expense"),
        ("Current tax liabilities", "income tax payable", "income tax"),
        ("Deferred tax liabilities", "deferred tax liabilities", "deferred tax assets"),
        ("Exceptional items", "exceptional items", "other operating expenses"),
    ],
)
def test_a_line_beside_another_is_a_measure_of_its_own(label: str, metric: str, another: str) -> None:
    keys = [known.key for known in default_lexicon().named(label_form(label))]
    assert keys == [metric]
    assert another not in keys
