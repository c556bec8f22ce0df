"""Everything the site says stands in the Italian catalogue, whole and in Italian letters."""

import re
from html.parser import HTMLParser
from pathlib import Path

import polib
import pytest

from config.catalogue import Message, collect, faults, of_python, of_template, update

ROOT = Path(__file__).resolve().parent.parent
ITALIAN = ROOT / "locale" / "it" / "LC_MESSAGES" / "django.po"


def a_catalogue(msgid="Hand %(hand)s", msgstr="Mano %(hand)s", **more):
    catalogue = polib.POFile()
    catalogue.append(polib.POEntry(msgid=msgid, msgstr=msgstr, **more))
    return catalogue


def test_the_italian_catalogue_is_whole():
    assert list(faults(polib.pofile(str(ITALIAN)), collect(ROOT))) == []


def test_the_italian_catalogue_is_as_collect_words_writes_it():
    catalogue = polib.pofile(str(ITALIAN), wrapwidth=0)
    update(catalogue, collect(ROOT))
    assert str(catalogue) == ITALIAN.read_text()


def test_the_header_names_no_machine_and_no_person():
    header = polib.pofile(str(ITALIAN)).metadata
    assert header["Language"] == "it"
    assert header["Plural-Forms"] == "nplurals=2; plural=(n != 1);"
    assert not {"POT-Creation-Date", "PO-Revision-Date", "Last-Translator", "Language-Team"} & header.keys()


@pytest.mark.parametrize(
    ("catalogue", "fault"),
    [
        pytest.param(
            a_catalogue("Game"), "not in the catalogue: 'Hand %(hand)s'", id="a sentence nobody translated"
        ),
        pytest.param(a_catalogue("Game"), "in no source any more: 'Game'", id="a sentence nobody says"),
        pytest.param(a_catalogue(obsolete=True), "obsolete", id="obsolete"),
        pytest.param(a_catalogue(flags=["fuzzy"]), "fuzzy", id="fuzzy"),
        pytest.param(a_catalogue(msgstr=""), "not translated", id="empty"),
        pytest.param(a_catalogue(msgstr="Mano %(mano)s"), "other values or tags", id="another placeholder"),
        pytest.param(
            a_catalogue(msgstr="Mano {hand}"), "other values or tags", id="another kind of placeholder"
        ),
        pytest.param(a_catalogue(msgstr="<b>Mano</b> %(hand)s"), "other values or tags", id="a tag too many"),
        pytest.param(
            a_catalogue(msgstr="L'ultima: %(hand)s"), "a straight apostrophe", id="a straight apostrophe"
        ),
        pytest.param(
            a_catalogue(msgid_plural="Hands", msgstr_plural={0: "Mano %(hand)s"}),
            "a plural is missing",
            id="one plural",
        ),
    ],
)
def test_each_fault_of_a_catalogue_is_found(catalogue, fault):
    assert any(found.startswith(fault) for found in faults(catalogue, [Message("Hand %(hand)s")]))


def test_a_catalogue_without_fault():
    assert list(faults(a_catalogue(), [Message("Hand %(hand)s")])) == []


def test_updating_adds_what_is_new_and_keeps_what_is_translated():
    catalogue = a_catalogue()
    update(
        catalogue,
        [Message("Game", context="score"), Message("Hand %(hand)s"), Message("trick", plural="tricks")],
    )
    assert [entry.msgid for entry in catalogue] == ["Game", "Hand %(hand)s", "trick"]
    assert [entry.msgstr for entry in catalogue] == ["", "Mano %(hand)s", ""]
    assert catalogue[2].msgstr_plural == {0: "", 1: ""}


@pytest.mark.parametrize(
    ("header", "forms"),
    [("nplurals=1; plural=0;", 1), ("nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 ? 1 : 2);", 3)],
)
def test_a_language_has_as_many_forms_as_its_header_says(header: str, forms: int) -> None:
    catalogue = polib.POFile()
    catalogue.metadata = {"Plural-Forms": header}
    said = Message("%(n)s hand", plural="%(n)s hands")
    update(catalogue, [said])
    assert len(catalogue[0].msgstr_plural) == forms
    catalogue[0].msgstr_plural = dict.fromkeys(range(forms), "%(n)s man")
    assert list(faults(catalogue, [said])) == []
    catalogue[0].msgstr_plural = dict.fromkeys(range(forms + 1), "%(n)s man")
    assert [*faults(catalogue, [said])] == ["a plural is missing: '%(n)s hand'"]


@pytest.mark.parametrize(
    ("source", "messages"),
    [
        ("from django.utils.translation import gettext as _\n_('A')\n_(unknown)", [Message("A")]),
        ("from django.utils.translation import gettext_lazy\ngettext_lazy('A')", [Message("A")]),
        (
            "from django.utils.translation import pgettext_lazy\npgettext_lazy('of', 'A')",
            [Message("A", "of")],
        ),
        ("from scoring.types import _ as marked\nx = marked('A' 'B')", [Message("AB")]),
        ("from scoring.types import ngettext\nngettext('A', 'B', 2, other=3)", [Message("A", "", "B")]),
        (
            "from scoring.types import Sentence, _\nSentence(_('A'), plural=_('B'), count=2)",
            [Message("A", "", "B")],
        ),
        (
            "from scoring.types import Sentence, _\nSentence(_('A'), {'x': _('B')})",
            [Message("A"), Message("B")],
        ),
        ("from django.utils import translation\ntranslation.gettext_lazy('A')", [Message("A")]),
        ("_('A')", []),
    ],
)
def test_what_python_marks_is_collected(source, messages):
    assert sorted(of_python(source)) == messages


@pytest.mark.parametrize(
    ("source", "messages"),
    [
        ("{% translate 'Us' %}", [Message("Us")]),
        ('{% translate "to" context "two numbers" %}', [Message("to", "two numbers")]),
        ("{{ club|default:_('Tournaments') }}", [Message("Tournaments")]),
        ("{% include 'x.html' with text=_('Us') %}", [Message("Us")]),
        ("{% blocktranslate %}100% of {{ n }}{% endblocktranslate %}", [Message("100%% of %(n)s")]),
        (
            "{% blocktranslate count n=n %}{{ n }} pair{% plural %}{{ n }} pairs{% endblocktranslate %}",
            [Message("%(n)s pair", "", "%(n)s pairs")],
        ),
    ],
)
def test_what_a_template_translates_is_collected(source, messages):
    assert list(of_template(source)) == messages


def test_one_text_has_one_plural(tmp_path):
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "a.html").write_text(
        "{% blocktranslate count n=n %}A{% plural %}B{% endblocktranslate %}"
        "{% blocktranslate count n=n %}A{% plural %}C{% endblocktranslate %}"
    )
    with pytest.raises(ValueError, match="has two plurals"):
        collect(tmp_path)


TRANSLATED = re.compile(r"\{% (blocktrans\w*|comment)\b.*?\{% end\1 %\}", re.DOTALL)
CLASSES = re.compile(r"\{% block \w+_class %\}.*?\{% endblock %\}")
TAGS = re.compile(r"\{[%{#].*?[%}#]\}", re.DOTALL)
FILE_NAME = re.compile(r"\w+\.(json|py)")


class Visible(HTMLParser):
    """What a person would read of a template once everything that is translated is taken out."""

    SAID = ("alt", "aria-label", "placeholder", "title", "data-confirm", "content")

    def __init__(self, source):
        super().__init__()
        self.inside, self.words = [], []
        for elsewhere in (TRANSLATED, CLASSES, TAGS):
            source = elsewhere.sub("", source)
        self.feed(source)

    def handle_starttag(self, tag, attributes):
        self.inside.append(tag)
        self.words += [value for name, value in attributes if name in self.SAID and value and tag != "meta"]

    def handle_endtag(self, tag):
        self.inside.append("")

    def handle_data(self, data):
        if not self.inside or self.inside[-1] not in ("code", "script", "style"):
            self.words.append(data)


NAMES = {"Trionfo", "QR", "IT", "EN", "DOCTYPE"}
"""Written alike in every language."""


def untranslated(source):
    return {
        word
        for words in Visible(source).words
        for word in re.findall(r"[^\W\d_]{2,}", FILE_NAME.sub("", words))
    } - NAMES


@pytest.mark.parametrize("template", sorted((ROOT / "templates").rglob("*.html")), ids=lambda path: path.name)
def test_a_template_says_nothing_past_the_catalogue(template):
    assert untranslated(template.read_text()) == set()


def test_words_past_the_catalogue_are_found():
    source = '<p title="Tavolo">{% translate "Table" %} {{ table }} in gioco</p><style>a{color:red}</style>'
    assert untranslated(source) == {"Tavolo", "in", "gioco"}
