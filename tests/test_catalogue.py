"""The Persian catalogue says all that the sources say in English."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages import Catalog
from babel.messages.pofile import read_po

CHECKOUT = Path(__file__).resolve().parent.parent
CATALOGUE = "frontend/locale/fa/LC_MESSAGES/django.po"


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale="fa")


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """What `makemessages` finds in a copy of the sources."""
    if not shutil.which("xgettext"):
        assert os.environ.get("CI") != "true", "the gettext tools are missing"
        pytest.skip("the gettext tools are missing")
    copy = tmp_path_factory.mktemp("sources")
    for name in ("accounts", "config", "games", "frontend/templates"):
        shutil.copytree(CHECKOUT / name, copy / name)
    shutil.copy(CHECKOUT / "manage.py", copy)
    (copy / "frontend/locale").mkdir()
    subprocess.run(
        [sys.executable, "manage.py", "makemessages", "--locale=fa", "--verbosity=0"],
        cwd=copy,
        env=os.environ | {"DATABASE_URL": "postgres://nobody@nowhere.invalid/none"},
        check=True,
    )
    return read(copy / CATALOGUE)


def test_every_text_of_the_sources_is_in_the_catalogue(found: Catalog) -> None:
    known = {message.id for message in read(CHECKOUT / CATALOGUE)}

    assert [message.id for message in found if message.id not in known] == []


def test_the_catalogue_has_no_text_that_no_source_says(found: Catalog) -> None:
    said = {message.id for message in found}

    assert [each.id for each in read(CHECKOUT / CATALOGUE) if each.id not in said] == []


def test_every_text_is_translated_and_none_is_a_guess() -> None:
    messages = [message for message in read(CHECKOUT / CATALOGUE) if message.id]

    assert messages
    assert [each.id for each in messages if each.fuzzy or not filled(each.string)] == []


def test_translations_have_the_placeholders_of_their_texts() -> None:
    wrong = [(message.id, errors) for message, errors in read(CHECKOUT / CATALOGUE).check()]

    assert wrong == []


def filled(translation: str | tuple[str, ...] | list[str] | None) -> bool:
    return all(translation) if isinstance(translation, list | tuple) else bool(translation)
