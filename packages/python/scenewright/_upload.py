"""Uploads of large files."""

from __future__ import annotations

import base64
import hashlib
import os
import threading
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import IO, Any, Callable, Dict, List, Optional, Set, Union, cast

from . import _shapes as shapes
from ._transport import Transport, retry

_MEBIBYTE = 1 << 20
_MAX_CHUNKS = 10_000
_PARALLEL = 4


def upload(
    transport: Transport,
    file: Union[str, "os.PathLike[str]", IO[bytes]],
    project: str,
    name: Optional[str] = None,
    *,
    size: Optional[int] = None,
    chunk_size: Optional[int] = None,
    on_progress: Optional[Callable[[int, int], None]] = None,
) -> shapes.StoredAsset:
    """See :meth:`scenewright.Client.upload`."""
    if isinstance(file, (str, os.PathLike)):
        with open(file, "rb") as opened:
            own = name or os.path.basename(os.fspath(file))
            return _Upload(transport, opened, project, own, size, chunk_size, on_progress).run()
    own_name = name or os.path.basename(str(getattr(file, "name", "")))
    if not own_name:
        raise ValueError("The upload needs a `name`: the file has none.")
    return _Upload(transport, file, project, own_name, size, chunk_size, on_progress).run()


class _Upload:
    def __init__(
        self,
        transport: Transport,
        file: IO[bytes],
        project: str,
        name: str,
        size: Optional[int],
        chunk_size: Optional[int],
        on_progress: Optional[Callable[[int, int], None]],
    ) -> None:
        self._transport = transport
        self._file = file
        self._project = project
        self._name = name
        # A pipe cannot be read again, so its open uploads are not continued.
        self._is_once = not file.seekable()
        self._start = 0 if self._is_once else file.tell()
        self._total = self._size_of(size)
        self._chunk_size = chunk_size or max(1, -(-self._total // _MAX_CHUNKS // _MEBIBYTE)) * _MEBIBYTE
        self._count = max(1, -(-self._total // self._chunk_size))
        self._on_progress = on_progress
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._done = 0

    def run(self) -> shapes.StoredAsset:
        state = self._open()
        received = {chunk["chunk_id"] for chunk in state["received"]}
        self._add(sum(chunk["size"] for chunk in state["received"]))
        running: Set["Future[None]"] = set()
        with ThreadPoolExecutor(_PARALLEL) as pool:
            try:
                for chunk_id in range(1, self._count + 1):
                    if chunk_id in received:
                        continue
                    if len(running) >= _PARALLEL:
                        ended, running = wait(running, return_when=FIRST_COMPLETED)
                        for future in ended:
                            future.result()
                    running.add(pool.submit(self._send, state["upload_id"], chunk_id, self._read(chunk_id)))
                for future in running:
                    future.result()
            except BaseException:
                self._stop.set()
                raise
        path = "/chunked/videos/:project/:upload/finished"
        return cast(shapes.StoredAsset, self._call("POST", path, {"upload": state["upload_id"]}, {}))

    def _open(self) -> Any:
        """Returns the open upload of this file, or starts one."""
        listed: List[Dict[str, Any]] = self._call("GET", "/chunked/videos/:project", {}, {})["uploads"]
        for state in listed:
            plan = (state["name"], state["chunk_count"], state["chunk_size"])
            if plan == (self._name, self._count, self._chunk_size) and self._matches(state["received"]):
                return state
        query = {"name": self._name, "chunk_count": self._count, "chunk_size": self._chunk_size}
        return self._call("POST", "/chunked/videos/:project", {}, query)

    def _matches(self, received: List[Dict[str, Any]]) -> bool:
        """Checks whether the received chunks are counted from 1 and have the digests of this file."""
        if self._is_once:
            return not received
        return all(
            chunk["chunk_id"] > 0 and hashlib.sha256(self._read(chunk["chunk_id"])).hexdigest() == chunk["sha256"]
            for chunk in received
        )

    def _read(self, chunk_id: int) -> bytes:
        position = (chunk_id - 1) * self._chunk_size
        length = min(self._chunk_size, self._total - position)
        if not self._is_once:
            self._file.seek(self._start + position)
        data = bytearray()
        while len(data) < length:
            part = self._file.read(length - len(data))
            if not part:
                raise ValueError("The file is shorter than its size.")
            data += part
        return bytes(data)

    def _send(self, upload_id: str, chunk_id: int, data: bytes) -> None:
        digest = base64.b64encode(hashlib.sha256(data).digest()).decode()
        self._call(
            "POST",
            "/chunked/videos/:project/:upload/chunks",
            {"upload": upload_id},
            {"chunk_id": chunk_id},
            "bytes",
            data,
            {"Content-Digest": f"sha-256=:{digest}:"},
        )
        self._add(len(data))

    def _add(self, size: int) -> None:
        with self._lock:
            self._done += size
            if self._on_progress is not None and size > 0:
                self._on_progress(self._done, self._total)

    def _call(self, method: str, path: str, parameters: Dict[str, Any], query: Dict[str, Any], *body: Any) -> Any:
        given = {"project": self._project, **parameters}
        return retry(lambda: self._transport.json(method, path, given, query, *body), stop=self._stop)

    def _size_of(self, size: Optional[int]) -> int:
        if size is not None:
            return size
        if self._is_once:
            raise ValueError("The upload of a stream needs its `size` in bytes.")
        end = self._file.seek(0, os.SEEK_END)
        return end - self._start
