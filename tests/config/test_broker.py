"""The embedded message broker: messages are files in a folder and are read only when complete."""

import json
import os
from pathlib import Path

import pytest
from kombu.connection import Connection
from kombu.entity import Exchange, Queue
from kombu.transport import TRANSPORT_ALIASES

from config.server import folder_transport  # noqa: F401  # registers the alias


@pytest.fixture
def broker(tmp_path: Path) -> Connection:
    """Return a broker connection to a folder of this test."""
    (tmp_path / "control").mkdir()
    folders = {
        "data_folder_in": tmp_path,
        "data_folder_out": tmp_path,
        "control_folder": tmp_path / "control",
    }
    return Connection("folder://", transport_options=folders)


def test_broker_url_with_the_scheme_folder_uses_the_transport_class_of_the_site() -> None:
    assert TRANSPORT_ALIASES["folder"] == "config.server.folder_transport:Transport"


def test_sent_message_arrives_once_and_is_deleted(broker: Connection, tmp_path: Path) -> None:
    queue = broker.SimpleQueue("once")
    for number in range(3):
        queue.put({"number": number})
    assert sorted(queue.get(timeout=1).payload["number"] for _ in range(3)) == [0, 1, 2]
    with pytest.raises(queue.Empty):
        queue.get(block=False)
    assert [file.name for file in tmp_path.iterdir()] == ["control"]


def test_message_is_not_visible_before_it_is_complete(
    broker: Connection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    visible: list[Path] = []
    write = Path.write_text

    def write_slowly(file: Path, text: str) -> int:
        count = write(file, text[: len(text) // 2])
        visible.extend(tmp_path.glob("*.whole.msg"))
        return count + write(file, text)

    monkeypatch.setattr(Path, "write_text", write_slowly)
    queue = broker.SimpleQueue("whole")
    queue.put({"number": 1})
    assert visible == []
    [message] = tmp_path.glob("*.whole.msg")
    assert json.loads(message.read_text())


def test_message_taken_by_another_reader_is_not_delivered_again(
    broker: Connection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue = broker.SimpleQueue("readers")
    queue.put({"number": 1})
    read = Path.read_text

    def read_too_late(file: Path) -> str:
        text = read(file)
        os.unlink(file)  # noqa: PTH108  # as another reader does
        return text

    monkeypatch.setattr(Path, "read_text", read_too_late)
    with pytest.raises(queue.Empty):
        queue.get(block=False)


def test_incomplete_exchange_file_of_a_killed_process_is_rewritten(
    broker: Connection, tmp_path: Path
) -> None:
    """A worker must start even if a process was killed while it wrote the exchange file."""
    file = tmp_path / "control" / "killed.exchange"
    file.write_text('[["killed", "", "ki')
    Queue("killed", Exchange("killed"), routing_key="killed")(broker.channel()).declare()
    assert json.loads(file.read_text()) == [["killed", "", "killed"]]
