"""The environment variables of the site (12-factor), each read with its type.

If a value is invalid, the site does not start, and an error message names the variable.
"""

import os
import re
import secrets
from ipaddress import ip_address, ip_network
from pathlib import Path
from urllib.parse import urlsplit
from zoneinfo import available_timezones

from environs import Env, EnvError

HOST_NAME = re.compile(r"(\*|\.?[\w-]+(\.[\w-]+)*|\[[0-9a-f:]+\])", re.IGNORECASE)
DATABASES = {"sqlite", "postgres", "postgresql"}
BROKERS = {"redis", "rediss"}

env = Env()


class WrongValue(SystemExit):
    """Raised to exit with an error message, without a traceback, if a setting is invalid."""

    def __init__(self, name: str, must: str) -> None:
        super().__init__(
            f"Trionfo cannot start: {name} must be {must}, but it is {os.environ.get(name, '')!r}."
        )


def port() -> int:
    """Return PORT, the TCP port to listen on (by default 8000)."""
    try:
        value = env.int("PORT", 8000)
    except EnvError as wrong:
        raise WrongValue("PORT", "a whole number") from wrong
    if not 1 <= value <= 65535:
        raise WrongValue("PORT", "from 1 to 65535")
    return value


def host() -> str:
    """Return HOST, the address to listen on; by default all addresses, so that phones can connect."""
    value = env.str("HOST", "0.0.0.0")  # noqa: S104  # intended
    if not value or re.search(r"[\s/]", value):
        raise WrongValue("HOST", "an address to listen on, such as 127.0.0.1 or 0.0.0.0")
    return value


def refuse_public_debug(host: str, *, debug: bool) -> None:
    """Exit if debug pages would be public.

    Debug pages show the URLs of the site, and after an error its settings and data.
    """
    if debug and not _is_this_machine(host):
        raise SystemExit(
            f"Trionfo cannot start: with DEBUG on, HOST must be 127.0.0.1, but it is {host!r}. "
            "Set HOST=127.0.0.1, or leave DEBUG out."
        )


def _is_this_machine(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def flag(name: str) -> bool:
    """Return the value of a boolean variable; False by default."""
    try:
        return env.bool(name, False)
    except EnvError as wrong:
        raise WrongValue(name, "true or false") from wrong


def data_folder(default: Path) -> Path:
    """Create the folder of TRIONFO_DATA if needed, and return its path."""
    folder = Path(env.str("TRIONFO_DATA", "") or default).expanduser().resolve()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as wrong:
        raise WrongValue("TRIONFO_DATA", "a folder that can be made and written to") from wrong
    if not os.access(folder, os.W_OK | os.X_OK):
        raise WrongValue("TRIONFO_DATA", "a folder that this user can write to")
    return folder


def second_backups() -> str:
    """Return the path in SECOND_BACKUPS, or an empty string if the variable is unset.

    The folder need not exist when the site starts.
    """
    return str(Path(folder).expanduser().resolve()) if (folder := env.str("SECOND_BACKUPS", "")) else ""


def database_url() -> str:
    """Return DATABASE_URL; if unset, an empty string, which means a database file in the data folder."""
    return _url("DATABASE_URL", DATABASES, "sqlite:///FILE or postgres://USER:PASSWORD@HOST/NAME")


def redis_url() -> str:
    """Return REDIS_URL; if unset, an empty string, which means a message queue in the data folder."""
    return _url("REDIS_URL", BROKERS, "redis://HOST:PORT/0 or rediss://HOST:PORT/0")


def _url(name: str, schemes: set[str], must: str) -> str:
    value = env.str(name, "")
    try:
        right = not value or (urlsplit(value).scheme in schemes and urlsplit(value).port != 0)
    except ValueError as wrong:
        raise WrongUrl(name, must) from wrong
    if not right:
        raise WrongUrl(name, must)
    return value


class WrongUrl(WrongValue):
    """A WrongValue whose message does not repeat the value, which may contain a password."""

    def __init__(self, name: str, must: str) -> None:
        SystemExit.__init__(self, f"Trionfo cannot start: {name} must be of the form {must}.")


def secret_key(folder: Path) -> str:
    """Return SECRET_KEY; if unset, the key in the data folder, created at the first start."""
    key = env.str("SECRET_KEY", "")
    if "SECRET_KEY" in os.environ and len(key) < 32:
        raise SystemExit("Trionfo cannot start: SECRET_KEY must have 32 characters or more.")
    return key or _own_secret_key(folder / "secret_key")


def _own_secret_key(file: Path) -> str:
    if not file.exists():
        aside = file.with_name(f".secret_key.{os.getpid()}")
        aside.touch(mode=0o600)
        aside.write_text(secrets.token_urlsafe(48))
        try:
            os.link(aside, file)  # of two concurrent first starts, one writes the key and both read it
        except FileExistsError:
            pass
        finally:
            aside.unlink()
    return file.read_text()


def allowed_hosts(default: list[str]) -> list[str]:
    """Return the host names in ALLOWED_HOSTS, a comma-separated list."""
    names: list[str] = env.list("ALLOWED_HOSTS", default)
    if not names or not all(HOST_NAME.fullmatch(name) for name in names):
        raise WrongValue("ALLOWED_HOSTS", "host names separated by commas, without scheme or port")
    return names


def has(name: str) -> bool:
    """Return True if an environment variable is set and not empty."""
    return bool(os.environ.get(name))


def trusted_proxies() -> list[str]:
    """Return the proxies in TRUSTED_PROXIES, whose X-Forwarded-For header is trusted; none by default."""
    proxies: list[str] = env.list("TRUSTED_PROXIES", [])
    try:
        [ip_network(each) for each in proxies if each != "*"]
    except ValueError as wrong:
        raise WrongValue("TRUSTED_PROXIES", "addresses or networks separated by commas, or *") from wrong
    return proxies


def trusted_origins() -> list[str]:
    """Return the origins in CSRF_TRUSTED_ORIGINS; secure cookies are enabled if all origins are https."""
    origins: list[str] = env.list("CSRF_TRUSTED_ORIGINS", [])
    if any(not re.fullmatch(r"https?://[^/\s]+", origin) for origin in origins):
        raise WrongValue("CSRF_TRUSTED_ORIGINS", "origins such as https://club.example, separated by commas")
    return origins


def extras(*names: str) -> list[str]:
    """Return the optional extras in TRIONFO_EXTRAS, a comma-separated list; by default all extras."""
    listed = [name for name in env.list("TRIONFO_EXTRAS", list(names)) if name]
    if not set(listed) <= set(names):
        raise WrongValue("TRIONFO_EXTRAS", f"names separated by commas, of: {', '.join(names)}")
    return listed


def time_zone() -> str:
    """Return TIME_ZONE, a name such as Europe/Rome, which is the default."""
    value = env.str("TIME_ZONE", "Europe/Rome")
    if value not in available_timezones():
        raise WrongValue("TIME_ZONE", "the name of a time zone, such as Europe/Rome")
    return value


def language_code(languages: list[str]) -> str:
    """Return LANGUAGE_CODE, the default language of the site (by default Italian)."""
    value = env.str("LANGUAGE_CODE", "it")
    if value not in languages:
        raise WrongValue("LANGUAGE_CODE", f"one of {', '.join(languages)}")
    return value
