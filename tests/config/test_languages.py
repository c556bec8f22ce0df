"""Additional languages: a folder with a translation catalogue adds a language to the site."""

import urllib.request
from collections.abc import Iterator
from http.cookiejar import CookieJar
from pathlib import Path

import pytest

from config.catalogue import languages
from tests.servers.site import Site, copied_site, embedded_site

SARDINIAN = {"Language": "sc", "Language-Name": "Sardu", "Plural-Forms": "nplurals=2; plural=(n != 1);"}


def a_catalogue(folder: Path, code: str, metadata: dict[str, str], **translations: str) -> None:
    """Write a translation catalogue with the given translations."""
    header = {"Content-Type": "text/plain; charset=UTF-8"} | metadata
    lines = "".join(f'"{name}: {value}\\n"\n' for name, value in header.items())
    entries = [
        f'msgid ""\nmsgstr ""\n{lines}',
        *(f'msgid "{text}"\nmsgstr "{translations[text]}"\n' for text in translations),
    ]
    file = folder / code / "LC_MESSAGES" / "django.po"
    file.parent.mkdir(parents=True)
    file.write_text("\n".join(entries))


def test_each_translation_folder_is_a_language_under_its_native_name(tmp_path: Path) -> None:
    assert languages(tmp_path) == [("en", "English")]
    a_catalogue(tmp_path, "sc", SARDINIAN)
    a_catalogue(tmp_path, "pt_BR", {"Language": "pt_BR"})
    a_catalogue(tmp_path, "it", {"Language": "it"})
    a_catalogue(tmp_path, "lij", {"Language": "lij"})
    further = [("lij", "Lij"), ("pt-br", "Português Brasileiro"), ("sc", "Sardu")]
    assert languages(tmp_path) == [("it", "Italiano"), ("en", "English"), *further]


@pytest.fixture(scope="module")
def in_sardinian(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Yield a running copy of the site that has Sardinian as an additional language."""
    copy = copied_site(tmp_path_factory.mktemp("copy"))
    a_catalogue(copy / "locale", "sc", SARDINIAN, Language="Limba")
    with embedded_site(tmp_path_factory.mktemp("data"), root=copy) as site:
        yield site


@pytest.mark.site
@pytest.mark.timeout(300)
def test_additional_language_is_offered_and_used(in_sardinian: Site) -> None:
    in_sardinian.organise()
    reader = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    page = reader.open(f"{in_sardinian.url}/").read().decode()
    assert '<html lang="it"' in page
    assert '<span>SC<span class="vh">, Sardu</span></span>' in page
    chosen = reader.open(f"{in_sardinian.url}/i18n/setlang/", b"language=sc&next=/").read().decode()
    assert '<html lang="sc"' in chosen
    assert 'aria-label="Limba"' in chosen
    assert "Tornei" in chosen, "what is not translated yet is said in the language of the site"
