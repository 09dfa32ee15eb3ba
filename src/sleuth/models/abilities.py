"""What a chat model's server can do, learned by trying and remembered while the process runs."""

from dataclasses import dataclass, field
from enum import IntEnum

from sleuth.models.refusals import Overflow

_CHARACTERS_A_TOKEN = 3.0  # assumed of JSON with tables until the server has counted some
_CAUTION = 0.9  # of what was counted: the next prompt may have more digits
_MOST_CHARACTERS_A_TOKEN = 5.5  # more than any tokenizer makes of such a prompt: the server has read a part of it only
_COUNTED_FROM = 512  # tokens; a smaller count is a share of what was read, or no count at all
_ANSWER_SHARE = 4  # a quarter of a context is kept for the answer, at most
_FRAME = 64  # tokens that a chat template adds


class Form(IntEnum):
    """How an answer of a given shape is asked for; each next one asks less of the server."""

    SCHEMA = 0  # a JSON schema that the server enforces
    JSON = 1  # JSON mode, the schema told in the prompt
    PLAIN = 2  # a fenced block, the schema told in the prompt


@dataclass
class Abilities:
    """What one model at one address can do."""

    form: Form = Form.SCHEMA
    refused: set[str] = field(default_factory=set)  # of refusals.OPTIONAL, and "stream"
    context: int | None = None  # tokens of prompt and answer together
    was_looked_up: bool = False
    characters_a_token: float = _CHARACTERS_A_TOKEN

    def answer_tokens(self, wanted: int) -> int:
        """The tokens that an answer may have: those wanted, or a share of a small context."""
        return wanted if self.context is None else min(wanted, self.context // _ANSWER_SHARE)

    def room(self, wanted: int) -> int | None:
        """Characters that a prompt may have beside an answer of so many tokens; None where the context is not known."""
        if self.context is None:
            return None
        return int((self.context - self.answer_tokens(wanted) - _FRAME) * self.characters_a_token)

    def learn_tokens(self, characters: int, tokens: int) -> bool:
        """Learn from a prompt and the tokens that the server counted. False where it cannot have read the whole."""
        if tokens < _COUNTED_FROM:
            return True
        if characters > _MOST_CHARACTERS_A_TOKEN * tokens:
            return False
        self.characters_a_token = min(_CAUTION * characters / tokens, _MOST_CHARACTERS_A_TOKEN)
        return True

    def learn_overflow(self, characters: int, told: Overflow) -> None:
        """Learn from a server's word that a prompt was too long; where it names no number, half must do."""
        if told.sent:
            self.characters_a_token = _CAUTION * characters / told.sent
        if told.context:
            self.context = told.context
        elif not told.sent or self.context is None or told.sent <= self.context:
            fitting = self.context or int(characters / self.characters_a_token)
            self.context = max(fitting // 2, 1)


_known: dict[str, Abilities] = {}


def abilities_of(model: str) -> Abilities:
    """What is known of a model at an address, the same in the whole process."""
    return _known.setdefault(model, Abilities())
