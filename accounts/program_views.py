"""Where a member makes and revokes the tokens of their programs."""

from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.generic import FormView

from accounts import tokens
from accounts.guests import member
from accounts.models import Token
from accounts.views import ForMembers

READ, PLAY = Token.Scope.READ, Token.Scope.PLAY


class NewToken(forms.Form):
    """What a token is called and what it is good for."""

    name = forms.CharField(
        label=_("Name"),
        max_length=40,
        help_text=_("What you will know the program by."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scope = forms.ChoiceField(
        label=_("What it may do"), choices=[(PLAY, _("Read and play")), (READ, _("Only read"))]
    )

    def scopes(self) -> list[Token.Scope]:
        """To play takes reading too."""
        return [READ, PLAY] if self.cleaned_data["scope"] == PLAY else [READ]


@method_decorator(never_cache, name="dispatch")  # one answer holds a token
class Programs(ForMembers, FormView):  # type: ignore[type-arg]  # not generic at run time
    """A member's tokens, and the form for one more."""

    form_class = NewToken
    template_name = "account/programs.html"

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        """With all of the member's tokens."""
        return super().get_context_data(tokens=_tokens(self.request), **more)

    def form_valid(self, form: NewToken) -> HttpResponse:
        """The only page that ever shows the token."""
        name, user = form.cleaned_data["name"], member(self.request)
        assert user  # noqa: S101 - ForMembers lets nobody else in
        try:
            token, text = tokens.make(user, name=name, scopes=form.scopes())
        except tokens.TooManyTokens:
            form.add_error(None, _("You have 20 tokens. Revoke one that you no longer use."))
            return self.form_invalid(form)
        return render(self.request, "account/token_made.html", {"token": token, "text": text})


class Revoke(ForMembers):
    """The end of a token; open sockets that showed it close within half a minute."""

    http_method_names = ["post"]

    def post(self, request: HttpRequest, token_id: int) -> HttpResponse:
        """Says so as well where it was revoked already."""
        _tokens(request).filter(pk=token_id).delete()
        messages.success(request, _("The token is revoked."))
        return redirect("account_programs")


class RevokeAll(ForMembers):
    """The end of all of a member's tokens: a new password does not end them, so that a bot does not
    fall silent because its owner looks after their account."""

    http_method_names = ["post"]

    def post(self, request: HttpRequest) -> HttpResponse:
        """Says so as well where there were none."""
        _tokens(request).delete()
        messages.success(request, _("All tokens are revoked."))
        return redirect("account_programs")


def _tokens(request: HttpRequest) -> QuerySet[Token]:
    return Token.objects.filter(user=member(request)).order_by("-pk")
