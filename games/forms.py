"""What a page about games is asked for."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.history import Sort, Wanted
from games.models import Summary
from games.rules.board import SHAPES
from games.templatetags.kashi import shape

SORTS = [
    (Sort.NEWEST, _("Newest first")),
    (Sort.OLDEST, _("Oldest first")),
    (Sort.HIGHEST, _("Highest score first")),
    (Sort.LOWEST, _("Lowest score first")),
    (Sort.LONGEST, _("Longest first")),
    (Sort.SHORTEST, _("Shortest first")),
]


class DayInput(forms.DateInput):
    """A day, picked with the browser's own calendar where it has one."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")  # what the browser writes, in every language


class HistoryForm(forms.Form):
    """Which games of a history, and in what order."""

    shape = forms.ChoiceField(label=_("Board"), required=False)
    result = forms.ChoiceField(
        label=_("Result"), required=False, choices=[("", _("All")), *Summary.Result.choices]
    )
    sort = forms.ChoiceField(label=_("Order"), required=False, choices=SORTS)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["shape"].choices = [  # type: ignore[attr-defined]
            ("", _("All")),
            *((name, shape(name)) for name in SHAPES),
        ]
        # `from` is a word of Python, so it cannot be written as an attribute.
        for name, label in (("from", _("From")), ("to", _("To"))):
            self.fields[name] = forms.DateField(
                label=label, required=False, widget=DayInput(), input_formats=["%Y-%m-%d"]
            )
        self.order_fields(["shape", "result", "from", "to", "sort"])

    @property
    def wanted(self) -> Wanted:
        """What is asked for, of what could be read."""
        asked = self.cleaned_data
        return Wanted(
            shape=asked.get("shape") or None,
            result=asked.get("result") or None,
            first_day=asked.get("from"),
            last_day=asked.get("to"),
        )

    @property
    def order(self) -> Sort:
        """The newest first where nothing else is asked for."""
        return Sort(self.cleaned_data.get("sort") or Sort.NEWEST)

    @property
    def narrowed(self) -> bool:
        """Whether some of the games are left out."""
        return self.wanted != Wanted()
