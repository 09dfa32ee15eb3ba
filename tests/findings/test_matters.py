"""Matters on which a buyer acts are stated or denied by whole sentences; what only may be is neither."""

import pytest

from sleuth.evidence.source import Page, PageSource, Source
from sleuth.findings.profile import profile
from sleuth.findings.text.matters import DENIED, MATTER, STATED, matter_findings


def source(text: str, filename: str = "note.txt", kind: str = "text") -> Source:
    return Source(filename, kind, PageSource.WHOLE, (Page(1, text, "whole"),))


def read(text: str, filename: str = "note.txt") -> list[tuple[str, bool, str]]:
    made = source(text, filename)
    return [(f.metric.removeprefix(MATTER), f.rule == DENIED, f.text) for f in matter_findings(made, profile(made))]


@pytest.mark.parametrize(
    ("sentence", "matter"),
    [
        ("All facilities fall due on a change of control at the lender's request.", "change of control"),
        ("If a third party acquires more than 50 per cent of the shares, the Bank may terminate the facility.",
         "change of control"),
        ("Vid en ägarförändring får hyresvärden säga upp avtalet.", "change of control"),
        ("In May 2024 Kestrel Ltd claimed EUR 380,000 for wrongful termination.", "dispute"),
        ("A former supplier has commenced arbitration against the company.", "dispute"),
        ("Bolaget har stämts av en tidigare leverantör, som väckt talan i tingsrätten.", "dispute"),
        ("We hereby hold Kestrel B.V. liable for the full amount of EUR 412,600.", "dispute"),
        ("Terhorst har aviserat ett krav.", "dispute"),
        ("Sales to Halden Foods were more than ten per cent of net sales.", "customer concentration"),
        ("The largest customer accounted for 17% of revenue.", "customer concentration"),
        ("From March on the Respondent exceeded its daily maximum limits on 23 days.", "order of an authority"),
        ("The Agency intends to propose a civil penalty of $1,184,000.", "order of an authority"),
        ("Mälarstad Energi AB har i fredags sagt upp serviceavtalet för verket.", "customer or contract lost"),
        ("The Arizona project had been put on hold by the customer.", "customer or contract lost"),
        ("We are still inside the limit, but with almost no room.", "breach of covenant"),
        ("Up to SEK 18.0 million of contingent consideration is payable in 2025 if EBITDA exceeds SEK 42 million.",
         "earn-out"),
        ("Den största kunden svarade för 22 procent av omsättningen.", "customer concentration"),
        ("A material uncertainty exists that may cast doubt on going concern unless funding is obtained.", ""),
        ("There is a material uncertainty and the going concern assumption depends on new funding.", "going concern"),
        ("Without modifying our opinion, we draw attention to Note 7.", "auditor's remark"),
        ("The company has on two occasions not paid withheld tax on time.", "auditor's remark"),
        ("The company breached its leverage covenant in March 2024.", "breach of covenant"),
        ("Leverage at 31 March is 2.6 times, which exceeds the limit of 2.50.", "breach of covenant"),
        ("Skuldsättningsgraden uppgår till 2,6 gånger per den 31 mars, vilket överstiger den gräns som då gäller.",
         "breach of covenant"),
        ("The authority has ordered the subsidiary to replace the safety valves by 30 November.",
         "order of an authority"),
        ("On 27 January 2025 the Competition Authority requested information on the tenders of 2021.",
         "order of an authority"),
        ("Tillsynsmyndigheten har förelagt bolaget att byta säkerhetsventilerna.", "order of an authority"),
        ("Klinikum Nord gave notice on 3 November.", "customer or contract lost"),
        ("Terhorst terminated the Agreement on 28 November 2024.", "customer or contract lost"),
        ("Två kunder har sagt upp sina avtal efter fel i beräkningen.", "customer or contract lost"),
        ("De skickade ett brev med uppsägning av avtalet.", "customer or contract lost"),
        ("Harstad AS will not renew its contract when it expires.", "customer or contract lost"),
        ("The COO Henrik Solberg has resigned and leaves on 31 December.", "departure"),
        ("I fredags sa Ishani upp sig.", "departure"),
        ("The office is rented from Kvarn AB, a company owned by the CEO.", "related party"),
        ("Receivables more than 90 days overdue were SEK 4,180k.", "overdue receivables"),
        ("Elin Sand registered a dissenting opinion.", "dissent"),
        ("Lars Berg reserverade sig mot beslutet.", "dissent"),
        ("An impairment loss of SEK 12m was recorded.", "impairment or one-off"),
    ],
)  # fmt: skip
def test_a_sentence_states_a_matter(sentence: str, matter: str) -> None:
    assert [key for key, denied, _ in read(sentence) if not denied] == ([matter] if matter else [])


@pytest.mark.parametrize(
    "sentence",
    [
        "We may be subject to claims of EUR 1 million from time to time.",
        "Disputes arising out of this agreement shall be settled by arbitration.",
        "The licence does not give a right of termination on a change of control.",
        "The Customer has no other right on a change of control.",
        "Ändring i ägandet av hyresgästen kräver inte samtycke.",
        "Ägarförändring i hyresgästen ger inte hyresvärden rätt att säga upp avtalet.",
        "“Change of control” means the acquisition of shares, and terminate has no meaning here.",
        "No other customer accounted for more than 10 per cent of sales.",
        "The gross margin of 40% is the largest customer benefit.",
        "The covenants with the bank were met.",
        "The auditor is responsible for drawing attention to a material uncertainty.",
        "If the Executive resigns, the notice period is six months.",
        "Interest on overdue invoices shall be 8 per cent.",
        "We have not found reason to include any emphasis of matter in the audit report.",
        "Since September no fixed-price offer above MSEK 5 leaves the company without a survey by Anna Berg.",
        "No consent is required while an Event of Default is continuing.",
        "Half depends on EBITDA and half on growth of ARR.",
    ],
)
def test_what_only_may_be_is_ruled_out_or_belongs_elsewhere_states_no_matter(sentence: str) -> None:
    assert [key for key, denied, _ in read(sentence) if not denied] == []


@pytest.mark.parametrize(
    ("sentence", "matter"),
    [
        ("The Group is not involved in any litigation and no claims have been threatened.", "dispute"),
        ("There are no pending legal proceedings.", "dispute"),
        ("Bolaget är inte part i någon tvist.", "dispute"),
        ("No single customer accounts for more than 10% of ARR.", "customer concentration"),
        ("Ingen enskild kund svarar för mer än 10 procent av omsättningen.", "customer concentration"),
    ],
)
def test_a_sentence_denies_a_matter(sentence: str, matter: str) -> None:
    assert [(key, denied) for key, denied, _ in read(sentence)] == [(matter, True)]


def test_a_right_in_the_sentence_after_the_change_of_control_is_told_with_it() -> None:
    text = (
        "Supply Agreement\nbetween Region North and Orva AB.\n"
        "6.1 If control of the Supplier passes to another party, the Supplier shall inform the Customer.\n"
        "6.2 The Customer may then terminate the agreement with six months' notice."
    )
    ((key, denied, told),) = read(text, "supply agreement.txt")
    assert (key, denied) == ("change of control", False)
    assert told.startswith("6.1 If control")
    assert told.endswith("six months' notice.")


def test_a_heading_above_a_sentence_is_no_part_of_it() -> None:
    ((_, _, told),) = read("Note 14 Disputes\nIn May 2024 Kestrel Ltd sued the company for damages.")
    assert told == "In May 2024 Kestrel Ltd sued the company for damages."


def test_every_matter_is_known_by_a_rule() -> None:
    (finding,) = matter_findings(source("Klinikum Nord gave notice on 3 November."), profile(source("x")))
    assert finding.rule == STATED
    assert finding.quantity is None


@pytest.mark.parametrize(
    "provision",
    [
        "11.3 The Borrower shall notify the Lender of any claim against a Group Company.",
        "9.1 Notice of termination has to be in writing and shall state the agreement terminated.",
        "4.2 Leverage shall not exceed the limit of 2.50.",
    ],
)
def test_what_an_agreement_lays_down_is_no_statement_that_it_happened(provision: str) -> None:
    text = f"FACILITY AGREEMENT\nbetween Halden AB and Nordbank AB\n\n{provision}"
    assert read(text, "Facility Agreement.txt") == []


@pytest.mark.parametrize(
    "sentence",
    [
        "Harstad has received no notice of violation from the authority.",
        "No claim of any kind by a customer is pending before a court.",
        "In 2024 we did not record any impairment of goodwill.",
        "Bolaget har inte mottagit något krav från kunden.",
        "The union has given notice to bargain.",
        "Orvik has no claims and Orvik has not received notice from any authority that it terminates the contract.",
        "No sales to one customer or country other than Norway accounted for more than 10% of revenue in 2024.",
        "The landlord has given notice to remedy the roof.",
    ],
)
def test_what_is_said_not_to_be_is_not_stated(sentence: str) -> None:
    assert [one for one in read(sentence) if not one[1]] == []


def test_a_sentence_that_denies_one_matter_may_state_another() -> None:
    sentence = "The board received no notice, and in May Orvik AS has claimed EUR 380,000 for the delay."
    assert [one[0] for one in read(sentence)] == ["dispute"]


@pytest.mark.parametrize(
    "item",
    ["(b) an Operator change of control and any repayment;", "(ii)\nany failure to repay on a change of control; or"],
)
def test_an_item_amid_a_sentence_is_not_told_on_its_own(item: str) -> None:
    assert read(f"SERVICE AGREEMENT\n\n{item}\n", "agreement.txt") == []


def test_an_item_that_is_a_sentence_is_told() -> None:
    item = "(b) Upon a change of control the Customer may terminate this Agreement."
    assert [one[0] for one in read(f"SERVICE AGREEMENT\n\n{item}\n", "agreement.txt")] == ["change of control"]
