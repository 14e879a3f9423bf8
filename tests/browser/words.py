"""What a page says, in the language and the digits of who reads it."""

import pytest
from django.utils.translation import gettext, override, pgettext

# For what a test says of the behaviour and not of the words: the languages take turns.
in_english = pytest.mark.parametrize("lang", ["en"])
in_persian = pytest.mark.parametrize("lang", ["fa"])

LATIN, PERSIAN = "0123456789,", "۰۱۲۳۴۵۶۷۸۹٬"
DIGITS = {"en": str.maketrans(PERSIAN, LATIN), "fa": str.maketrans(LATIN, PERSIAN)}


def words(lang: str, text: str, context: str = "", **values: int | str) -> str:
    """A text of the site with its `{names}` filled in."""
    with override(lang):
        said = pgettext(context, text) if context else gettext(text)
    for name, value in values.items():
        said = said.replace(f"{{{name}}}", figure(lang, value))
    return said


def figure(lang: str, value: int | str) -> str:
    """A number, grouped; digits that come as text stay as they stand."""
    text = f"{value:,}" if isinstance(value, int) else value
    return text.translate(DIGITS[lang])
