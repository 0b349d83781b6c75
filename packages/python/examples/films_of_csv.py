"""Makes a film per row of a CSV file. Run it again after an interruption: it continues the same batch and saves the
films that are missing. python3 films_of_csv.py PROJECT MOVIE rows.csv FOLDER"""

import csv
import os
import sys
from pathlib import Path

from scenewright import Client

client = Client(
    os.environ.get("SCENEWRIGHT_URL", "http://127.0.0.1:7420"),
    os.environ["SCENEWRIGHT_KEY"],
    os.environ["SCENEWRIGHT_SECRET"],
)
project, movie, table = sys.argv[1:4]
folder = Path(sys.argv[4])

folder.mkdir(parents=True, exist_ok=True)
note = folder / "batch-id"
if note.exists():
    batch = client.open_batch(project, note.read_text())
else:
    with open(table, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    batch = client.batch(
        project, {"movie": movie, "format": "gif", "quality": "draft", "filename": "${index}.gif", "rows": rows}
    )
    note.write_text(batch.id)

saved = 0
for row in batch.rows():
    if row["state"] != "succeeded":
        sys.exit(f"{row['filename']}: {row['error']}")
    if not (folder / row["filename"]).exists():
        batch.save(row, folder / row["filename"])
        saved += 1
print(f"saved {saved} films")
