"""A stage made when its game had one option more is read, verified and digested as it was then."""

import pytest

from tests.builders import drawn_tournament, first_stage
from tournaments.models import Tournament
from tournaments.results.selectors.verify import verify_tournament

pytestmark = pytest.mark.django_db


def test_an_option_that_its_game_has_no_more_changes_no_digest() -> None:
    """COP-2, COM-7: Cinquecento once asked whether a covered marriage counts, and usually it did."""
    tournament = drawn_tournament(4, card_game="cinquecento", profile={"copri": True})
    before = verify_tournament(Tournament.objects.get(pk=tournament.pk))
    stage = first_stage(tournament)
    stage.profile = {**stage.profile, "copri_counts": True}
    stage.save()
    after = verify_tournament(Tournament.objects.get(pk=tournament.pk))
    assert (after.faults, after.digest) == ([], before.digest)
    stage.profile = {**stage.profile, "copri_counts": False}
    stage.save()
    assert verify_tournament(Tournament.objects.get(pk=tournament.pk)).digest != before.digest
