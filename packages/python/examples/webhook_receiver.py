"""Receives the notifications of `onsuccess` and `onerror`: python3 webhook_receiver.py PORT"""

import os
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from scenewright import ProblemError, verify_webhook

SECRET = os.environ["SCENEWRIGHT_SECRET"]
# The ids of the received notifications, which can arrive twice. A real receiver stores the ids in a database.
seen = set()


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            event = verify_webhook(self.headers, body, SECRET)
        except ProblemError as error:
            self.send_error(400, str(error))
            return
        if event["id"] not in seen:
            seen.add(event["id"])
            if event["type"] == "render.succeeded":
                print(f"film: {event['data']['url']}", flush=True)
            else:
                print(f"failed: {event['data']['error']['detail']}", flush=True)
        self.send_response(204)
        self.end_headers()


server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Receiver)
print(f"ready on {server.server_port}", flush=True)
server.serve_forever()
