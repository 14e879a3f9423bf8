"""Every address of the site."""

from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.urls import include, path

from config import views

handler404 = "config.views.not_found"
handler500 = "config.views.server_error"

# `/` and every other page without a language go to the reader's own: LocaleMiddleware does that.
urlpatterns = [
    path("admin/", admin.site.urls),
    path("api/", include("games.api.urls")),
    path("archive/", include("games.archive_files")),
    path("language/<str:code>/", views.language, name="language"),
    *i18n_patterns(
        path("accounts/", include("accounts.urls")),
        path("", include("games.urls")),
    ),
]
