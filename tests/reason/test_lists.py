"""Lists come with their items, and signatures answer who signed."""

from sleuth.evidence.source import Page
from sleuth.reason.draft.answers import Answerer
from sleuth.reason.protocol import Document, Evidence
from sleuth.reason.read.reading import Reading
from sleuth.reason.understand.question import understand

LEASE = (
    "Either party may terminate the lease when one of the following events occurs:\n"
    "(i) the other party is bankrupt.\n"
    "(ii) the other party has not paid for thirty days.\n"
    "The lease is governed by the laws of Norway.\n"
)


def answers(question: str, *pages: str) -> list[str]:
    document = Document(1, "lease.txt", "Lease")
    evidence = [
        Evidence(number, document, Page(number, text, f"p.{number}"), 0, len(text), 1.0 / number)
        for number, text in enumerate(pages, 1)
    ]
    outcome = Answerer(understand(question), (document,), Reading("en")).answer(evidence)
    return [" ".join(candidate.unit.text.split()) for candidate in outcome.chosen]


def test_a_sentence_that_ends_in_a_colon_comes_with_its_items() -> None:
    assert answers("List the events that allow either party to terminate the lease.", LEASE) == [
        "Either party may terminate the lease when one of the following events occurs:",
        "(i) the other party is bankrupt.",
        "(ii) the other party has not paid for thirty days.",
    ]


def test_items_are_found_on_the_next_page() -> None:
    first, _, rest = LEASE.partition("\n")
    assert len(answers("List the events that allow either party to terminate the lease.", first, rest)) == 3


def test_a_sentence_that_ends_in_a_colon_without_items_is_no_answer() -> None:
    first, _, _ = LEASE.partition("\n")
    assert answers("List the events that allow either party to terminate the lease.", first) == []


SIGNED = "IN WITNESS WHEREOF the parties have signed.\nTENANT: ORVIK AB:\nBy: /s/ Ann Ek By: /s/ Bo Lind\n"


def test_who_signed_is_answered_by_the_signatures_of_the_party_asked_for() -> None:
    assert answers("Who signed the lease for Orvik?", SIGNED) == ["By: /s/ Bo Lind"]


def test_who_signed_for_a_party_that_signs_under_its_role() -> None:
    assert answers("Who signed the lease for Borg?", SIGNED) == ["By: /s/ Ann Ek"]


def test_who_signed_as_is_answered_by_the_title() -> None:
    page = "ORVIK AB\n/s/ ANN EK\nAnn Ek\nChief Accounting Officer\n"
    assert answers("Who signed the report as chief accounting officer?", page) == [
        "/s/ ANN EK Ann Ek Chief Accounting Officer"
    ]
    assert answers("Who signed the report as general counsel?", page) == []


def test_what_is_listed_in_one_sentence_is_told_whole_before_what_only_mentions_it() -> None:
    page = (
        "8.1 Each of the following is an Event of Default: (a) non-payment not remedied within three Business Days; "
        "(b) breach of Clause 6; and (c) insolvency of a Material Company.\n"
        "8.2 No dividend is paid unless (a) no Event of Default is continuing and (b) Leverage is below 2.00:1.\n"
        "8.3 While an Event of Default is continuing the Agent may cancel the commitments.\n"
    )
    (told,) = answers("What are the events of default?", page)
    assert told.startswith("8.1 Each of the following")
    assert told.endswith("(c) insolvency of a Material Company.")


TERMINATION = """10.2 Termination. This Agreement may be terminated as follows:

(a) By mutual agreement.

(b) At once and upon notice:

(1) by Halden, if Orvik ceases to trade;

(2) by either party, if there is a change of control of Halden; or

(3) by either party, if the other is insolvent.

10.3 Effects. If termination results from a change of control of Halden, Orvik shall receive a payment of $90,000.
"""


def test_an_item_amid_its_list_is_told_behind_what_announces_it() -> None:
    told = answers("What happens if Halden gets sold?", TERMINATION)

    assert told[:3] == [
        "This Agreement may be terminated as follows:",
        "(b) At once and upon notice:",
        "(2) by either party, if there is a change of control of Halden; or",
    ]
    assert told[3].startswith("If termination results")
