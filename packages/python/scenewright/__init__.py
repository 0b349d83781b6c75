"""A client of the Scenewright media service. It needs only the standard library."""

from __future__ import annotations

import json
import os
import warnings
from typing import IO, Any, Callable, Iterator, Mapping, Optional, Union, cast

from . import _shapes as shapes
from ._calls import VERSION, Chapters
from ._events import ServiceEvent, follow_events
from ._handles import BatchHandle, RenderHandle, RenderProgress
from ._links import film_link, link_key
from ._problems import ProblemError
from ._transport import Answer, Transport
from ._upload import upload
from ._webhooks import WebhookEvent, verify_webhook

__version__ = VERSION
__all__ = [
    "Answer",
    "BatchHandle",
    "Client",
    "ProblemError",
    "RenderHandle",
    "RenderProgress",
    "ServiceEvent",
    "WebhookEvent",
    "film_link",
    "link_key",
    "shapes",
    "verify_webhook",
]

_JSON_FIELDS = ("variables", "package", "range", "destination")


class Client(Chapters):
    """A client with one method for each call of the service, by chapter, and with larger steps."""

    def __init__(self, url: str, key: str, secret: str, *, region: str = "local", timeout: float = 600.0) -> None:
        """Creates a client. It connects with the first call. ``timeout`` is in seconds."""
        self._transport = Transport(url, key, secret, region, timeout, VERSION)
        self._has_warned = False
        super().__init__(self._transport)

    def render(
        self,
        project: str,
        *,
        movie: Optional[str] = None,
        template: Optional[str] = None,
        variables: Optional[Mapping[str, Any]] = None,
        region: Optional[str] = None,
        **settings: Any,
    ) -> RenderHandle:
        """Starts a film in the background.

        Give the name of a saved ``movie`` or the XML of a ``template``. ``settings`` are the other fields of
        :class:`shapes.StartRenderBody`, such as ``format``, ``quality``, ``language``, and ``package``.
        """
        given = {"movie": movie, "template": template, "variables": variables, **settings}
        body = {name: _form_value(name, value) for name, value in given.items() if value is not None}
        answer = self.rendering.start(project, cast(shapes.StartRenderBody, {**body, "async": "true"}), region=region)
        return RenderHandle(self._transport, project, answer["id"])

    def open_render(self, project: str, id: str) -> RenderHandle:
        """Returns the handle of a render that exists."""
        return RenderHandle(self._transport, project, id)

    def batch(self, project: str, body: shapes.StartBatchBody, *, region: Optional[str] = None) -> BatchHandle:
        """Starts the films of many rows. Raises :class:`ProblemError` with the errors of all rows."""
        answer = self.batches.start(project, body, region=region)
        return BatchHandle(self._transport, project, answer["id"])

    def open_batch(self, project: str, id: str) -> BatchHandle:
        """Returns the handle of a batch that exists, for example after a restart of the program."""
        return BatchHandle(self._transport, project, id)

    def upload(
        self,
        file: Union[str, "os.PathLike[str]", IO[bytes]],
        project: str,
        name: Optional[str] = None,
        *,
        size: Optional[int] = None,
        chunk_size: Optional[int] = None,
        on_progress: Optional[Callable[[int, int], None]] = None,
    ) -> shapes.StoredAsset:
        """Uploads a file in chunks, four at a time, and returns the new asset.

        ``file`` is a path or a file that is open for reading bytes; a pipe needs its ``size``. Continues an open upload
        of the same name and size if its chunks have the digests of this file. Retries each request 8 times after a lost
        connection or an error of the service. ``on_progress`` gets the stored bytes and the size of the file.
        """
        return upload(
            self._transport, file, project, name, size=size, chunk_size=chunk_size, on_progress=on_progress
        )

    def events(self, last_event_id: Optional[str] = None) -> Iterator[ServiceEvent]:
        """Yields the events of the service, and reconnects without missing one."""
        return follow_events(self._transport, last_event_id)

    def health(self) -> shapes.ReadHealthAnswer:
        """Returns the health of the service. Warns once if its version differs from the version of this client."""
        health = self.service.read_health()
        if health["version"] != VERSION and not self._has_warned:
            self._has_warned = True
            text = f"The service has the version {health['version']}, and this client was made for {VERSION}."
            warnings.warn(text, stacklevel=2)
        return health


def _form_value(name: str, value: Any) -> Any:
    return json.dumps(value) if name in _JSON_FIELDS and not isinstance(value, str) else value
