"""The site that the evenings are played on."""

from tests.faults.conftest import embedded

__all__ = ["embedded"]
