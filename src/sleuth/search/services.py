"""What a search may call upon beside the store: embedding models, and a reranker where one is chosen."""

from dataclasses import dataclass, field

from sleuth.config import Settings
from sleuth.models.embeddings import Embedder, embedding_access, open_embedder
from sleuth.models.hosted import Access
from sleuth.models.rerank import Reranker, open_reranker


@dataclass(frozen=True, slots=True)
class Services:
    """Given by whoever knows the settings; without them local models serve."""

    access: Access = field(default_factory=Access)
    reranker: Reranker | None = None

    def embedder(self, name: str) -> Embedder:
        """The model of this name. Raises ModelError or UserError where it cannot be had."""
        return open_embedder(name, self.access)


LOCAL = Services()


def services_of(settings: Settings) -> Services:
    """What the settings name. Raises UserError or ModelSetupError for a reranker that cannot be had."""
    return Services(embedding_access(settings), open_reranker(settings))
