"""Reading the bodies of requests."""

from collections.abc import Mapping
from typing import IO, Any

import msgspec
from rest_framework.parsers import BaseParser

from games.errors import Malformed, TooLarge

MAX_BYTES = 4096  # as for a frame on the socket; no call needs a tenth of it


class StrictJSONParser(BaseParser):
    """JSON objects and nothing else, in UTF-8 whatever the header says: no NaN, no deep nesting,
    no numbers of a thousand digits."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """The object; raises TooLarge or Malformed."""
        body = stream.read(MAX_BYTES + 1)
        if len(body) > MAX_BYTES:
            raise TooLarge
        try:
            return msgspec.json.decode(body, type=dict[str, Any])
        except (msgspec.MsgspecError, RecursionError, ValueError) as error:
            raise Malformed from error
