"""Every error a user can meet. The class decides the exit code; the message names the thing and the remedy."""


class SleuthError(Exception):
    """Something failed that is not the user's doing (exit 3)."""

    exit_code = 3


class UserError(SleuthError):
    """The request cannot be met as given: a missing file, an unknown name, a bad option (exit 2)."""

    exit_code = 2


class SourceError(UserError):
    """A file cannot be read. The message opens with the file's name and ends with the remedy."""


class ModelError(SleuthError):
    """A chat, embedding or reranking model failed."""


class StoreError(SleuthError):
    """The database cannot be reached, is too old, or refused the work."""
