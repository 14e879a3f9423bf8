"""The OpenAPI description tells what the API does."""

from typing import Any

import pytest
import yaml
from django.core.management import call_command
from django.test import Client


@pytest.fixture
def schema(client: Client) -> Any:
    """As served."""
    answer = client.get("/api/schema/")
    assert answer.status_code == 200
    return yaml.safe_load(answer.content)


def test_it_is_valid_and_written_without_a_warning(tmp_path: Any) -> None:
    file = str(tmp_path / "schema.yaml")
    call_command("spectacular", file=file, validate=True, fail_on_warn=True)


@pytest.mark.django_db
def test_every_call_of_the_design_is_in_it(schema: Any) -> None:
    assert set(schema["paths"]) == {
        "/api/games/",
        "/api/games/{game_id}/",
        "/api/games/{game_id}/start/",
        "/api/games/{game_id}/give-up/",
        "/api/leaderboards/{shape}/{period}/",
        "/api/leaderboards/{shape}/{period}/around/",
        "/api/daily/",
        "/api/daily/games/",
        "/api/daily/{day}/",
        "/api/daily/{day}/around/",
        "/api/players/{name}/",
        "/api/me/",
        "/api/me/bot/",
        "/api/me/games.jsonl",
        "/api/watch/",
    }


@pytest.mark.django_db
def test_refusals_are_declared(schema: Any) -> None:
    for address, calls in schema["paths"].items():
        for method, call in calls.items():
            assert {"401", "403", "429", "503"} <= set(call["responses"]), (address, method)


@pytest.mark.django_db
def test_the_page_describes_every_call_in_the_language_of_its_reader(
    client: Client, schema: Any
) -> None:
    persian = client.get("/api/docs/", headers={"accept-language": "fa"})
    assert persian["Location"] == "/fa/api/docs/"
    page = client.get("/en/api/docs/").content.decode()
    calls = [(method, path) for path, calls in schema["paths"].items() for method in calls]
    assert page.count('<section class="card" aria-labelledby="call-') == len(calls)
    for method, path in calls:
        assert f"<b>{method.upper()}</b> <code>{path}</code>" in page
    assert "score | fastest | fewest" in page
    assert "results[].rank" in page
