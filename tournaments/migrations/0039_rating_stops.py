from collections import defaultdict

import django.db.models.deletion
from django.db import migrations, models

BATCH = 500


def rows_of(apps, editor, *names):
    return [apps.get_model('tournaments', name).objects.using(editor.connection.alias) for name in names]


def part_courses(apps, editor):
    """Create a row for each stop of a course. Stops from before 0038 get their ordinal as mu and 0 as sigma,
    and the tournament is marked as changed, so that it is rated again before any later tournament."""
    ratings, events, stops = rows_of(apps, editor, 'Rating', 'RatedEvent', 'RatingStop')
    known = {(listing, str(key)): pk for pk, listing, key in events.values_list('pk', 'listing', 'tournament_key')}
    made = []
    for pk, listing, course in ratings.values_list('pk', 'listing', 'course').order_by('pk').iterator():
        for key, matches, ordinal, *estimate in course:
            if (listing, key) not in known:
                changed = events.create(listing_id=listing, tournament_key=key, version=0, matches=0, players=[])
                known[listing, key] = changed.pk
            mu, sigma = estimate or (ordinal, 0.0)
            made.append(
                stops.model(
                    rating_id=pk, event_id=known[listing, key], matches=matches, mu=mu, sigma=sigma, ordinal=ordinal
                )
            )
        if len(made) >= BATCH:
            stops.bulk_create(made)
            made = []
    stops.bulk_create(made)


def join_courses(apps, editor):
    """Put the stops of each rating back into a list, and the rated players into their tournament's row."""
    ratings, events, stops = rows_of(apps, editor, 'Rating', 'RatedEvent', 'RatingStop')
    courses, players = defaultdict(list), defaultdict(set)
    columns = ('event', 'event__tournament_key', 'matches', 'ordinal', 'mu', 'sigma')
    for rating, event, key, *rated in stops.order_by('rating', 'matches').values_list('rating', *columns).iterator():
        courses[rating].append([str(key), *rated])
        players[event].add(rating)
    who = {
        pk: [str(each) for each in people if each] for pk, *people in ratings.values_list('pk', 'person', 'partner')
    }
    for pk in who:
        ratings.filter(pk=pk).update(course=courses[pk])
    for event, rated in players.items():
        events.filter(pk=event).update(players=sorted(who[pk] for pk in rated))


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0038_rated_events'),
    ]

    operations = [
        migrations.CreateModel(
            name='RatingStop',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('matches', models.PositiveIntegerField()),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('ordinal', models.FloatField()),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stops', to='tournaments.ratedevent')),
                ('rating', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='stops', to='tournaments.rating')),
            ],
            options={
                'ordering': ['rating_id', 'matches'],
                'constraints': [models.UniqueConstraint(fields=('rating', 'matches'), name='one_stop_by_its_matches')],
            },
        ),
        migrations.RunPython(part_courses, join_courses),
    ]
