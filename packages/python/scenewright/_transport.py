"""Sends calls and reads their answers."""

from __future__ import annotations

import base64
import http.client
import json
import os
import random
import re
import threading
import urllib.error
import urllib.request
from typing import IO, Any, Callable, Dict, Iterator, List, Mapping, Optional, Tuple, Union
from urllib.parse import quote, urlsplit

from ._problems import ProblemError, problem_of

#: The body of a file: bytes, text, or a file that is open for reading.
FileBody = Union[bytes, str, IO[bytes]]

_PART = 1 << 16
_MAX_PAUSE_SECONDS = 30.0


class Answer:
    """The answer to a call with its unread body. Use it in a ``with`` block, or read it to the end."""

    def __init__(self, response: Any) -> None:
        self._response = response
        self.status: int = response.status if response.status is not None else response.code

    @property
    def headers(self) -> Mapping[str, str]:
        """The headers; their names match in upper and lower case."""
        return self._response.headers  # type: ignore[no-any-return]

    def read(self) -> bytes:
        """Reads the whole body."""
        with self._response:
            return self._response.read()  # type: ignore[no-any-return]

    def text(self) -> str:
        return self.read().decode("utf-8")

    def json(self) -> Any:
        return json.loads(self.read())

    def parts(self) -> Iterator[bytes]:
        """Yields the body in parts of up to 64 KiB. Raises if the connection ends early."""
        length = self.headers.get("Content-Length")
        done = 0
        with self._response:
            while True:
                part = self._response.read(_PART)
                if not part:
                    break
                done += len(part)
                yield part
        if length is not None and done < int(length):
            raise http.client.IncompleteRead(b"", int(length) - done)

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the body to a file, which appears when it is complete."""
        partial = os.fspath(path) + ".part"
        try:
            with open(partial, "wb") as file:
                for part in self.parts():
                    file.write(part)
                file.flush()
                os.fsync(file.fileno())
            os.replace(partial, path)
        except BaseException:
            if os.path.exists(partial):
                os.remove(partial)
            raise

    def lines(self) -> Iterator[str]:
        """Yields the lines of the body as they arrive."""
        with self._response:
            for line in self._response:
                yield line.decode("utf-8").rstrip("\r\n")

    def close(self) -> None:
        self._response.close()

    def __enter__(self) -> "Answer":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Transport:
    """Sends calls with credentials."""

    def __init__(self, url: str, key: str, secret: str, region: str, timeout: float, version: str) -> None:
        self.url = url.rstrip("/")
        self.region = region
        self._timeout = timeout
        self._version = version
        self._authorization = "Basic " + base64.b64encode(f"{key}:{secret}".encode()).decode()
        self._opener = urllib.request.build_opener(_SameHostCredentials)

    def json(
        self,
        method: str,
        path: str,
        parameters: Mapping[str, Any],
        query: Mapping[str, Any],
        kind: str = "none",
        body: Any = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Any:
        """Makes a call and returns the JSON of its answer; None if the answer has no body (304)."""
        text = self.open(method, path, parameters, query, kind, body, headers).read()
        return json.loads(text) if text else None

    def open(
        self,
        method: str,
        path: str,
        parameters: Mapping[str, Any],
        query: Mapping[str, Any],
        kind: str = "none",
        body: Any = None,
        headers: Optional[Mapping[str, str]] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Makes a call and returns its answer. Raises :class:`ProblemError`, and ``OSError`` without a connection."""
        given = {name: self.region if name == "region" and value is None else value for name, value in parameters.items()}
        address = self.url + re.sub(r":(\w+)", lambda match: _encode(given[match[1]]), path) + _query(query, "?")
        content, content_type = _encode_body(kind, body)
        request = urllib.request.Request(address, data=content, method=method)
        request.add_header("Authorization", self._authorization)
        if content_type is not None:
            request.add_header("Content-Type", content_type)
        if content is not None and not isinstance(content, bytes):
            request.add_header("Content-Length", str(_length_of(content)))
        for name, value in (headers or {}).items():
            request.add_header(name, value)
        try:
            return Answer(self._opener.open(request, timeout=timeout or self._timeout))
        except urllib.error.HTTPError as error:
            if error.code == 304:
                return Answer(error)
            raise self._with_versions(_problem(error), f"{method} {path}") from None

    def _with_versions(self, error: ProblemError, call: str) -> ProblemError:
        if error.code != "request/not-found":
            return error
        try:
            with self._opener.open(self.url + "/health", timeout=self._timeout) as answer:
                service = str(json.loads(answer.read())["version"])
        except (OSError, ValueError, KeyError):
            service = "unknown"
        client = self._version
        detail = f"The service (version {service}) does not have the call {call} of this client (version {client})."
        return ProblemError(error.code, detail, error.status, values={"service": service, "client": client})


class _SameHostCredentials(urllib.request.HTTPRedirectHandler):
    """Follows redirects. Another host does not get the credentials."""

    def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Any:
        request = super().redirect_request(req, fp, code, msg, headers, newurl)
        if request is not None and _origin(newurl) != _origin(req.full_url):
            request.remove_header("Authorization")
        return request


def _origin(url: str) -> Tuple[str, str]:
    parts = urlsplit(url)
    return parts.scheme, parts.netloc


def _encode(value: Any) -> str:
    return quote(str(value), safe="", errors="replace")


def _query(fields: Mapping[str, Any], prefix: str) -> str:
    pairs: List[str] = []
    for name, value in fields.items():
        items = value if isinstance(value, (list, tuple)) else [value]
        pairs += [f"{_encode(name)}={_encode(_text(item))}" for item in items if item is not None]
    return prefix + "&".join(pairs) if pairs else ""


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return json.dumps(value) if isinstance(value, dict) else str(value)


def _encode_body(kind: str, body: Any) -> Tuple[Any, Optional[str]]:
    if kind == "none":
        return None, None
    if kind == "json":
        return json.dumps({} if body is None else body).encode(), "application/json"
    if kind == "form":
        return _query(body or {}, "").encode(), "application/x-www-form-urlencoded"
    if kind == "movie":
        if isinstance(body, dict):
            return json.dumps(body).encode(), "application/json"
        content = body.encode() if isinstance(body, str) else body
        is_xml = content.lstrip()[:1] == b"<"
        return content, "application/xml" if is_xml else "application/json"
    content = body.encode() if isinstance(body, str) else body
    return content, "application/xml" if kind == "xml" else "application/octet-stream"


def _length_of(file: Any) -> int:
    """Returns the number of bytes from the position of a file to its end."""
    start = file.tell()
    end = file.seek(0, os.SEEK_END)
    file.seek(start)
    return int(end) - int(start)


def _problem(error: urllib.error.HTTPError) -> ProblemError:
    with error:
        text = error.read()
    if error.headers.get_content_type() == "application/problem+json":
        try:
            fields: Dict[str, Any] = json.loads(text)
            return problem_of(fields, error.code)
        except (ValueError, AttributeError):
            pass
    detail = f"The answer has the status {error.code} and is not from a Scenewright service."
    return ProblemError("client/unexpected-answer", detail, error.code)


def may_pass(error: BaseException) -> bool:
    """Checks whether a later attempt can succeed: after a lost connection, an overload, or an error of the service."""
    if isinstance(error, ProblemError):
        return error.status == 429 or (error.status or 0) >= 500
    return isinstance(error, (OSError, http.client.HTTPException))


def pause_before(count: int, stop: Optional[threading.Event] = None) -> None:
    """Waits before attempt ``count``, from 1: twice as long each time, with jitter. Ends early when ``stop`` is set."""
    seconds = min(_MAX_PAUSE_SECONDS, 0.25 * 2 ** (count - 1)) * random.uniform(0.5, 1)
    (stop or threading.Event()).wait(seconds)


def retry(action: Callable[[], Any], retries: int = 8, stop: Optional[threading.Event] = None) -> Any:
    """Repeats an action after failures that can pass, up to ``retries`` times."""
    for attempt in range(1, retries + 2):
        try:
            return action()
        except Exception as error:
            if attempt > retries or not may_pass(error) or (stop is not None and stop.is_set()):
                raise
        pause_before(attempt, stop)

