"""Options of formats and card games: each has a description, a label, and a word for the value 0."""

import pytest

from scoring.game_parts.profile import Option
from tournaments.competition.formats import FORMATS
from tournaments.house_rules.desk.presets import WholeField, option_field, shown_value

EVERY_OPTION = [
    pytest.param(option, id=f"{form.key}-{option.key}")
    for form in FORMATS.values()
    for option in form.all_options
]


@pytest.mark.parametrize("option", EVERY_OPTION)
def test_every_option_has_a_description_and_a_label_without_digits(option: Option) -> None:
    assert option.about.endswith(".")
    assert "0" not in option.label
    assert not any(character.isdigit() for character in option.label)


@pytest.mark.parametrize("form", FORMATS.values(), ids=FORMATS)
def test_every_format_has_a_description(form: object) -> None:
    assert getattr(form, "about", "").endswith(".")


@pytest.mark.parametrize("option", EVERY_OPTION)
def test_value_0_of_an_option_is_shown_as_a_word(option: Option) -> None:
    field = option_field(option, required=False)
    if option.schema.get("minimum") == 0:
        assert isinstance(field, WholeField)
        assert field.widget.attrs["placeholder"]
        assert field.prepare_value(shown_value(0)) is None
    names = dict(getattr(field, "choices", ()))
    assert "0" not in names.values()


def test_empty_number_field_is_read_as_0_and_missing_field_as_none() -> None:
    field = WholeField(required=False, min_value=0, max_value=9, zero="automatic")
    assert (field.clean(""), field.clean("7"), field.clean(None)) == (0, 7, None)
