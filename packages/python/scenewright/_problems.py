"""The error of the client."""

from __future__ import annotations

from typing import Any, Dict, List, Optional


class ProblemError(Exception):
    """The error of a call that the service refused, of a film that failed, or of a webhook that is not authentic."""

    #: A stable code, such as ``project/not-found``.
    code: str
    #: A sentence about the problem.
    detail: str
    #: The HTTP status; None if the problem is not the answer to a call.
    status: Optional[int]
    #: A code that is more specific than ``code``, with the values of the sentence, for translations; None without one.
    reason: Optional[str]
    values: Dict[str, Any]
    #: The errors and warnings of a template, with their places.
    issues: List[Dict[str, Any]]

    def __init__(
        self,
        code: str,
        detail: str,
        status: Optional[int] = None,
        reason: Optional[str] = None,
        values: Optional[Dict[str, Any]] = None,
        issues: Optional[List[Dict[str, Any]]] = None,
    ) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.status = status
        self.reason = reason
        self.values = values or {}
        self.issues = issues or []

    def __str__(self) -> str:
        return f"{self.detail} ({self.code})"


def problem_of(fields: Dict[str, Any], status: Optional[int] = None) -> ProblemError:
    """Returns the error for a problem document, or for the error of a render."""
    return ProblemError(
        str(fields.get("code")),
        str(fields.get("detail")),
        status,
        fields.get("reason"),
        fields.get("values"),
        fields.get("issues"),
    )
