"""Films by signed links."""

from __future__ import annotations

import base64
import hashlib
import hmac
from typing import Iterable, Mapping, Optional, Union
from urllib.parse import quote

_RESERVED = ("sig", "expires", "vary", "frame", "quality", "width")


def link_key(secret: str) -> bytes:
    """Returns the link key of an API secret. A program with only this key can create links and make no calls."""
    return hmac.new(secret.encode(), b"scenewright film links", hashlib.sha256).digest()


def film_link(
    key: bytes, project: str, film: str, parameters: Optional[Mapping[str, Union[str, int, float]]] = None
) -> str:
    """Returns the signed path of a film with its query. Put the public address of the service in front of it.

    ``parameters`` are the values of variables and the settings ``expires``, ``vary``, ``quality``, ``frame``, and
    ``width``. A variable with the name of a setting has the prefix ``var.``.
    """
    given = {name: str(value) for name, value in (parameters or {}).items() if name != "sig"}
    path = f"/v1/render/{_encode(project)}/{_encode(film)}"
    free = given.get("vary", "").split(",")
    pairs = {name: f"{_encode(name)}={_encode(value)}" for name, value in given.items()}
    signed = _joined(pair for name, pair in pairs.items() if name in _RESERVED or name not in free)
    text = f"scenewright film link 1\n{path}\n{signed}"
    digest = hmac.new(key, text.encode(), hashlib.sha256).digest()
    signature = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
    return f"{path}?{_joined([*pairs.values()])}{'&' if pairs else ''}sig={signature}"


def _joined(pairs: Iterable[str]) -> str:
    return "&".join(sorted(pairs))


def _encode(text: str) -> str:
    return quote(text, safe="", errors="replace")
