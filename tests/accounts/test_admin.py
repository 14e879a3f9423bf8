"""Players in the Django admin."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.accounts.cast import guest_in, member, sign_in

pytestmark = pytest.mark.django_db
LIST = "/admin/accounts/user/"


@pytest.fixture
def moderator(client: Client) -> Client:
    """A browser in which a moderator is signed in."""
    member("herons", is_staff=True, is_superuser=True)
    sign_in(client, "herons")
    return client


def test_the_admin_sends_visitors_to_the_page_with_limits(client: Client) -> None:
    guest_in(client)
    response = client.get(LIST, follow=True)
    assert response.redirect_chain[-1][0] == f"{reverse('account_login')}?next={LIST}"


def test_a_player_is_not_let_into_the_admin(client: Client) -> None:
    member()
    sign_in(client)
    assert client.get(LIST, follow=True).status_code == 403


def test_players_are_found_by_name_and_address(moderator: Client) -> None:
    member(email="mina@example.org")
    member("otter")
    for words in ("mina", "example.org"):
        page = moderator.get(LIST, {"q": words}).content.decode()
        assert ">mina<" in page
        assert ">otter<" not in page


def test_guests_stand_apart(moderator: Client) -> None:
    member()
    guest = guest_in(Client())
    page = moderator.get(LIST, {"is_guest__exact": "1"}).content.decode()
    assert f">{guest.username}<" in page
    assert ">mina<" not in page


def test_a_player_can_be_looked_at_and_closed(moderator: Client) -> None:
    mina = member()
    address = f"{LIST}{mina.pk}/change/"
    assert moderator.get(address).status_code == 200
    moderator.post(address, {"username": "mina", "email": "", "is_active": ""})
    mina.refresh_from_db()
    assert not mina.is_active


def test_a_moderator_can_add_a_player(moderator: Client) -> None:
    assert moderator.get(f"{LIST}add/").status_code == 200
