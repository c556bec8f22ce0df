"""Every message of the site is in the Italian catalogue and is translated, with typographic apostrophes."""

import re
from gettext import GNUTranslations, NullTranslations
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages import Catalog
from babel.messages.extract import extract

from config.catalogue import KEYWORDS, collect, compile_words, faults, of_template, read, update

ROOT = Path(__file__).resolve().parent.parent
ITALIAN = ROOT / "locale" / "it" / "LC_MESSAGES" / "django.po"
HEADER = """msgid ""
msgstr ""
"Language: sc\\n"
"Language-Name: Sardu\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: {forms}\\n"
"""
TWO = "nplurals=2; plural=(n != 1);"


def messages(*added):
    """Return a catalogue of messages, each a string or (singular, plural); "text|context" adds a context."""
    catalog = Catalog()
    for each in added:
        one, _, context = (each, "", "") if isinstance(each, tuple) else each.partition("|")
        catalog.add(one, context=context or None)
    return catalog


@pytest.fixture
def catalogue(tmp_path):
    """Return a function that writes a catalogue with the given entries and returns the path of its file."""

    def catalogue_of(entries='msgid "Hand %(hand)s"\nmsgstr "Mano %(hand)s"\n', forms=TWO):
        file = tmp_path / "django.po"
        file.write_text(f"{HEADER.format(forms=forms)}\n{entries}")
        return file

    return catalogue_of


def test_italian_catalogue_is_complete_and_valid():
    assert list(faults(read(ITALIAN), collect(ROOT))) == []


def test_italian_catalogue_is_unchanged_by_an_update_with_the_current_messages(tmp_path):
    copy = tmp_path / "django.po"
    copy.write_text(ITALIAN.read_text())
    update(copy, collect(ROOT))
    assert copy.read_text() == ITALIAN.read_text()


def test_catalogue_has_no_straight_apostrophe() -> None:
    texts = [
        text
        for message in read(ITALIAN)
        for forms in (message.id, message.string)
        for text in ([forms] if isinstance(forms, str) else forms or ())
    ][1:]
    assert len(texts) > 2_000
    assert [text for text in texts if "'" in text] == []


def test_header_of_the_italian_catalogue_contains_no_dates_or_translator_names():
    header = ITALIAN.read_text().partition("\n\n")[0]
    assert '"Language: it\\n"' in header
    assert f'"Plural-Forms: {TWO}\\n"' in header
    for name in ("POT-Creation-Date", "PO-Revision-Date", "Last-Translator", "Language-Team", "Generated-By"):
        assert name not in header


@pytest.mark.parametrize(
    ("entry", "fault"),
    [
        pytest.param(
            'msgid "Game"\nmsgstr "Partita"',
            "not in the catalogue: 'Hand %(hand)s'",
            id="a sentence nobody translated",
        ),
        pytest.param(
            'msgid "Game"\nmsgstr "Partita"', "in no source any more: 'Game'", id="a sentence nobody says"
        ),
        pytest.param('#~ msgid "Hand %(hand)s"\n#~ msgstr "Mano %(hand)s"', "obsolete", id="obsolete"),
        pytest.param('#, fuzzy\nmsgid "Hand %(hand)s"\nmsgstr "Mano %(hand)s"', "fuzzy", id="fuzzy"),
        pytest.param('msgid "Hand %(hand)s"\nmsgstr ""', "not translated", id="empty"),
        pytest.param(
            'msgid "Hand %(hand)s"\nmsgstr "Mano %(mano)s"', "other values or tags", id="another placeholder"
        ),
        pytest.param(
            'msgid "Hand %(hand)s"\nmsgstr "Mano {hand}"', "other values", id="another kind of placeholder"
        ),
        pytest.param(
            'msgid "Hand %(hand)s"\nmsgstr "Mano %(hand)s %d"', "format string mixes", id="one that breaks it"
        ),
        pytest.param(
            'msgid "Hand %(hand)s"\nmsgstr "<b>Mano</b> %(hand)s"',
            "other values or tags",
            id="a tag too many",
        ),
        pytest.param(
            'msgid "Hand %(hand)s"\nmsgstr "L\'ultima: %(hand)s"',
            "a straight apostrophe",
            id="a straight apostrophe",
        ),
        pytest.param(
            'msgid "Hand %(hand)s"\nmsgid_plural "Hands"\nmsgstr[0] "Mano %(hand)s"',
            "not translated",
            id="one plural",
        ),
    ],
)
def test_each_kind_of_catalogue_error_is_reported(catalogue, entry, fault):
    reports = list(faults(read(catalogue(entry)), messages("Hand %(hand)s")))
    assert any(each.startswith(fault) for each in reports), reports


def test_no_error_is_reported_for_a_correct_catalogue(catalogue):
    assert list(faults(read(catalogue()), messages("Hand %(hand)s"))) == []


def test_catalogue_update_adds_new_messages_and_keeps_translations(catalogue):
    entries = 'msgid "Hand %(hand)s"\nmsgstr "Mano %(hand)s"\n\nmsgid "Gone"\nmsgstr "Via"\n'
    file = catalogue(entries)
    update(file, messages("Hand %(hand)s", "Game|score", "Gnome", ("trick", "tricks")))
    assert file.read_text() == (
        HEADER.format(forms=TWO)
        + """
msgctxt "score"
msgid "Game"
msgstr ""

msgid "Gnome"
msgstr ""

#, python-format
msgid "Hand %(hand)s"
msgstr "Mano %(hand)s"

msgid "trick"
msgid_plural "tricks"
msgstr[0] ""
msgstr[1] ""
"""
    )


def test_message_with_a_new_plural_is_marked_as_fuzzy(catalogue):
    file = catalogue('msgid "trick"\nmsgstr "presa"\n')
    update(file, messages(("trick", "tricks")))
    assert "fuzzy: 'trick'" in list(faults(read(file), messages(("trick", "tricks"))))


@pytest.mark.parametrize(
    ("header", "forms"),
    [("nplurals=1; plural=0;", 1), ("nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 ? 1 : 2);", 3)],
)
def test_catalogue_update_creates_the_number_of_plural_forms_in_the_header(
    catalogue, header: str, forms: int
) -> None:
    texts = messages(("%(n)s hand", "%(n)s hands"))
    file = catalogue("", header)
    update(file, texts)
    assert file.read_text().count("msgstr[") == forms
    file.write_text(re.sub(r'(msgstr\[.\]) ""', r'\1 "%(n)s man"', file.read_text()))
    assert list(faults(read(file), texts)) == []


def test_compiled_catalogue_leaves_out_untranslated_messages(catalogue):
    file = catalogue(
        'msgid "Hand"\nmsgstr "Mano"\n\nmsgid "Game"\nmsgstr ""\n\n#, fuzzy\nmsgid "Lot"\nmsgstr "Lotto"\n\n'
        'msgid "trick"\nmsgid_plural "tricks"\nmsgstr[0] "presa"\nmsgstr[1] ""\n\n'
        'msgid "seat"\nmsgid_plural "seats"\nmsgstr[0] "posto"\nmsgstr[1] "posti"\n'
    )
    compile_words(file)
    with file.with_suffix(".mo").open("rb") as compiled:
        translations = GNUTranslations(compiled)
    translations.add_fallback(Fallback())
    assert [translations.gettext(text) for text in ("Hand", "Game", "Lot")] == ["Mano", "Game …", "Lot …"]
    assert [translations.ngettext("seat", "seats", number) for number in (1, 2)] == ["posto", "posti"]
    assert [translations.ngettext("trick", "tricks", number) for number in (1, 2)] == ["trick …", "tricks …"]


class Fallback(NullTranslations):
    """A gettext fallback that returns every message followed by an ellipsis."""

    def gettext(self, message):
        return f"{message} …"

    def ngettext(self, msgid1, msgid2, n):
        return f"{msgid1 if n == 1 else msgid2} …"


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("_('A')\n_(unknown)", [("A", None)]),
        ("gettext_lazy('A' 'B')", [("AB", None)]),
        ("pgettext_lazy('of', 'A')", [("A", "of")]),
        ("marked('A'\n    'B')", [("AB", None)]),
        ("ngettext('A', 'B', 2, other=3)", [(("A", "B"), None)]),
        ("npgettext_lazy('of', 'A', 'B', 2)", [(("A", "B"), "of")]),
        ("Sentence(_('A'), {'x': _('B')})", [("A", None), ("B", None)]),
        ("translation.gettext_lazy('A')", [("A", None)]),
        ("says('A')\ndef gettext(text='A'): pass", []),
    ],
)
def test_messages_of_python_code_are_collected(source, wanted):
    assert collected("python", source) == wanted


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("{% translate 'Us' %}", [("Us", None)]),
        ('{% translate "to" context "two numbers" %}', [("to", "two numbers")]),
        ("{{ club|default:_('Tournaments') }}", [("Tournaments", None)]),
        ("<p>\n    {% if a %}\n  {% include 'x.html' with text=_('Us') %}", [("Us", None)]),
        ("{% blocktranslate %}100% of {{ n }}{% endblocktranslate %}", [("100%% of %(n)s", None)]),
        ("{% blocktranslate trimmed %}\n  A\n  B\n{% endblocktranslate %}", [("A B", None)]),
        (
            "{% blocktranslate count n=n %}{{ n }} pair{% plural %}{{ n }} pairs{% endblocktranslate %}",
            [(("%(n)s pair", "%(n)s pairs"), None)],
        ),
        ("it's (not) \"{{ a }}\" {% translate 'L’ultima' %}", [("L’ultima", None)]),
    ],
)
def test_messages_of_a_template_are_collected(source, wanted):
    assert collected(of_template, source) == wanted


def collected(method, source):
    return [
        (text, context) for _line, text, _, context in extract(method, BytesIO(source.encode()), KEYWORDS)
    ]


def test_message_with_two_different_plurals_is_refused(tmp_path):
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "a.html").write_text(
        "{% translate 'A' %}"
        "{% blocktranslate count n=n %}A{% plural %}B{% endblocktranslate %}"
        "{% translate 'A' %}"
    )
    assert [message.id for message in collect(tmp_path) if message.id] == [("A", "B")]
    (tmp_path / "templates" / "b.html").write_text(
        "{% blocktranslate count n=n %}A{% plural %}C{% endblocktranslate %}"
    )
    with pytest.raises(ValueError, match="has two plurals"):
        collect(tmp_path)


TRANSLATED = re.compile(r"\{% (blocktrans\w*|comment)\b.*?\{% end\1 %\}", re.DOTALL)
CLASSES = re.compile(r"\{% block \w+_class %\}.*?\{% endblock %\}")
TAGS = re.compile(r"\{[%{#].*?[%}#]\}", re.DOTALL)
FILE_NAME = re.compile(r"\w+\.(json|py)")


class Visible(HTMLParser):
    """An HTML parser that collects the visible untranslated text of a template."""

    ATTRIBUTES = ("alt", "aria-label", "placeholder", "title", "data-confirm", "content")

    def __init__(self, source):
        super().__init__()
        self.inside, self.words = [], []
        for elsewhere in (TRANSLATED, CLASSES, TAGS):
            source = elsewhere.sub("", source)
        self.feed(source)

    def handle_starttag(self, tag, attributes):
        self.inside.append(tag)
        self.words += [
            value for name, value in attributes if name in self.ATTRIBUTES and value and tag != "meta"
        ]

    def handle_endtag(self, tag):
        self.inside.append("")

    def handle_data(self, data):
        if not self.inside or self.inside[-1] not in ("code", "script", "style"):
            self.words.append(data)


# Words that are the same in every language.
NAMES = {"Trionfo", "QR", "IT", "EN", "DOCTYPE"}


def untranslated(source):
    return {
        word
        for words in Visible(source).words
        for word in re.findall(r"[^\W\d_]{2,}", FILE_NAME.sub("", words))
    } - NAMES


@pytest.mark.parametrize("template", sorted((ROOT / "templates").rglob("*.html")), ids=lambda path: path.name)
def test_template_has_no_text_outside_the_catalogue(template):
    assert untranslated(template.read_text()) == set()


def test_template_text_outside_the_catalogue_is_reported():
    source = '<p title="Tavolo">{% translate "Table" %} {{ table }} in gioco</p><style>a{color:red}</style>'
    assert untranslated(source) == {"Tavolo", "in", "gioco"}
