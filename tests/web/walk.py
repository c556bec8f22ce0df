"""A breadth-first crawl of the site along links and forms, from the start page of the desk."""

import re
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urldefrag, urljoin, urlsplit

from django.test import Client
from django.urls import Resolver404, resolve, reverse

from tests.markup import markup_faults

NOT_OPENED = frozenset({"account_logout", "set_language", "set_theme"})


class LinkReader(HTMLParser):
    """A parser that collects the links of a page and the action URLs of its POST forms."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.acts: list[str] = []
        self.files: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Collect the URL of a link or a form; an empty URL stands for the page itself."""
        values = {name: value or "" for name, value in attributes}
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        if tag in ("link", "img", "meta"):
            self.files += [values[name] for name in ("href", "src", "content") if name in values]
        if "hx-get" in values:
            self.links.append(values["hx-get"])
        if tag == "form":
            to = self.acts if values.get("method", "get").lower() == "post" else self.links
            to.append(values.get("action", ""))
        self.acts += [values[name] for name in ("formaction", "hx-post") if name in values]


@dataclass
class Walk:
    """A crawl of the site: the URL names of the opened pages and of the forms, and the errors."""

    client: Client
    # The tournament whose pages are walked; empty for all pages of the site.
    slug: str = ""
    reached: set[str] = field(default_factory=set)
    pages: int = 0
    links: int = 0
    acts: set[str] = field(default_factory=set)
    # Messages about broken links and faulty markup.
    broken: list[str] = field(default_factory=list)
    # The URL patterns whose response was a file: each is opened once.
    files: set[str] = field(default_factory=set)
    opened: Counter[str] = field(default_factory=Counter)
    addresses: set[str] = field(default_factory=set)
    # The largest number of pages to open for one URL pattern.
    most: int = 1

    def go(self, *first: str) -> None:
        """Follow all links, starting at the URLs in `first` (by default, at the desk)."""
        waiting = deque((address, "") for address in first or (reverse("desk"),))
        while waiting:
            address, page = waiting.popleft()
            name = name_of(address)
            if name in NOT_OPENED | self.files or self.opened[name] >= self.most:
                continue
            self.opened[name] += 1
            for to in self.open(address, name, page):
                if to not in self.addresses:
                    self.addresses.add(to)
                    waiting.append((to, address))

    def open(self, address: str, name: str, page: str) -> Iterator[str]:
        """Open a page, and yield the URLs of the links on the page that the crawl may follow."""
        answer = self.client.get(address, follow=True)
        self.pages += 1
        if answer.status_code >= 400:
            self.broken.append(f"{page} leads to {address}: {answer.status_code}")
        if not answer.get("Content-Type", "").startswith("text/html"):
            self.files.add(name)
            answer.close()
            return
        self.broken += [f"{address}: {fault}" for fault in markup_faults(answer.text)]
        reader, base = LinkReader(answer.text), answer.request["PATH_INFO"]
        self.reached.add(name_of(base))
        self.links += len(reader.links)
        for act in self.within(reader.acts, base):
            self.acts.add(name_of(act))
            self.reached.add(name_of(act))
        self.reached |= {name_of(file) for file in self.within(reader.files, base)}
        for link in self.within(reader.links, base):
            self.reached.add(name_of(link))
            yield link

    def within(self, addresses: list[str], base: str) -> Iterator[str]:
        """Yield the URLs that the crawl may open, without their fragments."""
        for address in addresses:
            to, _fragment = urldefrag(urljoin(base, address))
            if urlsplit(to).scheme not in ("", "http"):
                continue
            about = not self.slug or f"/{self.slug}/" in to or re.search("[0-9a-f-]{36}", to)
            if urlsplit(to).netloc in ("", "testserver") and about:
                yield to


def name_of(address: str) -> str:
    """Return the name of the URL pattern that matches a URL; empty if none matches."""
    try:
        return resolve(urlsplit(address).path).url_name or ""
    except Resolver404:
        return ""
