import re
import unicodedata

from django.db import migrations

# `people.names.name_key` as it was with this migration.
FOLDED = str.maketrans(
    dict.fromkeys("\u2018\u2019\u201b\u02b9\u02bb\u02bc\u02bd\u02c8\u2032\u2035`\xb4\uff07", "'")
    | dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\ufe63\uff0d", "-")
    | {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
)
APART = re.compile(r"\b([^\W\d_]|[^\W\d_]+[^\W\d_aeiou])' ")
ACCENT = re.compile(r"(?<=[aeiou])'(?=[\s-]|$)")


def name_key(name):
    """Return the key that all spellings of one name share."""
    spelt = unicodedata.normalize("NFKD", name.casefold().translate(FOLDED)).translate(FOLDED)
    seen = (each for each in spelt if not unicodedata.combining(each))
    key = " ".join("".join(each for each in seen if unicodedata.category(each) != "Cf").split())
    return ACCENT.sub("", APART.sub(r"\1'", key))[:80]


def fold_persons(apps, editor):
    """Recompute the name keys of persons; of several persons with one bare key, the first keeps it.

    The key of an erased or merged person is the id, which does not change.
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
    """Recompute the name keys of teams; a team whose new key is taken gets its id as the key."""
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
