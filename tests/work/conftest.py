"""A hosted model that answers from a script."""

from collections.abc import Iterator

import pytest
from tests.scripted import Script, embeds, serve


@pytest.fixture
def script() -> Iterator[Script]:
    with serve(embeds()) as running:
        yield running
