"""Who signed: the signatures of a document, of the party and in the office that the question names."""

import re
from collections.abc import Sequence

from sleuth.evidence.source import Page
from sleuth.findings.text.amending import amended_from, opens_amendment, says_amendment
from sleuth.findings.text.signatures import Signature, read_signatures
from sleuth.language.tokens import stems, tokens
from sleuth.language.weight import is_legal_form, is_role, is_stop
from sleuth.reason.protocol import Evidence
from sleuth.reason.rank.candidate import Candidate, places
from sleuth.reason.rank.matching import Surroundings, strength
from sleuth.reason.read.reading import Reading, Unit
from sleuth.reason.understand.parts import Question
from sleuth.reason.understand.phrases import says
from sleuth.reason.understand.terms import alternatives_of

SEARCHES = ("signature page by name title duly authorized", "in witness whereof executed /s/")
_FOR = re.compile(
    r"\b(?i:for|on behalf of|för)\s+(?:the\s+)?"
    r"(?P<party>[A-ZÅÄÖ][\w&.’'-]*(?:\s+[A-ZÅÄÖ&][\w&.’'-]*)*|(?!that|this|it|them|what)[a-zåäö]{3,}(?=\W*$))"
)
_FOR_UNNAMED = re.compile(r"\b(?:for|on behalf of|för) (?:them|it|him|her|dem|den)\b(?=\W*$)", re.IGNORECASE)
_AS = re.compile(r"\b(?:as|som)\s+(?:the\s+|its\s+)?(?P<office>[\w ]+?)(?=\s+(?:of|for|on|in|av|för)\b|\W*$)")
_CERTIFIES = re.compile(r"\bcertif(?:y|ication)\b", re.IGNORECASE)
_COMPANY_OF_LOAN = "borrower issuer obligor parent"  # what a loan calls "the company" that it is given to
_ANY_PAPER = "original initial first agreement contract paper document letter amendment behalf avtal avtalet"
_MOST = 8
_LEAST_LETTERS = 4


def asks_who_signed(question: Question) -> bool:
    """Whether a question asks who signed."""
    return says("signed", question.text)


def find_signatures(question: Question, evidence: Sequence[Evidence], reading: Reading) -> list[Candidate]:
    """The signatures that answer, from the first page with any; none where the party or the office is not there, or
    where several papers have some and the question tells none of them.

    Where documents go by what the question says was signed, of them alone.
    """
    if _FOR_UNNAMED.search(question.text):
        return []
    party, office = _FOR.search(question.text), _AS.search(question.text)
    meant = [item for item in evidence if _is_meant(question, item, reading)] or list(evidence)
    found: list[list[Candidate]] = []
    for item, prior in places(_of_paper(question, meant)):
        if _CERTIFIES.search(item.page.text):
            continue
        signed = read_signatures(item.page)
        if party:
            signed = _of_party(signed, _who(party["party"], item, reading), question.language)
        if office:
            wanted = stems(office["office"], question.language)
            signed = [one for one in signed if wanted <= stems(one.title, question.language)]
        if signed:
            found.append([_candidate(item, one, prior, question.language) for one in signed[:_MOST]])
    papers = {one.evidence.document.id for candidates in found for one in candidates}
    if not found or (len(papers) > 1 and not _names_paper(question, party["party"] if party else "")):
        return []
    return found[0]


def _names_paper(question: Question, party: str) -> bool:
    """Whether a question says more of what was signed than that it is the original, or an agreement."""
    aside = stems(f"{party} {_ANY_PAPER}", question.language)
    return any(term.stem not in aside and not says("signing", term.text) for term in question.terms)


def _of_paper(question: Question, evidence: Sequence[Evidence]) -> list[Evidence]:
    """The pages of amendments where one was signed, by themselves or bound behind their agreements; else all others."""
    pages: dict[int, dict[int, Page]] = {}
    for item in evidence:
        pages.setdefault(item.document_id, {})[item.page.number] = item.page
    amending: set[tuple[int, int]] = set()
    for document, found in pages.items():
        ordered = [found[number] for number in sorted(found)]
        amending.update((document, page.number) for page in ordered[amended_from(ordered) :])
    if not says_amendment(question.text):
        return [item for item in evidence if (item.document_id, item.page.number) not in amending]
    return [
        item
        for item in evidence
        if (item.document_id, item.page.number) in amending or opens_amendment(item.document.cover)
    ]


def _is_meant(question: Question, item: Evidence, reading: Reading) -> bool:
    """Whether a document goes by what a question says was signed: "the report" is no lease."""
    names = reading.names(item.document)
    said = names.cover | names.stems
    things = [term for term in question.terms if not says("signing", term.text)]
    return all(strength(term, said, question.language) > 0 for term in things)


def _who(party: str, item: Evidence, reading: Reading) -> frozenset[str]:
    """The words of a party's name; of a part in the contract, such as "the client", with the words of who plays it."""
    wanted = _telling(party, reading.language)
    others = frozenset().union(*(alternatives_of(word, reading.language) for word in wanted))
    parts = reading.names(item.document).parts
    called = stems(party, reading.language)
    if called == stems("company", "en") and not called & parts.keys():
        return stems(_COMPANY_OF_LOAN, "en")
    return wanted.union(*(who for part, who in parts.items() if part in wanted | others))


def _of_party(signed: Sequence[Signature], wanted: frozenset[str], language: str) -> list[Signature]:
    """Those of a party by its name; else those of the one column that stands under a role and no name.

    Names may share a word: of "Moor Dairy Ltd" and "Tarn Dairy plc" the one counts that has more of the words.
    """
    shared = [sum(_is_called(one.party, word, language) for word in wanted) for one in signed]
    most = max(shared, default=0)
    if most:
        return [one for one, count in zip(signed, shared, strict=True) if count == most]
    heads = {one.party for one in signed}
    roles = {head for head in heads if head and all(is_role(word, "en") for word in head.split())}
    if len(heads) == 2 and len(roles) == 1:
        return [one for one in signed if one.party in roles]
    return []


def _is_called(party: str, word: str, language: str) -> bool:
    """Whether a word is one of a party's name, or the noun that one of them ends in: "bank" of "Kreditbank"."""
    names = _telling(party, language)
    return word in names or (len(word) >= _LEAST_LETTERS and any(name.endswith(word) for name in names))


def _telling(name: str, language: str) -> frozenset[str]:
    words = tokens(name, language)
    return frozenset(w.stem for w in words if not is_stop(w.text, language) and not is_legal_form(w.text))


def _candidate(item: Evidence, one: Signature, prior: float, language: str) -> Candidate:
    nothing: frozenset[str] = frozenset()
    text = item.page.text[one.start : one.end]
    around = Surroundings(nothing, nothing, nothing, nothing)
    return Candidate(item, Unit(one.start, one.end, text, language, around, (), False), prior, "")
