"""Games and bests, for moderators: to find, to look at and to take off the boards.

The seed is on no screen, and neither is anything that moves would have to be read from.
"""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.bests import set_hidden
from games.models import Best, Game
from games.rules.board import SHAPES, values


class ReadOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg] # at run time it takes none
    """Rows that only the game itself writes."""

    show_full_result_count = False  # would count millions of rows for every page
    list_per_page = 50

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Only what is offered: any column in the address could be guessed at, the seed's too."""
        return lookup.partition("__")[0] in self.get_list_filter(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Nobody: what can be seen cannot be edited."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Nobody; players take their games with them when their account is deleted."""
        return False


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    """Found by id or by the player's name."""

    list_display = (
        "id",
        "player",
        "shape",
        "kind",
        "status",
        "score",
        "ply",
        "created_at",
        "hidden",
    )
    list_filter = ("shape", "status", "kind", "hidden")
    list_select_related = ("player",)
    search_fields = ("=id", "player__username")
    search_help_text = _("The id of a game, or a part of a player's name")
    ordering = ("-created_at", "-id")
    actions = ("hide", "unhide")
    fields = (
        *(
            "id",
            "player",
            "shape",
            "kind",
            "challenge",
            "status",
            "board",
            "score",
            "ply",
            "won_at_ply",
            "hidden",
        ),
        *("commitment", "client_seed"),
        *("created_at", "started_at", "first_moved_at", "moved_at", "won_at", "ended_at"),
    )

    @admin.display(description=_("board"))
    def board(self, game: Game) -> SafeString:
        """The tiles, as they lie; not while they could help anybody in the same challenge."""
        if game.is_sealed:
            return format_html("<p>{}</p>", _("Shown when the day has closed"))
        rows = values(SHAPES[game.shape], bytes(game.cells)) if game.cells else []
        lines = ("  ".join(f"{tile or '·':>6}" for tile in row) for row in rows)
        return format_html_join("", '<pre dir="ltr">{}</pre>', (("\n".join(lines),),))

    @admin.action(description=_("Take off the boards"), permissions=["hide"])
    def hide(self, request: HttpRequest, games: QuerySet[Game]) -> None:
        """Hidden games stay in their player's history."""
        self._set_hidden(request, games, hidden=True)

    @admin.action(description=_("Put back on the boards"), permissions=["hide"])
    def unhide(self, request: HttpRequest, games: QuerySet[Game]) -> None:
        """As if they had never been hidden."""
        self._set_hidden(request, games, hidden=False)

    def has_hide_permission(self, request: HttpRequest) -> bool:
        """Whoever was given the permission to change games."""
        return request.user.has_perm("games.change_game")

    def _set_hidden(self, request: HttpRequest, games: QuerySet[Game], *, hidden: bool) -> None:
        changed = list(games.exclude(hidden=hidden))
        for game in changed:
            set_hidden(game_id=game.pk, hidden=hidden)
            self.log_change(request, game, "hidden" if hidden else "not hidden")
        count = len(changed)
        told = ngettext("%(count)d game changed.", "%(count)d games changed.", count)
        self.message_user(request, told % {"count": count}, messages.SUCCESS)


@admin.register(Best)
class BestAdmin(ReadOnlyAdmin):
    """What stands on the boards, and whose it is."""

    list_display = ("player", "shape", "metric", "period", "first_day", "value", "game", "at")
    list_filter = ("shape", "metric", "period")
    list_select_related = ("player", "game")
    search_fields = ("player__username", "=game__id")
    ordering = ("-id",)
    fields = list_display
