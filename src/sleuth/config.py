"""Every option, once: from `SLEUTH_*` environment variables, then `sleuth.toml`, then the defaults here."""

from pathlib import Path
from typing import Literal

import platformdirs
from pydantic import AliasChoices, Field
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource


class Settings(BaseSettings):
    """What can be set. Sizes are characters, bytes or seconds as each name says."""

    model_config = SettingsConfigDict(env_prefix="SLEUTH_", toml_file="sleuth.toml", extra="forbid", frozen=True)

    home: Path = Field(default_factory=lambda: Path(platformdirs.user_data_dir("sleuth", appauthor=False)))
    database_url: str | None = None
    server_grace_seconds: float = 30.0  # the embedded server stops this long after its last user left

    passage_characters: int = 600
    passage_overlap: int = 200
    metrics_file: Path | None = None  # TOML or YAML: what your documents call their metrics, beside what we know

    index: Literal["postgres", "chroma"] = "postgres"  # where the vectors of passages stand
    chroma_path: Path | None = None  # a folder, `chroma` in the home if not set; ":memory:" for this process alone
    chroma_url: str | None = None  # of a server that `chroma run` started; goes before the folder

    neo4j_uri: str | None = None  # bolt://HOST:7687 or neo4j+s://…: the graph is projected there too
    neo4j_user: str = "neo4j"
    neo4j_password: str | None = Field(default=None, repr=False)
    neo4j_database: str | None = None  # the server's default if not set

    embedding: str = "auto"  # auto, minilm, e5, or openai:NAME for a model that is hosted
    embedding_url: str | None = None  # of any OpenAI-compatible server
    embedding_key: str | None = Field(default=None, repr=False)  # else OPENAI_API_KEY, for OpenAI
    embedding_seconds: float = 60.0  # for one batch of passages

    rerank: str | None = None  # voyage:NAME or cohere:NAME; None for no reranker
    rerank_url: str | None = None  # of any server that speaks that provider's way
    rerank_key: str | None = Field(default=None, repr=False)  # else the provider's variable, for the provider
    search_seconds: float = 4.0  # that a search waits for a hosted model before it goes on without

    retrieval_max_tokens: int = Field(  # of the passages that a model is shown before it answers
        default=2_000,
        ge=0,
        validation_alias=AliasChoices("SLEUTH_RETRIEVAL_MAX_TOKENS", "retrieval_max_tokens"),
    )
    retrieval_cache_ttl_ms: int = Field(  # that what was found for a topic is kept
        default=300_000,
        ge=0,
        validation_alias=AliasChoices("SLEUTH_RETRIEVAL_CACHE_TTL_MS", "retrieval_cache_ttl_ms"),
    )

    model: str | None = None  # PROVIDER:MODEL as LangChain names it; "none" for rules only
    model_url: str | None = None  # of any OpenAI-compatible server
    model_key: str | None = Field(default=None, repr=False)  # else the provider's variable, for the provider
    model_seconds: float = 180.0  # that a model may be silent: before the first word of an answer, and between two
    model_context: int | None = Field(default=None, ge=512)  # tokens of prompt and answer; else learned from the server
    answer_tokens: int = Field(default=4_000, ge=64)  # of one answer; less where the context is small
    planning: Literal["draft", "model"] = "draft"  # "model": it writes the queries, grades each round, answers figures
    judge: str | None = None  # PROVIDER:MODEL that judges claims in a model's own words; else the one that drafts
    proof: Literal["judged", "strict"] = "judged"  # strict shows only what is proven without a model
    evidence_characters: int = 60_000  # of evidence that a model is shown

    max_react_iterations: int = Field(default=6, ge=1, le=50)  # of the tutor: how often it thinks before it gives up
    conversation_messages: int = Field(default=10, ge=0)  # of a conversation that a model is shown
    web_search: Literal["off", "ddgs", "searxng"] = "off"  # where the tutor searches online
    web_search_url: str | None = None  # of a SearXNG server that allows JSON
    web_search_seconds: float = 8.0  # that a search may take
    app_documentation: Path | None = None  # a folder with en.yaml and vi.yaml, in place of the bundled application

    file_seconds: float = 120.0
    file_memory_bytes: int = 2 * 1024**3
    file_size_bytes: int = 512 * 1024**2
    file_pages: int = 10_000
    ingest_workers: int = 2
    agent_workers: int = Field(default=2, ge=0)  # tasks at a time; 0 where only `sleuth worker` does them
    agent_seconds: float = 120.0  # that the head waits for its specialists; their tasks go on after that
    agent_attempts: int = Field(default=3, ge=1)  # that a task has before it stays failed
    agents_per_minute: int | None = Field(default=None, ge=1)  # tasks begun a minute, by all processes together
    background: bool = True  # embed behind `sleuth add`; switch off where `sleuth worker` runs elsewhere

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls)
