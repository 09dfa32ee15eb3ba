"""Why something rose, fell or was changed: the reason of that change, and of no other."""

import pytest

from tests.reason.test_answerability import ask

RENTS = "Rents rose to 4.2 million because two halls were added. Fuel was 3 million."
KILNS = "Ceramic Kilns fell 9 per cent because foundries in Norway postponed orders. Glass grew."
GUIDANCE = "Guidance is now 40–42 million (previously 45–48). The revision reflects the late permits in Halden."

COSTS = "Revenue was 5 million. The main reasons for the lower EBITDA are wages and fuel."
STOCKS = "Inventories rose by 5 million. About two thirds of the increase is the higher cost of tin."
PUMPS = "The board resolved to defer the pumps to 2026, because the grid has no capacity."


@pytest.mark.parametrize(
    ("question", "text", "filename", "reason"),
    [
        ("Why are rents up in the interim report?", RENTS, "Interim report.pdf", "Rents rose"),
        ("Why are rents up in the interim report?", RENTS, "Board letter.pdf", ""),
        ("Why did rents rise?", RENTS, "Report.pdf", "Rents rose"),
        ("Why did rents fall?", RENTS, "Report.pdf", ""),
        ("Why were rents cut?", RENTS, "Report.pdf", ""),
        ("Why did cer kilns drop?", KILNS, "Report.pdf", "Ceramic Kilns fell"),
        ("Why did bio kilns drop?", KILNS, "Report.pdf", ""),
        ("Why did ceramic kilns drop in the first half?", KILNS, "Report H1 2025.pdf", "Ceramic Kilns fell"),
        ("Why did ceramic kilns drop in the first half?", KILNS, "Report Q3 2025.pdf", ""),
        ("Why cut?", KILNS, "Report.pdf", ""),
        ("Why cut?", "They left because they were taken over.", "Report.pdf", ""),
        ("Why cut?", "The budget was cut because wages rise.", "Report.pdf", "The budget was cut"),
        ("Why is EBITDA lower?", COSTS, "Report.pdf", "The main reasons"),
        ("Why is EBITDA higher?", COSTS, "Report.pdf", ""),
        ("Why is revenue lower?", COSTS, "Report.pdf", ""),
        ("Why did inventories jump?", STOCKS, "Report.pdf", "About two thirds"),
        ("Why did inventories fall?", STOCKS, "Report.pdf", ""),
        ("Why did receivables jump?", STOCKS, "Report.pdf", ""),
        ("Why were the pumps put off?", PUMPS, "Minutes.pdf", "The board resolved"),
        ("Why were the pumps pushed back to 2026?", PUMPS, "Minutes.pdf", "The board resolved"),
        ("Why were the boilers put off?", PUMPS, "Minutes.pdf", ""),
        ("Why was guidance cut?", GUIDANCE, "Report.pdf", "The revision reflects"),
        ("Why was guidance cut?", GUIDANCE.replace("reflects", "precedes"), "Report.pdf", ""),
        ("Why was guidance cut?", GUIDANCE.replace("is now", "was raised to"), "Report.pdf", ""),
        ("Why was guidance cut?", GUIDANCE.replace("revision", "decline in glass"), "Report.pdf", ""),
    ],
)
def test_the_reason_of_a_change_is_of_the_same_thing_the_same_way(
    question: str, text: str, filename: str, reason: str
) -> None:
    told = ask(question, text, filename)
    assert told.startswith(reason) if reason else told == ""
