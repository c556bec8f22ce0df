"""A message broker that is a folder: kombu's file-system transport for a site without Redis.

kombu writes a message directly under the name that readers look for, so that a reader may get an incomplete
message. This transport writes a message under another name and then renames it. It reads a message in the
folder itself, without moving it elsewhere first, so that a killed reader leaves nothing behind.
"""

import json
from queue import Empty
from typing import Any
from uuid import uuid4

from kombu.transport import TRANSPORT_ALIASES, filesystem


class Channel(filesystem.Channel):
    """A kombu channel whose messages are files in the folder."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)  # type: ignore[no-untyped-call]
        self.control_folder.mkdir(parents=True, exist_ok=True)

    def _queue_bind(self, exchange: str, routing_key: str, pattern: str, queue: str) -> None:
        """Bind a queue to an exchange; rewrite the exchange file if a killed process left it incomplete."""
        try:
            super()._queue_bind(exchange, routing_key, pattern, queue)  # type: ignore[no-untyped-call]
        except ValueError:
            self._exchange_file(exchange).unlink(missing_ok=True)  # type: ignore[no-untyped-call]
            super()._queue_bind(exchange, routing_key, pattern, queue)  # type: ignore[no-untyped-call]

    def _put(self, queue: str, payload: Any, **_options: Any) -> None:  # type: ignore[override]  # as kombu itself
        draft = self.data_folder_out / f"{uuid4()}.draft"
        draft.write_text(json.dumps(payload))
        draft.rename(self.data_folder_out / f"{uuid4()}.{queue}.msg")

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
    """The kombu transport for the URL `folder://`."""

    Channel = Channel


TRANSPORT_ALIASES["folder"] = f"{__name__}:Transport"
