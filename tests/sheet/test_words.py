"""Tests of translatable sentences: equality, plural forms, and English text."""

from scoring.types import Sentence, _, ngettext, sentence


def test_values_are_inserted_into_a_sentence() -> None:
    assert sentence(_("%(a)s and %(b)d"), a="x", b=2).english() == "x and 2"
    assert Sentence("%(a)s", {"a": Sentence("inner")}).english() == "inner"
    assert Sentence("100 % plain").english() == "100 % plain"


def test_plural_form_is_chosen_by_the_count() -> None:
    assert ngettext("%(count)d trick", "%(count)d tricks", 1).english() == "1 trick"
    assert ngettext("%(count)d trick", "%(count)d tricks", 0).english() == "0 tricks"
    assert (
        ngettext("%(count)d trick of %(most)d", "%(count)d tricks of %(most)d", 4, most=10).english()
        == "4 tricks of 10"
    )


def test_sentence_without_a_count_has_no_plural_form() -> None:
    assert Sentence("Count again.") == Sentence("Count again.", (), "", None)


def test_equal_sentences_have_the_same_hash() -> None:
    assert len({Sentence("%(a)s", {"a": 1}), sentence("%(a)s", a=1), Sentence("%(a)s", (("a", 1),))}) == 1
