"""Classes that control a simulated phone in WebKit, Firefox or Chromium through the same methods.

WebKitGTK is driven over WebDriver, Firefox over Marionette (Debian has no geckodriver), Chromium by
Playwright. All three browsers reach the site through the given proxy by a host name that is not the loopback
address, as phones do.
"""

import contextlib
import gc
import os
import shutil
import subprocess
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Playwright
from selenium import webdriver
from selenium.common import exceptions as webdriver_errors
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from tests.servers import needs
from tests.servers.ports import free_port

WIDTH, HEIGHT = 390, 844
PATIENCE = 30.0  # seconds that a condition may take
CSS = "css selector"
# Script for the window of Firefox itself, which is otherwise at least 500 pixels wide.
AS_NARROW_AS_A_PHONE = "document.documentElement.style.setProperty('min-width', '0', 'important')"


class Phone:
    """A browser window of 390 × 844 pixels, which is controlled by `driver`."""

    engine = ""
    driver: Any
    # Exceptions of the driver while a page is loading; the action is repeated for PATIENCE seconds.
    transient: tuple[type[Exception], ...] = ()

    def go(self, url: str) -> None:
        """Open a URL."""
        raise NotImplementedError

    def run(self, script: str, *values: object) -> Any:
        """Run a script in the page and return its result."""
        return self.driver.execute_script(script, *values)

    def png(self) -> bytes:
        """Return a screenshot of the window as PNG."""
        raise NotImplementedError

    def close(self) -> None:
        """Close the browser."""
        raise NotImplementedError

    def visible(self, css: str) -> bool:
        """Return whether any element that matches the given selector is visible."""
        script = "return [...document.querySelectorAll(arguments[0])].some((each) => each.checkVisibility())"
        return bool(self.run(script, css))

    def text(self, css: str) -> str:
        """Return the text of the first visible element that matches a selector, or an empty string."""
        script = (
            "return ([...document.querySelectorAll(arguments[0])].find((each) => each.checkVisibility())"
            " ?? {innerText: ''}).innerText"
        )
        return str(self.run(script, css))

    def wait(self, condition: Callable[[], Any], what: str) -> None:
        """Wait until the condition is true; after a timeout, raise AssertionError with the page's text."""
        deadline = time.monotonic() + PATIENCE
        while True:
            with contextlib.suppress(*self.transient):
                if condition():
                    return
            if time.monotonic() > deadline:
                raise AssertionError(
                    f"{self.engine}: {what} without success; text of the page: {self.text('body')}"
                )
            time.sleep(0.05)

    def expect(self, css: str, words: str = "") -> None:
        """Wait until an element that matches the given selector is visible and contains the text."""
        self.wait(lambda: self.visible(css) and words in self.text(css), f"waited for {css} {words}")

    def tap(self, css: str) -> None:
        """Click the first visible element that matches the given selector, once it can be clicked."""

        def tapped() -> bool:
            for element in self.driver.find_elements(CSS, css):
                if element.is_displayed():
                    element.click()
                    return True
            return False

        self.wait(tapped, f"tried to tap {css}")

    def type(self, css: str, words: str) -> None:
        """Replace the text of an input field."""
        self.expect(css)
        field = self.driver.find_element(CSS, css)
        field.clear()
        field.send_keys(words)

    def script_errors(self) -> list[str]:
        """Return the JavaScript errors that `reporting_network.REPORTER` has recorded in the window."""
        return list(self.run("return JSON.parse(sessionStorage.scriptErrors ?? '[]')"))


class WebKitPhone(Phone):
    """A phone in Debian's WebKit, the browser engine of Safari, on a virtual display of phone size."""

    engine = "webkit"
    transient = (
        webdriver_errors.NoSuchElementException,
        webdriver_errors.StaleElementReferenceException,
        webdriver_errors.ElementNotInteractableException,
        webdriver_errors.JavascriptException,
    )

    def __init__(self, folder: Path, proxy: str, _playwright: Playwright) -> None:
        self.screen = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-nolisten", "tcp"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self.screen.stdout
        homes = {name: str(folder / name) for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME")}
        environment = os.environ | homes | {"DISPLAY": f":{self.screen.stdout.readline().strip()}"}
        options = Options()
        options.binary_location = str(needs.mini_browser())
        options.add_argument("--automation")
        options.add_argument("--full-screen")
        options.set_capability("proxy", {"proxyType": "manual", "httpProxy": proxy})
        service = Service(shutil.which("WebKitWebDriver"), port=free_port(), env=environment)
        self.driver = webdriver.WebKitGTK(options=options, service=service)
        self.driver.set_window_rect(0, 0, WIDTH, HEIGHT)
        assert self.run("return [innerWidth, innerHeight]") == [WIDTH, HEIGHT]

    def go(self, url: str) -> None:
        self.driver.get(url)

    def png(self) -> bytes:
        return bytes(self.driver.get_screenshot_as_png())

    def close(self) -> None:
        with contextlib.suppress(webdriver_errors.WebDriverException):
            self.driver.quit()
        self.screen.terminate()
        self.screen.communicate()


@contextlib.contextmanager
def leaks_of_marionette() -> Iterator[None]:
    """Close sockets and pipes that Marionette leaves open and that would cause ResourceWarnings."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        yield
        gc.collect()


class FirefoxPhone(Phone):
    """A phone in headless Firefox."""

    engine = "firefox"

    def __init__(self, folder: Path, proxy: str, _playwright: Playwright) -> None:
        from marionette_driver import errors, marionette  # for Linux only, as WebKitGTK is

        self.transient = (
            errors.NoSuchElementException,
            errors.StaleElementException,
            errors.ElementNotAccessibleException,
            errors.ElementNotInteractableException,
            errors.JavascriptException,
            errors.NoSuchWindowException,
        )
        host, port = proxy.split(":")
        with leaks_of_marionette():
            self.driver = marionette.Marionette(
                bin=needs.firefox(),
                headless=True,
                host="127.0.0.1",
                port=free_port(),
                app_args=["--kiosk"],  # without toolbars
                gecko_log=str(folder / "gecko.log"),
                prefs={
                    "network.proxy.type": 1,
                    "network.proxy.http": host,
                    "network.proxy.http_port": int(port),
                    "intl.accept_languages": "it",
                },
            )
            self.driver.start_session()
        with self.driver.using_context("chrome"):
            self.driver.execute_script(AS_NARROW_AS_A_PHONE)
        self.driver.set_window_rect(width=WIDTH, height=HEIGHT)
        assert self.run("return [innerWidth, innerHeight]") == [WIDTH, HEIGHT]

    def go(self, url: str) -> None:
        self.driver.navigate(url)

    def run(self, script: str, *values: object) -> Any:
        return self.driver.execute_script(script, script_args=values, sandbox=None)

    def png(self) -> bytes:
        return bytes(self.driver.screenshot(format="binary", full=False))

    def close(self) -> None:
        with leaks_of_marionette():
            self.driver.quit()
            self.driver.instance.close(clean=True)
            self.driver.cleanup()
            del self.driver


class ChromiumPhone(Phone):
    """A phone in Chromium; its screenshots are compared with those of the other browsers."""

    engine = "chromium"

    def __init__(self, folder: Path, proxy: str, playwright: Playwright) -> None:
        self.driver = playwright.chromium.launch_persistent_context(
            folder,
            executable_path=needs.chromium(),
            args=needs.QUIET,
            proxy={"server": f"http://{proxy}"},
            viewport={"width": WIDTH, "height": HEIGHT},
            locale="it-IT",
        ).pages[0]

    def go(self, url: str) -> None:
        self.driver.goto(url)

    def run(self, script: str, *values: object) -> Any:
        return self.driver.evaluate(f"(values) => (function () {{ {script} }})(...values)", list(values))

    def tap(self, css: str) -> None:
        self.driver.locator(f"{css} >> visible=true").first.click(timeout=PATIENCE * 1000)

    def type(self, css: str, words: str) -> None:
        self.driver.locator(css).first.fill(words)

    def png(self) -> bytes:
        return bytes(self.driver.screenshot())

    def close(self) -> None:
        self.driver.context.close()


ENGINES: dict[str, Callable[[Path, str, Playwright], Phone]] = {
    each.engine: each for each in (WebKitPhone, FirefoxPhone, ChromiumPhone)
}


@contextlib.contextmanager
def phone_in(engine: str, folder: Path, proxy: str, playwright: Playwright) -> Iterator[Phone]:
    """Yield a phone with the given browser engine.

    The phone reaches the site under the URL http://trionfo.lan, through the proxy.
    """
    folder.mkdir(parents=True, exist_ok=True)
    phone = ENGINES[engine](folder, proxy, playwright)
    try:
        yield phone
    finally:
        phone.close()
