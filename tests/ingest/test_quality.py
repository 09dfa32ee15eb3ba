"""How much weight a document carries, and the words that say so."""

import pytest

from sleuth.evidence.source import Page, PageSource, Source
from sleuth.ingest.quality import Quality, judge


def source(*pages: str, filename: str = "file.pdf", kind: str = "pdf") -> Source:
    made = tuple(Page(n, text, f"p.{n}") for n, text in enumerate(pages, 1))
    return Source(filename, kind, PageSource.PRINTED, made)


@pytest.mark.parametrize(
    ("made", "quality"),
    [
        (source("UNITED STATES\nSECURITIES AND EXCHANGE COMMISSION\nFORM 10-Q"), Quality.FILED),
        (source("Statens offentliga utredningar 2024:85"), Quality.FILED),
        (source("Annual report", "Independent Auditor’s Report\nTo the shareholders"), Quality.AUDITED),
        (source("Revisionsberättelse till bolagsstämman"), Quality.AUDITED),
        (source("Annual report", "Acme\nAuditor’s report\nTo the general meeting\nWe have audited"), Quality.AUDITED),
        (source("Accounts", "Auditors' report to the members of Acme plc\nWe have audited"), Quality.AUDITED),
        (source("Minutes", "3 Auditor’s report\nThe auditor attended the meeting."), Quality.UNKNOWN),
        (source("Annual report", "Our auditor’s report was submitted on 7 July.\nWe have audited"), Quality.UNKNOWN),
        (
            source(
                "Accounts", "Our audit report was submitted on 7 July.\nKant AB\nA. Berg, Authorised Public Accountant"
            ),
            Quality.AUDITED,
        ),
        (
            source(
                "Bokslut", "Vår revisionsberättelse har lämnats den 7 juli.\nKant AB, A. Berg,\nauktoriserad revisor"
            ),
            Quality.AUDITED,
        ),
        (source("Acme AB\nAnnual Report and Consolidated Accounts\nfor the financial year 2024"), Quality.FILED),
        (source("Acme AB\nÅrsredovisning\nRäkenskapsåret 2024"), Quality.FILED),
        (source("Acme plc\nAnnual Report and Accounts 2024/25\nFor the year ended 31 March"), Quality.FILED),
        (
            source(
                "Accounts",
                "Governance. " * 50 + "\nIndependent auditor's report\nIn our opinion the Group financial "
                "statements give a true and fair view.",
            ),
            Quality.AUDITED,
        ),
        (source("The annual report and accounts are late."), Quality.UNKNOWN),
        (source("Board update, October"), Quality.MANAGEMENT),
        (source("Figures", filename="Halden Management Accounts.xlsx"), Quality.MANAGEMENT),
        (source("SHARE PURCHASE AGREEMENT", filename="SPA_draft_3.docx"), Quality.DRAFT),
        (source("DRAFT\nShare purchase agreement"), Quality.DRAFT),
        (source("LEASE AGREEMENT\nDRAFT – subject to contract"), Quality.DRAFT),
        (source("Acme plc\nCapitalisation table\nAs of 30 September 2024"), Quality.MANAGEMENT),
        (source("Acme AB\nAktiebok\n2024-09-30"), Quality.MANAGEMENT),
        (source("Net debt\nPrepared by Group Finance for the board"), Quality.MANAGEMENT),
        (source("Acme plc. Unaudited.\nIncome statement"), Quality.MANAGEMENT),
        (source("Acme AB\nMånadsrapport september 2024"), Quality.MANAGEMENT),
        (source("Project Ice – Confidential Information Memorandum\nAcme plc"), Quality.MANAGEMENT),
        (source("Investerarpresentation\nAcme AB, november 2024"), Quality.MANAGEMENT),
        (source("LEASE AGREEMENT\nbetween A and B", "_____\nAuthorised signatory\n_____"), Quality.FILED),
        (source("HYRESAVTAL\nmellan A och B", "Underskrift:\n_____"), Quality.FILED),
        (source("Hello", kind="eml"), Quality.CORRESPONDENCE),
        (source("The office has a garden."), Quality.UNKNOWN),
        (source("The Buyer has received the Information Memorandum."), Quality.UNKNOWN),
        (source("LEASE AGREEMENT\nbetween A and B"), Quality.UNKNOWN),  # nobody has signed it
        (source("Travel policy", "Authorised signatory"), Quality.UNKNOWN),  # signed, and no agreement
        (source("A note on why the budget matters to the cap table of a company"), Quality.UNKNOWN),
        (source("Net debt; lease liabilities are not included"), Quality.UNKNOWN),
    ],
)
def test_the_quality_of_a_source(made: Source, quality: Quality) -> None:
    assert judge(made).quality is quality


def test_the_reason_quotes_the_words_found() -> None:
    assert "SECURITIES AND EXCHANGE COMMISSION" in judge(source("SECURITIES AND EXCHANGE COMMISSION")).reason


def test_an_auditors_report_that_is_only_mentioned_makes_nothing_audited() -> None:
    mention = "x " * 300 + "see the report of independent registered public accounting firm in our Form 10-K"
    assert judge(source(mention)).quality is Quality.UNKNOWN


def test_a_review_of_interim_accounts_is_no_audit() -> None:
    report = (
        "REPORT OF INDEPENDENT REGISTERED PUBLIC ACCOUNTING FIRM\nResults of Review of Interim Financial Information\n"
        "We have reviewed the accompanying balance sheet. We have previously audited that of the year before."
    )
    assert judge(source("SECURITIES AND EXCHANGE COMMISSION\nFORM 10-Q", report)).quality is Quality.FILED
    audit = "REPORT OF INDEPENDENT REGISTERED PUBLIC ACCOUNTING FIRM\nWe have audited the balance sheets, and reviewed"
    assert judge(source("SECURITIES AND EXCHANGE COMMISSION\nFORM 10-K", audit)).quality is Quality.AUDITED


def test_a_draftsman_is_not_a_draft() -> None:
    assert judge(source("Nothing", filename="draftsman.pdf")).quality is Quality.UNKNOWN
