"""Settings from environment variables: an invalid value stops the start with a clear error."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from config import environment

pytestmark = pytest.mark.site

ROOT = Path(__file__).parents[2]


def start(tmp_path: Path, **values: str) -> "subprocess.CompletedProcess[str]":
    """Run a process that reads the settings; return its output."""
    env = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "TRIONFO_DATA": str(tmp_path / "data")} | values
    code = "from config import settings; print(settings.PORT, settings.LANGUAGE_CODE, settings.TIME_ZONE)"
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )


def test_every_setting_has_a_default(tmp_path: Path) -> None:
    assert start(tmp_path).stdout == "8000 it Europe/Rome\n"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "eighty"),
        ("PORT", "0"),
        ("PORT", "65536"),
        ("HOST", "here or there"),
        ("DEBUG", "perhaps"),
        ("TRIONFO_DATA", "/dev/null/data"),
        ("DATABASE_URL", "mysql://localhost/trionfo"),
        ("DATABASE_URL", "postgres://localhost:port/trionfo"),
        ("REDIS_URL", "localhost:6379"),
        ("SECRET_KEY", ""),
        ("SECRET_KEY", "short"),
        ("ALLOWED_HOSTS", "https://club.example"),
        ("CSRF_TRUSTED_ORIGINS", "club.example"),
        ("TRUSTED_PROXIES", "proxy.example"),
        ("TRUSTED_PROXIES", "127.0.0.1,10.0.0.0/33"),
        ("TIME_ZONE", "Europe/Aosta"),
        ("LANGUAGE_CODE", "tlh"),
        ("TRIONFO_EXTRAS", "wall,raffle"),
    ],
)
def test_invalid_setting_is_reported_in_one_sentence(name: str, value: str, tmp_path: Path) -> None:
    refused = start(tmp_path, **{name: value})
    assert refused.returncode == 1
    assert refused.stderr.startswith(f"Trionfo cannot start: {name} must ")
    assert refused.stderr.count("\n") == 1


def test_settings_list_the_folders_of_all_optional_extras() -> None:
    folders = sorted(file.parent.name for file in (ROOT / "tournaments").glob("*/extra.py"))
    assert folders == settings.EXTRAS


def test_site_has_only_the_optional_extras_named_in_the_environment(tmp_path: Path) -> None:
    code = "import config.settings; from tournaments import extras; print([e.key for e in extras.extras()])"
    env = {"PATH": os.environ["PATH"], "TRIONFO_DATA": str(tmp_path), "TRIONFO_EXTRAS": "wall,odds"}
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True, check=True
    )
    assert run.stdout == "['odds', 'wall']\n"


def test_password_in_an_invalid_value_is_not_printed(tmp_path: Path) -> None:
    refused = start(tmp_path, DATABASE_URL="mysql://club:hunter2@localhost/trionfo")
    assert "hunter2" not in refused.stderr


def test_first_start_creates_a_secret_key_that_is_kept(tmp_path: Path) -> None:
    first = environment.secret_key(tmp_path)
    assert len(first) >= 50
    assert environment.secret_key(tmp_path) == first
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600
    assert [file.name for file in tmp_path.iterdir()] == ["secret_key"]


def test_secret_key_of_the_environment_is_not_written_to_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_KEY", "x" * 50)
    assert environment.secret_key(tmp_path) == "x" * 50
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.20", "::", "club.example"])
def test_debug_mode_is_refused_on_a_public_host(host: str) -> None:
    with pytest.raises(SystemExit, match="with DEBUG on, HOST must be"):
        environment.refuse_public_debug(host, debug=True)
    environment.refuse_public_debug(host, debug=False)


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost"])
def test_debug_mode_is_allowed_on_a_local_host(host: str) -> None:
    environment.refuse_public_debug(host, debug=True)


@pytest.mark.parametrize("command", [["manage.py", "serve"], ["-m", "config.web"]])
def test_commands_refuse_debug_mode_on_a_public_host(command: list[str], tmp_path: Path) -> None:
    env = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "TRIONFO_DATA": str(tmp_path), "DEBUG": "1"}
    refused = subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=env, capture_output=True, text=True, check=False, timeout=60
    )
    assert refused.returncode == 1
    assert refused.stderr.startswith("Trionfo cannot start: with DEBUG on, HOST must be 127.0.0.1")
    assert refused.stderr.count("\n") == 1


def test_site_over_https_passes_the_deployment_check(tmp_path: Path) -> None:
    """Silenced warnings are explained in docs/decisions/0030-https-and-host-names.md."""
    env = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "TRIONFO_DATA": str(tmp_path)}
    deployed = {"CSRF_TRUSTED_ORIGINS": "https://club.example", "ALLOWED_HOSTS": "club.example"}
    check = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]

    def ask(**more: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(check, cwd=ROOT, env=env | more, capture_output=True, text=True, check=False)

    assert ask(**deployed).stderr == ""
    assert "security.W004" in ask().stderr  # over plain HTTP a site cannot promise to stay on HTTPS


def test_cookies_over_https_are_bound_to_the_host(tmp_path: Path) -> None:
    code = "from config import settings as s; print(s.SESSION_COOKIE_NAME, s.CSRF_COOKIE_NAME)"
    env = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "TRIONFO_DATA": str(tmp_path)}

    def names(**more: str) -> str:
        command = [sys.executable, "-c", code]
        return subprocess.run(
            command, cwd=ROOT, env=env | more, capture_output=True, text=True, check=True
        ).stdout

    assert names() == "sessionid csrftoken\n"
    https = names(CSRF_TRUSTED_ORIGINS="https://club.example")
    assert https == "__Host-sessionid __Host-csrftoken\n"
