"""Forms as a browser would send them back."""


def shown(value: object) -> str:
    """Return a value of a field as a browser sends it."""
    return "on" if value is True else str(value)
