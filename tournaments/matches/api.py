"""API views of matches: public data, hands and signatures from phones, and decisions of the director.

Writing a hand is idempotent. A stored hand with different values is overwritten only if the request names its
version.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, ClassVar

from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone
from django.utils.translation import get_language, gettext
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.games import CARD_GAMES
from scoring.sheet.devices import any_grant, check_code
from scoring.sheet.rules.reader import read_profile
from scoring.sheet.serializers import HAND, sheet_row
from scoring.sheet.services.hands import Writing, WritingResult
from scoring.types import BadEntry, Problem, Sentence, _
from tournaments.matches.selectors.matches import match_now, match_written, one_match, with_sides
from tournaments.matches.serializers import (
    CallIn,
    HandStruckAnswer,
    HandWrittenAnswer,
    LateHandAnswer,
    LateHandIn,
    MatchAnswer,
    SheetAnswer,
    SignIn,
    VersionIn,
    WalkoverIn,
)
from tournaments.matches.services import results
from tournaments.matches.services.late_hands import hand_over
from tournaments.models import Match
from tournaments.permissions import may, roles_of
from tournaments.values.visibility import PageSwitch
from tournaments.web.api import http, problems, requests, schema
from tournaments.web.api.serializers import NothingIn


class Matches(requests.ListCall):
    """API view of the matches of a tournament."""

    acts: ClassVar[dict[str, str]] = {"GET": "read"}
    of_page = PageSwitch.ROUNDS
    ordering = ("place",)
    filterset_class = http.MatchFilter
    queryset = Match.objects.none()

    def get_queryset(self) -> QuerySet[Match]:
        """Return the matches in playing order, together with the related rows that the response contains."""
        return http.in_playing_order(with_sides(Match.objects.filter(tournament=self.tournament)))

    @extend_schema(
        operation_id="matches",
        parameters=[*schema.NARROWED, *schema.PAGED],
        responses=schema.answers(schema.page(MatchAnswer)),
    )
    def get(self, request: Request, slug: str) -> Response:
        """Return the matches, ordered by stage, round and number."""
        rows = self.paginate_queryset(self.filter_queryset(self.get_queryset()))
        matches = [match_now(match) for match in rows or ()]
        return self.get_paginated_response(MatchAnswer(matches, many=True).data)


class OneMatch(requests.MatchCall):
    """API view of one match."""

    acts: ClassVar[dict[str, str]] = {"GET": "read"}
    of_page = PageSwitch.ROUNDS

    @extend_schema(operation_id="match", responses=schema.answers(MatchAnswer))
    def get(self, request: Request, match_id: str) -> Response:
        """Return the public state of a match."""
        return _match_row(self.kwargs["match_id"])


def _match_row(match_id: Any) -> Response:
    try:
        return Response(MatchAnswer(one_match(match_id)).data)
    except Match.DoesNotExist as missing:
        raise Http404 from missing


class SheetCall(requests.MatchCall):
    """API view of the score sheet of a match."""

    acts: ClassVar[dict[str, str]] = {"GET": "read"}
    of_page = PageSwitch.SHEETS

    @extend_schema(
        operation_id="sheet",
        parameters=[schema.IF_NONE_MATCH],
        responses={**schema.answers(SheetAnswer), 304: schema.UNCHANGED},
    )
    def get(self, request: Request, match_id: str) -> Response:
        """Return the hands and the score of a match; the ETag changes with every event of the sheet."""
        sheet = self.match.sheet
        etag = http.tag(sheet.head_seq, get_language())
        not_modified = http.seen_already(request, etag)
        if not_modified is not None:
            return not_modified
        return Response(SheetAnswer(sheet_row(sheet)).data, headers=http.revalidated(etag))


class SheetAct(requests.MatchCall):
    """Base class of API views for actions on a whole score sheet. The response is the changed match."""

    def perform(self, act: Callable[..., Match], *arguments: Any, **options: Any) -> Response:
        """Call the view's service on the match and return the changed match."""
        match = act(self.match, *arguments, author=self.author, at=timezone.now(), **options)
        return Response(MatchAnswer(match_written(match)).data)

    def side(self, side: int | None, where: str) -> int | None:
        """Return `side`, which may be None; raise BadEntry (`no_such_side`) if the match has no such side.

        `where` is the JSON Pointer of the number in the request.
        """
        sheet = self.match.sheet
        sides = read_profile(CARD_GAMES[sheet.card_game], sheet.profile).sides
        if side is not None and side >= sides:
            text = Sentence(_("There is no such side at this table."))
            raise BadEntry("no_such_side", text, (Problem("no_such_side", "", "error", where, text),))
        return side


class Sign(SheetAct):
    """API view that signs the sheet for a side."""

    acts: ClassVar[dict[str, str]] = {"POST": "sign"}

    @extend_schema(operation_id="sign_sheet", request=SignIn, responses=schema.answers(MatchAnswer))
    def post(self, request: Request, match_id: str) -> Response:
        """Sign the sheet for one side. The result counts as soon as every side has signed."""
        sent = requests.read(SignIn, request.data)
        side = self.side(sent["side"], "/side")
        if "code" in sent and self.phone:
            check_code(sent["code"], self.phone, request.META.get("REMOTE_ADDR", ""), at=timezone.now())
        return self.perform(results.sign_sheet, side, handed_over="code" in sent)


class Confirm(SheetAct):
    """API view that confirms a sheet on behalf of the director."""

    acts: ClassVar[dict[str, str]] = {"POST": "confirm"}

    @extend_schema(
        operation_id="confirm_match",
        request=NothingIn,
        responses=schema.answers(MatchAnswer),
    )
    def post(self, request: Request, match_id: str) -> Response:
        """Confirm the sheet of a match that is played to its end, even if signatures are missing."""
        requests.read(NothingIn, request.data)
        return self.perform(results.confirm_match)


class WalkoverCall(SheetAct):
    """API view that awards a match without play."""

    acts: ClassVar[dict[str, str]] = {"POST": "award_walkover"}

    @extend_schema(
        operation_id="award_walkover",
        request=WalkoverIn,
        responses=schema.answers(MatchAnswer),
    )
    def post(self, request: Request, match_id: str) -> Response:
        """Award the match to a side that was present, or to no side, and give a reason (COM-WO-1)."""
        sent = requests.read(WalkoverIn, request.data)
        return self.perform(results.award_walkover, self.side(sent["winner"], "/winner"), sent["reason"])


class CallDirector(SheetAct):
    """API view that calls the director to a match."""

    acts: ClassVar[dict[str, str]] = {"POST": "call_director"}

    @extend_schema(operation_id="call_director", request=CallIn, responses=schema.answers(MatchAnswer))
    def post(self, request: Request, match_id: str) -> Response:
        """Call the director, for example to object to the sheet.

        The match is disputed until the director answers the call.
        """
        return self.perform(
            results.object_to_sheet,
            side=self.side(requests.read(CallIn, request.data).get("side"), "/side"),
        )


class AnswerCall(SheetAct):
    """API view that marks a call for the director as answered."""

    acts: ClassVar[dict[str, str]] = {"POST": "answer_call"}

    @extend_schema(operation_id="answer_call", request=NothingIn, responses=schema.answers(MatchAnswer))
    def post(self, request: Request, match_id: str) -> Response:
        """Mark the call as answered; the current version of the sheet counts."""
        requests.read(NothingIn, request.data)
        return self.perform(results.answer_call)


class HandCall(requests.MatchCall):
    """API view of one hand of a game; games and hands are numbered from 1."""

    acts: ClassVar[dict[str, str]] = {"PUT": "write_hand", "DELETE": "strike_hand"}

    @extend_schema(
        operation_id="write_hand",
        parameters=[
            schema.GAME,
            schema.HAND,
            schema.IF_MATCH,
            schema.IDEMPOTENCY_KEY,
            schema.REPLACES,
            schema.REOPENINGS,
        ],
        request={"application/json": HAND},
        responses={
            **schema.answers(HandWrittenAnswer),
            **schema.answers(HandWrittenAnswer, 201),
        },
    )
    def put(self, request: Request, match_id: str, game: int, hand: int) -> Response:
        """Record a hand, or correct a recorded hand.

        The status is 201 if the hand is new, 200 if the hand is unchanged or corrected, and 409 if another
        hand is stored.
        """
        self._refuse_ruling(request.data)
        key = http.client_key(request)
        result = results.write_hand(
            self.match,
            (game, hand),
            request.data,
            author=replace(self.author, client_key=key),
            at=timezone.now(),
            based_on=http.version_named(request),
            replaces=http.keys_replaced(request),
            reopenings=http.reopenings_of(request),
        )
        if result.writing is Writing.DIFFERS:
            return _differs(result)
        status = 201 if result.writing is Writing.CREATED else 200
        answer = _hand_answer(result, (game, hand), request.data, key)
        return Response(answer, status=status, headers={"ETag": http.tag(result.version)})

    def _refuse_ruling(self, raw: Any) -> None:
        """Raise PermissionDenied if a phone records a hand that only the director may record (COM-4)."""
        ruled = CARD_GAMES[self.match.sheet.card_game].is_ruling(raw)
        if ruled and not may("rule_on_hand", roles_of(self.request.user, self.tournament, self.phone)):
            raise PermissionDenied(gettext("Only the referee writes this. Call him to the table."), "ruling")

    @extend_schema(
        operation_id="strike_hand",
        parameters=[schema.GAME, schema.HAND, schema.IF_MATCH, schema.IDEMPOTENCY_KEY, schema.REPLACES],
        responses=schema.answers(HandStruckAnswer),
    )
    def delete(self, request: Request, match_id: str, game: int, hand: int) -> Response:
        """Strike the last hand of a game; the hand stays in the history.

        The request needs the version of the hand in the header If-Match, or the client keys of the hand in
        the header Replaces.
        """
        key, old = http.client_key(request), http.keys_replaced(request)
        version = results.strike_hand(
            self.match,
            (game, hand),
            based_on=0 if old else http.version_required(request),
            author=self.author,
            at=timezone.now(),
            replaces=old,
        )
        struck = {"key": key, "game": game, "number": hand, "version": version}
        return Response(HandStruckAnswer(struck).data)


def _hand_answer(
    result: WritingResult, place: tuple[int, int], sent: object, key: str | None
) -> dict[str, Any]:
    values = {"key": key, "sent": sent, "game": place[0], "number": place[1], "result": result}
    return HandWrittenAnswer.of(values)


def _differs(result: WritingResult) -> Response:
    """Return a 409 response with the stored hand and the submitted hand."""
    detail = gettext("Another hand stands here already. Look at both; one of them is right.")
    standing = {"version": result.version, "hand": result.hand}
    body = problems.problem(409, "hand_differs", detail, standing=standing, sent={"hand": result.other})
    return problems.answer(body, {"ETag": http.tag(result.version)})


class SettleHand(requests.MatchCall):
    """API view that settles a dispute about a hand."""

    acts: ClassVar[dict[str, str]] = {"POST": "settle_hand"}

    @extend_schema(
        operation_id="settle_hand",
        parameters=[schema.GAME, schema.HAND],
        request=VersionIn,
        responses=schema.answers(HandWrittenAnswer),
    )
    def post(self, request: Request, match_id: str, game: int, hand: int) -> Response:
        """Settle the dispute by keeping the current hand; the request must contain the version of this hand.

        The other versions stay in the history.
        """
        version = requests.read(VersionIn, request.data)["version"]
        result = results.settle_hand(
            self.match, (game, hand), version=version, author=self.author, at=timezone.now()
        )
        answer = _hand_answer(result, (game, hand), result.hand, None)
        return Response(answer, headers={"ETag": http.tag(result.version)})


class LateHands(requests.MatchCall):
    """API view for late hands: hands that the sheet refused, stored for the director."""

    acts: ClassVar[dict[str, str]] = {"POST": "hand_over"}

    @extend_schema(
        operation_id="hand_over",
        request=LateHandIn,
        responses=schema.answers(LateHandAnswer, 201),
    )
    def post(self, request: Request, match_id: str) -> Response:
        """Store a hand that the sheet refused, even if the phone was removed from the table meanwhile."""
        visitor = http.at_table(request)
        if visitor is None and not request.user.is_authenticated:
            raise NotAuthenticated
        grant = any_grant(getattr(visitor, "secret", None), self.match.pk)
        if grant is None:
            raise PermissionDenied(gettext("This phone never wrote at this table."), "not_at_this_table")
        late = requests.read(LateHandIn, request.data)
        place = late["game"], late["hand"]
        keys = {"key": late["key"], "code": late["code"]}
        stored_hand = hand_over(grant, place, late["body"], at=timezone.now(), **keys)
        return Response(LateHandAnswer(late | {"on_sheet": stored_hand is None}).data, status=201)
