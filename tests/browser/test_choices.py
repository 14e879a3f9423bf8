"""The language and the colours: found out, chosen, remembered."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person

LIGHTNESS = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  canvas.fillStyle = getComputedStyle(document.documentElement).backgroundColor;
  canvas.fillRect(0, 0, 1, 1);
  return canvas.getImageData(0, 0, 1, 1).data[0];
}"""


@pytest.mark.parametrize(("locale", "found"), [("fa-IR", "fa"), ("en-GB", "en"), ("de-DE", "en")])
def test_the_front_page_speaks_the_browsers_language(
    people: Callable[..., Person], locale: str, found: str
) -> None:
    mina = people(found, locale=locale)
    mina.page.goto("/")
    expect(mina.page).to_have_url(re.compile(f"/{found}/$"))
    expect(mina.page.locator("html")).to_have_attribute("lang", found)


def test_the_switch_of_language_keeps_the_page_and_is_remembered(mina: Person) -> None:
    other = "fa" if mina.lang == "en" else "en"
    mina.open("leaderboards/3x3/")
    mina.page.click(f".mine a[hreflang={other}]")
    expect(mina.page).to_have_url(re.compile(f"/{other}/leaderboards/3x3/$"))
    expect(mina.page.locator("html")).to_have_attribute("dir", "rtl" if other == "fa" else "ltr")
    mina.page.goto("/")
    expect(mina.page).to_have_url(re.compile(f"/{other}/$"))


def test_the_colours_follow_the_system_until_they_are_chosen(tinkerer: Person) -> None:
    tinkerer.open()
    switch, root = tinkerer.page.locator("button.theme"), tinkerer.page.locator("html")
    follows_the_system(tinkerer)
    for chosen in ("light", "dark"):
        switch.click()
        expect(root).to_have_attribute("data-theme", chosen)
        expect(switch).to_have_attribute("title", tinkerer.words(f"Colours: {chosen}"))
        is_dark(tinkerer, chosen == "dark")
        # It comes with the page, before any script: nothing flashes.
        assert f'data-theme="{chosen}"' in tinkerer.page.request.get(tinkerer.page.url).text()
        tinkerer.open("leaderboards/4x4/")
        is_dark(tinkerer, chosen == "dark")
    switch.click()
    follows_the_system(tinkerer)


def follows_the_system(person: Person) -> None:
    """Whether the page is as dark as the rest of the screen."""
    person.page.emulate_media(color_scheme="dark")
    is_dark(person, True)
    person.page.emulate_media(color_scheme="light")
    is_dark(person, False)


def is_dark(person: Person, dark: bool) -> None:
    """Whether the ground is."""
    assert (person.page.evaluate(LIGHTNESS) < 128) == dark
