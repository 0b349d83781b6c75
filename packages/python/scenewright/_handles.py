"""Renders and batches that the service works on."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, Callable, Dict, Iterator, Optional, Set, Union, cast

from . import _shapes as shapes
from ._events import ServiceEvent, follow_connections
from ._problems import ProblemError, problem_of
from ._transport import Answer, Transport, pause_before

_ENDED = ("succeeded", "failed", "cancelled")

Path = Union[str, "os.PathLike[str]"]


@dataclass(frozen=True)
class RenderProgress:
    """The progress of a render."""

    state: str
    #: The number of finished frames out of ``total``.
    done: int
    total: int
    fps: Optional[float]
    eta_seconds: Optional[float]


class RenderHandle:
    """A film that the service renders."""

    def __init__(self, transport: Transport, project: str, id: str) -> None:
        self._transport = transport
        self.project = project
        self.id = id

    def read(self) -> shapes.ReadRenderAnswer:
        """Returns the state of the render."""
        return cast(shapes.ReadRenderAnswer, self._call("GET", "/v1/renders/:project/:render"))

    def progress(self) -> Iterator[RenderProgress]:
        """Yields the progress from now to the end of the render. Leaving the loop does not cancel the render."""
        for event in _follow(self._transport, lambda event: event.data.get("id") == self.id):
            if event is not None and event.type == "render.progress":
                data = event.data
                yield RenderProgress("rendering", data["done"], data["total"], data["fps"], data["etaSeconds"])
                continue
            render = self.read()
            yield RenderProgress(render["state"], render["done"], render["total"], render["fps"], render["etaSeconds"])
            if render["state"] in _ENDED:
                return

    def wait(self, progress: Optional[Callable[[RenderProgress], None]] = None) -> shapes.ReadRenderAnswer:
        """Waits for the end. Raises :class:`ProblemError` if the render failed or was canceled."""
        for state in self.progress():
            if progress is not None:
                progress(state)
        render = self.read()
        if render["state"] == "succeeded":
            return render
        error = render["error"]
        if error is not None:
            raise problem_of(cast(Dict[str, Any], error))
        raise ProblemError("render/cancelled", "The render was canceled.")

    def film(self) -> Answer:
        """Waits for the film and returns its unread bytes."""
        self.wait()
        return _film(self._transport, self.project, self.id)

    def save(self, path: Path) -> None:
        """Waits for the film and writes it to a file, which appears when it is complete."""
        self.film().save(path)

    def cancel(self) -> None:
        self._call("DELETE", "/v1/renders/:project/:render")

    def _call(self, method: str, path: str) -> Any:
        return self._transport.json(method, path, {"project": self.project, "render": self.id}, {})


class BatchHandle:
    """A batch that the service renders."""

    def __init__(self, transport: Transport, project: str, id: str) -> None:
        self._transport = transport
        self.project = project
        self.id = id

    def read(self) -> shapes.ReadBatchAnswer:
        """Returns the state of the batch with its rows."""
        return cast(shapes.ReadBatchAnswer, self._call("GET", "/v1/batches/:project/:batch"))

    def progress(self) -> Iterator[shapes.ReadBatchAnswer]:
        """Yields the batch with the numbers of its films from now to its end."""
        for _ in _follow(self._transport, self._is_mine):
            batch = self.read()
            yield batch
            if batch["state"] == "ended":
                return

    def rows(self) -> Iterator[shapes.BatchRow]:
        """Yields each row once, when its film has ended: first the rows that have ended before."""
        seen: Set[int] = set()
        for batch in self.progress():
            for row in batch["rows"]:
                if row["state"] in _ENDED and row["index"] not in seen:
                    seen.add(row["index"])
                    yield row

    def wait(self, progress: Optional[Callable[[shapes.ReadBatchAnswer], None]] = None) -> shapes.ReadBatchAnswer:
        """Waits for the end of all films. Failed films are in ``rows`` of the answer."""
        for batch in self.progress():
            if progress is not None:
                progress(batch)
        return self.read()

    def film(self, row: shapes.BatchRow) -> Answer:
        """Returns the unread bytes of the film of a row."""
        render = row["render"]
        if render is None:
            raise ValueError(f"The row of {row['filename']} has no film.")
        return _film(self._transport, self.project, render)

    def save(self, row: shapes.BatchRow, path: Path) -> None:
        """Writes the film of a row to a file, which appears when it is complete."""
        self.film(row).save(path)

    def cancel(self) -> None:
        """Cancels the films that have not finished."""
        self._call("DELETE", "/v1/batches/:project/:batch")

    def _is_mine(self, event: ServiceEvent) -> bool:
        if event.type == "batch.changed":
            return event.data.get("id") == self.id
        return event.type == "render.changed" and event.data.get("batch") == self.id and event.data["state"] in _ENDED

    def _call(self, method: str, path: str) -> Any:
        return self._transport.json(method, path, {"project": self.project, "batch": self.id}, {})


def _film(transport: Transport, project: str, render: str) -> Answer:
    return transport.open("GET", "/v1/renders/:project/:render/film", {"project": project, "render": render}, {})


def _follow(transport: Transport, is_mine: Callable[[ServiceEvent], bool]) -> Iterator[Optional[ServiceEvent]]:
    """Yields the events that ``is_mine`` accepts, and None after each connection and each reset."""
    try:
        for event in follow_connections(transport):
            if event is None or event.type == "reset":
                yield None
            elif is_mine(event):
                yield event
    except ProblemError:
        pass
    # Ask about once a second, because events cannot be read.
    while True:
        yield None
        pause_before(3)
