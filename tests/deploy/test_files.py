"""What stands in deploy/ and docs/operate.md agrees with the code that it is about."""

import re

import pytest
import yaml

from config.doors import LARGEST_BODY
from deploy import sizes
from tests.config.server_user import CHECKOUT

DEPLOY = CHECKOUT / "deploy"
OPERATE = (CHECKOUT / "docs/operate.md").read_text()
README = (CHECKOUT / "README.md").read_text()
SETTINGS = (CHECKOUT / "config/settings.py").read_text()
READ = set(re.findall(r'env\.\w+\("(\w+)"', SETTINGS))  # the variables there are
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
OF_COMPOSE = {"POSTGRES_PASSWORD"}
UNITS = [path.name for path in DEPLOY.iterdir() if path.suffix in (".service", ".timer", ".target")]


def test_the_readme_knows_every_variable() -> None:
    table = README.partition("### Settings")[2].partition("\n## ")[0]
    assert set(re.findall(r"`([A-Z_]+)`", table)) >= READ


def test_the_example_sets_only_variables_that_are_read() -> None:
    named = re.findall(r"^#?([A-Z_]+)=", (DEPLOY / "kashi.env.example").read_text(), re.MULTILINE)
    assert set(named) - OF_COMPOSE <= READ
    assert {"KASHI_PRODUCTION", "SITE_URL", "SECRET_KEY"} <= set(named)


def test_containers_set_only_variables_that_are_read() -> None:
    for name in ("web1", "web2", "sweep"):
        assert set(COMPOSE["services"][name]["environment"]) <= READ
    dockerfile = (DEPLOY / "Dockerfile").read_text()
    assert "BIND=0.0.0.0" in dockerfile


def test_every_process_of_the_compose_file_is_behind_the_proxy() -> None:
    upstreams = COMPOSE["services"]["caddy"]["environment"]["UPSTREAMS"].split()
    web = {name for name in COMPOSE["services"] if name.startswith("web")}
    assert {upstream.partition(":")[0] for upstream in upstreams} == web


def test_the_proxy_has_the_same_limit_of_bodies() -> None:
    caddyfile = (DEPLOY / "Caddyfile").read_text()
    assert LARGEST_BODY == 1 << 20
    assert "max_size 1MiB" in caddyfile
    assert "header_up -Daphne-Root-Path" in caddyfile


@pytest.mark.parametrize("unit", UNITS)
def test_what_a_unit_runs_exists(unit: str) -> None:
    text = (DEPLOY / unit).read_text()
    for module in re.findall(r"python -m ([\w.]+)", text):
        assert (CHECKOUT / f"{module.replace('.', '/')}.py").exists()
    for command in re.findall(r"manage\.py (\w+)", text):
        assert (CHECKOUT / f"games/management/commands/{command}.py").exists()
    for other in re.findall(r"kashi(?:@\d+|-\w+)?\.(?:service|timer|target)", text):
        assert re.sub(r"@\d+", "@", other) in UNITS


def test_the_table_of_sizes_is_the_one_that_is_reckoned() -> None:
    shown = OPERATE.partition("<!-- sizes -->\n")[2].partition("<!-- /sizes -->")[0]
    assert shown == sizes.table()
