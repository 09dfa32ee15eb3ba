"""Twenty-five questions to the example room: what a language model adds to the rules, and what it costs.

Needs a project `demo` (`make demo`) and a model (`SLEUTH_MODEL`, `SLEUTH_MODEL_URL`); says so and stops without one.
"""

import asyncio
import statistics

from sleuth.agents.reasoner import open_reasoner
from sleuth.answering.library import open_library
from sleuth.answering.run import Research, research_in
from sleuth.config import Settings
from sleuth.models.chat import chosen_model
from sleuth.store.server.database import Database, open_database

APPLE, AGREEMENT = "2023 Q3 AAPL.pdf", "Share Purchase Agreement (draft).docx"
ACCOUNTS, DEBT, BOARD = "Halden Annual Accounts 2023.pdf", "Halden Net Debt_FINAL_v3.xlsx", "Board Update.pptx"
QUESTIONS = (
    (APPLE, "How much did the Company spend on share repurchases in the third quarter of 2023?"),
    (APPLE, "Why did iPad net sales decrease in the third quarter of 2023?"),
    (APPLE, "Who is the Chief Financial Officer of Apple?"),
    (APPLE, "What did Americas net sales do in the third quarter of 2023?"),
    (APPLE, "In which state is Apple incorporated?"),
    (AGREEMENT, "What is the governing law?"),
    (AGREEMENT, "Who is the Seller?"),
    (AGREEMENT, "What is the long stop date?"),
    (AGREEMENT, "How are disputes settled?"),
    (AGREEMENT, "How long do the parties keep the terms confidential?"),
    (AGREEMENT, "What is the escrow deposit?"),
    (AGREEMENT, "When is a notice received?"),
    (AGREEMENT, "What is the purchase price?"),
    (AGREEMENT, "Which clauses survive termination?"),
    (ACCOUNTS, "Who audited the accounts?"),
    (ACCOUNTS, "How many employees does Halden have?"),
    (BOARD, "What was decided by the board?"),
    (BOARD, "What are the risks?"),
    (BOARD, "What colour is the carpet in the lobby?"),
    (ACCOUNTS, "What is the name of the CEO's dog?"),
    (APPLE, "What were total net sales?"),
    (APPLE, "What was the cost of sales?"),
    (APPLE, "What is Apple's current ratio?"),
    (ACCOUNTS, "What was the revenue of Halden in 2023?"),
    (DEBT, "What is the net debt?"),
)


def answer(database: Database, settings: Settings, filename: str, question: str) -> Research:
    """One question to one file of the room."""
    library = open_library(database, "demo", [filename], None)
    return asyncio.run(research_in(library, question, open_reasoner(settings)))


def main() -> None:
    """Print each question with both answers, then calls, tokens and seconds."""
    settings = Settings()
    if chosen_model(settings) is None:
        print("no model is set (SLEUTH_MODEL, SLEUTH_MODEL_URL): nothing to compare with the rules")
        return
    rules = settings.model_copy(update={"model": "none"})
    spent = []
    with open_database(settings) as database:
        for filename, question in QUESTIONS:
            alone = answer(database, rules, filename, question)
            asked = answer(database, settings, filename, question)
            usage = asked.trace.usage or {}
            spent.append([usage.get(name, 0) for name in ("calls", "tokens_in", "tokens_out", "seconds")])
            print(f"{question}\n  rules: {alone.answer}")
            print("  model: the same" if asked.answer == alone.answer else f"  model: {asked.answer}")
            print(
                f"  proof: {', '.join(claim['proof'] for claim in asked.trace.claims) or 'nothing shown'}; {spent[-1]}"
            )
    calls, read, written, seconds = (statistics.median(column) for column in zip(*spent, strict=True))
    print(f"median: {calls:g} calls, {read:g} tokens read, {written:g} written, {seconds:.1f} s")


if __name__ == "__main__":
    main()
