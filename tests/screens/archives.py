"""Actions on the pages that create and import the archive of a tournament."""

import json
from collections.abc import Callable
from uuid import UUID

from playwright.sync_api import Page

from tests.archive.zips import digest_of, files_of, vouched


def send(page: Page, data: bytes) -> None:
    """Upload a file with the given content."""
    page.locator("input[type=file]").set_input_files({"name": "a.zip", "mimeType": "", "buffer": data})
    page.locator("main form button").click()


def no_archive(page: Page) -> None:
    """Upload a file that is not an archive."""
    send(page, b"no")
    page.locator(".field.bad").wait_for()


def make_archive(page: Page) -> None:
    """Create the archive if it does not exist, and wait until it is ready."""
    if not page.locator("#archive a").count():
        page.locator("#archive form button").click()
    page.locator("#archive a").wait_for()


def bring_it_back(page: Page, changed: Callable[[bytes], bytes] = bytes) -> None:
    """Create and download an archive, and upload it to the same site."""
    make_archive(page)
    data = page.request.get(page.url.partition("#")[0] + "archivio.zip").body()
    page.goto(page.url.partition("/regia/")[0] + "/regia/porta-qui/")
    page.locator("input[type=file]").set_input_files(
        {"name": "a.zip", "mimeType": "", "buffer": changed(data)}
    )
    page.locator("main form button").click()
    page.locator("#arrival").wait_for()


def bring_another(page: Page) -> None:
    """Upload the archive of a tournament that does not exist on the site."""
    bring_it_back(page, lambda data: vouched(another_event(files_of(data)), digest_of(data)))


def another_event(files: dict[str, bytes]) -> dict[str, bytes]:
    """Replace the tournament id in an archive, so that it is imported as another tournament."""
    event = files["facts/tournament.jsonl"]
    tournament_id = json.loads(event)["id"]
    return files | {
        "facts/tournament.jsonl": event.replace(tournament_id.encode(), str(UUID(int=7)).encode())
    }
