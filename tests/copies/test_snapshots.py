"""The snapshot of the SQLite database from which a backup is written."""

from pathlib import Path

import pytest
from django.db import transaction
from django.db.transaction import TransactionManagementError

from tournaments.copies.services.writing import write_copy

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


def test_backup_inside_a_transaction_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "copy.gz"
    with transaction.atomic(), pytest.raises(TransactionManagementError, match="inside a transaction"):
        write_copy(file)
    assert not file.exists()
