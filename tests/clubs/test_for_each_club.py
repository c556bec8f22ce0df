"""Background jobs run for one club after another; the command `migrate` migrates all clubs or none."""

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from tournaments.clubs import selectors
from tournaments.clubs.databases import current_club, database_of, file_of
from tournaments.models import HostedClub


def test_error_in_one_club_does_not_stop_the_work_of_other_clubs(monkeypatch: pytest.MonkeyPatch) -> None:
    clubs = [HostedClub(slug=slug, host=f"{slug}.lan") for slug in ("bosa", "circolo-2")]
    monkeypatch.setattr(selectors, "hosted_clubs", lambda: clubs)
    worked_for = []

    def work() -> int:
        worked_for.append(current_club())
        if current_club() == "bosa":
            raise OSError("its file is damaged")
        return 1

    with pytest.raises(OSError, match="damaged"):
        selectors.for_each_club(work)()
    assert worked_for == ["", "bosa", "circolo-2"]
    assert current_club() == ""
    clubs.pop(0)
    assert selectors.for_each_club(work)() == 2


def test_current_club_is_restored_after_a_nested_change_of_club() -> None:
    with database_of("bosa"):
        with database_of(""):
            assert current_club() == ""
        assert current_club() == "bosa"
    assert current_club() == ""


@pytest.mark.django_db
@pytest.mark.embedded
@pytest.mark.parametrize("option", ["check_unapplied", "plan", "fake"])
def test_option_of_migrate_that_migrates_nothing_leaves_other_clubs_unchanged(
    option: str, tmp_path: Path, settings: Any
) -> None:
    settings.TRIONFO_DATA = tmp_path
    HostedClub.objects.create(slug="bosa", name="Mariglia Bosa", host="bosa.lan", made_at=timezone.now())
    call_command("migrate", verbosity=0, stdout=StringIO(), **{option: True})
    assert not file_of("bosa").exists()
