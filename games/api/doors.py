"""Who may read the API from where: pages of any site, as strangers."""

from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve
from django.utils.deprecation import MiddlewareMixin
from django.views import View

READING = ("GET", "HEAD", "OPTIONS")
ANY_ORIGIN = {
    # `*` never goes along with cookies: browsers then keep the answer from the page.
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, Retry-After, RateLimit-Policy",
}
BEFORE_READING = {  # asked by browsers before a request that is more than a plain read
    "Access-Control-Allow-Methods": ", ".join(READING),
    "Access-Control-Allow-Headers": "If-None-Match",
    "Access-Control-Max-Age": "86400",
}


class OpenForReading(MiddlewareMixin):
    """Cross-origin reads, in the few lines that they take: no origin may write, and none may show
    whose browser it is in, so there is nothing to configure."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        """Answers what a browser asks first."""
        if request.method == "OPTIONS" and _is_api(request):
            allowed = ", ".join(_allowed(request))
            return HttpResponse(status=204, headers={"Allow": allowed, **BEFORE_READING})
        return None

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Opens the answers to reads."""
        if request.method in READING and _is_api(request):
            for name, value in ANY_ORIGIN.items():
                response[name] = value
        return response


def _is_api(request: HttpRequest) -> bool:
    return request.path_info.startswith("/api/")


def _allowed(request: HttpRequest) -> list[str]:
    """The methods that an address takes, from whoever may use them."""
    try:
        view = resolve(request.path_info).func
    except Resolver404:  # without its slash it is first sent on
        return list(READING)
    kind = getattr(view, "cls", None) or getattr(view, "view_class", None)
    taken = [method.upper() for method in View.http_method_names if hasattr(kind, method)]
    return ["HEAD", *taken] if "GET" in taken and "HEAD" not in taken else taken
