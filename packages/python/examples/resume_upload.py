"""Uploads a large file. Stop it at any time and run it again: it sends only the missing chunks.
python3 resume_upload.py PROJECT FILE"""

import os
import sys

from scenewright import Client

client = Client(
    os.environ.get("SCENEWRIGHT_URL", "http://127.0.0.1:7420"),
    os.environ["SCENEWRIGHT_KEY"],
    os.environ["SCENEWRIGHT_SECRET"],
)
project, file = sys.argv[1:3]

asset = client.upload(file, project, on_progress=lambda done, total: print(f"{done} of {total} bytes", flush=True))
print(f"uploaded {asset['name']} with the ETag {asset['etag']}")
