"""What the OpenAPI description says of every call alike."""

from drf_spectacular.extensions import OpenApiAuthenticationExtension


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How a program says who it acts for."""

    target_class = "games.api.programs.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        """The scheme of OpenAPI that this is."""
        return {"type": "http", "scheme": "bearer"}
