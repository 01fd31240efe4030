"""Statuses: one that is only taken in parts, one that another version forgets, and what can't be changed at all."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from click.testing import CliRunner

from apivet.cli import main
from live_server.http import LiveServer
from live_server.requests import Request, Response

Answer = Callable[[Request], Response]
BUDGETS = "policy/v1/poddisruptionbudgets"


def judged(around: Callable[[Answer], Answer], rule: str) -> dict[str, Any]:
    with LiveServer(around=around) as server:
        arguments = ["--server", server.address, "--format", "json", "--no-cache", "--select", rule, BUDGETS]
        run = CliRunner().invoke(main, ["live", *arguments])
    document: dict[str, Any] = json.loads(run.stdout)
    return document


def refused(field: str, words: str) -> Response:
    cause = {"field": field, "reason": "FieldValueInvalid", "message": words}
    return Response(
        422, {"kind": "Status", "code": 422, "message": f"{field}: {words}", "details": {"causes": [cause]}}
    )


def is_update(request: Request, subresource: str) -> bool:
    return request.method == "PUT" and {"poddisruptionbudgets", subresource}.issubset(request.segments)


def test_one_leaf_that_may_not_change_leaves_the_others() -> None:
    def around(answer: Answer) -> Answer:
        first: list[Any] = []

        def fixed(request: Request) -> Response:
            if is_update(request, "status"):
                sent = request.document.get("status", {}).get("currentHealthy")
                first.extend([sent] if sent and not first else ())
                if first and sent != first[0]:
                    return refused("status.currentHealthy", "field is immutable")
            return answer(request)

        return fixed

    (row,) = judged(around, "generation-bumped-on-status-update")["verdicts"]
    assert (row["verdict"], row["effective"]) == ("holds", 1)


def test_a_status_that_another_version_forgets_is_lost_each_time() -> None:
    def around(answer: Answer) -> Answer:
        def forget(request: Request) -> Response:
            if is_update(request, "status") and "v1beta1" in request.segments:
                body = request.document
                body.get("status", {}).pop("currentHealthy", None)
                request = replace(request, body=json.dumps(body).encode())
            return answer(request)

        return forget

    (finding,) = judged(around, "round-trip-loses-data")["findings"]
    assert (finding["field"], finding["verdict"]) == ("status.currentHealthy", "violated")
    assert "flaky" not in finding


def test_a_spec_that_may_not_change_is_said_to_be_so() -> None:
    def around(answer: Answer) -> Answer:
        told: list[Any] = []

        def fixed(request: Request) -> Response:
            if request.method == "PUT" and "namespaces" in request.segments and "status" not in request.segments:
                there = answer(replace(request, method="GET", target=request.target.partition("?")[0], body=b""))
                if there.code == 200 and (spec := request.document.get("spec")) != there.document["spec"]:
                    told.append(spec)
                    return refused("spec", "field is immutable" if len(told) == 1 else "Required value")
            return answer(request)

        return fixed

    (finding,) = judged(around, "generation-not-bumped-on-spec-change")["findings"]
    assert finding["message"].endswith("spec: field is immutable")
