"""Tests of lists of names, joined with the word for "and" in the active language."""

import pytest
from django.utils import translation

from scoring.translation import joined


@pytest.mark.parametrize(
    ("names", "italian", "english"),
    [
        (["Battista", "Elio"], "Battista ed Elio", "Battista and Elio"),
        (["Gavino", "Efisio"], "Gavino ed Efisio", "Gavino and Efisio"),
        (["Anna", "Èlia"], "Anna ed Èlia", "Anna and Èlia"),
        (["Tore", "Antonella"], "Tore e Antonella", "Tore and Antonella"),
        (["Ena – Loi", "Ibba – Usai"], "Ena – Loi e Ibba – Usai", "Ena – Loi and Ibba – Usai"),
        (["Piras"], "Piras", "Piras"),
        (["Elio", "Ettore", "Efisio"], "Elio, Ettore, Efisio", "Elio, Ettore, Efisio"),
        ([], "", ""),
    ],
)
def test_list_of_names_is_joined_as_each_language_requires(
    names: list[str], italian: str, english: str
) -> None:
    for language, text in (("it", italian), ("en", english)):
        with translation.override(language):
            assert joined(names) == text
