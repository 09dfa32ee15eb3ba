"""Counts the tokens of each answer as LangChain reports them."""

from typing import TYPE_CHECKING, Any

from sleuth.models.usage import Tally

if TYPE_CHECKING:
    from langchain_core.callbacks import BaseCallbackHandler
    from langchain_core.outputs import LLMResult


def counter(tally: Tally) -> "BaseCallbackHandler":
    """A handler that adds the tokens of each answer to the tally; also of one that was cut off, for it is paid for."""
    from langchain_core.callbacks import BaseCallbackHandler

    class Counter(BaseCallbackHandler):
        def on_llm_end(self, response: "LLMResult", **_: Any) -> None:
            for generation in (one for row in response.generations for one in row):
                spent = getattr(getattr(generation, "message", None), "usage_metadata", None) or {}
                tally.tokens_in += spent.get("input_tokens", 0)
                tally.tokens_out += spent.get("output_tokens", 0)

        def on_llm_error(self, error: BaseException, **_: Any) -> None:
            spent = getattr(getattr(error, "completion", None), "usage", None)
            tally.tokens_in += getattr(spent, "prompt_tokens", 0)
            tally.tokens_out += getattr(spent, "completion_tokens", 0)

    return Counter()
