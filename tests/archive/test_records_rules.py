"""The records of games: most hands, most points ahead; each card game for itself."""

from uuid import UUID

from tournaments.archive.rules import GameRecords, PlayedGame, records_of

FIRST = PlayedGame(UUID(int=1), "mariglia", 9, (35, 20))
LONG = PlayedGame(UUID(int=2), "mariglia", 14, (38, 36))
AS_LONG = PlayedGame(UUID(int=3), "mariglia", 14, (20, 41))
WIDE = PlayedGame(UUID(int=4), "mariglia", 3, (2, 45))
OTHER = PlayedGame(UUID(int=5), "marianna", 12, (501, 380))
ONLY_THE_RESULT = PlayedGame(UUID(int=6), "manni", 0, (12, -4, -8))


def test_each_card_game_has_its_own() -> None:
    assert records_of([FIRST, LONG, WIDE, OTHER]) == {
        "mariglia": GameRecords(LONG, WIDE),
        "marianna": GameRecords(OTHER, OTHER),
    }


def test_who_was_first_keeps_it() -> None:
    assert records_of([LONG, AS_LONG])["mariglia"].longest is LONG


def test_of_a_result_alone_nobody_knows_how_long_it_was() -> None:
    assert records_of([ONLY_THE_RESULT])["manni"] == GameRecords(None, ONLY_THE_RESULT)
    assert ONLY_THE_RESULT.margin == 16


def test_of_nothing_there_are_no_records() -> None:
    assert records_of([]) == {}
