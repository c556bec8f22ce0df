"""How much the properties of the rules are tried when their tests are run for another purpose."""

import os
from typing import Any

import hypothesis

FEW_EXAMPLES = 10
FEW_HANDS = 20


def cut_examples() -> None:
    """Let properties and campaigns try a few examples only, always the same, whatever their tests ask for."""
    os.environ["HANDS"] = str(FEW_HANDS)
    plain = hypothesis.settings.__init__

    def few(self: Any, *args: Any, **given: Any) -> None:
        asked = given.get("max_examples", FEW_EXAMPLES)
        examples = min(asked, FEW_EXAMPLES) if isinstance(asked, int) else FEW_EXAMPLES
        given |= {"max_examples": examples, "derandomize": True, "database": None, "deadline": None}
        plain(self, *args, **given)

    hypothesis.settings.__init__ = few  # type: ignore[method-assign]
    hypothesis.settings.register_profile("few", hypothesis.settings())
    hypothesis.settings.load_profile("few")
