"""The embedded site and its tables, as in tests/faults/."""

from tests.faults.conftest import embedded, table

__all__ = ["embedded", "table"]
