"""The events of the service."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Dict, Iterator, List, Optional

from ._transport import Answer, Transport, may_pass, pause_before

#: The seconds of silence after which a connection counts as lost. The service sends a heartbeat every 15 seconds.
_SILENT_SECONDS = 60.0


@dataclass(frozen=True)
class ServiceEvent:
    """An event of the service. If its type is ``reset``, events were missed: read everything again."""

    #: The id for ``last_event_id``; None before the first stored event.
    id: Optional[str]
    #: The type, such as ``render.changed``.
    type: str
    #: The uid of the project; None if the event concerns no project.
    project: Optional[str]
    #: ISO 8601, UTC; None for a reset.
    at: Optional[str]
    #: The data; its shape has the name of the type, such as ``shapes.RenderChangedData``.
    data: Dict[str, Any]


def follow_events(transport: Transport, last_event_id: Optional[str] = None) -> Iterator[ServiceEvent]:
    """Yields events. Reconnects after a lost connection, and continues after the last event."""
    return (event for event in follow_connections(transport, last_event_id) if event is not None)


def follow_connections(transport: Transport, last_event_id: Optional[str] = None) -> Iterator[Optional[ServiceEvent]]:
    """Yields events, and None after each connection."""
    last = last_event_id
    failures = 0
    while True:
        try:
            headers = {"Accept": "text/event-stream", **({} if last is None else {"Last-Event-ID": last})}
            answer = transport.open("GET", "/v1/events", {}, {}, headers=headers, timeout=_SILENT_SECONDS)
            failures = 0
            with answer:
                yield None
                for kind, data, event_id in _blocks(answer):
                    last = last if event_id is None else event_id
                    if data is not None:
                        yield _event(kind, data, last)
        except Exception as error:
            if not may_pass(error):
                raise
        failures += 1
        pause_before(failures)


def _blocks(answer: Answer) -> Iterator[Any]:
    """Reads server-sent events (WHATWG HTML, 9.2) as type, data, and id."""
    fields: Dict[str, List[str]] = {}
    for line in answer.lines():
        if line == "":
            data = fields.get("data")
            yield fields.get("event", ["message"])[-1], None if data is None else "\n".join(data), fields.get("id", [None])[-1]
            fields = {}
            continue
        name, _, value = line.partition(":")
        fields.setdefault(name, []).append(value[1:] if value.startswith(" ") else value)


def _event(kind: str, text: str, event_id: Optional[str]) -> ServiceEvent:
    data = json.loads(text)
    return ServiceEvent(event_id, kind, data.pop("project", None), data.pop("at", None), data)
