"""What every test of the API starts from."""

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def fresh_limits() -> None:
    """No test counts towards another's limit."""
    cache.clear()
