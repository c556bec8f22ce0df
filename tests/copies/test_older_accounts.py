"""Accounts of an older site are migrated: staff users become organisers, superusers own the site."""

import pytest
from django.db import connections
from django.db.migrations.executor import MigrationExecutor

from config.databases import BESIDE
from config.restoring import trial_beside

pytestmark = [pytest.mark.usefixtures("beside"), pytest.mark.embedded, pytest.mark.sweep]

STAFF, SUPERUSER, NOBODY = {"is_staff": True}, {"is_superuser": True}, dict[str, bool]()


@pytest.mark.parametrize(
    ("accounts", "makers"),
    [
        (
            {"anna": STAFF, "bruno": SUPERUSER, "carlo": SUPERUSER | STAFF, "dora": NOBODY},
            {"anna": "bruno", "bruno": None, "carlo": None},
        ),
        ({"anna": STAFF, "bruno": STAFF}, {"anna": None, "bruno": None}),
    ],
)
def test_organiser_roles_created_by_the_migration_have_the_superuser_as_author(
    accounts: dict[str, dict[str, bool]], makers: dict[str, str | None]
) -> None:
    with trial_beside():
        executor = MigrationExecutor(connections[BESIDE])
        before = [("tournaments", "0027_pairs_turned"), *executor.loader.graph.leaf_nodes("auth")]
        users = executor.migrate(before).apps.get_model("auth", "User").objects.using(BESIDE)
        for username, rights in accounts.items():
            users.create(username=username, **rights)
        executor.loader.build_graph()
        after = executor.migrate([("tournaments", "0028_roles")]).apps
        roles = after.get_model("tournaments", "Role").objects.using(BESIDE)
        assert dict(roles.values_list("user__username", "made_by__username")) == makers
