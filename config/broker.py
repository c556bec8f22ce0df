"""The embedded broker: kombu's folder of messages, made safe against a reader that comes too early.

kombu writes a message where the reader looks for it, and a reader that is quick takes half of it. Here
it is written aside and renamed in; and it is read where it lies, so that a killed reader leaves nothing.
"""

import json
from queue import Empty
from typing import Any
from uuid import uuid4

from kombu.transport import filesystem


class Channel(filesystem.Channel):
    """One process' door to the folder."""

    def _put(self, queue: str, payload: Any, **_options: Any) -> None:  # type: ignore[override]  # as kombu itself
        aside = self.data_folder_out / f"{uuid4()}.aside"
        aside.write_text(json.dumps(payload))
        aside.rename(self.data_folder_out / f"{uuid4()}.{queue}.msg")

    def _get(self, queue: str, timeout: Any = None) -> Any:
        for file in self.data_folder_in.glob(f"*.{queue}.msg"):
            try:
                message = file.read_text()
                file.unlink()
            except FileNotFoundError:  # another reader was quicker
                continue
            return json.loads(message)
        raise Empty


class Transport(filesystem.Transport):
    """What the alias `folder` stands for."""

    Channel = Channel
