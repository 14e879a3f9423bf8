"""All settings; the only place that reads the environment.

Without any variable this is somebody's own machine: an embedded PostgreSQL, a secret key kept in
`.kashi/`, e-mail printed to the terminal. `KASHI_PRODUCTION=1` makes it a public site, which then
has to name `SECRET_KEY`, `DATABASE_URL` and `SITE_URL`.
"""

import secrets
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _
from environs import Env

from config import embedded, pool, variables

env = Env()
BASE_DIR = Path(__file__).resolve().parent.parent
HOME = BASE_DIR / ".kashi"  # everything this checkout writes: database, static files, secret key
PRODUCTION = env.bool("KASHI_PRODUCTION", False)


def own_secret_key() -> str:
    """A key made at the first start and kept, so that sessions survive a restart."""
    path = HOME / "secret_key"
    if not path.exists():
        HOME.mkdir(mode=0o700, exist_ok=True)
        fresh = HOME / f"secret_key.{secrets.token_hex(4)}"
        fresh.touch(mode=0o600)
        fresh.write_text(secrets.token_urlsafe(48))
        with suppress(FileExistsError):
            path.hardlink_to(fresh)  # the first of two starts at once wins
        fresh.unlink()
    return path.read_text()


# --- who we are --------------------------------------------------------------------------------
DEBUG = False  # a traceback is never an answer, on no machine
PORT = env.int("PORT") if env.str("PORT", "") else 8000  # `make play PORT=` is no choice
SERVER = variables.server(env.str("SERVER", "") or "daphne")
BIND = variables.bind(env.str("BIND", "") or "127.0.0.1")  # a container is asked from outside
REQUIRED = {
    "SECRET_KEY": "50 random characters that sign sessions",
    "SITE_URL": "the address of the site, like https://kashi.example",
    "DATABASE_URL": "the PostgreSQL to use, like postgres://user:password@host/name",
}
if PRODUCTION:
    variables.all_set({name: env.str(name, "") for name in REQUIRED}, REQUIRED)
    SECRET_KEY = variables.secret_key(env.str("SECRET_KEY"))
    SITE_URL = variables.site_url(env.str("SITE_URL"))
    SITE_ORIGINS = [SITE_URL]
else:
    SECRET_KEY = own_secret_key()
    SITE_URL = f"http://127.0.0.1:{PORT}"
    SITE_ORIGINS = [SITE_URL, f"http://localhost:{PORT}"]
SECRET_KEY_FALLBACKS: list[str] = env.list("SECRET_KEY_FALLBACKS", [])
ALLOWED_HOSTS = [origin.partition("://")[2].partition(":")[0] for origin in SITE_ORIGINS]
CSRF_TRUSTED_ORIGINS = SITE_ORIGINS
TRUSTED_PROXIES = env.int("TRUSTED_PROXIES", 0)  # how many stand in front; every limiter uses it

# --- the house ---------------------------------------------------------------------------------
INSTALLED_APPS = [
    "daphne",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "rest_framework",
    "drf_spectacular",
    "allauth",
    "allauth.account",
    "accounts",
    "games",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "games.api.doors.OpenForReading",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.LastingSessions",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "frontend/templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "config.context.frame",
            ],
        },
    },
]

# --- the data ----------------------------------------------------------------------------------
DATABASE_URL = env.str("DATABASE_URL", "")
DATABASE = variables.database(DATABASE_URL) if DATABASE_URL else embedded.database(HOME)
POOL = {"min_size": 1, "max_size": 8, "timeout": 10}
REACHED = {  # a database host that falls silent is noticed in half a minute, not a quarter hour
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 25_000,
}
pool.check_together()
pool.try_steadily()
DATABASES: dict[str, Any] = {
    "default": {
        **DATABASE,
        "CONN_HEALTH_CHECKS": True,  # or each session of the pool fails once after a restart
        "CONN_MAX_AGE": 0,  # anything else leaks sessions under ASGI; the pool keeps them instead
        # The URL has the last word: `?sslmode=require`.
        "OPTIONS": {**REACHED, **DATABASE.get("OPTIONS", {}), "pool": POOL},
    },
}
REDIS_URL = variables.redis_url(
    env.str("REDIS_URL", "")
)  # only where more than one server process runs
CHANNEL_LAYERS = {"default": {"BACKEND": "games.live.bus.Bus", "CONFIG": {"url": REDIS_URL}}}
CACHES: dict[str, Any] = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 100_000},  # of the usual 300 a flood would forget limits
    },
}
if REDIS_URL:  # the cache above then stands in while Redis is away
    CACHES["near"] = CACHES["default"]
    CACHES["default"] = {
        "BACKEND": "config.cache.Cache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- accounts ----------------------------------------------------------------------------------
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "accounts.passwords.LengthValidator"},
    {"NAME": "accounts.passwords.VarietyValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "play"
ACCOUNT_ADAPTER = "accounts.adapter.Adapter"
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "email"]
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_EMAIL_VERIFICATION = "none"  # nobody waits for an e-mail to play
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_LOGOUT_REDIRECT_URL = "play"
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False  # guests may sign in: accounts.views decides
# Failures count by address alone. By name as well, anybody could keep a player out of their own
# account by failing at it from somewhere else.
ACCOUNT_RATE_LIMITS = {
    "login_failed": "10/m/ip,60/h/ip",
    # Refused forms count too, and a class of thirty behind one address needs two tries each.
    "signup": "60/m/ip",
}
# Where e-mail goes, by TLS: submission://user:password@host:587/?_default_from_email=kashi@example.org
EMAIL = env.dj_email_url("EMAIL_URL", "console:")
if "EMAIL_BACKEND" not in EMAIL:
    raise ImproperlyConfigured(
        "EMAIL_URL is not the address of a mail server, like submission://user:password@host:587/."
    )
EMAIL_BACKEND = EMAIL["EMAIL_BACKEND"]
EMAIL_HOST = EMAIL["EMAIL_HOST"]
EMAIL_PORT = EMAIL["EMAIL_PORT"]
EMAIL_HOST_USER = EMAIL["EMAIL_HOST_USER"]
EMAIL_HOST_PASSWORD = EMAIL["EMAIL_HOST_PASSWORD"]
EMAIL_USE_TLS = EMAIL["EMAIL_USE_TLS"]
EMAIL_USE_SSL = EMAIL["EMAIL_USE_SSL"]
EMAIL_TIMEOUT = 10  # seconds; a person waits for it
DEFAULT_FROM_EMAIL = EMAIL.get("DEFAULT_FROM_EMAIL", f"Kashi <kashi@{ALLOWED_HOSTS[0]}>")
SESSION_ENGINE = "accounts.session_store"
SESSION_COOKIE_AGE = 180 * 24 * 3600  # a guest's games hang on this cookie
SESSION_COOKIE_SAMESITE = "Lax"

# --- languages ---------------------------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("fa", _("Persian"))]
LOCALE_PATHS = [BASE_DIR / "frontend/locale"]
LANGUAGE_COOKIE_SAMESITE = "Lax"
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- files -------------------------------------------------------------------------------------
STATIC_URL = "/static/"
STATIC_ROOT = HOME / "static"
STATICFILES_DIRS = [BASE_DIR / "frontend/static"]
STORAGES = {"staticfiles": {"BACKEND": "config.static.HashedModules"}}

ARCHIVE_DIR = variables.archive_dir(env.str("ARCHIVE_DIR", "") or str(HOME / "archive"))

# --- the API -----------------------------------------------------------------------------------
REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "games.api.programs.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["games.api.programs.InScope"],
    "DEFAULT_THROTTLE_CLASSES": ["games.api.limits.Throttle"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["games.api.parsers.StrictJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_METADATA_CLASS": None,  # the schema tells more; OPTIONS is for games.api.doors
    "EXCEPTION_HANDLER": "games.api.errors.answer",
    "URL_FORMAT_OVERRIDE": None,  # what is answered is asked for by `Accept` alone
    "NUM_PROXIES": TRUSTED_PROXIES,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Kashi",
    "DESCRIPTION": "Play 2048 on the server, read games and leaderboards.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "games.api.schema.complete",
    ],
}

# --- doors -------------------------------------------------------------------------------------
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
if PRODUCTION:
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
    if TRUSTED_PROXIES:
        SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# --- what is watched and said ------------------------------------------------------------------
METRICS_TOKEN = variables.metrics_token(env.str("METRICS_TOKEN", ""))  # unset: no /metrics
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "config.log.Line",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        },
        "json": {"()": "config.log.Json"},
    },
    "handlers": {
        "terminal": {
            "class": "logging.StreamHandler",
            "formatter": "json" if PRODUCTION else "line",
        },
    },
    "root": {"handlers": ["terminal"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": [], "level": "INFO"},  # as everything else, not by e-mail
        "django.request": {"level": "ERROR"},  # a page that is not there is nobody's fault
    },
}
