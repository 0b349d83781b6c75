"""Makes a film from one row: python3 film_from_row.py PROJECT MOVIE '{"name": "Ada"}' film.mp4"""

import json
import os
import sys

from scenewright import Client

client = Client(
    os.environ.get("SCENEWRIGHT_URL", "http://127.0.0.1:7420"),
    os.environ["SCENEWRIGHT_KEY"],
    os.environ["SCENEWRIGHT_SECRET"],
)
project, movie, row, path = sys.argv[1:5]

render = client.render(project, movie=movie, variables=json.loads(row), quality="draft")
render.wait(progress=lambda state: print(f"{state.done} of {state.total} frames"))
render.save(path)
print(f"saved {path}")
