"""Who does what to whom: whether the quotes say it of the names and parties of whom the claim says it."""

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from sleuth.evidence.bindings.doubt import Doubt
from sleuth.evidence.clauses import BE, is_past, opens_with, said_in, statements
from sleuth.evidence.figures.standing import with_kin
from sleuth.evidence.lexicon import lexicon
from sleuth.evidence.reading import Reading, sentences_of
from sleuth.evidence.tokens import Token, first_verb, words_of
from sleuth.evidence.words import is_party, is_stopword, stem
from sleuth.language.weight import words_of as weight_words

_BY = frozenset(("by", "av"))
_COMPANY = frozenset(("company", "bolaget"))
_ENDS = {"from": "to", "to": "from", "från": "till", "till": "från"}


def party_doubts(claim: Reading, evidence: Sequence[Reading], names: Sequence[str]) -> Iterator[Doubt]:
    """Names, parties and subjects that the quotes do not say, or say in another role."""
    stems = frozenset(word.stem for reading in evidence for word in reading.words)
    own = frozenset(word for name in names for word in name.casefold().replace(".", "").split())
    sentences = sentences_of(evidence)
    own = own if _speaks_of_itself(sentences, own) else frozenset()
    yield from _unknown(claim, stems, own)
    yield from _subject(claim, stems, own)
    yield from _actors(claim, sentences, own)
    yield from _voice(claim, sentences)
    yield from _places(claim, sentences)
    yield from _order(claim, sentences)
    yield from _added(claim, sentences)


def _added(claim: Reading, sentences: Sequence[Reading]) -> Iterator[Doubt]:
    """A statement or a cause of which the quotes say no word."""
    known = with_kin(frozenset(stem for sentence in sentences for stem in said_in(sentence.tokens)))
    causes = [claim.tokens[at:] for at in range(len(claim.tokens)) if opens_with(claim.tokens, at, "aside")]
    for part in (*statements(claim), *causes):
        said = frozenset(token.stem for token in part if token.sort == "word" and not is_stopword(token.text))
        if said and not with_kin(said) & known:
            yield Doubt("scope", f"the quotes say nothing of “{' '.join(token.text for token in part[:6])}”")


def _order(claim: Reading, sentences: Sequence[Reading]) -> Iterator[Doubt]:
    """Names in another order than the quotes have them, or in the same one though only one side has a "by"."""
    names = _shared_names(claim, sentences)
    several = _opening_several(claim)
    ours, is_passive = _told(claim, names, several)
    for sentence in sentences:
        theirs, is_theirs = _told(sentence, names, several)
        both = [name for name in ours if name in theirs]
        rest = iter(theirs)
        if not all(name in rest for name in (both if is_passive == is_theirs else reversed(both))):
            yield Doubt("party", f"the quote names “{both[0]}…” and “{both[-1]}…” in another order")


def _shared_names(claim: Reading, sentences: Sequence[Reading]) -> set[str]:
    """Words with a capital; one that opens a sentence only where it has a capital elsewhere too."""
    inner = {_bare(token) for one in (claim, *sentences) for token in one.tokens[1:] if token.capital}
    opening = {_bare(token) for one in sentences for token in one.tokens[:1]}
    return inner | {_bare(token) for token in claim.tokens[:1] if _bare(token) in opening}


def _opening_several(claim: Reading) -> set[str]:
    """Words with which two names of a sentence begin: "Alm" of "Alm Nord AB" and "Alm Syd AB"."""
    following: dict[str, set[str]] = {}
    for token, after in pairwise(claim.tokens):
        if token.capital and after.capital:
            following.setdefault(_bare(token), set()).add(_bare(after))
    return {word for word, seconds in following.items() if len(seconds) > 1}


def _told(sentence: Reading, names: set[str], several: set[str]) -> tuple[list[str], bool]:
    """The names of a sentence in order, and whether one of them stands behind a "by".

    Each by its first word, or by its second where `several` names begin alike.
    """
    found = []
    is_passive = False
    tokens = [token for token in sentence.tokens if token.sort != "free" or token.is_verb]
    for before, token in pairwise((*tokens[:1], *tokens)):
        opens = token is before or not before.capital
        second = before.capital and _bare(before) in several
        told = (opens and _bare(token) not in several) or second
        if token.capital and told and _bare(token) in names and not is_stopword(token.text):
            found.append(_bare(token))
            is_passive = is_passive or before.text in _BY
    return found, is_passive


def _bare(token: Token) -> str:
    return token.stem.removesuffix("'s")


def _speaks_of_itself(sentences: Sequence[Reading], own: frozenset[str]) -> bool:
    """Whether the quotes say "we" or "the Company", or are cells: else the document's name is not their subject."""
    told = own | frozenset(word for phrase in lexicon("alignment")["ourselves"] for word in phrase.split()[-1:])
    told |= words_of("our")
    cells = not any(token.is_verb for sentence in sentences for token in sentence.tokens)
    return cells or any(token.text.removesuffix("'s") in told for sentence in sentences for token in sentence.tokens)


def is_actor(sentence: Reading, token: Token) -> bool:
    """Whether a token names somebody: a party, or a word with a capital that does not open the sentence."""
    first, second, *_ = (*sentence.tokens, token, token)
    compared = token.text in lexicon("polarity")["comparison"]
    opens = token is first and (compared or not (second.capital or is_party(second.text)))
    named = token.capital and token.sort in ("word", "verb") and not opens and not is_stopword(token.text)
    return named or is_party(token.text) or token.stem.endswith(("+er", "+ee"))


def _unknown(claim: Reading, stems: frozenset[str], own: frozenset[str]) -> Iterator[Doubt]:
    """Names and parties that the quotes do not say."""
    named = {word for name in claim.names for word in name.key}
    for token in claim.tokens:
        bare = token.text.removesuffix("'s")
        proper = (token.capital and bare in named) or is_party(token.text)
        if proper and token.sort in ("word", "verb") and token.stem not in stems and bare not in own:
            yield Doubt("name", f"the quotes do not say “{token.text}”")


def _subject(claim: Reading, stems: frozenset[str], own: frozenset[str]) -> Iterator[Doubt]:
    """A subject that the quotes do not speak of; of a number each word of it."""
    known = with_kin(stems)
    verb = first_verb(claim.tokens)
    words = [token for token in claim.tokens[:verb] if token.sort == "word"]
    for token in words if claim.quantities else words[-1:]:
        said = with_kin([token.stem]) <= known or token.text.removesuffix("'s") in own
        if not said and token.text not in words_of("generic"):
            yield Doubt("subject", f"the quotes do not speak of “{token.text}”")


def _actors(claim: Reading, sentences: Sequence[Reading], own: frozenset[str]) -> Iterator[Doubt]:
    """One who acts where the quotes have another act; the document's own name is its company's."""
    known = [(said_in(clause), _phrase(one, clause), clause) for one in sentences for clause in _inherited(one)]
    for clause in _inherited(claim):
        actor, said = _actor(claim, clause), said_in(clause)
        content = said - actor
        most = max((len(content & theirs) for theirs, _, _ in known), default=0)
        nearest = [(phrase, other) for theirs, phrase, other in known if len(content & theirs) == most]
        itself = {stem(word, claim.language) for word in own} >= actor
        if not actor or not most or any(actor <= phrase or (itself and _COMPANY & phrase) for phrase, _ in nearest):
            continue
        others = [phrase for phrase, _ in nearest if phrase]
        exchanged = any(actor <= said_in(other) for _, other in nearest)
        if others or exchanged:
            elsewhere = any(actor <= theirs for theirs, _, _ in known)
            name = " ".join(token.text for token in clause if token.stem in actor)
            active = not any(token.text in _BY for token in (*clause, *nearest[0][1]))
            acts = any(token.sort in ("verb", "modal") for token in clause)
            sure = bool(others) and acts and elsewhere and active and most == len(content)
            yield Doubt("party", f"the quote says it of another than “{name}”", sure)


def _voice(claim: Reading, sentences: Sequence[Reading]) -> Iterator[Doubt]:
    """One who does what the quotes say is done to him: "Alm acquired" for "Alm was acquired"."""
    theirs = [one for sentence in sentences for one in _voiced(sentence)]
    for verb, subject, is_passive in _voiced(claim):
        same = [passive for other, phrase, passive in theirs if other == verb and subject & phrase]
        if same and is_passive not in same:
            yield Doubt("party", f"the quote says “{verb}” of the same in the other voice")


def _voiced(sentence: Reading) -> Iterator[tuple[str, frozenset[str], bool]]:
    """Each past verb with the names in its subject, and whether a form of "be" stands before it."""
    for clause in statements(sentence):
        first = first_verb(clause)
        verb = next((at for at in range(first, len(clause)) if clause[at].sort == "verb"), 0)
        names = frozenset(_bare(token) for token in clause[:first] if is_actor(sentence, token))
        if verb and names and is_past(clause[verb]):
            yield clause[verb].stem, names, any(token.text in BE for token in clause[first:verb])


def _inherited(sentence: Reading) -> list[list[Token]]:
    """The clauses; one that opens with its verb has the subject of the one before."""
    found: list[list[Token]] = []
    head: list[Token] = []
    for clause in statements(sentence):
        words = [token for token in clause if token.sort not in ("coordinator", "mark", "free", "negation")]
        verb = first_verb(clause)
        bare = bool(words) and words[0].is_verb
        found.append([*head, *clause] if bare else clause)
        head = head if bare else clause[:verb]
    return found


def _actor(sentence: Reading, clause: Sequence[Token]) -> frozenset[str]:
    """Who acts: the names before the verb, if they are the head of its subject, or behind a "by"."""
    phrase, passive = _subject_phrase(clause)
    joints = (at for at, token in enumerate(phrase[:-1]) if token.sort == "preposition")
    end = next((at for at in joints if phrase[at].text != "of" or not phrase[at + 1].capital), len(phrase))
    words = [token for token in phrase[:end] if token.sort == "word"]
    if not words or (not passive and not is_actor(sentence, words[-1])):
        return frozenset()
    return frozenset(token.stem for token in words if is_actor(sentence, token))


def _phrase(sentence: Reading, clause: Sequence[Token]) -> frozenset[str]:
    """All names of the phrase that says who acts: "the Court of Appeals for the Ninth Circuit"."""
    found = {token.stem for token in _subject_phrase(clause)[0] if token.sort == "word" and is_actor(sentence, token)}
    for at, token in enumerate(clause):
        if token.sort == "verb":  # "the Company announced the Board raised the dividend"
            start = max((i + 1 for i in range(at) if clause[i].sort in ("verb", "mark", "modal")), default=at)
            found |= {other.stem for other in clause[start:at] if other.capital and is_actor(sentence, other)}
    return frozenset(found)


def _subject_phrase(clause: Sequence[Token]) -> tuple[Sequence[Token], bool]:
    """The phrase that says who acts; and whether it stands behind a "by"."""
    verb = first_verb(clause)
    agent = next((at for at, token in enumerate(clause) if at > verb and token.text in _BY), None)
    if agent is not None:
        return clause[agent + 1 :], True
    commas = (at + 1 for at in range(verb) if clause[at].text == "," and not _is_legal_form(clause[at + 1]))
    return clause[max(commas, default=0) : verb], False


def _is_legal_form(token: Token) -> bool:
    """Whether a comma before a word is one of a name: "Potomac, Inc."."""
    return token.text.rstrip(".") in weight_words("legal")


def _places(claim: Reading, sentences: Sequence[Reading]) -> Iterator[Doubt]:
    """From a place to which the quotes say it was; or two names that change places."""
    known = {pair for sentence in sentences for pair in _placed(sentence)}
    ours = [pair for pair in _placed(claim) if pair not in known]
    shown = {token.stem or token.text: token.text for token in claim.tokens}
    for before, name in ours:
        other = _ENDS.get(before, "")
        if (other, name) in known and other:
            yield Doubt(
                "name", f"the quote says “{other} {shown[name]}”, the sentence “{before} {shown[name]}”", sure=True
            )
    for (one, name), (two, other) in combinations(ours, 2):
        if one != two and {(two, name), (one, other)} <= known:
            yield Doubt("name", f"the sentence exchanges “{shown[name]}” and “{shown[other]}”", sure=True)


def _placed(sentence: Reading) -> list[tuple[str, str]]:
    """Names, each with the preposition that it stands behind, or "" behind a verb."""
    tokens = [token for token in sentence.tokens if token.sort != "free" or token.is_verb]
    found = []
    for before, token in pairwise(tokens):
        named = token.capital and is_actor(sentence, token) and (before.sort == "preposition" or before.is_verb)
        if named or (token.sort == "value" and before.text in _ENDS):
            found.append((before.text if before.sort == "preposition" else "", token.stem or token.text))
    return found
