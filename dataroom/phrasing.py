"""How documents say amounts, dates and scales in words."""

from decimal import Decimal

from dataroom.blocks import Prose, Stated
from dataroom.numbers import Style, print_figure
from dataroom.truth import Meaning, Term
from dataroom.words import table

_SUFFIX = {"one": "", "thousand": " thousand", "million": " million"}
_LOCAL = {
    "sv": {"one": "Belopp i kronor", "thousand": "Belopp i tusental kronor (tkr)", "million": "Belopp i Mkr"},
    "de": {"one": "in EUR", "thousand": "in TEUR", "million": "in Mio. EUR"},
}


def symbol(currency: str) -> str:
    return str(table("names")["currencies"][currency][0])


def currency_words(currency: str) -> str:
    return str(table("names")["currencies"][currency][1])


def money(meaning: Meaning, style: Style) -> Stated:
    """An amount in a sentence, such as €12.4 million."""
    printed = print_figure(meaning, style)
    number = printed.text if not printed.text.startswith("(") else f"-{printed.text[1:-1]}"
    sign = "-" if number.startswith("-") else ""
    text = f"{sign}{symbol(meaning.unit)}{number.removeprefix('-')}{_SUFFIX[printed.scale]}"
    return Stated(text, meaning, printed.value, printed.scale)


def number(meaning: Meaning, style: Style) -> Stated:
    """A share or a count in a sentence."""
    printed = print_figure(meaning, style)
    return Stated(printed.text, meaning, printed.value, printed.scale)


def term(kind: str, subject: str, text: str, iso: str = "", variant: str = "") -> Stated:
    """A fact that is no figure."""
    return Stated(text, Term(kind, subject, text, iso, variant))


def fill(template: str, *stated: Stated) -> Prose:
    """The template's gaps {} filled in order."""
    pieces = template.split("{}")
    filled: list[str | Stated] = [pieces[0]]
    for one, piece in zip(stated, pieces[1:], strict=True):
        filled += [one, piece]
    return tuple(filled)


def millions(style: Style, amount: Decimal) -> Style:
    """In millions, with as many decimals as the size asks for."""
    return style.at("million", 1 if abs(amount) >= 20_000_000 else 2)


def unit_caption(currency: str, scale: str, flavour: int, language: str = "en", per_share: bool = False) -> str:
    """What stands above a table about its unit."""
    if language in _LOCAL:
        return _LOCAL[language][scale]
    tail = ", except per share amounts" if per_share else ""
    if scale == "one":
        return (f"(in {currency_words(currency)}{tail})", f"All amounts in {currency}{tail}", currency)[flavour % 3]
    code = {"thousand": "’000", "million": "m"}[scale]
    return (
        f"(in {scale}s of {currency_words(currency)}{tail})",
        f"{currency} {scale}s{tail}" if currency == "CHF" else f"{symbol(currency)}{code}{tail}",
        f"Amounts in {currency} {scale}{tail}",
    )[flavour % 3]
