"""Sign-up, sign-in and the rest: allauth's views, for which a guest is not yet signed in."""

from typing import Any

from allauth.account import views as allauth
from allauth.account.utils import get_login_redirect_url
from django.contrib.auth.views import redirect_to_login
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _
from django.views import View
from django.views.generic import TemplateView

from accounts import forms
from accounts.adapter import Adapter, NotSent
from accounts.guests import member
from accounts.models import Token

NOT_SENT = _("The e-mail could not be sent. Nothing has changed; try again later.")


class ForVisitors(View):
    """Sends members on to where they wanted to go; guests stay.

    allauth's own check takes guests for signed in, so the settings switch it off.
    """

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answers a member with a redirect."""
        if member(request):
            return redirect(get_login_redirect_url(request))
        return super().dispatch(request, *args, **kwargs)


class ForMembers(View):
    """Sends strangers and guests to sign in: they have no password to look after."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answers whoever has no account with a redirect."""
        if not member(request):
            return redirect_to_login(request.get_full_path())
        return super().dispatch(request, *args, **kwargs)


class SignUp(ForVisitors, allauth.SignupView):
    """A guest becomes a member here, a stranger too."""

    form_class = forms.SignUp

    def form_valid(self, form: forms.SignUp) -> HttpResponse:
        """Says that the name is taken also where two sign-ups race for it."""
        try:
            response: HttpResponse = super().form_valid(form)
        except IntegrityError:
            form.add_error("username", Adapter.error_messages["username_taken"])
            response = self.form_invalid(form)
        return response


class SignIn(ForVisitors, allauth.LoginView):
    """By name or e-mail address."""

    form_class = forms.SignIn


class SignOut(allauth.LogoutView):
    """A guest cannot sign out, because nobody could sign in to their games again."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Sends whoever is not signed in to play; by way of signing in, they would be out again."""
        if not member(request):
            return redirect("play")
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return response


class ChangePassword(ForMembers, allauth.PasswordChangeView):
    """Other sessions of the member end with it."""

    form_class = forms.ChangePassword


class ResetPassword(allauth.PasswordResetView):
    """Asks for the address; the answer is the same whether or not it is known."""

    form_class = forms.ResetPassword

    def form_valid(self, form: forms.ResetPassword) -> HttpResponse:
        """Says so where the e-mail could not be sent."""
        try:
            response: HttpResponse = super().form_valid(form)
        except NotSent:
            form.add_error(None, NOT_SENT)
            response = self.render_to_response(self.get_context_data(form=form), status=503)
        return response


class NewPassword(allauth.PasswordResetFromKeyView):
    """Where the link of the e-mail leads."""

    form_class = forms.NewPassword

    def logout(self) -> None:
        """Ends another member's session, but not a guest's: their games go along."""
        if member(self.request):
            super().logout()


class Account(ForMembers, TemplateView):
    """What a member can see and change about themselves."""

    template_name = "account/account.html"

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        """With how many tokens there are, which no change of the password touches."""
        tokens = Token.objects.filter(user=member(self.request)).count()
        return super().get_context_data(tokens=tokens, **more)
