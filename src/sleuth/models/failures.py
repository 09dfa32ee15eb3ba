"""What can go wrong with a hosted model, told apart by what may be done about it."""

from sleuth.errors import ModelError


class ModelUnavailableError(ModelError):
    """The model did not answer in spite of retries, or is left alone for a while; rules may answer instead."""


class UnusableAnswerError(ModelError):
    """The model answered with something that is no answer: a refusal, half a sentence, another shape."""


class ModelSetupError(ModelError):
    """The model cannot be used as it is set up: a wrong key, an unknown name, a missing package (exit 2)."""

    exit_code = 2


class PromptTooLongError(ModelSetupError):
    """The prompt is longer than the model's context. What was learned of the context fits the next one to it."""
