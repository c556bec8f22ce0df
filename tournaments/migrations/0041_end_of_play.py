from django.db import migrations
from django.db.models import Exists, F, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

OVER = ('signed', 'confirmed', 'walkover')


def rows_of(apps, editor, *names):
    return [apps.get_model(name).objects.using(editor.connection.alias) for name in names]


def restore_ends(apps, editor):
    """Set the end of each match to the time of its last hand at the table, or of its first outcome without hands.

    Before, later signatures, confirmations and corrections changed it. One statement for all matches.
    """
    matches, outcomes = rows_of(apps, editor, 'tournaments.Match', 'tournaments.Outcome')
    (events,) = rows_of(apps, editor, 'scoring.SheetEvent')

    def at_the_table(kind, **which):
        before = outcomes.filter(match=OuterRef('sheet'), sheet_seq__lt=OuterRef('seq')).order_by('-version')
        facts = events.filter(kind=kind, **which).annotate(outcome=Subquery(before.values('kind')[:1]))
        return facts.filter(Q(outcome=None) | Q(outcome='reopened'))

    same = {name: OuterRef(name) for name in ('sheet', 'game', 'hand')}
    struck = at_the_table('strike', **same, seq__gt=OuterRef('seq'))
    hands = at_the_table('hand', sheet=OuterRef('pk')).exclude(Exists(struck)).order_by('-seq')
    first = outcomes.filter(match=OuterRef('pk')).order_by('version')
    end = Coalesce(Subquery(hands.values('recorded_at')[:1]), Subquery(first.values('made_at')[:1]), F('over_at'))
    matches.filter(state__in=OVER).update(over_at=end)


def rate_anew(apps, editor):
    """Queue the ratings of tournaments with substitutes again, because they may name the wrong player."""
    names = ('RosterChange', 'Tournament', 'RatingList', 'RatedEvent', 'Job')
    changes, tournaments, lists, rated, jobs = rows_of(apps, editor, *(f'tournaments.{name}' for name in names))
    changed = tournaments.filter(pk__in=changes.filter(kind='substitute').values('stage__tournament'))
    now = timezone.now()
    for listing in lists.all():
        tournament = changed.filter(card_game=listing.card_game).first()
        events = rated.filter(listing=listing, tournament_key__in=changed.values('pk'))
        if events.update(version=0) and tournament:
            asked = {'kind': 'ratings', 'subject': listing.pk, 'state': 'queued'}
            new = {'tournament': tournament, 'made_at': now, 'due_at': now}
            jobs.update_or_create(**asked, defaults={'due_at': now}, create_defaults=asked | new)


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0007_released_facts'),
        ('tournaments', '0040_no_courses'),
    ]

    operations = [
        migrations.RunPython(restore_ends, migrations.RunPython.noop),
        migrations.RunPython(rate_anew, migrations.RunPython.noop),
    ]
