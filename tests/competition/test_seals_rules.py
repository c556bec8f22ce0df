"""The seal of a preview: equal for equal previews, and different for every visible difference."""

from dataclasses import replace
from types import MappingProxyType

import pytest

from scoring.types import HandState, NotNow
from tournaments.competition.seals import refuse_changed, seal_of
from tournaments.competition.types import EntrantId, Expected, KnownEntrant, Label
from tournaments.corrections.selectors.preview import SlotChange

SLOT = SlotChange(Label("R2.1"), 0, EntrantId("a"), EntrantId("b"), played=False)


def test_seal_of_equal_previews_is_equal() -> None:
    assert seal_of((SLOT,), HandState.PLAYED) == seal_of((replace(SLOT),), HandState("played"))
    assert seal_of(MappingProxyType({"a": 1})) == seal_of({"a": 1})
    assert len(seal_of()) == 32


@pytest.mark.parametrize(
    "other",
    [
        (),
        ((SLOT, SLOT),),
        ((replace(SLOT, side=1),),),
        ((replace(SLOT, played=True),),),
        ((replace(SLOT, after=None),),),
        (replace(SLOT),),
    ],
)
def test_seals_of_different_previews_differ(other: tuple[object, ...]) -> None:
    assert seal_of((SLOT,)) != seal_of(*other)


def test_seals_of_two_types_with_the_same_fields_differ() -> None:
    assert seal_of(Expected(EntrantId("a"))) != seal_of(KnownEntrant(EntrantId("a")))


def test_action_without_a_seal_is_accepted_and_with_an_empty_seal_refused() -> None:
    refuse_changed(None, seal_of(SLOT))
    refuse_changed(seal_of(SLOT), seal_of(SLOT))
    with pytest.raises(NotNow, match="preview_changed"):
        refuse_changed("", seal_of(SLOT))
