"""Reads what a caption or a header says of unit and scale: "(in millions, except per share data)", TSEK, "€m"."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from sleuth.language.currency import USUAL, Signs, narrowed, qualified, shared_words
from sleuth.language.glyphs import plain, plain_line
from sleuth.language.wordlist import wordlist


@dataclass(frozen=True, slots=True)
class Scaling:
    """What a text says; None where it says nothing. Scales are powers of ten."""

    currency: str | None = None  # ISO 4217
    money: int | None = None
    shares: int | None = None
    percent: bool = False
    doubtful: bool = False  # it says two different things of the same

    def over(self, other: "Scaling") -> "Scaling":
        """This, and what `other`, which stands further away, adds to it."""
        return Scaling(
            self.currency or other.currency,
            other.money if self.money is None else self.money,
            other.shares if self.shares is None else self.shares,
            self.percent,
            self.doubtful or (other.doubtful and self.money is None),
        )


NOTHING = Scaling()
_NAMES = {0: "", 3: "thousand", 5: "lakh", 6: "million", 7: "crore", 9: "billion", 12: "trillion"}  # of powers of ten


@lru_cache(maxsize=8192)
def read_scaling(text: str, signs: Signs = USUAL) -> Scaling:
    """The unit and scale that a caption or header states. Amounts in prose ("grew by $2 million") state none.

    `signs` are what "$" and "kr" mean in the document, where no country stands beside them.
    """
    words = _spelled(plain_line(text))
    words = re.sub(
        r"\d(?:[\d.,]*)\s?(?:" + _alternatives("power") + r")\b", " ", re.sub(r"(?<=\d) (?=\d{3}\b)", "", words)
    )
    words = words.replace(" & ", " and ")
    is_denied = _DENIED.search(words) is not None  # "Amounts in £ (not thousands)"
    words = _DENIED.sub(" ", words)
    words = _BOTH_IN.sub(r"\1 in \2 and shares in \2", words)
    main, _, exceptions = words.partition("except")
    shares = _share_scale(words)
    # what is said of shares after "and" is no scale of money: "in millions, and shares in thousands"
    money_words = _SHARES_IN.sub(" ", main)
    scales, currencies = _scales(money_words), _currencies(words, signs)
    if shares is None and scales and (not currencies or re.search(r"\bshares?\b", words)):
        shares = 0 if _shares_excepted(exceptions) else max(scales)
    percent = bool(re.search(r"%|\b(?:per ?cent|percent(?:age)?|procent|prozent)\b", main)) and "except" not in words
    return Scaling(
        next(iter(currencies)) if len(currencies) == 1 else None,
        next(iter(scales)) if len(scales) == 1 else 0 if is_denied and not scales else None,
        shares, percent and not scales, len(scales) > 1 or len(currencies) > 1,
    )  # fmt: skip


@lru_cache(maxsize=8192)
def unit_of_label(label: str) -> str:
    """The unit that a row's name tells: "percent", "times", "day", "count", "ratio"; "" where it may be money."""
    words = plain_line(label.rpartition(" > ")[2])
    return next((unit for unit, says in wordlist("labels")["units"].items() if re.search(says, words)), "")


def counts_time(label: str) -> bool:
    """Whether a name says that its numbers are days, months or the like: "Payment terms (days)"."""
    return re.search(wordlist("labels")["lasting"], plain_line(label)) is not None


@dataclass(frozen=True, slots=True)
class RowUnit:
    """What the column of units says in a row."""

    kind: str  # "money", "percent", "times", "day" or "count"; "" for a rate of two units: "EUR per MWh"
    scaling: Scaling = NOTHING


def is_unit_heading(heading: str) -> bool:
    """Whether a heading stands over the units of the rows: "Unit", "UoM"."""
    return re.fullmatch(wordlist("labels")["unit_heading"], plain_line(heading)) is not None


@lru_cache(maxsize=1024)
def unit_in_column(text: str, signs: Signs = USUAL) -> RowUnit:
    """The unit that a cell below such a heading names: "EUR m", "%", "days", "FTE".

    What is neither money nor a share nor a measure of time is counted one by one, whatever it is called.
    """
    said = heading_scaling(f"({text})", signs)
    kind = unit_of_label(f"({text})")
    is_plain = not re.search(r"\w", without_units(text))
    if said.percent or kind == "percent":
        return RowUnit("percent", replace(said, percent=True))
    if said.currency is not None:
        return RowUnit("money", said) if is_plain and not said.doubtful else RowUnit("")
    if kind in ("times", "day"):
        return RowUnit(kind)
    is_scaled = said.money is not None or said.shares is not None
    return RowUnit("count" if re.search(r"[^\W\d]|#", text) and not is_scaled else "")


def scale_name(scale: int) -> str:
    """What a power of ten is called: "million"; "" for single units, "e4" where people have no word."""
    return _NAMES.get(scale, f"e{scale}")


def states_scale(text: str) -> bool:
    """Whether a text says anywhere that amounts are in thousands or millions of something: "PHP millions", "TSEK"."""
    line = _spelled(plain_line(text))
    return any(pattern.search(line) for pattern in (_stated(), _counted_in(), _lettered()))


@cache
def _stated() -> re.Pattern[str]:
    return re.compile(wordlist("scales")["stated"]["says"])


@cache
def _counted_in() -> re.Pattern[str]:
    """A currency and a scale behind it that no number stands before: "PHP millions", "EUR 000"."""
    return re.compile(rf"(?<!\d )(?<!\d){_currency().pattern} ?(?:thousand|million|billion|[\x27’]?000)s?\b(?! ?\d)")


def without_units(text: str) -> str:
    """A heading, in plain form, without the words of currency and scale: "(EURk)" leaves nothing."""
    words = _spelled(plain(text).text)
    for pattern in (_whole(), _lettered(), _glued(), _power(), _currency()):
        words = pattern.sub(" ", words)
    return " ".join(words.split())


def _spelled(words: str) -> str:
    """The words with a scale that is written as a factor spelled out, "eur x 1,000" is in thousands of euros, and the
    apostrophe before zeros straight: "R’000"."""
    words = _IN_THOUSANDS.sub(r"\1 thousands", re.sub(r"[’‘´`](?=000)", "'", words))
    return _FACTOR.sub(lambda factor: f"{factor[1]} {'millions' if factor[2] else 'thousands'}", words)


_IN_THOUSANDS = re.compile(r"(\bin [a-z]{3}|\A\(?[a-z]{3}) 1[., ']?000(?= ?\)?\Z| ?[,;)])")  # "in CHF 1000"
_THOUSAND = 3
_CODE = 3  # letters of a currency's code
_FACTOR = re.compile(r"\bx ?([€£$]?) ?1[., ]?000([., ]?000)?(?![.,]?\d)")


def heading_scaling(heading: str, signs: Signs = USUAL) -> Scaling:
    """What the heading of a column states. A currency alone in brackets is its whole unit: "Revenue (£)" is in pounds,
    whatever the tables around it count in."""
    said = read_scaling(heading, signs)
    asides = [read_scaling(aside, signs) for aside in _BRACKETS.findall(heading) if not without_units(aside)]
    is_whole = any(aside.currency and aside.money is None for aside in asides)
    return replace(said, money=0) if is_whole and said.money is None else said


_BRACKETS = re.compile(r"[(\[]([^()\[\]]+)[)\]]")
_DENIED = re.compile(wordlist("patterns")["scale_denied"])
_SHARES_IN = re.compile(wordlist("patterns")["shares_in"])


_BOTH_IN = re.compile(r"(\w+) and shares?(?: amounts)? (?:are )?in (thousands|millions|billions)")


def _share_scale(words: str) -> int | None:
    found = _SHARES_IN.search(words)
    return int(wordlist("scales")["power"][found["power"]]) if found else None


def _shares_excepted(exceptions: str) -> bool:
    """Whether the numbers of shares are excepted, not merely the amounts per share."""
    without_rates = re.sub(r"(?:per|/)[- ]?(?:common |ordinary )?(?:share|unit)|par value", " ", exceptions)
    return bool(re.search(r"\bshares?\b|\bunits?\b", without_rates))


def _scales(words: str) -> set[int]:
    lists = wordlist("scales")
    found = {int(lists["power"][match[1]]) for match in _power().finditer(words)}
    found |= {int(lists["whole"][match[1]][1]) for match in _whole().finditer(words)}
    found |= {_power_of(match["scale"] or match["letter"]) for match in _lettered().finditer(words)}
    return found | {int(lists["glued"][match["before"] or match["after"]]) for match in _glued().finditer(words)}


def _currencies(words: str, signs: Signs) -> set[str]:
    found = [currency_words()[match[1]] for match in _currency().finditer(words)]
    found += [str(wordlist("scales")["whole"][match[1]][0]) for match in _whole().finditer(words)]
    found += [currency_words()[match["one"] or match["two"]] for match in _glued().finditer(words)]
    found += [lettered_signs()[match["sign"] or match["code"]] for match in _lettered().finditer(words)]
    return narrowed(found, signs)


@cache
def lettered_signs() -> dict[str, str]:
    """The letters that stand for a currency only beside a scale or an amount, in small letters, with their codes."""
    return dict(wordlist("scales")["lettered"])


@cache
def _lettered() -> re.Pattern[str]:
    """A currency told by letters that are other words elsewhere, right before its scale: "r'000", "rm million"."""
    long = _any_of(sign for sign in lettered_signs() if len(sign) == _CODE)
    return re.compile(
        rf"(?<!\w)(?:(?P<sign>{_alternatives('lettered')})\s?(?P<scale>'?000s?|{_alternatives('power')})"
        rf"|(?P<code>{long})\s(?P<letter>[mk]))(?!\w)"
    )


def _power_of(scale: str) -> int:
    """The power of ten of a scale in figures, words or one letter."""
    lists = wordlist("scales")
    words = lists["power"] if scale in lists["power"] else lists["glued"]
    return _THOUSAND if "000" in scale else int(words[scale])


@cache
def currency_words() -> dict[str, str]:
    """The words and signs of currencies, in plain form: each with its code, or with the shared sign that it is."""
    return {**wordlist("scales")["currency"], **qualified(), **shared_words()}


@cache
def _power() -> re.Pattern[str]:
    """A word of scale; "'000" also behind letters, whatever they stand for: "Shs'000"."""
    return re.compile(rf"(?:(?<![\w'.,])|(?<=[^\W\d_])(?='))({_alternatives('power')})(?:\.|(?!\w))")


@cache
def _whole() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)({_alternatives('whole')})(?!\w)")


@cache
def _glued() -> re.Pattern[str]:
    """A currency with the letter of its scale: "mkr", "b pounds"; of a noun only apart from it: "brand" is no rand,
    and "kshs" are shillings of Kenya."""
    scale, currency = _alternatives("glued"), _any_of(currency_words())
    short = _any_of(one for one in currency_words() if len(one) <= _CODE or "$" in one or one.startswith("euro"))
    return re.compile(
        rf"(?<!\w)(?!{currency}(?!\w))(?P<before>{scale})(?:\s|(?=(?:{short})(?!\w)))(?P<one>{currency})(?!\w)"
        rf"|(?<!\w)(?P<two>{currency})\s?(?P<after>{scale})(?![\w'])"
    )


def states_amount(text: str) -> bool:
    """Whether a text states an amount of money: "costs were GBP 0.61 million", not "in GBP million" or "€ 000"."""
    return _amount().search(plain_line(text)) is not None


@cache
def _amount() -> re.Pattern[str]:
    lettered = _any_of(sign for sign in lettered_signs() if len(sign) > 1)
    return re.compile(rf"(?:{_currency().pattern}|(?<!\w)(?:{lettered}))\s?(?!(?:1[., ]?)?000)\d")


@cache
def _currency() -> re.Pattern[str]:
    return re.compile(rf"(?<![^\W\d_])({_any_of(currency_words())})(?![^\W\d_])")


def _alternatives(name: str) -> str:
    return _any_of(wordlist("scales")[name])


def _any_of(words: Iterable[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
