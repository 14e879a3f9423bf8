"""The accounts app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Who someone is."""

    name = "accounts"
