"""Names that nobody can misread."""

import unicodedata

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from accounts import names


@pytest.mark.parametrize("name", ["mina", "Otter_7", "a-b", "آرش", "نیلوفر_۲۱", "پژواک9", "x" * 20])
def test_a_name_of_one_script_is_taken_as_it_is(name: str) -> None:
    assert names.normal(name) == name
    names.check_letters(name)
    names.check_free(name)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("ab", "length"),
        ("x" * 21, "length"),
        ("mina\u202e", "letters"),  # right-to-left override
        ("mi\u200bna", "letters"),  # zero-width space
        ("می\u200cنا", "letters"),  # zero-width non-joiner
        ("mi\u2067na", "letters"),  # right-to-left isolate
        ("mi na", "letters"),
        ("mina\x00", "letters"),
        ("minaآرش", "letters"),  # two scripts
        ("mina۱۲", "letters"),
        ("mіna", "letters"),  # the second letter is Cyrillic
        ("ｍｉｎａ", "letters"),  # full width
        ("josé", "letters"),
        ("مُنا", "letters"),  # a vowel mark
        ("<b>mina", "letters"),
        ("1234", "no_letter"),
        ("_-_", "no_letter"),
    ],
)
def test_a_name_that_could_be_misread_is_refused(name: str, code: str) -> None:
    with pytest.raises(ValidationError) as refused:
        names.check_letters(names.normal(name))
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("علي", "علی"),  # Arabic yeh
        ("مبارك", "مبارک"),  # Arabic kaf
        ("مینا٤٥", "مینا۴۵"),  # Arabic digits
        ("\u0627\u0653رش", "\u0622رش"),  # alef and madda in two characters
        ("  mina ", "mina"),
    ],
)
def test_what_looks_the_same_is_kept_the_same(typed: str, kept: str) -> None:
    assert names.normal(typed) == kept
    names.check_letters(names.normal(typed))


@pytest.mark.parametrize("name", ["guest", "Guest-1", "guesty", "Admin", "KASHI", "مدیر", "کاشی"])
def test_names_of_the_house_are_not_given_away(name: str) -> None:
    with pytest.raises(ValidationError) as refused:
        names.check_free(name)
    assert refused.value.code == "reserved"


@given(st.text(min_size=3, max_size=20))
def test_no_name_that_passes_holds_anything_unseen(name: str) -> None:
    kept = names.normal(name)
    try:
        names.check_letters(kept)
    except ValidationError:
        return
    assert names.normal(kept) == kept
    assert {unicodedata.category(character) for character in kept} <= {
        "Lu", "Ll", "Lo", "Nd", "Pc", "Pd",
    }  # fmt: skip
