"""What the tests of benchmarks share."""

from collections.abc import Iterator

import pytest
import torch


@pytest.fixture(autouse=True)
def the_number_of_threads_comes_back() -> Iterator[None]:
    """A benchmark sets torch's threads; other tests compare bits with processes that have all."""
    threads = torch.get_num_threads()
    yield
    torch.set_num_threads(threads)
