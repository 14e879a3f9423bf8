"""The addresses of the account pages, under the names that allauth looks for."""

from allauth.account import views as allauth
from django.urls import path, re_path

from accounts import program_views, views

urlpatterns = [
    path("", views.Account.as_view(), name="account"),
    path("signup/", views.SignUp.as_view(), name="account_signup"),
    path("login/", views.SignIn.as_view(), name="account_login"),
    path("logout/", views.SignOut.as_view(), name="account_logout"),
    path("programs/", program_views.Programs.as_view(), name="account_programs"),
    path(
        "programs/<int:token_id>/revoke/",
        program_views.Revoke.as_view(),
        name="account_revoke_token",
    ),
    path("programs/revoke/", program_views.RevokeAll.as_view(), name="account_revoke_tokens"),
    path("inactive/", allauth.account_inactive, name="account_inactive"),
    path("password/", views.ChangePassword.as_view(), name="account_change_password"),
    path("password/reset/", views.ResetPassword.as_view(), name="account_reset_password"),
    path("password/reset/sent/", allauth.password_reset_done, name="account_reset_password_done"),
    re_path(
        r"^password/reset/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        views.NewPassword.as_view(),
        name="account_reset_password_from_key",
    ),
]
