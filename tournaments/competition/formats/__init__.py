"""The registry of formats: every module of this package defines one `FORMAT`."""

import pkgutil
from collections.abc import Mapping
from importlib import import_module
from operator import attrgetter

from tournaments.competition.format_parts.format import Format


def _registry() -> dict[str, Format]:
    modules = (import_module(f"{__name__}.{module.name}") for module in pkgutil.iter_modules(__path__))
    formats = sorted((module.FORMAT for module in modules), key=attrgetter("listed"))
    return {form.key: form for form in formats}


FORMATS: Mapping[str, Format] = _registry()
