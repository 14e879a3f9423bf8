"""What every test of accounts starts from."""

import pytest
from django.core.cache import cache
from pytest_django import Settings


@pytest.fixture(autouse=True)
def fresh_limits() -> None:
    """No test counts towards another's limit."""
    cache.clear()


@pytest.fixture(autouse=True)
def quick_passwords(settings: Settings) -> None:
    """Hashes that cost nothing: these tests ask who gets in, not how long guessing takes."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
