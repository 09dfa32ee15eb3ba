"""E-mail: the message, then its attachments."""

from email.message import EmailMessage

from sleuth.evidence.source import PageSource, Source
from sleuth.ingest.readers.eml import read
from sleuth.ingest.readers.limits import Limits


def message(text: str = "The fee is 4 200 kr.\n") -> EmailMessage:
    built = EmailMessage()
    built["From"], built["To"], built["Subject"] = "Anna Åberg <a@example.org>", "b@example.org", "Årsavgift"
    built.set_content(text)
    return built


def source(built: EmailMessage) -> Source:
    return read(bytes(built), "mail.eml", Limits())


def attach(built: EmailMessage, name: str, data: bytes) -> None:
    built.add_attachment(data, maintype="application", subtype="octet-stream", filename=name)


def test_a_message_is_one_page_with_its_headers() -> None:
    found = source(message())
    assert found.page_source is PageSource.WHOLE
    assert found.title == "Årsavgift"
    assert found.pages[0].text == (
        "From: Anna Åberg <a@example.org>\nTo: b@example.org\nSubject: Årsavgift\n\nThe fee is 4 200 kr."
    )


def test_a_message_is_of_the_day_it_was_sent() -> None:
    built = message()
    built["Date"] = "Wed, 12 Mar 2025 16:42:10 +0100"
    assert source(built).metadata["created"] == "2025-03-12T16:42:10+01:00"


def test_of_two_forms_of_the_text_one_is_read() -> None:
    built = message("plain words")
    built.add_alternative("<p>other words</p>", subtype="html")
    assert "other words" not in source(built).pages[0].text


def test_a_message_in_html_only_is_read() -> None:
    built = message()
    built.set_content("<p>The <b>fee</b> is 12.</p>", subtype="html")
    assert "The fee is 12." in source(built).pages[0].text


def test_an_attachment_follows_under_its_name() -> None:
    built = message()
    attach(built, "rates.csv", b"a;b\n1,5;2\n")
    found = source(built)
    assert found.page_source is PageSource.SECTION
    assert [(page.number, page.label) for page in found.pages] == [(1, "message"), (2, "attachment rates.csv")]
    assert [anchor.address for anchor in found.pages[1].anchors[:3]] == ["rates.csv", "1:1", "A1"]


def test_a_message_in_the_message_is_read_with_its_own_attachments() -> None:
    inner = message("Inner words.")
    attach(inner, "notes.md", b"# Notes\nThe notice period is six months.\n")
    outer = message("See below.")
    outer.add_attachment(inner)
    found = source(outer)
    assert "Inner words." in found.pages[1].text
    assert "six months" in found.pages[2].text


def test_an_attachment_that_cannot_be_read_is_a_problem_and_the_message_is_read() -> None:
    built = message()
    attach(built, "scan.png", b"\x89PNG\r\n")
    found = source(built)
    assert "4 200 kr" in found.pages[0].text
    assert found.problems[0].reason.startswith("attachment scan.png: this is an image.")


def test_a_picture_within_the_text_is_no_attachment() -> None:
    built = message()
    built.add_alternative("<p>Regards <img src='cid:logo'></p>", subtype="html")
    built.get_payload()[1].add_related(b"\x89PNG", maintype="image", subtype="png", cid="<logo>")
    assert source(built).problems == ()
