"""The embedded broker: kombu's folder of messages, made safe against a reader that comes too early.

kombu writes a message where the reader looks for it, and a reader that is quick takes half of it. Here
it is written aside and renamed in; and it is read where it lies, so that a killed reader leaves nothing.
"""

from queue import Empty
from typing import Any
from uuid import uuid4

from kombu.transport import filesystem
from kombu.utils.json import dumps, loads


class Channel(filesystem.Channel):  # type: ignore[misc]  # kombu has no types
    """One process' door to the folder."""

    def _put(self, queue: str, payload: Any, **_options: Any) -> None:
        aside = self.data_folder_out / f"{uuid4()}.aside"
        aside.write_text(dumps(payload))
        aside.rename(self.data_folder_out / f"{uuid4()}.{queue}.msg")

    def _get(self, queue: str) -> Any:
        for file in self.data_folder_in.glob(f"*.{queue}.msg"):
            try:
                payload = file.read_text()
                file.unlink()
            except FileNotFoundError:  # another reader was quicker
                continue
            return loads(payload)
        raise Empty


class Transport(filesystem.Transport):  # type: ignore[misc]
    """What the alias `folder` stands for."""

    Channel = Channel
