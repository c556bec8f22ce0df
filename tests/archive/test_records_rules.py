"""Tests of the records of each card game: the games with the most hands and with the widest margin."""

from uuid import UUID

from tournaments.archive.rules import GameRecords, PlayedGame, records_of

FIRST = PlayedGame(UUID(int=1), "mariglia", 9, (35, 20))
LONG = PlayedGame(UUID(int=2), "mariglia", 14, (38, 36))
AS_LONG = PlayedGame(UUID(int=3), "mariglia", 14, (20, 41))
WIDE = PlayedGame(UUID(int=4), "mariglia", 3, (2, 45))
OTHER = PlayedGame(UUID(int=5), "marianna", 12, (501, 380))
ONLY_THE_RESULT = PlayedGame(UUID(int=6), "manni", 0, (12, -4, -8))


def test_records_are_separate_for_each_card_game() -> None:
    assert records_of([FIRST, LONG, WIDE, OTHER]) == {
        "mariglia": GameRecords(LONG, WIDE),
        "marianna": GameRecords(OTHER, OTHER),
    }


def test_earliest_of_several_equal_games_keeps_the_record() -> None:
    assert records_of([LONG, AS_LONG])["mariglia"].longest is LONG


def test_longest_game_is_none_if_no_game_has_recorded_hands() -> None:
    assert records_of([ONLY_THE_RESULT])["manni"] == GameRecords(None, ONLY_THE_RESULT)
    assert ONLY_THE_RESULT.margin == 16


def test_records_are_empty_without_games() -> None:
    assert records_of([]) == {}
