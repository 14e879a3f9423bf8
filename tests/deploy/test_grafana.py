"""The dashboard shows what is counted, all of it and nothing else."""

import json
import re
from typing import Any

import pytest
from prometheus_client import REGISTRY

from games import metrics
from tests.config.server_user import CHECKOUT

DASHBOARD = json.loads((CHECKOUT / "deploy/grafana.json").read_text())
ASKED = [
    target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"]
]  # each metric is written with its labels, so that its name is what stands before a brace


def names(expression: str) -> set[str]:
    return set(re.findall(r"([a-z_]+)\{", expression))


def counted() -> dict[str, Any]:
    """What each sample is called, and the family it is of."""
    return {each.name: family for family in REGISTRY.collect() for each in family.samples}


@pytest.mark.parametrize("expression", ASKED)
def test_every_metric_of_the_dashboard_exists(expression: str) -> None:
    assert names(expression)
    assert names(expression) <= set(counted())


def test_every_metric_of_ours_is_on_the_dashboard() -> None:
    known = counted()
    shown = {known[name].name for expression in ASKED for name in names(expression)}
    ours = {family.name for family in known.values() if family.name.startswith("kashi_")}
    assert "kashi_moves" in ours
    assert ours <= shown


def test_every_label_that_is_asked_for_exists() -> None:
    """`job` and `instance` are Prometheus's own, `le` a histogram's."""
    labels = {
        label for each in metrics.__dict__.values() for label in getattr(each, "_labelnames", ())
    }
    asked = {label for expression in ASKED for label in re.findall(r'(\w+)="', expression)}
    asked |= {label for expression in ASKED for label in re.findall(r"by \((\w+)\)", expression)}
    assert asked - {"job", "instance", "le"} <= labels
