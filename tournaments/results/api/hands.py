"""The hands of a sheet: written any number of times and kept once; nothing is overwritten by surprise."""

from dataclasses import replace
from typing import Any, ClassVar

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.games import CARD_GAMES
from scoring.sheet import serializers as sheet_shapes
from scoring.sheet.devices import any_grant
from scoring.sheet.services.hands import Writing, WritingResult
from scoring.strict_json import digest
from tournaments.permissions import SCORER, may
from tournaments.results.services import results
from tournaments.tables.services.tables import hand_over
from tournaments.web.api import problems, shapes
from tournaments.web.api.answers import hand_answer
from tournaments.web.api.calls import MatchCall
from tournaments.web.api.http import at_table, client_key, keys_replaced, tag, version_named, version_required
from tournaments.web.api.requests import LateHandIn, VersionIn, read
from tournaments.web.api.schema import GAME, HAND, IDEMPOTENCY_KEY, IF_MATCH, REPLACES, answers


class HandCall(MatchCall):
    """Hand h of game g, both from 1."""

    acts: ClassVar[dict[str, str]] = {"PUT": "write_hand", "DELETE": "strike_hand"}

    @extend_schema(
        operation_id="write_hand",
        parameters=[GAME, HAND, IF_MATCH, IDEMPOTENCY_KEY, REPLACES],
        request={"application/json": sheet_shapes.HAND},
        responses={**answers(shapes.HAND_WRITTEN), **answers(shapes.HAND_WRITTEN, 201)},
    )
    def put(self, request: Request, match_id: str, game: int, hand: int) -> Response:
        """Write a hand: 201 when new, 200 when it stands already or is corrected, 409 when another stands."""
        self._refuse_ruling(request.data)
        key = client_key(request)
        written = results.write_hand(
            self.match.pk,
            (game, hand),
            request.data,
            author=replace(self.author, client_key=key),
            at=timezone.now(),
            based_on=version_named(request),
            replaces=keys_replaced(request),
        )
        if written.writing is Writing.DIFFERS:
            return _differs(written)
        status = 201 if written.writing is Writing.CREATED else 200
        answer = hand_answer(written, (game, hand), request.data, key)
        return Response(answer, status=status, headers={"ETag": tag(written.version)})

    def _refuse_ruling(self, raw: Any) -> None:
        """COM-4: some hands are the director's ruling; a phone may not write them."""
        states = CARD_GAMES[self.match.sheet.card_game].states
        said = raw.get("state") if isinstance(raw, dict) else None
        ruled = any(state == said and rule.ruling for state, rule in states.items())
        if ruled and self.author.device_id is not None and not may("rule_on_hand", SCORER):
            raise PermissionDenied(_("Only the referee writes this. Call him to the table."), "ruling")

    @extend_schema(
        operation_id="strike_hand",
        parameters=[GAME, HAND, IF_MATCH, IDEMPOTENCY_KEY, REPLACES],
        responses=answers(shapes.HAND_STRUCK),
    )
    def delete(self, request: Request, match_id: str, game: int, hand: int) -> Response:
        """Strike the last hand, by If-Match or Replaces; it stays in the history."""
        key, old = client_key(request), keys_replaced(request)
        version = 0 if old else version_required(request)
        results.strike_hand(
            self.match.pk,
            (game, hand),
            based_on=version,
            author=self.author,
            at=timezone.now(),
            replaces=old,
        )
        return Response({"key": key, "game": game, "number": hand, "version": version + 1})


def _differs(result: WritingResult) -> Response:
    """Show both hands: the one that stands and the one that was sent."""
    detail = _("Another hand stands here already. Look at both; one of them is right.")
    standing = {"version": result.version, "hand": result.hand}
    body = problems.problem(409, "hand_differs", detail, standing=standing, sent={"hand": result.other})
    return problems.answer(body, {"ETag": tag(result.version)})


class SettleHand(MatchCall):
    """The end of a dispute about a hand."""

    acts: ClassVar[dict[str, str]] = {"POST": "settle_hand"}

    @extend_schema(
        operation_id="settle_hand",
        parameters=[GAME, HAND],
        request=VersionIn,
        responses=answers(shapes.HAND_WRITTEN),
    )
    def post(self, request: Request, match_id: str, game: int, hand: int) -> Response:
        """Keep the hand that stands, of this version; what differed stays in the history."""
        version = read(VersionIn, request.data)["version"]
        written = results.settle_hand(
            self.match.pk, (game, hand), version=version, author=self.author, at=timezone.now()
        )
        answer = hand_answer(written, (game, hand), written.hand, None)
        return Response(answer, headers={"ETag": tag(written.version)})


class LateHands(MatchCall):
    """The director's inbox: what the sheet refused."""

    acts: ClassVar[dict[str, str]] = {"POST": "hand_over"}

    @extend_schema(operation_id="hand_over", request=LateHandIn, responses=answers(shapes.LATE_HAND, 201))
    def post(self, request: Request, match_id: str) -> Response:
        """Leave a hand for the director; a phone that was taken off this table still may."""
        visitor = at_table(request)
        if visitor is None and not request.user.is_authenticated:
            raise NotAuthenticated
        grant = any_grant(getattr(visitor, "secret", None), self.match.pk)
        if grant is None:
            raise PermissionDenied(_("This phone never wrote at this table."), "not_at_this_table")
        late = read(LateHandIn, request.data)
        place = late["game"], late["hand"]
        words = {"key": late["key"], "code": late["code"]}
        kept = hand_over(grant, place, late["body"], at=timezone.now(), **words)
        answer = {"key": late["key"], "digest": digest(late["body"]), "on_sheet": kept is None}
        return Response(answer, status=201)
