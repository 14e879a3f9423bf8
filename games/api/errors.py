"""The one place that turns an error into an answer: `{"code": …, "detail": …}`."""

import logging
import math
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.db import OperationalError
from django.http import Http404
from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions as drf
from rest_framework.response import Response

from games import errors, metrics
from games.errors import Refused

logger = logging.getLogger(__name__)


def answer(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """DRF's exception handler; None for what is no refusal but a fault of ours."""
    refused = error if isinstance(error, Refused) else _refusal(error)
    if refused is None:
        return None
    metrics.refused("api", refused)
    status = error.status_code if isinstance(error, drf.APIException) else refused.status
    body = {"code": refused.code, "detail": str(refused)}
    return Response(body, status=status, headers=_headers(refused))


def _headers(refused: Refused) -> dict[str, str]:
    match refused:
        case errors.BadToken():
            return {"WWW-Authenticate": "Bearer"}
        case errors.RateLimited(retry_after=seconds, policy=policy):
            named = {"RateLimit-Policy": policy} if policy else {}
            return {"Retry-After": str(seconds), **named}
    return {}


def _refusal(error: Exception) -> Refused | None:
    """What an error of the tools beneath is in the words of this service."""
    match error:
        case drf.APIException():
            return _refusal_of_drf(error)
        case PermissionDenied():
            return errors.NotAllowed()
        case Http404():
            return errors.NotFound()
        case RequestDataTooBig():
            return errors.TooLarge()
        case OperationalError():
            logger.warning("The database is not there: %s", error)
            return errors.Busy()
    return None


def _refusal_of_drf(error: drf.APIException) -> Refused | None:
    match error:
        case drf.Throttled():
            return errors.RateLimited(retry_after=math.ceil(getattr(error, "wait", None) or 1))
        case drf.ValidationError():
            return errors.Malformed(_first_sentence(error.detail))
        case drf.NotAuthenticated() | drf.AuthenticationFailed():
            return errors.NotAllowed(_("Sign in to see this."))
        case drf.PermissionDenied() if str(error.detail).startswith("CSRF"):
            return errors.CsrfFailed()
        case drf.PermissionDenied():
            return errors.NotAllowed()
        case drf.NotFound():
            return errors.NotFound()
        case drf.MethodNotAllowed():
            return errors.NoSuchMethod()
    # What is left is a body that is not JSON, or an answer in a format that we do not write.
    return errors.Malformed() if error.status_code < 500 else None


def _first_sentence(detail: Any, field: str = "") -> str:
    """The first of the reasons why a value was not taken, after the name of its field."""
    if isinstance(detail, Mapping):
        name, reasons = next(iter(detail.items()))
        return _first_sentence(reasons, "" if name == "non_field_errors" else str(name))
    if isinstance(detail, list):
        return _first_sentence(detail[0], field)
    return f"{field}: {detail}" if field else str(detail)
