"""PDF files made for one test: drawn with fpdf2, or written object by object where it matters what is inside."""

import io
from collections.abc import Callable, Sequence

import pypdfium2
import pytest
from fpdf import FPDF

Drawn = tuple[float, float, str]  # x and baseline from the top left corner in points, and the text


def drawn(*pages: Sequence[Drawn], size: float = 10, **options: object) -> bytes:
    pdf = FPDF(unit="pt", format=(612, 792))
    pdf.set_auto_page_break(False)
    if "password" in options:
        pdf.set_encryption(owner_password="owner", user_password=str(options["password"]))
    for texts in pages:
        pdf.add_page()
        pdf.set_font(str(options.get("family", "helvetica")), str(options.get("style", "")), size=size)
        for x, y, text in texts:
            pdf.text(x, y, text)
    if "title" in options:
        pdf.set_title(str(options["title"]))
        pdf.set_author("Ada Lovelace")
    return bytes(pdf.output())


def changed(data: bytes, change: Callable[[pypdfium2.PdfPage], object]) -> bytes:
    """The same file with its pages changed."""
    document = pypdfium2.PdfDocument(data)
    for page in document:
        change(page)
    buffer = io.BytesIO()
    document.save(buffer)
    return buffer.getvalue()


def written(*objects: str) -> bytes:
    """A file of the given objects, numbered from 1; the first is the catalog."""
    body, offsets = b"%PDF-1.7\n", []
    for number, content in enumerate(objects, 1):
        offsets.append(len(body))
        body += f"{number} 0 obj\n{content}\nendobj\n".encode("latin-1")
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    trailer = f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{len(body)}\n%%EOF\n"
    return body + f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}{trailer}".encode("latin-1")


def stream(content: str, extra: str = "") -> str:
    return f"<< /Length {len(content)} {extra}>>\nstream\n{content}\nendstream"


@pytest.fixture(scope="session")
def image_page() -> bytes:
    """One page that is an image and nothing else."""
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (1200, 400), "white")
    ImageDraw.Draw(image).text((60, 120), "The rent is EUR 4,200", fill="black", font_size=90)
    pdf = FPDF(unit="pt", format=(612, 792))
    pdf.add_page()
    pdf.image(image, 0, 0, 612, 204)
    return bytes(pdf.output())


@pytest.fixture(scope="session")
def draw() -> Callable[..., bytes]:
    return drawn


@pytest.fixture(scope="session")
def change() -> Callable[..., bytes]:
    return changed


@pytest.fixture(scope="session")
def write() -> Callable[..., bytes]:
    return written


@pytest.fixture(scope="session")
def as_stream() -> Callable[..., str]:
    return stream
