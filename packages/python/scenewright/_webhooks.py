"""Notifications of the service by Standard Webhooks."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from typing import Any, Dict, Mapping, Optional, TypedDict, Union, cast

from ._problems import ProblemError

_TOLERANCE_SECONDS = 300


class WebhookEvent(TypedDict):
    """A notification. ``type`` is ``render.succeeded`` or ``render.failed``."""

    type: str
    # The id of the notification. A notification can arrive twice with the same id.
    id: str
    # The end of the render: ISO 8601, UTC.
    timestamp: str
    # The fields id, project, format, and url or error.
    data: Dict[str, Any]


def verify_webhook(
    headers: Mapping[str, str], body: Union[bytes, str], secret: str, now: Optional[float] = None
) -> WebhookEvent:
    """Checks a notification and returns it.

    ``body`` is the unparsed body, ``secret`` the API secret of the service, or ``whsec_`` and its base64. Raises
    :class:`ProblemError` with the code ``webhook/refused`` if a header is missing, the time differs by more than
    5 minutes, or no signature matches.
    """
    given = {name.lower(): value for name, value in headers.items()}
    message_id, timestamp, signatures = (
        given.get("webhook-id"),
        given.get("webhook-timestamp"),
        given.get("webhook-signature"),
    )
    if not message_id or not timestamp or not signatures:
        raise _refused("missing-header", "A header of the webhook is missing.")
    if re.fullmatch(r"[0-9]{1,15}", timestamp) is None:
        raise _refused("time", "The time of the webhook is not a number of seconds.")
    if abs((time.time() if now is None else now) - int(timestamp)) > _TOLERANCE_SECONDS:
        detail = "The webhook is more than 5 minutes old, or the clocks differ. Check the clock of this machine."
        raise _refused("time", detail)
    content = body.encode() if isinstance(body, str) else body
    signed = f"{message_id}.{timestamp}.".encode() + content
    expected = base64.b64encode(hmac.new(_key(secret), signed, hashlib.sha256).digest())
    matches = False
    for signature in signatures.split(" "):
        if signature.startswith("v1,") and hmac.compare_digest(signature[3:].encode(), expected):
            matches = True
    if not matches:
        raise _refused("signature", "No signature of the webhook matches. Check the API secret.")
    return cast(WebhookEvent, {**json.loads(content), "id": message_id})


def _key(secret: str) -> bytes:
    if secret.startswith("whsec_"):
        try:
            return base64.b64decode(secret[len("whsec_") :])
        except binascii.Error:
            pass
    return secret.encode()


def _refused(reason: str, detail: str) -> ProblemError:
    return ProblemError("webhook/refused", detail, reason=reason)
