"""Every link of every page that can be reached: which of them lead nowhere."""

from collections import deque
from collections.abc import Collection, Iterator
from html.parser import HTMLParser
from urllib.parse import urldefrag, urljoin, urlsplit

from playwright.sync_api import BrowserContext

ATTRIBUTES = ("href", "src", "action", "hx-get")
NOT_FOLLOWED = ("/accounts/logout/", "/static/")
"""What would end the visit, and files: those are looked at, but hold no links of ours."""
THERE = (200, 405)
"""What a link to a page answers, and a form's address that takes nothing but what is sent."""


class LinkReader(HTMLParser):
    """Collects what a page leads to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, _tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Note where an element leads."""
        self.links += [value for name, value in attributes if name in ATTRIBUTES and value is not None]


def links_in(text: str, address: str) -> Iterator[str]:
    """Yield the addresses of this site that a page leads to."""
    for link in LinkReader(text).links:
        to, _fragment = urldefrag(urljoin(address, link))
        if urlsplit(to)[:2] == urlsplit(address)[:2]:
            yield to


def visit(context: BrowserContext, first: Collection[str]) -> tuple[list[str], list[str]]:
    """Follow every link from these pages on; return what was reached, and the links that are broken.

    Pages that differ by their query alone are looked at, but what they lead to is not followed further.
    """
    waiting, known = deque((address, "") for address in first), set(first)
    reached, broken, paths = [], [], set()
    while waiting:
        address, page = waiting.popleft()
        if any(urlsplit(address).path.startswith(each) for each in NOT_FOLLOWED[:1]):
            continue
        answer = context.request.get(address, fail_on_status_code=False)
        if answer.status not in THERE:
            broken.append(f"{page} leads to {address}: {answer.status}")
        reached.append(address)
        path = urlsplit(answer.url).path
        is_page = "html" in answer.headers.get("content-type", "")
        if is_page and answer.status == 200 and path not in paths:
            paths.add(path)
            for to in links_in(answer.text(), answer.url):
                if to not in known:
                    known.add(to)
                    waiting.append((to, path))
        answer.dispose()
    return reached, broken
