"""What is touched on the pages that make an archive and take one in."""

import json
from collections.abc import Callable
from uuid import UUID

from playwright.sync_api import Page

from tests.archive.zips import digest_of, files_of, vouched


def send(page: Page, data: bytes) -> None:
    """Bring a file."""
    page.locator("input[type=file]").set_input_files({"name": "a.zip", "mimeType": "", "buffer": data})
    page.locator("main form button").click()


def no_archive(page: Page) -> None:
    """Bring a file that is no archive."""
    send(page, b"no")
    page.locator(".field.bad").wait_for()


def make_archive(page: Page) -> None:
    """Let the archive be made, where no look before has done so, and wait for it."""
    if not page.locator("#archive a").count():
        page.locator("#archive form button").click()
    page.locator("#archive a").wait_for()


def bring_it_back(page: Page, changed: Callable[[bytes], bytes] = bytes) -> None:
    """Make an archive, download it, and bring it to where it comes from."""
    make_archive(page)
    data = page.request.get(page.url.partition("#")[0] + "archivio.zip").body()
    page.goto(page.url.partition("/regia/")[0] + "/regia/porta-qui/")
    page.locator("input[type=file]").set_input_files(
        {"name": "a.zip", "mimeType": "", "buffer": changed(data)}
    )
    page.locator("main form button").click()
    page.locator("#arrival").wait_for()


def bring_another(page: Page) -> None:
    """Bring the archive of an event that is not here yet."""
    bring_it_back(page, lambda data: vouched(another_event(files_of(data)), digest_of(data)))


def another_event(files: dict[str, bytes]) -> dict[str, bytes]:
    """Give the event of an archive another id."""
    event = files["facts/tournament.jsonl"]
    found = json.loads(event)["id"]
    return files | {"facts/tournament.jsonl": event.replace(found.encode(), str(UUID(int=7)).encode())}
