"""Forms as a browser would send them back; the format that a table of so many is drawn in at once."""

from typing import Any


def filled(form: Any) -> dict[str, str]:
    """Return a form as a browser would send it back unchanged."""
    values = {name: form[name].value() for name in form.fields}
    return {name: shown(value) for name, value in values.items() if value is not None and value is not False}


def as_shown(form: Any) -> dict[str, str]:
    """Return the values of the form fields as the page shows them."""
    fields = {name: form[name] for name in form.fields}
    values = {name: field.field.widget.format_value(field.value()) for name, field in fields.items()}
    chosen = {name: value[0] if isinstance(value, list) else value for name, value in values.items() if value}
    return {name: shown(value) for name, value in chosen.items()}


def shown(value: object) -> str:
    """Return a value of a field as a browser sends it."""
    return "on" if value is True else str(value)


def seating(sides: int) -> str:
    """Return a format that seats so many at a table, all of it known at the draw."""
    return "knockout" if sides == 2 else "table_rounds"
