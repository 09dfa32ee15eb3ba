"""One measure, however a statement words it."""

import pytest

from sleuth.language.metrics import default_lexicon, label_form


@pytest.mark.parametrize(
    ("label", "metric"),
    [
        ("Net cash provided by (used for) operating activities", "cash flow from operating activities"),
        ("Cash flows used in investing activities", "cash flow from investing activities"),
        ("(Benefit from) provision for income taxes", "income tax"),
        ("Income tax (benefit)/provision", "income tax"),
        ("Earnings before income tax expense", "income before taxes"),
        ("Loss before provision for income taxes", "income before taxes"),
        ("Net earnings (loss)", "net income"),
        ("Net loss including non-controlling interests", "net income"),
        ("Net income available to common shareowners", "net income attributable to shareholders"),
        ("Basic earnings per common share attributable to Acme Corp. shareholders", "basic earnings per share"),
        ("Net loss per share of common stock, diluted", "diluted earnings per share"),
        ("Goodwill – Net", "goodwill"),
        ("Accounts receivable, net of allowance of $55 and $57, respectively", "accounts receivable"),
        ("Total Acme shareholders’ equity", "equity attributable to shareholders"),
        ("Total stockholders’ equity (deficit)", "total equity"),
        ("Purchases of property and equipment", "capital expenditure"),
        ("Sales to customers", "revenue"),
    ],
)
def test_a_label_is_a_measure_in_any_of_its_wordings(label: str, metric: str) -> None:
    assert [known.key for known in default_lexicon().named(label_form(label))] == [metric]


@pytest.mark.parametrize(
    "label",
    [
        "Other income, net",
        "Income",
        "Profit",
        "Income tax benefit",
        "Income taxes withheld",
        "Deferred income taxes",
        "Interest expense, net",
        "Net income attributable to noncontrolling interests",
        "Comprehensive income attributable to Acme",
        "Proceeds from sale of property",
        "Change in shareholders’ equity",
        "Net cash provided by operating activities of discontinued operations",
    ],
)
def test_what_only_looks_like_a_measure_is_none(label: str) -> None:
    assert not default_lexicon().named(label_form(label))


@pytest.mark.parametrize(
    ("asked", "metric"),
    [
        ("top line", "revenue"),
        ("bottom line", "net income"),
        ("vinst", "net income"),
        ("debt", "total debt"),
        ("buybacks", "share repurchases"),
        ("capex", "capital expenditure"),
        ("dividends", "dividends paid"),
        ("R&D spending", "research and development"),
        ("operating cash flow", "cash flow from operating activities"),
        ("workforce", "headcount"),
        ("tillgångar", "total assets"),
        ("Rohertrag", "gross profit"),
        ("market cap", "market capitalization"),
    ],
)
def test_a_measure_can_be_asked_for_by_its_usual_names(asked: str, metric: str) -> None:
    assert [known.key for known in default_lexicon().asked(label_form(asked))] == [metric]


def test_a_name_for_asking_is_none_on_a_statement() -> None:
    assert not default_lexicon().named(label_form("Debt"))
    assert not default_lexicon().named(label_form("Dividends"))


def test_some_names_hold_on_one_statement_alone() -> None:
    lexicon = default_lexicon()
    assert [m.key for m in lexicon.named("dividends", "cash flow")] == ["dividends paid"]
    assert [m.key for m in lexicon.named("receivables", "balance sheet")] == ["accounts receivable"]
    assert not lexicon.named("dividends", "income")
