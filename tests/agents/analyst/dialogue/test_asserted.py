"""Questions whether what a paper, or somebody, says is right."""

import pytest

from sleuth.agents.analyst.dialogue.asserted import without_assertion


@pytest.mark.parametrize(
    ("message", "meant"),
    [
        ("Register says the Domhof lease ends 31 Dec 2030. Correct?", "until when does the Domhof lease run?"),
        ("The IM says the Toledo lease goes to 2034. Correct?", "until when does the Toledo lease run?"),
        ("IM says Fiona Carrick has six months notice - right?", "what is the notice period of Fiona Carrick?"),
        ("register says 3 months notice, is that correct?", "what is the notice period?"),
        ("IM says FY26 budget 90.2m revenue, is that right?", "FY26 budget revenue"),
        ("They say EBITDA was 12.4m in FY25, is that true?", "EBITDA in FY25"),
        ("governing law? the register says norway", "governing law"),
        ("notice of the ISS contract - the register says 3 months", "notice of the ISS contract"),
        ("Hi - the register says 12 months notice, is that right?", "what is the notice period?"),
        ("They say revenue was 12m. ok?", "revenue"),
        ("Budget EBITDA 2025 was 12.4m, right?", "Budget EBITDA 2025"),  # "budget" is no speaker here
        ("the CIM says Phase 2 capex was 12m. correct?", "Phase 2 capex"),  # the number is part of a name
    ],
)
def test_what_is_asserted_is_asked_of_the_documents(message: str, meant: str) -> None:
    assert without_assertion(message) == meant


@pytest.mark.parametrize(
    "message",
    [
        "what is revenue?",
        "is that correct?",
        "IM says 16 cinemas and 83 screens - is that right?",  # of what, no measure tells
        "what does the IM say of the lease?",
        "The register lists the leases",
        "who says the contract is valid?",
        "Hello. The budget shows 12.4m EBITDA, what was the actual?",  # asks another thing than what is asserted
        "is the 2025 budget right?",
    ],
)
def test_other_messages_stay(message: str) -> None:
    assert without_assertion(message) == message
