"""The formats there are: every module of this folder that ends with one `FORMAT` is one."""

import pkgutil
from collections.abc import Mapping
from importlib import import_module

from tournaments.rules.format import Format


def _found() -> dict[str, Format]:
    modules = (import_module(f"{__name__}.{module.name}") for module in pkgutil.iter_modules(__path__))
    return {module.FORMAT.key: module.FORMAT for module in modules}


FORMATS: Mapping[str, Format] = _found()
