"""Checks of a page: axe-core, browser console, requests to other hosts, narrow screens, and target sizes."""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import ConsoleMessage, Page, Request

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text(encoding="utf-8")
EVERY_RULE = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]}
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
# A target partly under a bar is reported only if the target is also too small in the middle of the screen.
RUN = """async (only) => {
    const why = (node) => (node.any[0] || node.all[0] || node.none[0] || {}).message;
    const said = (node) => node.html.slice(0, 160) + ' ' + why(node);
    const run = async (context, rules) => (await axe.run(
        context, {runOnly: rules, resultTypes: ['violations'], preload: false})).violations;
    const small = async (node) => {
        document.querySelector(node.target[0]).scrollIntoView({block: 'center'});
        return (await run({include: [node.target]}, ['target-size'])).length;
    };
    const found = await run(document, only), [x, y] = [scrollX, scrollY];
    for (const rule of found.filter((rule) => rule.id === 'target-size')) {
        const kept = [];
        for (const node of rule.nodes) if (await small(node)) kept.push(node);
        rule.nodes = kept;
    }
    scrollTo(x, y);
    return found.filter((rule) => rule.nodes.length).map(
        (rule) => [rule.id, rule.help, ...rule.nodes.slice(0, 4).map(said)].join(' | '));
}"""
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
WIDEST = """() => [...document.querySelectorAll('body *')].filter((el) => !el.closest('.scrollx')
    && el.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
    .slice(0, 3).map((el) => el.outerHTML.slice(0, 120))"""
BROKEN = r"""() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
    const range = document.createRange();
    const unseen = (el) => el && (el.getBoundingClientRect().width <= 2 || unseen(el.parentElement));
    while (texts.nextNode()) {
        const text = texts.currentNode, around = text.parentElement;
        if (around.closest("code") || unseen(around)) continue;
        for (const word of text.data.matchAll(/[\p{L}\p{N}]{2,}/gu)) {
            range.setStart(text, word.index);
            range.setEnd(text, word.index + word[0].length);
            const lines = new Set([...range.getClientRects()].map((line) => Math.round(line.top)));
            if (lines.size > 1) found.push(`${word[0]}: ${around.outerHTML.slice(0, 120)}`);
        }
    }
    return found.slice(0, 4);
}"""
# Of the elements that can have the focus, those whose middle is then under a bar. A panel that the user
# opened may cover an element.
COVERED = """(opened) => {
    const targets = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
    const bar = (el) => el && (['fixed', 'sticky'].includes(getComputedStyle(el).position)
        ? el : bar(el.parentElement));
    return [...document.querySelectorAll(targets)].filter((el) => {
        el.focus();
        const box = el.getBoundingClientRect();
        const above = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
        const over = bar(above);
        return document.activeElement === el && over && !over.contains(el) && !over.closest(opened);
    }).map((el) => el.outerHTML.slice(0, 120));
}"""
OPENED_PANELS = ".whybox, .door-sheet, dialog"
TARGETS = "button, a.btn, a.tap, summary, label.choice, .pick label"
SMALL = """([targets, least]) => [...document.querySelectorAll(targets)].filter((el) => {
    const box = el.getBoundingClientRect();
    const shown = box.width > 1 && box.height > 1 && !el.closest('.vh, .skip');
    return shown && (box.height < least - 0.5 || box.width < least - 0.5);
}).map((el) => el.outerHTML.slice(0, 120))"""


class Ear:
    """A recorder of a page's console errors, script errors and requests to other hosts."""

    def __init__(self, page: Page, site: str) -> None:
        self.host = urlsplit(site).netloc
        self.heard: list[str] = []
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.heard.append(f"script: {error}"))
        page.on("request", self._request)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not _meant(message):
            self.heard.append(f"console: {message.text}")

    def _request(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in ("data", "blob") and parts.netloc != self.host:
            self.heard.append(f"another host: {request.url}")

    def empty(self) -> list[str]:
        """Return the recorded errors and clear the record."""
        heard, self.heard = self.heard, []
        return heard


def _meant(message: ConsoleMessage) -> bool:
    """Return True if the message only reports a 4xx status, which tests expect."""
    return message.text.startswith("Failed to load resource: the server responded with a status of 4")


def accessibility(page: Page, rules: dict[str, Any] = EVERY_RULE) -> list[str]:
    """Return the violations that axe-core finds.

    The script is evaluated through the debugger, so the content security policy of the site, which refuses
    inline scripts, stays active and its errors are recorded.
    """
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(AXE)
    return [f"axe {violation}" for violation in page.evaluate(RUN, rules)]


def sideways(page: Page, width: int = 320, text: int = 16) -> list[str]:
    """Return an error if the page is wider than a screen of the given width, at the given text size."""
    size, browser = page.viewport_size, page.context.new_cdp_session(page)
    page.set_viewport_size({"width": width, "height": 800})
    browser.send("Page.setFontSizes", {"fontSizes": {"standard": text}})
    pixels, widest = page.evaluate(SIDEWAYS), page.evaluate(WIDEST)
    browser.send("Page.setFontSizes", {"fontSizes": {"standard": 16}})
    browser.detach()
    if size:
        page.set_viewport_size(size)
    return [f"sideways by {pixels} px at {width} px, text of {text} px: {widest}"] if pixels > 0 else []


def small_targets(page: Page, least: int = 44) -> list[str]:
    """Return an error for each button that is smaller than `least` pixels."""
    return [f"small target: {target}" for target in page.evaluate(SMALL, [TARGETS, least])]


def covered(page: Page) -> list[str]:
    """Return an error for each element that is under a bar of the page while the element has the focus.

    Source of the rule: WCAG 2.2, 2.4.11 "Focus Not Obscured (Minimum)".
    """
    return [f"covered while it has the focus: {element}" for element in page.evaluate(COVERED, OPENED_PANELS)]


def broken_words(page: Page) -> list[str]:
    """Return some of the words that are broken across lines, ignoring words in `code` elements."""
    return [f"broken word: {word}" for word in page.evaluate(BROKEN)]
