"""What the OpenAPI description says of every call alike."""

from http import HTTPStatus
from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension

# A token may be bad or not made for this, a limit reached, the database away.
ALWAYS_POSSIBLE = ("401", "403", "429", "503")
REFUSAL = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}


class TokenScheme(OpenApiAuthenticationExtension):
    """How a program says who it acts for."""

    target_class = "games.api.programs.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        """The scheme of OpenAPI that this is."""
        return {"type": "http", "scheme": "bearer"}


def complete(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Declares the refusals that every call may meet, and gives each answer its name."""
    for calls in result["paths"].values():
        for call in calls.values():
            answers = call["responses"]
            if "403" not in answers:  # it is open to strangers
                call["security"].append({})
            for status in ALWAYS_POSSIBLE:
                answers.setdefault(status, {"content": REFUSAL})
            for status, answer in answers.items():
                answer["description"] = HTTPStatus(int(status)).phrase
            call["responses"] = dict(sorted(answers.items()))
    return result
