"""How the log is written: one line for whatever a client can cause, a traceback for our own."""

import logging
from copy import copy


class Line(logging.Formatter):
    """Django reports a request that it refuses as an error of the site, with a traceback.

    Such requests are nobody's fault here and anybody can send thousands of them. What they contain
    stays on one line, so that nobody writes lines of their own into the log.
    """

    def format(self, record: logging.LogRecord) -> str:
        if record.name.startswith("django.security"):
            record = copy(record)  # other handlers get it as it is
            record.levelno, record.levelname = logging.WARNING, "WARNING"
            record.msg, record.args = ascii(record.getMessage())[1:-1][:300], None
            record.exc_info = record.exc_text = record.stack_info = None
        return super().format(record)
