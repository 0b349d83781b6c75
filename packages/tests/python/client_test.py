"""Tests of the Python client; started by python.full.test.ts with the address of a service."""

import base64
import hashlib
import hmac
import http.server
import inspect
import io
import json
import os
import re
import sys
import tempfile
import threading
import time
import typing
import unittest
import warnings

import scenewright
from scenewright import Client, ProblemError, film_link, link_key, shapes, verify_webhook

URL, KEY, SECRET = (os.environ[f"SCENEWRIGHT_{name}"] for name in ("URL", "KEY", "SECRET"))
ROOT = os.environ["SCENEWRIGHT_ROOT"]
CHUNK = 65_536
DATA = os.urandom(300_000)


def new_client():
    return Client(URL, KEY, SECRET)


def digest_of(project, name):
    return hashlib.sha256(new_client().assets.read(project, name).read()).hexdigest()


class Links(unittest.TestCase):
    def test_signs_the_vectors_of_the_page(self):
        with open(os.path.join(ROOT, "docs", "film-links.md"), encoding="utf-8") as file:
            page = file.read()
        vectors = json.loads(re.search(r"```json\n(.*?)```", page, re.DOTALL)[1])
        key = link_key("secret-of-tests")
        self.assertIn(key.hex(), page)
        self.assertEqual(len(vectors), 5)
        for vector in vectors:
            link = film_link(key, "k4IQm8aRwbaHaj0NzUgvpNNb", vector["film"], vector["parameters"])
            query = vector["query"] + "&" if vector["query"] else ""
            self.assertEqual(link, f"{vector['path']}?{query}sig={vector['sig']}")


class Webhooks(unittest.TestCase):
    SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    BODY = json.dumps({"type": "render.succeeded", "timestamp": "", "data": {"id": "r"}})

    def signed(self, body=None, at=None, secret=SECRET):
        at = int(time.time() if at is None else at)
        key = base64.b64decode(secret[6:]) if secret.startswith("whsec_") else secret.encode()
        text = f"msg_1.{at}.{self.BODY if body is None else body}".encode()
        signature = base64.b64encode(hmac.new(key, text, hashlib.sha256).digest()).decode()
        return {"webhook-id": "msg_1", "webhook-timestamp": str(at), "webhook-signature": f"v1,{signature}"}

    def refuses(self, reason, headers, body=None):
        with self.assertRaises(ProblemError) as raised:
            verify_webhook(headers, self.BODY if body is None else body, self.SECRET)
        self.assertEqual((raised.exception.code, raised.exception.reason), ("webhook/refused", reason))

    def test_accepts_the_vector_of_standard_webhooks(self):
        headers = {
            "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
            "webhook-timestamp": "1614265330",
            "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        }
        self.assertEqual(verify_webhook(headers, '{"test": 2432232314}', self.SECRET, 1614265330)["test"], 2432232314)

    def test_accepts_text_bytes_and_headers_in_any_case(self):
        self.assertEqual(verify_webhook(self.signed(), self.BODY, self.SECRET)["id"], "msg_1")
        upper = {name.upper(): value for name, value in self.signed().items()}
        self.assertEqual(verify_webhook(upper, self.BODY.encode(), self.SECRET)["data"], {"id": "r"})

    def test_accepts_an_api_secret(self):
        self.assertTrue(verify_webhook(self.signed(secret="a long secret ü"), self.BODY, "a long secret ü"))

    def test_refuses_a_missing_header(self):
        for name in ("webhook-id", "webhook-timestamp", "webhook-signature"):
            self.refuses("missing-header", {key: value for key, value in self.signed().items() if key != name})

    def test_refuses_wrong_signatures(self):
        self.refuses("signature", self.signed("{}"))
        self.refuses("signature", {**self.signed(), "webhook-signature": "v1,"})
        headers = self.signed()
        self.refuses("signature", {**headers, "webhook-signature": headers["webhook-signature"].replace("v1", "v2")})

    def test_refuses_wrong_times(self):
        for seconds in (-310, 310):
            self.refuses("time", self.signed(at=time.time() + seconds))
        self.refuses("time", {**self.signed(), "webhook-timestamp": "hello"})

    def test_accepts_one_right_signature_among_several(self):
        headers = self.signed()
        headers["webhook-signature"] = f"v1,AAAA v2,BBBB {headers['webhook-signature']} v1,ü"
        self.assertTrue(verify_webhook(headers, self.BODY, self.SECRET))

    def test_accepts_a_body_of_1_mb(self):
        body = json.dumps({"type": "render.failed", "data": {"text": "x" * 1_000_000}})
        self.assertTrue(verify_webhook(self.signed(body), body, self.SECRET))


class Calls(unittest.TestCase):
    def test_each_call_of_the_contract_has_a_method(self):
        operations = {
            operation["operationId"]
            for path in new_client().service.read_open_api()["paths"].values()
            for operation in path.values()
        }
        client = new_client()
        chapters = [value for value in vars(client).values() if isinstance(value, scenewright._calls.Chapter)]
        methods = [method for chapter in chapters for _, method in inspect.getmembers(chapter, inspect.ismethod)]
        documented = {re.search(r"\(``(\w+)``\)", method.__doc__ or "") for method in methods} - {None}
        self.assertEqual({match[1] for match in documented}, operations)

    def test_the_types_of_all_methods_can_be_resolved(self):
        for _, kind in inspect.getmembers(scenewright._calls, inspect.isclass):
            for _, function in inspect.getmembers(kind, inspect.isfunction):
                if function.__module__ == scenewright._calls.__name__:
                    typing.get_type_hints(function)
        for _, shape in inspect.getmembers(shapes, inspect.isclass):
            if shape.__module__ == shapes.__name__:
                typing.get_type_hints(shape)

    def test_a_refused_call_has_the_code_and_issues(self):
        client = new_client()
        project = client.projects.create("refused")["uid"]
        body = '<movie width="64" height="64" framerate="10"><scene duration="x"/></movie>'
        with self.assertRaises(ProblemError) as raised:
            client.templates.save(project, "wrong", body)
        self.assertEqual((raised.exception.code, raised.exception.status), ("template/invalid", 422))
        self.assertEqual(raised.exception.issues[0]["line"], 1)

    def test_a_call_that_the_service_lacks_names_both_versions(self):
        with self.assertRaises(ProblemError) as raised:
            new_client()._transport.json("GET", "/v1/of-a-newer-version", {}, {})
        self.assertEqual(raised.exception.code, "request/not-found")
        self.assertIn(scenewright.__version__, raised.exception.detail)
        self.assertEqual(raised.exception.values["client"], scenewright.__version__)

    def test_health_warns_once_about_another_version(self):
        client = new_client()
        known = scenewright.VERSION
        scenewright.VERSION = "7.0.0"
        try:
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                client.health()
                client.health()
        finally:
            scenewright.VERSION = known
        self.assertEqual(len([each for each in caught if "7.0.0" in str(each.message)]), 1)

    def test_credentials_stay_with_the_host(self):
        seen = []

        class Other(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                seen.append(self.headers.get("Authorization"))
                if self.path == "/again":
                    self.send_response(302)
                    self.send_header("Location", self.headers["Host"].join(["http://", "/health"]))
                    self.end_headers()
                    return
                self.send_response(200)
                self.end_headers()
                self.wfile.write(b"{}")

            def log_message(self, *_):
                pass

        class First(Other):
            def do_GET(self):
                self.send_response(302)
                self.send_header("Location", f"http://localhost:{other.server_port}/again")
                self.end_headers()

        other = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Other)
        first = http.server.ThreadingHTTPServer(("127.0.0.1", 0), First)
        for server in (other, first):
            threading.Thread(target=server.serve_forever, daemon=True).start()
        Client(f"http://127.0.0.1:{first.server_port}", KEY, SECRET).service.read_health()
        self.assertEqual(seen, [None, None])
        for server in (other, first):
            server.shutdown()
            server.server_close()


class Uploads(unittest.TestCase):
    def setUp(self):
        self.client = new_client()
        self.project = self.client.projects.create("uploads")["uid"]

    def test_uploads_a_path_a_file_and_a_pipe(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a b.bin")
            with open(path, "wb") as file:
                file.write(DATA)
            progress = []
            asset = self.client.upload(path, self.project, chunk_size=CHUNK, on_progress=lambda *each: progress.append(each))
            self.assertEqual((asset["name"], asset["size"]), ("a b.bin", len(DATA)))
            self.assertEqual(progress[-1], (len(DATA), len(DATA)))
        self.client.upload(io.BytesIO(DATA), self.project, "memory", chunk_size=CHUNK)

        class Pipe(io.BytesIO):
            def seekable(self):
                return False

        self.client.upload(Pipe(DATA), self.project, "pipe", size=len(DATA), chunk_size=CHUNK)
        for name in ("a b.bin", "memory", "pipe"):
            self.assertEqual(digest_of(self.project, name), hashlib.sha256(DATA).hexdigest())
        with self.assertRaises(ValueError):
            self.client.upload(Pipe(DATA), self.project, "pipe")

    def test_an_upload_that_was_stopped_continues(self):
        class Stopped(Exception):
            pass

        def stop(done, total):
            if done > CHUNK:
                raise Stopped

        with self.assertRaises(Stopped):
            self.client.upload(io.BytesIO(DATA), self.project, "film", chunk_size=CHUNK, on_progress=stop)
        progress = []
        self.client.upload(
            io.BytesIO(DATA), self.project, "film", chunk_size=CHUNK, on_progress=lambda done, _: progress.append(done)
        )
        self.assertGreater(progress[0], CHUNK)
        self.assertEqual(digest_of(self.project, "film"), hashlib.sha256(DATA).hexdigest())

    def test_a_file_with_other_bytes_gets_an_upload_of_its_own(self):
        first = self.client.uploads.start(self.project, chunk_count=5, chunk_size=CHUNK, name="film")["upload_id"]
        self.client.uploads.write_chunk(self.project, first, os.urandom(CHUNK), chunk_id=1)
        self.client.upload(io.BytesIO(DATA), self.project, "film", chunk_size=CHUNK)
        self.assertEqual(digest_of(self.project, "film"), hashlib.sha256(DATA).hexdigest())
        self.assertEqual(len(self.client.uploads.list(self.project)["uploads"]), 1)

    def test_lost_connections_are_retried(self):
        transport = self.client._transport
        send = transport.open
        count = 0

        def unreliable(*given, **more):
            nonlocal count
            count += 1
            if count % 3 == 0:
                raise ConnectionResetError
            return send(*given, **more)

        transport.open = unreliable
        self.client.upload(io.BytesIO(DATA), self.project, "film", chunk_size=CHUNK)
        self.assertEqual(digest_of(self.project, "film"), hashlib.sha256(DATA).hexdigest())

    def test_a_refusal_is_not_retried(self):
        with self.assertRaises(ProblemError) as raised:
            self.client.upload(io.BytesIO(DATA), "no-such", "film")
        self.assertEqual(raised.exception.code, "project/not-found")


class Events(unittest.TestCase):
    def test_events_continue_after_the_last_one(self):
        client = new_client()
        uid = client.projects.create("first")["uid"]
        events = client.events("0")
        last = next(event for event in events if event.type == "project.created" and event.data["uid"] == uid)
        events.close()
        client.projects.create("second")
        names = []
        for event in client.events(last.id):
            names.append(event.data.get("name"))
            break
        self.assertEqual(names, ["second"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=0)
