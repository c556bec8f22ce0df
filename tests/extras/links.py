"""A crawler that follows every link of all reachable pages and returns the broken links."""

from collections import deque
from collections.abc import Collection, Iterator
from html.parser import HTMLParser
from urllib.parse import urldefrag, urljoin, urlsplit

from playwright.sync_api import BrowserContext

ATTRIBUTES = ("href", "src", "action", "hx-get")
# The log-out, which would end the visit, and static files, which have no links.
NOT_FOLLOWED = ("/accounts/logout/", "/static/")
# The statuses of a link to a page, and of the address of a form that accepts only POST.
FOUND_STATUSES = (200, 405)


class LinkReader(HTMLParser):
    """An HTML parser that collects the link URLs of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, _tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Store the link URLs of an element."""
        self.links += [value for name, value in attributes if name in ATTRIBUTES and value is not None]


def links_in(text: str, address: str) -> Iterator[str]:
    """Yield the URLs on this site to which a page links."""
    for link in LinkReader(text).links:
        to, _fragment = urldefrag(urljoin(address, link))
        if urlsplit(to)[:2] == urlsplit(address)[:2]:
            yield to


def visit(context: BrowserContext, first: Collection[str]) -> tuple[list[str], list[str]]:
    """Follow all links from the given pages; return the visited URLs and the broken links.

    Pages that differ only in their query string are requested, but their links are not followed.
    """
    waiting, addresses = deque((address, "") for address in first), set(first)
    reached, broken, paths = [], [], set()
    while waiting:
        address, page = waiting.popleft()
        if any(urlsplit(address).path.startswith(each) for each in NOT_FOLLOWED[:1]):
            continue
        answer = context.request.get(address, fail_on_status_code=False)
        if answer.status not in FOUND_STATUSES:
            broken.append(f"{page} leads to {address}: {answer.status}")
        reached.append(address)
        path = urlsplit(answer.url).path
        is_page = "html" in answer.headers.get("content-type", "")
        if is_page and answer.status == 200 and path not in paths:
            paths.add(path)
            for to in links_in(answer.text(), answer.url):
                if to not in addresses:
                    addresses.add(to)
                    waiting.append((to, path))
        answer.dispose()
    return reached, broken
