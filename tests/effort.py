"""A limit on the number of generated examples per property test, for quick runs."""

import os
from typing import Any

import hypothesis

FEW_EXAMPLES = 10
FEW_HANDS = 20


def cut_examples() -> None:
    """Limit property tests and random test runs to a few fixed examples."""
    os.environ["HANDS"] = str(FEW_HANDS)
    plain = hypothesis.settings.__init__

    def few(self: Any, *args: Any, **options: Any) -> None:
        examples_asked = options.get("max_examples", FEW_EXAMPLES)
        examples = min(examples_asked, FEW_EXAMPLES) if isinstance(examples_asked, int) else FEW_EXAMPLES
        options |= {"max_examples": examples, "derandomize": True, "database": None, "deadline": None}
        plain(self, *args, **options)

    hypothesis.settings.__init__ = few  # type: ignore[method-assign]
    hypothesis.settings.register_profile("few", hypothesis.settings())
    hypothesis.settings.load_profile("few")
