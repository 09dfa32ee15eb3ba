"""Does the search find the page that holds the answer? Measured step by step, so that each part shows its worth."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import psycopg

from sleuth.evals import corpora
from sleuth.evals.cases import Answerable, contracts, examples, filings, financebench
from sleuth.evals.corpora import Corpus, text_name
from sleuth.evals.figures import RETRIEVAL, Figure, figure
from sleuth.evals.rows import rows
from sleuth.search.hit import Hit
from sleuth.search.hybrid import search
from sleuth.search.recipe import WHOLE, Recipe
from sleuth.search.services import Services
from sleuth.store.index.passage_index import PassageIndex

_DEPTH = 10
_SENTENCE_END = re.compile(r"[.!?](?=\s)|\n")


@dataclass(frozen=True, slots=True)
class Case:
    """A question, where to look, and what would be found by a good search."""

    question: str
    filenames: tuple[str, ...]  # () searches the whole project
    gold: Mapping[str, frozenset[int]]  # filename → pages; no pages: any page of the file
    group: str  # what decides the half


CaseReader = Callable[[Path], Iterable[Case]]  # of the data's root


@dataclass(frozen=True, slots=True)
class RetrievalSet:
    """Cases over a corpus, and how deep they look."""

    name: str
    corpus: Corpus
    cases: CaseReader
    measure: Callable[[Case, Sequence[Hit], int], float]
    depths: tuple[int, ...]

    @property
    def key(self) -> str:
        """What it is chosen by: the name of its data."""
        return self.corpus.name

    def is_there(self, data: Path) -> bool:
        """Whether the data holds this set."""
        return self.corpus.is_there(data)


LADDER: Mapping[str, Recipe] = {
    "words": Recipe(meaning=False, lexicon=False, files=False, places=False, rerank=False),
    "vectors": Recipe(words=False, lexicon=False, files=False, places=False, rerank=False),
    "hybrid": Recipe(lexicon=False, files=False, places=False, rerank=False),
    "+ lexicon": Recipe(files=False, places=False, rerank=False),
    "+ places": Recipe(files=False, rerank=False),
    "+ files (as served)": WHOLE,
    "as served, without vectors": Recipe(meaning=False),
}


def any_page(case: Case, hits: Sequence[Hit], depth: int) -> float:
    """1 when one of the first `depth` hits stands on a page that holds the answer."""
    return float(any(_is_gold(case, hit) for hit in hits[:depth]))


def share_of_files(case: Case, hits: Sequence[Hit], depth: int) -> float:
    """The share of the files to be cited that the first `depth` hits come from."""
    return len({hit.filename for hit in hits[:depth]} & case.gold.keys()) / len(case.gold)


def climb(
    connection: psycopg.Connection,
    index: PassageIndex,
    project_id: int,
    chosen: RetrievalSet,
    cases: Sequence[Case],
    show: corpora.OnProgress,
    services: Services,
) -> Iterator[Figure]:
    """The figures of one set at every step of the ladder."""
    for number, (step, recipe) in enumerate(LADDER.items()):
        found = []
        for done, case in enumerate(cases, 1):
            hits = search(
                connection,
                project_id,
                case.question,
                filenames=case.filenames,
                limit=_DEPTH,
                recipe=recipe,
                index=index,
                services=services,
            ).hits
            found.append((case, hits))
            show(f"{chosen.name}: searching", number * len(cases) + done, len(LADDER) * len(cases))
        for depth in chosen.depths:
            judged = [(case.group, chosen.measure(case, hits, depth)) for case, hits in found]
            yield figure(RETRIEVAL, chosen.name, f"@{depth}, {step}", judged)


def within(cases: Iterable[Case], filenames: Iterable[str]) -> list[Case]:
    """The cases that these documents can serve."""
    there = set(filenames)
    return [case for case in cases if there.issuperset((*case.gold, *case.filenames))]


def _is_gold(case: Case, hit: Hit) -> bool:
    pages = case.gold.get(hit.filename)
    return pages is not None and (not pages or hit.page in pages)


def _answered(cases: Callable[[Path], Iterable[Answerable]], whole_project: bool = False) -> CaseReader:
    """The questions of an answer set that have an answer: put to their own files, or to all documents."""

    def read(data: Path) -> Iterator[Case]:
        for one in cases(data):
            if not one.is_absent:
                gold = one.pages or dict.fromkeys(one.files, frozenset[int]())
                yield Case(one.question, () if whole_project else one.filenames, gold, one.group)

    return read


def _swequad(data: Path) -> Iterator[Case]:
    for row in rows(data / "redistributable/swequad/items.jsonl"):
        name = text_name(row["context"])
        yield Case(row["question"], (), {name: frozenset()}, name)


def _swequad_or_twin(data: Path) -> Iterator[Case]:
    """As above, but any text that holds the sentence of the answer word for word is as good."""
    texts = {name: " ".join(text.split()) for name, text in corpora.swequad_texts(data).items()}
    for row in rows(data / "redistributable/swequad/items.jsonl"):
        sentence = " ".join(_around(row["context"], row["start"], row["end"]).split())
        twins = [name for name, text in texts.items() if sentence in text]
        yield Case(row["question"], (), dict.fromkeys(twins, frozenset()), text_name(row["context"]))


def _around(text: str, start: int, end: int) -> str:
    """The sentence, or the line, in which the characters stand."""
    after = _SENTENCE_END.search(text, end)
    before = [found.end() for found in _SENTENCE_END.finditer(text, 0, start)]
    return text[before[-1] if before else 0 : after.start() if after else len(text)]


def _faq(data: Path) -> Iterator[Case]:
    for row in rows(data / "redistributable/superlim_swefaq/items.jsonl"):
        names = [text_name(answer) for answer in row["candidate_answers"]]
        yield Case(row["question"], tuple(names), {names[row["label"]]: frozenset()}, str(row["category_id"]))


_OF_REPORTS = _answered(financebench)
_OF_ALL_REPORTS = _answered(financebench, whole_project=True)
RETRIEVAL_SETS = (
    RetrievalSet("examples", corpora.EXAMPLES, _answered(examples), any_page, (1, 5)),
    RetrievalSet("kgrag_sec10q", corpora.FILINGS, _answered(filings, whole_project=True), share_of_files, (1, 10)),
    RetrievalSet("cuad", corpora.CONTRACTS, _answered(contracts), any_page, (1, 5, 10)),
    RetrievalSet("financebench, one document", corpora.REPORTS, _OF_REPORTS, any_page, (1, 5, 10)),
    RetrievalSet("financebench, all documents", corpora.REPORTS, _OF_ALL_REPORTS, any_page, (1, 5, 10)),
    RetrievalSet("swequad", corpora.SWEQUAD, _swequad, any_page, (1, 5)),
    RetrievalSet("swequad, or its twin", corpora.SWEQUAD, _swequad_or_twin, any_page, (1, 5)),
    RetrievalSet("superlim_swefaq", corpora.FAQ, _faq, any_page, (1, 5)),
)
