"""Whether a sentence states a value of the kind that a question about words asks for."""

import pytest

from sleuth.evidence.prose import gives_reason, is_conditional, prose_responds, states_value
from sleuth.evidence.responds import cell_responds, document_responds, of_another_paper
from sleuth.reason.understand.prose import ask


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("How long is the term of the agreement?", "The term is eighteen (18) months from the Effective Date."),
        ("How long is the term of the lease?", "The lease continues until December 31, 2023."),
        ("How long does the lease run?", "It runs from and including 1 May 2021 to and including 30 April 2028."),
        ("Does Acme have any rights of first refusal?", "Acme may match any offer within thirty (30) days."),
        ("When does the lease expire?", "It expires on 31 May 2025."),
        ("How many claims are open?", "We have 57 open claims."),
        ("How many claims are open?", "There are no open claims under policy No. 3."),
        ("What fee would the bank charge?", "The waiver fee would be 35 basis points."),
        ("Who is the landlord?", "The landlord is Borg Holding AB."),
        ("What did Halden pay for Orvik?", "Halden paid a price of $4 billion, which included $1 billion of debt."),
        ("How much of the price included shares?", "The price included shares worth $450 million."),
        ("What percentage does Acme own?", "Acme holds 17 % of the shares."),
    ],
)
def test_a_sentence_with_a_value_of_the_kind_responds(question: str, sentence: str) -> None:
    assert prose_responds(ask(question, "en"), sentence) == ""


@pytest.mark.parametrize(
    ("question", "sentence", "reason"),
    [
        ("How long is the term?", "During the Term Acme shall comply with Exhibit C.", "no duration in it"),
        ("When does the lease expire?", "The lease may be assigned by either party.", "no date in it"),
        ("How many claims are open?", "The provision is EUR 1.2 million.", "no count in it"),
        ("What fee would the bank charge?", "The change of control clause is 14.2.", "no amount of money in it"),
        ("What fee is due?", "The fee is set out in Section 4.", "no amount of money in it"),
        ("How much did we make with Orvik?", "The deed as amended by Amendment No. 2 with Orvik.", "no number in it"),
        (
            "What did Halden pay for Orvik?",
            "The purchase price included 4 million shares of Halden, valued at $450 million.",
            "it tells a part of the amount only",
        ),
        ("How much was the fee?", "The total fee includes EUR 5 for freight.", "it tells a part of the amount only"),
        ("Where is rent highest?", "In December 2024 the rent was 12 U.S. dollars.", "no place in it"),
        (
            "When may it be terminated?",
            "Either party may terminate on one of these events:",
            "it only announces what follows",
        ),
        ("Where is the yard?", "We plan to grow in 2025.", "no place in it"),
        (
            "What risks are there?",
            "These forward-looking statements involve risks and actual results may differ.",
            "it is a notice about statements of the future",
        ),
    ],
)
def test_a_sentence_without_one_does_not_respond(question: str, sentence: str, reason: str) -> None:
    assert prose_responds(ask(question, "en"), sentence) == reason


_PLAN = "In the downside case volume is at the contract's minimum and Line 5 is not built, energy up 15 %."


@pytest.mark.parametrize(
    ("question", "sentence", "reason"),
    [
        ("rent at the mill now", "The rent is £758,000 a year.", ""),
        ("rent at the mill now", "The rent rises by at most 3.5% a year.", "no amount of money in it"),
        ("salary of the CEO", "The salary is reviewed in May.", "no amount of money in it"),
        ("royalty to Orvik", "Acme pays Orvik a royalty of 5% of net sales.", ""),
        ("Orvik minimum volume", "The Minimum Volume in each Contract Year is 54 million bottles.", ""),
        (
            "Orvik minimum volume",
            "£0.6m more is at risk if the volume of Orvik stays low.",
            "no count in it",
        ),
        ("minimum volume", _PLAN, "no count in it"),
        ("notice Orvik", "Orvik shall give notice in writing.", "no duration in it"),
        ("and the liability cap?", "The liability is set out in Clause 12.", "no number in it"),
    ],
)
def test_a_bare_noun_asks_for_its_value(question: str, sentence: str, reason: str) -> None:
    assert prose_responds(ask(question, "en"), sentence) == reason


@pytest.mark.parametrize("question", ["can Orvik cap the price", "is there a rent", "list of leases", "why the cap"])
def test_a_question_with_more_than_a_noun_of_value_is_none(question: str) -> None:
    assert not ask(question, "en").heads


def test_what_somebody_is_doing_is_told_outside_a_condition() -> None:
    asked = ask("is the CFO staying", "en")
    assert prose_responds(asked, "The CFO said that more is at risk if the volume stayed low.") != ""
    assert prose_responds(asked, "The CFO is staying until August.") == ""
    assert prose_responds(ask("is the CFO staying if the deal closes?", "en"), "The CFO stays if it closes.") == ""


@pytest.mark.parametrize(
    "sentence",
    ["It is restated for two matters: (a) glass, (b) software.", "It waited for the following reasons."],
)
def test_matters_for_which_something_is_done_are_reasons(sentence: str) -> None:
    assert gives_reason(sentence)


def test_a_cell_that_repeats_the_name_of_its_row_tells_nothing() -> None:
    assert cell_responds(("C-001", "Orvik"), "C-001, Orvik, Ref: C-001") == "it only repeats what its row is called"
    assert cell_responds(("C-001", "Orvik"), "C-001, Orvik, Notice: 12 months") == ""


def test_a_supposition_is_no_answer_to_a_question_of_fact() -> None:
    asked = ask("Did Acme sell its yard?", "en")
    assert prose_responds(asked, "We may sell the yard of Acme in 2025.") == "it only says what may be"
    assert prose_responds(asked, "The yard was sold in 2024.") == ""


def test_a_value_far_from_the_noun_is_of_something_else() -> None:
    text = f"The fee is told {'to every one of the staff ' * 5} and the price of the yard is EUR 5 million."
    asked = ask("What commission is due?", "en")
    assert prose_responds(asked, text) == ""
    assert "of something else" in prose_responds(ask("What penalty is due?", "en"), text.replace("fee", "penalty"))


@pytest.mark.parametrize(
    ("question", "sentence", "reason"),
    [
        ("Does the margin go up?", "The fee is 35 per cent of the Margin.", "it tells of no change"),
        ("Were there any changes in policies?", "The statements include all subsidiaries.", "it tells of no change"),
        ("Were there any changes in policies?", "We adopted the new standard on leases.", ""),
        ("Is there any change of control clause?", "Who acquires half of the shares shall tell the bank.", ""),
        ("Does the margin go up?", "Each Margin is increased by 0.50 percentage points.", ""),
        ("Will the rent go down?", "The rent is adjusted by the index each year.", ""),
        ("Is the margin 2.5 per cent?", "The Margin is 2.5 per cent. for Facility A.", ""),
        ("Has the extension to 2030 been signed?", "A renewal has been offered; not yet signed.", "it names no year"),
        ("Has the extension to 2030 been signed?", "The extension to 28 February 2030 was signed in May.", ""),
        ("Has the lease been extended until 2031?", "The lease ends on 31 March 2029.", ""),
        ("Was the lease signed in 2024?", "The lease was signed by the landlord.", ""),
        ("It says 14. Why would that be?", "One customer is 14% of sales.", "it only repeats what the question says"),
        ("The deck says 14. Why would that be?", "It is 14% because one company of the group was left out.", ""),
        ("Why did sales fall in 2024?", "Sales fell in 2024 after the fire.", ""),
    ],
)  # fmt: skip
def test_a_sentence_answers_the_point_that_a_question_makes(question: str, sentence: str, reason: str) -> None:
    assert prose_responds(ask(question, "en"), sentence) == reason


@pytest.mark.parametrize(
    ("question", "document", "place", "answers"),
    [
        ("What is gross churn for 2024?", "Budget 2025.xlsx", "Assumptions", False),
        ("How high is salary inflation?", "Forecast FY26.xlsx", "Costs", False),
        ("What churn is budgeted?", "Budget 2025.xlsx", "Assumptions", True),
        ("What are the assumptions on churn?", "Budget 2025.xlsx", "Assumptions", True),
        ("What is gross churn?", "KPIs actual against budget.xlsx", "KPI", True),
        ("What is gross churn?", "KPIs.xlsx", "KPI", True),
    ],
)
def test_what_a_plan_says_does_not_tell_what_is(question: str, document: str, place: str, answers: bool) -> None:
    assert (document_responds(question, "Gross churn, Value: 6.5%", document, place) == "") is answers


@pytest.mark.parametrize(
    ("question", "sentence", "answers"),
    [
        (
            "How much of Acme does Borg own?",
            "If Borg's holding falls below 40 per cent, a seat is lost.",
            False,
        ),
        (
            "What share does Borg hold?",
            "A seat is lost if Borg ceases to hold more than 50 per cent.",
            False,
        ),
        ("How much of Acme does Borg own?", "Borg holds 57 per cent of the shares.", True),
        ("How many warrants are out?", "Warrants may not represent more than 5 per cent of 6,500 shares.", True),
        ("How many warrants are out?", "The Company may not issue more than 5,000 warrants.", False),
        ("Hur många optioner finns?", "Bolaget får ge ut högst 5 000 optioner.", False),
        ("How many warrants may be issued?", "The Company may not issue more than 5,000 warrants.", True),
        ("What is the default interest?", "If a payment is late, interest of SEK 500 is due.", True),
        ("What happens if Borg holds under 50 per cent?", "If it holds less than 40 per cent, it loses a seat.", True),
    ],
)
def test_a_value_that_only_a_condition_states_is_no_fact(question: str, sentence: str, answers: bool) -> None:
    assert is_conditional(ask(question, "en"), sentence) is not answers


@pytest.mark.parametrize(
    ("question", "sentence", "reason"),
    [
        (
            "How many warrants are out?",
            "One third vests on 3 dates, 2 of them in May; all warrants vest.",
            "of something",
        ),
        ("How many warrants are out?", "There are 380,000 outstanding warrants; the window is 3 months.", ""),
        ("How many warrants are out?", "The number of warrants was 380,000.", ""),
        ("How many customers are there?", "It may be ended by the customer on 90 to 180 days' notice.", "of something"),
        (
            "How many customers are there?",
            "11.4 Customer may audit each site twice in ten Business Days.",
            "of something",
        ),
        ("How many customers are there?", "Customers at the end of the year were 312.", ""),
        ("What is the largest cost?", "Fixed-price offers above SEK 5 million require a survey.", "compares nothing"),
        ("Which country has most employees?", "It has 44 employees; production is in Kuopio.", "compares nothing"),
        ("Which country has most employees?", "It had 554 employees: 455 in Norway and 99 in Sweden.", ""),
        ("What is the largest cost?", "Salaries are our largest cost, SEK 40 million.", ""),
        ("How much does Acme claim?", "The CEO expects the claim to reach EUR 150,000.", "another expects"),
        ("How much does Acme claim?", "VD bedömer att kravet uppgår till högst 150 000 euro.", "another expects"),
        (
            "How much does Acme claim?",
            "It holds back EUR 38,750 until the claim has been settled.",
            "of something else",
        ),
        ("How much does Acme claim?", "No action followed until September.", "no amount"),
        ("How much does Acme claim?", "Acme claims EUR 412,600 from the supplier.", ""),
        ("How much does the CEO expect?", "The CEO expects EUR 150,000.", ""),
    ],
)
def test_an_amount_is_of_what_the_question_counts_or_of_whom_it_names(
    question: str, sentence: str, reason: str
) -> None:
    said = prose_responds(ask(question, "en"), sentence)
    assert reason in said
    assert bool(reason) is bool(said)


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("What is the fee if the loan is repaid in June 2025?", True),
        ("What is the fee if the loan is repaid in June 2026?", False),
        ("What was the fee in June 2025?", False),
    ],
)
def test_a_case_is_answered_by_the_stretch_of_time_that_it_lies_in(question: str, answers: bool) -> None:
    sentence = "The fee is 0.50 per cent if the loan is repaid on or before 20 February 2026."
    assert (prose_responds(ask(question, "en"), sentence) == "") is answers


@pytest.mark.parametrize(
    ("question", "sentence", "reason"),
    [
        ("Is there any litigation?", "Disputes shall be settled by the court.", "provided for"),
        ("Is there any litigation?", "The Group disputes the claim.", ""),
        ("Are there any restrictions on dividends?", "No company shall pay any dividend.", ""),
        ("Has the company paid any dividends?", "No company shall pay any dividend.", "provided for"),
        ("Has the company paid any dividends?", "A dividend of SEK 3 per share was paid in May.", ""),
        ("What security has been given?", "No company shall create any security.", "provided for"),
        ("What has been agreed on exclusivity?", "The Buyer shall buy all it needs from the Seller.", ""),
        ("Does Acme have any rights to security?", "Acme shall have security over the shares.", ""),
        (
            "What are the events of default?",
            "Interest may be paid only if no event of default is continuing.",
            "condition",
        ),
        ("Which court has jurisdiction?", "Disputes shall be brought before the court in Oslo.", ""),
        ("Vilken säkerhet har lämnats?", "Bolaget får inte ställa säkerhet.", "provided for"),
        ("Vem har rätt till bonus?", "VD ska ha bonus.", ""),
        (
            "How long is the notice?",
            "If it is not settled within 60 days, each party may go to court by notice.",
            "case",
        ),
        ("How long is there to cure a breach?", "It ends if the breach is not cured within 60 days.", ""),
        ("When must the Buyer send a forecast?", "The first forecast was sent on 15 March 2021.", "done once"),
        ("When must the Buyer send a forecast?", "It shall be sent by 1 May, as it was in 2021.", ""),
        ("What are the events of default?", "Each of these is an event of default: (a) non-payment.", ""),
        ("Which contracts expire within a year?", "The agreement ends on 31 December 2027.", "by when"),
        ("Which loans fall due within one year?", "Loans of EUR 5 million fall due within one year.", ""),
    ],
)
def test_what_is_provided_for_or_only_supposed_did_not_happen(question: str, sentence: str, reason: str) -> None:
    said = prose_responds(ask(question, "en"), sentence)
    assert reason in said
    assert bool(reason) is bool(said)


@pytest.mark.parametrize(
    ("sentence", "is_told"),
    [
        ("In each year the Buyer shall purchase at least 400 tonnes (the “Minimum”).", False),
        ("Köparen ska varje år köpa minst 400 ton.", False),
        ("If the Buyer does not reach the Minimum, it shall pay 35% of what is missing.", True),
        ("The Buyer shall pay 35% of any shortfall within sixty days.", True),
        ("The right to buy at the agreed price lapses.", True),
    ],
)
def test_a_duty_does_not_tell_what_happens_where_it_is_not_met(sentence: str, is_told: bool) -> None:
    asked = ask("What happens if we buy less than the minimum?", "en")
    assert (not prose_responds(asked, sentence)) is is_told


@pytest.mark.parametrize(
    ("question", "sentence", "answers"),
    [
        ("When can the tenant break?", "The Landlord has no right to break.", False),
        ("When can the tenant break?", "If the Tenant exercises the break it shall pay three months' rent.", False),
        ("When can the tenant break?", "The Lessee may break on 24 June 2028.", True),
        ("How much notice must Beck give under the Orvik deed?", "Orvik may leave by 6 months' notice.", False),
        ("How much notice must Beck give under the Orvik deed?", "BL shall give Orvik 24 months' notice.", True),
        ("How much can the buyer claim?", "The Seller shall pay at most EUR 5 million.", True),
        ("What would it cost to leave?", "A leaving party shall pay 50 per cent of the fee.", False),
        ("What would it cost to leave?", "A leaving party shall pay EUR 50,000.", True),
        ("Who signed the deed?", "Each certificate shall be signed by two directors.", False),
    ],
)
def test_a_sentence_answers_of_the_one_who_acts_and_in_the_kind_asked_for(
    question: str, sentence: str, answers: bool
) -> None:
    assert (prose_responds(ask(question, "en"), sentence) == "") is answers


@pytest.mark.parametrize(
    ("sentence", "answers"),
    [
        ("On-time delivery was weak until January 2025.", False),
        ("On-time delivery was 91 per cent in March 2025.", True),
        ("On-time delivery is measured at the door.", True),  # it names no time: what stands around it may
    ],
)
def test_what_is_asked_of_a_month_no_sentence_about_another_answers(sentence: str, answers: bool) -> None:
    asked = ask("What about on-time delivery in March 2025?", "en")
    assert (prose_responds(asked, sentence) == "") is answers


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("How much did they earn with Halden in 2024?", "Made as of November 18, 2024, as amended by Amendment 1."),
        ("What did the auditor charge for the year?", "Two dockings of March account for most of the difference."),
        ("How much do they owe?", "See Annex 3 and invoice 24."),
    ],
)
def test_the_number_of_a_paper_is_no_amount_and_a_charge_is_money(question: str, sentence: str) -> None:
    assert prose_responds(ask(question, "en"), sentence)


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("What was in amendment 1?", False),
        ("What does Amendment No. 2 change?", True),
        ("What do amendments say of the rent?", True),
        ("What did amendments 1 and amendment 2 change?", True),
    ],
)
def test_a_numbered_paper_answers_nothing_of_another_of_its_kind(question: str, answers: bool) -> None:
    assert (of_another_paper(question, "08_Amendment_No_2_Halden.pdf") == "") is answers


@pytest.mark.parametrize(
    ("sentence", "is_reason"),
    [
        ("Costs rose to EUR 4 million, reflecting higher wages.", True),
        ("The fall reflected fewer orders.", True),
        ("We owe EUR 6 million, as reflected on our balance sheet.", False),
        ("The loans are reflected in the balance sheet.", False),
    ],
)
def test_what_a_balance_sheet_reflects_is_no_reason(sentence: str, *, is_reason: bool) -> None:
    assert gives_reason(sentence) is is_reason


@pytest.mark.parametrize(
    ("sentence", "answers"),
    [
        ("Ida Berg left on 31 May 2024 to join Halden Shipping A/S.", True),
        ("Ida Berg moved to Halden Shipping.", True),
        ("Ida Berg left on 31 May 2024 to join a listed company.", False),
        ("For the Borrower, Lovik Holding A/S: Ida Berg.", False),
        ("Executive Management: Ida Berg, CFO, Lovik A/S.", False),
        ("Ida Berg joined the Group in 2019.", False),
    ],
)
def test_the_company_that_somebody_went_to_is_named_behind_the_word_of_going(sentence: str, *, answers: bool) -> None:
    for question in ("Which company did Berg go to?", "Which firm has Ida Berg joined?"):
        assert (prose_responds(ask(question, "en"), sentence) == "") is answers


@pytest.mark.parametrize(
    ("question", "sentence", "answers"),
    [
        ("Which insurer is behind that claim?", "The insurer has reserved its rights because notice was late.", False),
        (
            "Which insurer is behind that claim?",
            "The claim is covered by Orvik Mutual Insurance above EUR 250,000.",
            True,
        ),
        ("So what law firm wrote the memo?", "The memo was written by counsel in March.", False),
    ],
)
def test_which_company_somebody_deals_with_is_told_by_a_name(question: str, sentence: str, *, answers: bool) -> None:
    assert (prose_responds(ask(question, "en"), sentence) == "") is answers


@pytest.mark.parametrize(
    ("question", "sentence", "answers"),
    [
        ("What spread do they pay?", '"Spread" means the rate by which the price exceeds the index.', False),
        ("What is the minimum volume?", "“Minimum Volume” means the volume set out in the Schedule.", False),
        ("What spread do they pay?", '"Spread" means 2.10 per cent per annum.', True),
        ("What does spread mean?", '"Spread" means the rate by which the price exceeds the index.', True),
        ("How is the spread calculated?", '"Spread" means the rate by which the price exceeds the index.', True),
    ],
)
def test_what_a_word_means_is_no_value_of_it(question: str, sentence: str, *, answers: bool) -> None:
    assert (prose_responds(ask(question, "en"), sentence) == "") is answers


@pytest.mark.parametrize(
    ("sentence", "states"),
    [
        ("The swap has a notional amount of DKK 80 million and expires on 14 June 2027.", 0.0),
        ("Under the swap the company pays 2.41 %.", 1.0),
    ],
)
def test_no_amount_of_money_tells_a_rate(sentence: str, states: float) -> None:
    assert states_value(ask("What fixed rate do we pay?", "en"), sentence) == states
