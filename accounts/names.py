"""What a player may be called.

A name is read in lists beside others, in both directions of writing, and typed from memory. So it
is made of one script, of characters that are seen, and of letters that no other letter of the
alphabet looks like: the Arabic forms of yeh and kaf and the Arabic digits, which a keyboard may
produce, become the Persian ones.
"""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

SHORTEST, LONGEST = 3, 20
LATIN = "A-Za-z"
PERSIAN = "ءآأؤئابةتثجحخدذرزسشصضطظعغفقلمنهوپچژکگی"
ALLOWED = re.compile(rf"[{LATIN}0-9_-]+|[{PERSIAN}0-9۰-۹_-]+")
LETTER = re.compile(rf"[{LATIN}{PERSIAN}]")
ONE_FORM = str.maketrans("يىك٠١٢٣٤٥٦٧٨٩", "ییک۰۱۲۳۴۵۶۷۸۹")
GUEST = "guest"  # how the names of guests begin
RESERVED = {"admin", "administrator", "anonymous", "kashi", "moderator", "root", "staff", "support"}
RESERVED |= {"system", "مدیر", "ناظر", "پشتیبانی", "کاشی", "مهمان"}


def normal(name: str) -> str:
    """The one way to write a name, for keeping it and for looking it up."""
    return unicodedata.normalize("NFC", name.strip()).translate(ONE_FORM)


def check_letters(name: str) -> None:
    """Raises ValidationError for a name that could be misread; `name` is normal."""
    if not SHORTEST <= len(name) <= LONGEST:
        raise ValidationError(_("Use 3 to 20 characters."), "length")
    if not ALLOWED.fullmatch(name):
        raise ValidationError(
            _("Use letters of one alphabet, English or Persian, and digits, _ and -."), "letters"
        )
    if not LETTER.search(name):
        raise ValidationError(_("Use at least one letter."), "no_letter")


def check_free(name: str) -> None:
    """Raises ValidationError for a name that only the house may use; `name` is normal."""
    if name.lower().startswith(GUEST) or name.lower() in RESERVED:
        raise ValidationError(_("This name is kept for the site. Choose another."), "reserved")
