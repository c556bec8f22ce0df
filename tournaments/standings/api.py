"""API views of the bracket and the standings of a stage, with the metadata of the computation."""

from collections.abc import Iterator
from typing import ClassVar, NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.competition.format_parts.format import Placing
from tournaments.competition.formats import FORMATS
from tournaments.competition.standings.tables import Row
from tournaments.matches.selectors.matches import settled_now, stage_matches
from tournaments.models import Stage
from tournaments.stages.selectors.stage_details import card_game_of
from tournaments.standings.selectors import StandingsNow, held_now, overall_now, stamp_of, standings_now
from tournaments.standings.serializers import BracketAnswer, OverallAnswer, StandingsAnswer
from tournaments.values.visibility import PageSwitch
from tournaments.web.api.http import revalidated, seen_already, tag
from tournaments.web.api.requests import TournamentCall, stage_of
from tournaments.web.api.schema import AFTER, GROUP, IF_NONE_MATCH, STAGE, UNCHANGED, answers


class StandingsLine(NamedTuple):
    """A row of the standings, and the key of the group to which the row belongs.

    `by_net` is True if the card game has net scores. `placing` is the final place of the team in a bracket;
    None if the place is not decided yet, or if the format has no bracket.
    """

    row: Row
    by_net: bool
    group: str = ""
    placing: Placing | None = None


def lines_of(now: StandingsNow, group: str | None, *, by_net: bool) -> Iterator[StandingsLine]:
    """Yield the rows of the standings of one group, or of all groups in order."""
    for row in () if now.groups else now.rows:
        yield StandingsLine(row, by_net, placing=now.placing.get(row.entrant))
    for key, rows in now.groups.items():
        if group in (None, key):
            yield from (StandingsLine(row, by_net, key) for row in rows)


class StageCall(TournamentCall):
    """Base class of the API views about one stage, selected by its number in the query string."""

    acts: ClassVar[dict[str, str]] = {"GET": "read"}

    def stage(self, request: Request) -> Stage:
        """Return the requested stage, by default the first.

        Raise ValidationError for a malformed number, and Http404 if there is no such stage.
        """
        number = request.query_params.get("stage", "1")
        if not (number.isascii() and number.isdecimal() and len(number) < 5):
            raise ValidationError({"stage": [ErrorDetail(_("Write the number of a stage."), code="invalid")]})
        return stage_of(self.tournament, int(number))


class BracketCall(StageCall):
    """API view of the bracket of a stage."""

    of_page = PageSwitch.BRACKET

    @extend_schema(
        operation_id="bracket",
        parameters=[STAGE, IF_NONE_MATCH],
        responses={**answers(BracketAnswer), 304: UNCHANGED},
    )
    def get(self, request: Request, slug: str) -> Response:
        """Return every match of a stage. Each side is a team or the match from which the team will come."""
        stage = self.stage(request)
        etag = tag("b", stage.number, stage.bracket_seq, self.tournament.version)
        not_modified = seen_already(request, etag)
        if not_modified is not None:
            return not_modified
        values = {"stage": stage, "stamp": stamp_of(stage), "rows": stage_matches(stage)}
        return Response(BracketAnswer(values).data, headers=revalidated(etag))


class Standings(StageCall):
    """API view of the standings of a stage."""

    of_page = PageSwitch.STANDINGS

    @extend_schema(
        operation_id="standings",
        parameters=[STAGE, GROUP, AFTER, IF_NONE_MATCH],
        responses={**answers(StandingsAnswer), 304: UNCHANGED},
    )
    def get(self, request: Request, slug: str) -> Response:
        """Return the teams in order, with their match points and tie-breaks."""
        stage = self.stage(request)
        settled = settled_now(stage, timezone.now())
        counted = (stage.bracket_seq, stage.outcome_seq, settled.standing, settled.official_at)
        visible_rounds = "all" if self.sees_all else held_now(stage)
        etag = tag("s", stage.number, stage.rules_version, stage.state, *counted, visible_rounds)
        not_modified = seen_already(request, etag)
        if not_modified is not None:
            return not_modified
        now = standings_now(stage, self._after(request, stage), withheld_too=self.sees_all)
        group = request.query_params.get("group")
        if group is not None and group not in now.groups:
            unknown = ErrorDetail(_("This stage has no such group."), code="invalid")
            raise ValidationError({"group": [unknown]})
        rows = [*lines_of(now, group, by_net=card_game_of(stage).by_net)]
        values = {"stage": stage, "stamp": stamp_of(stage), "held_after": now.withheld_after, "rows": rows}
        return Response(StandingsAnswer(values).data, headers=revalidated(etag))

    def _after(self, request: Request, stage: Stage) -> int | None:
        """Return the round in the query string; None if the query string contains no round.

        Raise ValidationError if the round is not paired yet or is withheld, or if the stage is a bracket.
        """
        after = request.query_params.get("after")
        if after is None:
            return None
        if FORMATS[stage.format].bracket:
            text = _("In a bracket the places come from how far each came: there are none after a round.")
            raise ValidationError({"after": [ErrorDetail(text, code="invalid")]})
        withheld_after = None if self.sees_all else held_now(stage)
        paired = stage.matches.order_by("-round").values_list("round", flat=True).first() or 0
        if not (after.isascii() and after.isdecimal() and len(after) < 6 and 0 < int(after) <= paired):
            text = _("This stage has no such round yet.")
            raise ValidationError({"after": [ErrorDetail(text, code="invalid")]})
        if withheld_after is not None and int(after) > withheld_after:
            text = _("The standings are held back after round %(round)s.") % {"round": withheld_after}
            raise ValidationError({"after": [ErrorDetail(text, code="invalid")]})
        return int(after)


class Overall(TournamentCall):
    """API view of the combined standings of all stages."""

    acts: ClassVar[dict[str, str]] = {"GET": "read"}
    of_page = PageSwitch.STANDINGS

    @extend_schema(operation_id="overall_standings", responses=answers(OverallAnswer))
    def get(self, request: Request, slug: str) -> Response:
        """Return the teams, ordered by the results of all stages and by the tie-breaks of the last stage."""
        stages = list(self.tournament.stages.select_related("tournament"))
        by_net = card_game_of(stages[-1]).by_net
        now = overall_now(stages, withheld_too=self.sees_all)
        rows = [StandingsLine(row, by_net) for row in now.rows]
        return Response(OverallAnswer({"held_after": now.withheld_after, "rows": rows}).data)
