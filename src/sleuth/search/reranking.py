"""The best candidates judged once more by a reranker, which reads each beside the question."""

from collections.abc import Mapping, Sequence

from sleuth.errors import ModelError
from sleuth.ingest.context import embedding_text
from sleuth.models.rerank import Reranker
from sleuth.search.fusion import spread
from sleuth.search.query import Query
from sleuth.search.ranking import Candidate, rank

_DEPTH = 50  # candidates that are judged
_LEAST = 0.2  # the score of the worst of them, above all that were not


def rerank(
    reranker: Reranker | None,
    candidates: Sequence[Candidate],
    fused: Mapping[int, float],
    file_scores: Mapping[int, float],
    query: Query,
) -> tuple[Mapping[int, float], tuple[str, ...]]:
    """Scores in place of the fused ones, and remarks for the user: a reranker that fails leaves all as it was.

    Files, headings and places count afterwards, as without a reranker.
    """
    if reranker is None or not candidates or not query.text.strip():
        return fused, ()
    best = [candidate for candidate, _ in rank(candidates, fused, file_scores, query, apart=False)[:_DEPTH]]
    try:
        judged = reranker.relevance(query.text, [embedding_text(c.context, c.content) for c in best])
    except ModelError as error:
        return fused, (f"{error} Ordered without the reranker.",)
    near = spread({c.passage_id: relevance for c, relevance in zip(best, judged, strict=True)})
    rest = {i: _LEAST * score for i, score in fused.items()}
    return rest | {i: _LEAST + (1 - _LEAST) * score for i, score in near.items()}, ()
