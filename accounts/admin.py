"""Players, for moderators."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.guests import member
from accounts.models import User


def sign_in(request: HttpRequest, extra_context: object = None) -> HttpResponse:
    """Our own page, because the admin's knows no limit of tries."""
    if member(request):
        raise PermissionDenied
    return redirect_to_login(request.GET.get("next") or reverse("admin:index"))


admin.site.login = sign_in  # type: ignore[method-assign]


@admin.register(User)
class PlayerAdmin(UserAdmin):  # type: ignore[type-arg]  # not generic at run time
    """Found by name or e-mail address; guests stand apart."""

    list_display = (
        "username",
        "email",
        "is_guest",
        "is_bot",
        "is_staff",
        "is_active",
        "date_joined",
    )
    list_filter = ("is_guest", "is_bot", "is_staff", "is_active", "date_joined")
    search_fields = ("username", "email")
    ordering = ("-date_joined",)
    date_hierarchy = "date_joined"
    readonly_fields = ("is_guest", "is_bot", "date_joined", "last_login")
    fieldsets = (
        (None, {"fields": ("username", "email", "password", "is_guest", "is_bot")}),
        (
            _("Permissions"),
            {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")},
        ),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )
