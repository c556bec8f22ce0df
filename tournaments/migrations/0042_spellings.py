from django.db import migrations

from tournaments.people.names import name_key


def fold_persons(apps, editor):
    """Write the keys of the names again; of several people with one bare key the first keeps it.

    An erased or merged person has the id for a key, which stays.
    """
    persons = apps.get_model('tournaments', 'Person').objects.using(editor.connection.alias)
    changed = [
        (person, name_key(person.written_name))
        for person in persons.order_by('written_at', 'pk').iterator()
        if person.name_key != str(person.pk) and person.name_key != name_key(person.written_name)
    ]
    bare = {person.pk for person, _key in changed if person.bare_key}
    persons.filter(pk__in=bare).update(bare_key=None)
    taken = set(persons.exclude(bare_key=None).values_list('bare_key', flat=True))
    for person, key in changed:
        person.name_key, person.bare_key = key, key if person.pk in bare and key not in taken else None
        taken.add(person.bare_key)
    persons.bulk_update([person for person, _key in changed], ['name_key', 'bare_key'], batch_size=200)


def fold_teams(apps, editor):
    """Write the keys of the teams' names again; a team whose new key is taken gets its id for a key."""
    teams = apps.get_model('tournaments', 'Team').objects.using(editor.connection.alias)
    taken = set(teams.values_list('tournament', 'name_key'))
    changed = []
    for team in teams.order_by('tournament', 'number').iterator():
        key = name_key(team.written_name)
        if team.name_key in (str(team.pk), key):
            continue
        team.name_key = str(team.pk) if (team.tournament_id, key) in taken else key
        taken.add((team.tournament_id, key))
        changed.append(team)
    teams.bulk_update(changed, ['name_key'], batch_size=200)


class Migration(migrations.Migration):
    dependencies = [('tournaments', '0041_end_of_play')]

    operations = [
        migrations.RunPython(fold_persons, migrations.RunPython.noop),
        migrations.RunPython(fold_teams, migrations.RunPython.noop),
    ]
