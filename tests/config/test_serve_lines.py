"""The lines that `serve` prints when the site is ready."""

from io import StringIO
from typing import Any

import pytest

from config.management.commands import serve

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


@pytest.mark.parametrize(("demo", "links"), [(False, 1), (True, 0)])
def test_setup_link_is_not_printed_for_the_demo(
    monkeypatch: pytest.MonkeyPatch, demo: bool, links: int
) -> None:
    monkeypatch.setattr("config.addresses.answers", lambda *_address: True)
    monkeypatch.setattr(serve, "Child", lambda *_command, **_options: None)
    lines = StringIO()
    command: Any = serve.Command(stdout=lines)
    command.announced, command.demo, command.children = False, demo, []
    command.say_where()
    assert lines.getvalue().count("/setup/") == links
