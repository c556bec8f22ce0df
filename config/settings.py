"""Settings of the site. Values that differ between installations come from the environment."""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from csp.constants import NONCE, NONE, SELF

from config import catalogue, databases, environment
from tournaments.extras import extras, list_extras

BASE_DIR = Path(__file__).resolve().parent.parent
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGES = catalogue.languages(*LOCALE_PATHS)

EXTRAS = environment.extras(
    "archive",
    "cash",
    "door",
    "forecast",
    "machine",
    "odds",
    "offline",
    "printing",
    "prizes",
    "publishing",
    "replayed_hands",
    "requests",
    "retention",
    "season",
    "wall",
)
list_extras(EXTRAS)

HOST = environment.host()
PORT = environment.port()
DEBUG = environment.flag("DEBUG")
TRIONFO_DATA = environment.data_folder(BASE_DIR / "var")
SECOND_BACKUPS = environment.second_backups()
SECRET_KEY = environment.secret_key(TRIONFO_DATA)
REDIS_URL = environment.redis_url()
TIME_ZONE = environment.time_zone()
LANGUAGE_CODE = environment.language_code([code for code, _name in LANGUAGES])
CSRF_TRUSTED_ORIGINS = environment.trusted_origins()

# On an embedded site, phones use the address that the Wi-Fi gave this machine, which may change during the
# evening. So Django accepts any host name; the middleware in front of it (server/request_checks.py) has
# accepted only names of this network and those of CSRF_TRUSTED_ORIGINS.
LOCAL_NAMES_ONLY = not REDIS_URL and not environment.has("ALLOWED_HOSTS")
OWN_NAMES = [urlsplit(origin).hostname or "" for origin in CSRF_TRUSTED_ORIGINS]
ALLOWED_HOSTS = environment.allowed_hosts(["*"] if LOCAL_NAMES_ONLY else ["localhost", "127.0.0.1", "[::1]"])
TRUSTED_PROXIES = environment.trusted_proxies()

INSTALLED_APPS = [
    "config",
    "scoring",
    "tournaments",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "config.static.OwnStaticFiles",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "rest_framework",
    "rest_framework.authtoken",
    "django_filters",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_htmx",
    "csp",
    *(app for extra in extras() for app in extra.apps),
]

MIDDLEWARE = [
    "config.failures.in_time",
    "django.middleware.security.SecurityMiddleware",
    "config.middleware.permissions_policy",
    "config.middleware.private_answers",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",  # streams do not pass through Django (config/asgi.py)
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    # after GZip, so that Content-Length is the length of the page with its style
    "config.middleware.style_inside",
    "config.middleware.right_to_left",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    # outside of the next middleware, because an outage that it handles is no error
    "config.middleware.TornReads",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
            ],
            # Template tags outside of folders named `templatetags`, which Django finds by itself.
            "libraries": {
                "roles": "tournaments.clubs.template_tags",
                "words": "tournaments.tables.template_tags",
            },
        },
    },
]

# --- databases and cache ---------------------------------------------------------------------------

DATABASES = {"default": databases.configure(environment.database_url(), TRIONFO_DATA)}

# The cache of all processes holds nothing important. It is in the database, so that people can log in without
# Redis (docs/decisions/0032-outages.md).
CACHES: dict[str, Any] = {
    "default": {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "cache"},
}

# --- Celery ----------------------------------------------------------------------------------------

# Read by config/celery.py. A message only wakes a worker up, so it is sent once and no request waits for it.
BROKER_PATIENCE = 0.3  # seconds; with the defaults a hanging Redis blocks the request without end
QUEUE = TRIONFO_DATA / "queue"
CELERY_BROKER_URL = REDIS_URL or "folder://localhost"
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = (
    {"socket_timeout": BROKER_PATIENCE, "socket_connect_timeout": BROKER_PATIENCE, "max_retries": 0}
    if REDIS_URL
    else {
        "data_folder_in": QUEUE,
        "data_folder_out": QUEUE,
        "control_folder": QUEUE / "control",
        "polling_interval": 0.1,
    }
)
CELERY_BROKER_CONNECTION_TIMEOUT = BROKER_PATIENCE
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_IGNORE_RESULT = True
CELERY_RESULT_EXPIRES = None
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TIMEZONE = TIME_ZONE

# Every worker runs this schedule itself (config/server/schedule.py), in seconds; `celery beat` is not needed.
# Two workers have the sweep: while one runs a long job, the other runs the jobs that become due.
CELERY_BEAT_SCHEDULE: dict[str, dict[str, Any]] = {
    "sweep 1": {"task": "tournaments.queue.tasks.sweep", "schedule": 2.0},
    "sweep 2": {"task": "tournaments.queue.tasks.sweep", "schedule": 2.0},
    "sign of life": {"task": "tournaments.queue.tasks.sign", "schedule": 5.0},
    # Some minutes, because the machine of a club runs for an evening only.
    "forget": {"task": "tournaments.queue.tasks.forget", "schedule": 300.0},
    "forget copies": {"task": "config.tasks.forget_copies", "schedule": 300.0},
}
CELERY_BEAT_SCHEDULE_FILENAME = str(TRIONFO_DATA / "celerybeat-schedule")

# --- words, files ----------------------------------------------------------------------------------

USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STATICFILES_DIRS = [BASE_DIR / "static"]
# robots.txt and favicon.ico, which browsers request at the root.
WHITENOISE_ROOT = STATICFILES_DIRS[0] / "root"
WHITENOISE_MAX_AGE = 24 * 3600
STORAGES: dict[str, Any] = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static.Storage"},
}
MEDIA_ROOT = TRIONFO_DATA / "files"
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 10_000

# --- log-in ----------------------------------------------------------------------------------------

AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
_VALIDATION = "django.contrib.auth.password_validation"
AUTH_PASSWORD_VALIDATORS: list[dict[str, Any]] = [
    {"NAME": f"{_VALIDATION}.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": f"{_VALIDATION}.CommonPasswordValidator"},
    {"NAME": f"{_VALIDATION}.UserAttributeSimilarityValidator"},
    {"NAME": f"{_VALIDATION}.NumericPasswordValidator"},
]
LOGIN_URL = "/accounts/login/"
LOGIN_REDIRECT_URL = "/regia/"
LOGOUT_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "config.accounts.OrganisersOnly"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
# No limit counts by address only, because all phones of a tournament may have one address; limits of allauth
# that do are left out. Wrong passwords are counted in config/accounts.py; `login_failed` counts the wrong
# codes after them.
ACCOUNT_RATE_LIMITS = {
    "login": None,
    "login_failed": "5/15m/key",
    "signup": None,
    "reset_password": "5/m/key",
    "reset_password_from_key": None,
    "request_login_code": "3/m/key",
    "verify_phone": "1/30s/key",
}
MFA_FORMS = {
    "login_webauthn": "config.accounts.PasskeyLogin",
    "reauthenticate_webauthn": "config.accounts.PasskeyAgain",
    "add_webauthn": "config.accounts.NewPasskey",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Trionfo"
EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"

# --- browser security ------------------------------------------------------------------------------

BEHIND_HTTPS = bool(CSRF_TRUSTED_ORIGINS) and all(
    origin.startswith("https://") for origin in CSRF_TRUSTED_ORIGINS
)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = BEHIND_HTTPS
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
# A browser accepts a cookie with this prefix only over HTTPS from this host, for all its pages.
SESSION_COOKIE_NAME = "__Host-sessionid" if BEHIND_HTTPS else "sessionid"
CSRF_FAILURE_VIEW = "tournaments.web.kept_form.csrf_failure"
CSRF_COOKIE_NAME = "__Host-csrftoken" if BEHIND_HTTPS else "csrftoken"
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if BEHIND_HTTPS else 0
# HSTS without subdomains and preload, because other sites of the club's domain are not under our control. The
# reverse proxy redirects from HTTP to HTTPS (docs/decisions/0030-https-and-host-names.md).
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W008", "security.W021"]
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY: dict[str, Any] = {
    "EXCLUDE_URL_PREFIXES": ["/api/v1/docs/"],  # only this page needs inline scripts
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF, NONCE],
        "style-src": [SELF, NONCE],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    },
}

# --- the API ---------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["tournaments.web.api.http.StrictJSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "tournaments.web.api.http.ProgramTokens",
        "rest_framework.authentication.SessionAuthentication",
        "tournaments.web.api.http.TableAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["tournaments.web.api.http.MayDoTheAct"],
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_PAGINATION_CLASS": "tournaments.web.api.http.CursorPages",
    "DEFAULT_SCHEMA_CLASS": "tournaments.web.api.schema.CallSchema",
    "EXCEPTION_HANDLER": "tournaments.web.api.problems.problem_response",
    "PAGE_SIZE": 100,
    "UNICODE_JSON": True,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Trionfo",
    "DESCRIPTION": "Card tournaments: sheets written at the table, brackets and standings worked out.",
    "VERSION": "1",
    "LICENSE": {"name": "AGPL-3.0-or-later"},
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "ENUM_NAME_OVERRIDES": {"LeavingKindEnum": ("withdrawal", "disqualification")},
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
}

# --- logging ---------------------------------------------------------------------------------------

# Neither the address nor the headers of a request are logged: an address may have a set-up or table token.
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "filters": {
        "damping": {"()": "config.logs.Damping"},
        "hidden links": {"()": "config.logs.HiddenLinks"},
        "once in a while": {"()": "config.logs.OnceInAWhile"},
        "without open streams": {"()": "config.logs.WithoutOpenStreams"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "line",
            "filters": ["damping", "hidden links"],
        }
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "uvicorn": {"handlers": [], "level": "WARNING", "propagate": True},
        "uvicorn.error": {"filters": ["without open streams"]},
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        "django.server": {"handlers": [], "level": "ERROR", "propagate": False},
        "django.request": {
            "handlers": [],
            "level": "ERROR",
            "propagate": True,
            "filters": ["once in a while"],
        },
        "django.security.DisallowedHost": {"handlers": [], "level": "CRITICAL", "propagate": False},
    },
}
