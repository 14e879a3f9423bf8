"""Whatever the description of the API allows, and much that it does not, gets an answer that is
declared."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from accounts import tokens
from accounts.limits import Limit
from accounts.models import Token, User
from games import daily
from games.api import limits
from tests.games.cast import counted
from tests.games.live.cast import member, running

pytestmark = pytest.mark.django_db
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
SCHEMA = schemathesis.openapi.from_dict(SchemaGenerator().get_schema(request=None, public=True))
SCHEMA.app = get_wsgi_application()


@pytest.fixture(autouse=True)
def no_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or 429 would be the answer to nearly all."""
    for name in ("READING", "WRITING"):
        monkeypatch.setattr(limits, name, Limit(name.lower(), amount=10**9, seconds=3600))


@pytest.fixture(autouse=True)
def one_connection() -> Iterator[None]:
    """The site works in the transaction of the test, as with Django's own client."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def mina(db: None) -> User:
    return member()


@pytest.fixture
def known(mina: User) -> dict[str, str]:
    """Values that lead somewhere, where chance would never find them."""
    counted(mina, 64)
    day = daily.today().isoformat()
    return {"game_id": running(mina).pk, "name": mina.username, "day": day}


@pytest.fixture
def program(mina: User) -> dict[str, str]:
    _, text = tokens.make(mina, name="bot", scopes=list(Token.Scope))
    return {"Authorization": f"Bearer {text}"}


# A stream of one's own games needs the server's event loop: tests/games/test_export.py has it.
@SCHEMA.exclude(path="/api/me/games.jsonl").parametrize()
@settings(
    max_examples=8,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
def test_every_answer_is_declared(
    case: Any, known: dict[str, str], program: dict[str, str]
) -> None:
    for headers in ({}, program):
        case.call_and_validate(headers=headers, checks=CHECKS)
    for name in case.path_parameters.keys() & known.keys():
        case.path_parameters[name] = known[name]
        case.call_and_validate(headers=program, checks=CHECKS)
