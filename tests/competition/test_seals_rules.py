"""The digest of a preview: equal previews have equal digests, different previews have different ones."""

from dataclasses import replace
from types import MappingProxyType

import pytest

from scoring.types import HandState, NotNow
from tournaments.competition.seals import refuse_changed, seal_of
from tournaments.competition.types import EntrantId, Expected, KnownEntrant, Label
from tournaments.corrections.selectors.preview import SlotChange

SLOT = SlotChange(Label("R2.1"), 0, EntrantId("a"), EntrantId("b"), played=False)


def test_equal_previews_have_equal_digests() -> None:
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
def test_different_previews_have_different_digests(other: tuple[object, ...]) -> None:
    assert seal_of((SLOT,)) != seal_of(*other)


def test_values_of_different_types_with_the_same_fields_have_different_digests() -> None:
    assert seal_of(Expected(EntrantId("a"))) != seal_of(KnownEntrant(EntrantId("a")))


def test_action_is_accepted_without_a_digest_and_refused_with_an_empty_digest() -> None:
    refuse_changed(None, seal_of(SLOT))
    refuse_changed(seal_of(SLOT), seal_of(SLOT))
    with pytest.raises(NotNow, match="preview_changed"):
        refuse_changed("", seal_of(SLOT))
