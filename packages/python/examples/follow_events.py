"""Prints the changes of all projects until Ctrl+C, and continues without a gap at the next start:
python3 follow_events.py last-event-id"""

import os
import sys
from pathlib import Path

from scenewright import Client

client = Client(
    os.environ.get("SCENEWRIGHT_URL", "http://127.0.0.1:7420"),
    os.environ["SCENEWRIGHT_KEY"],
    os.environ["SCENEWRIGHT_SECRET"],
)
note = Path(sys.argv[1])

for event in client.events(note.read_text() if note.exists() else None):
    if event.type == "reset":
        print("events were missed: read everything again", flush=True)
    elif event.type == "project.created":
        print(f"new project {event.data['name']}", flush=True)
    elif event.type == "render.changed":
        print(f"render {event.data['id']} is {event.data['state']}", flush=True)
    if event.id is not None:
        # The note is complete at any time, so the example can be stopped at any time.
        note.with_suffix(".new").write_text(event.id)
        note.with_suffix(".new").replace(note)
