"""Clauses of contracts that a question asks for."""

import re
from collections.abc import Sequence
from functools import cache

from sleuth.language.asked import Answer
from sleuth.language.concepts import told_by
from sleuth.language.weight import detect_language, is_heavy, is_stop
from sleuth.reason.understand.lexicon import table
from sleuth.reason.understand.parts import Clause
from sleuth.reason.understand.phrases import kind_of, says

_PHRASE_WORD = re.compile(r"[^\W_]+(?:[-/&][^\W_]+)*")
_ARTICLE = re.compile(r"(?<=\w{7})(?:et|en)$")  # Swedish: konkurrensförbudet
_GAP = r"(?:\s+\S+){0,4}?\s+"
_PARTIES = "parties"
_OWNED = re.compile(
    r"\b(?P<verb>buy|buys|buying|bought|acquires?|acquired|takes? over|purchases?|sells?|sold"
    r"|(?:sale|purchase|acquisition) of)"
    r" the (?:supplier|customer|client|tenant|landlord|lessee|lessor|borrower|licensee|licensor|distributor|reseller"
    r"|manufacturer|contractor|franchisee|provider|consultant)\b"
)
_COMPANY = r"\g<verb> the company"  # "if we buy the supplier" asks of a sale of the company that plays the part


@cache
def _clause(number: int) -> Clause:
    """A clause by its place in the table. Only the patterns of clauses that are asked for are ever compiled."""
    row = table("clauses")["clause"][number]
    return Clause(
        row["name"],
        tuple(row["ask"]),
        tuple(row["search"]),
        tuple(_pattern(p) for p in row["says"]),
        tuple(_pattern(p) for p in row.get("lacks", ())),
        row.get("value") == "date",
        row.get("value") == "title",
        row.get("front", False),
        row.get("circumstance", False),
        tuple(clause_named(name) for name in row.get("excepts", ())),
        tuple(row.get("headings", ())),
        row.get("column", ""),
    )


def clause_named(name: str) -> Clause:
    """The clause of a name of the table."""
    return next(_clause(number) for number, row in enumerate(table("clauses")["clause"]) if row["name"] == name)


@cache
def clause_names() -> tuple[str, ...]:
    """The names of all clauses of the table, but of those that stand where a contract opens."""
    return tuple(row["name"] for row in table("clauses")["clause"] if not row.get("front"))


def _pattern(written: str) -> re.Pattern[str]:
    """The pattern, with the words that `clauses.toml` names once written out: <contract>."""
    for name, words in table("clauses")["words"].items():
        written = written.replace(f"<{name}>", f"(?:{words})")
    return re.compile(written)


def find_clauses(text: str) -> tuple[Clause, ...]:
    """The clause that a question asks about: the one with the longest phrase in it. None or one.

    Why something was done no clause says. A single word ("audit") asks for a clause only where little else is asked, or
    the question speaks of a contract.
    """
    found = _phrases_in(text)
    if not found or kind_of(text) is Answer.REASON:
        return ()
    phrase, number = max(found, key=lambda pair: (_clause(pair[1]).is_circumstance, len(pair[0])))
    clause = _clause(number)
    if " " not in phrase and kind_of(text) is Answer.PERSON and clause.name != _PARTIES:
        return ()  # one who plays a part in it
    if " " not in phrase and not _is_of_contract(text) and len(_content(text)) > 2:
        return ()
    return (clause,)


def clause_of_column(heading: str, said: str) -> Clause | None:
    """The clause that a column of a list states of each row's contract: "Payment terms (days)", "Contract end".

    A kind of column that other things have too, as the day on which they end, is of contracts only where its heading,
    or else `said`, speaks of them. None where the column states no clause.
    """
    named = find_clauses(heading)
    if named:
        return named[0]
    kinds = told_by(heading)
    if not (_is_of_contract(heading) or _is_of_contract(said)):
        kinds -= _OF_ALL_THINGS
    numbers = (number for number, row in enumerate(table("clauses")["clause"]) if row.get("column", "") in kinds)
    return next(map(_clause, numbers), None)


_OF_ALL_THINGS = frozenset({"expiry"})  # kinds of columns


def _is_of_contract(text: str) -> bool:
    """Whether a question speaks of a contract, or of what somebody is bound to do."""
    return says("contract", text) or says("duty", text)


def words_of_clauses(text: str) -> frozenset[str]:
    """The words by which a question asks for clauses, of whatever kind: "walk away" and "buy the company"."""
    return frozenset(word for phrase, _ in _phrases_in(text) for word in phrase.split())


def _phrases_in(text: str) -> list[tuple[str, int]]:
    """The phrases of a question that ask for clauses, each with the place of its clause in the table."""
    line = line_of(text)
    plain = line_of(_plainly(text))
    bare = " ".join(_ARTICLE.sub("", word) for word in line.split())
    owned = _OWNED.sub(_COMPANY, line)
    lines = (line, f" {bare} ", line.replace("/", " "), plain, owned)
    rows = enumerate(table("clauses")["clause"])
    return [(p, number) for number, row in rows for p in row["ask"] if any(asks_by(p, one) for one in lines)]


@cache
def circumstances() -> tuple[Clause, ...]:
    """The clauses that say when others apply."""
    return tuple(_clause(n) for n, row in enumerate(table("clauses")["clause"]) if row.get("circumstance"))


def is_named(clause: Clause, text: str) -> bool:
    """Whether a text in small letters calls a clause by a name of several words: "the limitation of liability"."""
    line = line_of(text)
    return any(asks_by(phrase, line) for phrase in clause.asks if " " in phrase)


def line_of(text: str) -> str:
    """The words of a text in small letters between single spaces, as `asks_by` takes them."""
    return f" {' '.join(_PHRASE_WORD.findall(text.lower()))} "


def asks_by(phrase: str, line: str) -> bool:
    """Whether a line has the phrase; "…" in it stands for a few words."""
    if "…" not in phrase:
        return f" {phrase} " in line
    return _with_gap(phrase).search(line) is not None


def words_within(phrase: str, line: str) -> str:
    """What stands in a line for the "…" of a phrase: "a fund" of "if a fund buys us"; "" where nothing does."""
    found = _with_gap(phrase).search(line) if "…" in phrase else None
    if found is None:
        return ""
    own = {word for part in phrase.split("…") for word in part.split()}
    return " ".join(word for word in found[0].split() if word not in own)


@cache
def _with_gap(phrase: str) -> re.Pattern[str]:
    words = [re.escape(part.strip()) for part in phrase.split("…")]
    return re.compile(rf"(?<=\s){_GAP.join(words)}(?=\s)")


def _plainly(text: str) -> str:
    """The question with each contract called "the agreement": "the Acme supply agreement" is one, whatever its name."""
    words = _PHRASE_WORD.findall(text)
    kept: list[str] = []
    for word in words:
        kept.append(word)
        if _is_contract(word):
            kept = [*kept[: len(kept) - 1 - _length_of_name(kept[:-1])], "the", "agreement"]
    return " ".join(kept)


def words_of_contracts(text: str) -> frozenset[str]:
    """The words by which a question calls a contract: "Acme" and "supply" of "the Acme supply agreement"."""
    words = _PHRASE_WORD.findall(text)
    called: set[str] = set()
    for number, word in enumerate(words):
        if _is_contract(word):
            called.update(words[number - _length_of_name(words[:number]) : number])
    return frozenset(word for word in called if word.lower() not in _ARTICLES)


def _is_contract(word: str) -> bool:
    return word.lower().rstrip("s") in _CONTRACTS


def _length_of_name(before: Sequence[str]) -> int:
    """How many words before a contract's noun are its name, with the article."""
    length = 0
    for word in reversed(before):
        if word.lower() in _ARTICLES:
            return length + 1
        if is_stop(word, "en") or word.lower() in _OPENS_PHRASE:
            return length
        length += 1
    return length


_ARTICLES = ("the", "this", "our", "an", "a")
_CONTRACTS = frozenset(("agreement", "contract", "lease", "deal", "arrangement", "pact"))
_OPENS_PHRASE = frozenset(
    ("terminate", "govern", "governs", "extend", "renew", "assign", "end", "sign", "signed", "entered")
)


def _content(text: str) -> list[str]:
    language = detect_language(text)
    return [word for word in _PHRASE_WORD.findall(text) if is_heavy(word, language)]
