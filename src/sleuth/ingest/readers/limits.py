"""How much a reader may spend on one file."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one file. The sandbox enforces seconds and memory; the readers keep to all three."""

    pages: int = 10_000
    seconds: float = 120.0
    memory_bytes: int = 2 * 1024**3

    @property
    def unpacked_bytes(self) -> int:
        """What an archive may hold unpacked: parsed XML takes several times its size."""
        return self.memory_bytes // 4
