"""Helpers for tests of forms: field values as a browser submits them, and the key of a suitable format."""

from typing import Any


def filled(form: Any) -> dict[str, str]:
    """Return the values of a form as a browser would submit them without changes."""
    values = {name: form[name].value() for name in form.fields}
    return {name: shown(value) for name, value in values.items() if value is not None and value is not False}


def as_shown(form: Any) -> dict[str, str]:
    """Return the values of the form fields as the widgets format them."""
    fields = {name: form[name] for name in form.fields}
    values = {name: field.field.widget.format_value(field.value()) for name, field in fields.items()}
    chosen = {name: value[0] if isinstance(value, list) else value for name, value in values.items() if value}
    return {name: shown(value) for name, value in chosen.items()}


def shown(value: object) -> str:
    """Return a field value as a browser submits it."""
    return "on" if value is True else str(value)


def seating(sides: int) -> str:
    """Return the key of a format with the given number of sides per table.

    The format creates all its matches at the draw.
    """
    return "knockout" if sides == 2 else "table_rounds"
