"""Requests are bounded in rate, size and time; secrets go to the server and nowhere else."""

from __future__ import annotations

import gzip
import json
import socket
import time
from dataclasses import replace
from urllib.parse import quote

import pytest
from tests_live_stubs import answering, response, talking

from apivet.live.connection import Connection, ConnectionLimits
from apivet.live.errors import ConnectionLostError, LiveError, StoppedError
from apivet.live.target import Credentials, Target, server_address

SECRET = "s3cr3t-token"


def get(address: str, limits: ConnectionLimits | None = None, credentials: Credentials | None = None) -> object:
    with Connection(Target(address, credentials=credentials or Credentials()), limits) as connection:
        return connection.get("/api")


def test_an_answer_is_its_document() -> None:
    with answering(response(b'{"kind": "APIVersions"}')) as (address, _), Connection(Target(address)) as connection:
        answer = connection.get("/api")
    assert (answer.status, answer.document, answer.accepted) == (200, {"kind": "APIVersions"}, True)


@pytest.mark.parametrize(
    ("body", "unusable"),
    [
        (b"<html>hello</html>", "no JSON"),
        (b"[1, 2]", "no object"),
        (b'{"a": NaN}', "no JSON"),
        (b'{"a": ' * 3000 + b"1" + b"}" * 3000, "no JSON|nested too deeply"),
        (b'{"a": ' + b"[" * 200 + b"]" * 200 + b"}", "nested too deeply"),
        (b'{"a": ' + b"1" * 9000 + b"}", "no JSON"),
        (b"\xff\xfe{", "no JSON"),
        (b"", "no JSON"),
    ],
)
def test_a_body_that_is_no_object_is_an_answer_without_one(body: bytes, unusable: str) -> None:
    with answering(response(body)) as (address, _), Connection(Target(address)) as connection:
        answer = connection.get("/api")
    assert not answer.accepted
    assert any(each in answer.unusable for each in unusable.split("|"))


def test_a_body_is_read_up_to_its_limit_only() -> None:
    def talk(client: socket.socket, head: str) -> None:
        client.sendall(b"HTTP/1.1 200 -\r\nConnection: close\r\n\r\n")
        while True:
            client.sendall(b" " * 65536)

    with talking(talk) as address, Connection(Target(address), ConnectionLimits(body=1_000_000)) as connection:
        answer = connection.get("/api")
    assert answer.unusable == "the answer is larger than 1000000 bytes"


@pytest.mark.parametrize("drip", [b"x", b"HTTP/1.1 200 -\r\nContent-Length: 1000\r\n\r\n"])
def test_a_slow_drip_ends_in_time(drip: bytes) -> None:
    def talk(client: socket.socket, head: str) -> None:
        client.sendall(drip)
        while True:
            client.sendall(b"x")
            time.sleep(0.05)

    start = time.monotonic()
    with talking(talk) as address, pytest.raises(ConnectionLostError, match="GET /api: no answer in time"):
        get(address, ConnectionLimits(timeout=0.4))
    assert time.monotonic() - start < 5


_PAIR = "amFuZTpzM2NyM3QtdG9rZW4="


@pytest.mark.parametrize("said", [SECRET, f'quo"ted-{SECRET}', _PAIR, "s3cr3t/token"])
@pytest.mark.parametrize("status", [200, 403, 500])
def test_a_secret_that_a_server_repeats_is_not_heard(said: str, status: int) -> None:
    credentials = Credentials(username="jane", password=SECRET) if said == _PAIR else Credentials(token=said)
    told = {"message": f"who is {said}?", "metadata": {"annotations": {said: quote(said, safe="")}}}
    with answering(response(json.dumps(told).encode(), status)) as (address, _):
        with Connection(Target(address, credentials=credentials)) as connection:
            answer = connection.get("/api")
    assert answer.document == {"message": "who is [hidden]?", "metadata": {"annotations": {"[hidden]": "[hidden]"}}}


def test_a_password_may_be_a_word_of_an_object() -> None:
    body = json.dumps({"spec": {"policy": "Always"}}).encode()
    with answering(response(body)) as (address, _):
        with Connection(Target(address, credentials=Credentials(username="a", password="Always"))) as connection:
            assert connection.get("/api").document == {"spec": {"policy": "Always"}}


def test_the_refusal_of_a_watch_is_bounded_as_any_answer_is() -> None:
    bomb = gzip.compress(b"0" * 40_000_000)
    with answering(response(bomb, 403, Content_Encoding="gzip")) as (address, _):
        with Connection(Target(address), ConnectionLimits(body=1_000_000)) as connection:
            assert "encoded as gzip" in connection.follow("/api", {}, lambda part: 1.0).unusable


def test_a_compressed_answer_is_not_unpacked() -> None:
    with answering(response(b"\x1f\x8b", Content_Encoding="gzip")) as (address, heads):
        with Connection(Target(address)) as connection:
            assert "encoded as gzip" in connection.get("/api").unusable
    assert "accept-encoding: identity" in heads[0].lower()


def test_a_redirect_is_not_followed() -> None:
    with answering(response(b"", 302, Location="http://203.0.113.1/")) as (address, heads):
        with Connection(Target(address, credentials=Credentials(token=SECRET))) as connection:
            assert "redirects" in connection.get("/api").unusable
    assert len(heads) == 1


def test_a_server_that_is_busy_is_asked_again_when_it_says() -> None:
    busy = response(b"{}", 429, Retry_After="0")
    with answering(busy, busy, response(b'{"a": 1}')) as (address, heads), Connection(Target(address)) as connection:
        assert connection.get("/api").document == {"a": 1}
    assert len(heads) == 3


def test_an_error_of_the_server_is_not_asked_for_again() -> None:
    with answering(response(b"oops", 503)) as (address, heads), Connection(Target(address)) as connection:
        assert connection.get("/api").words == "503: oops"
    assert len(heads) == 1


@pytest.mark.parametrize(("method", "times"), [("GET", 2), ("POST", 1)])
def test_only_a_read_that_was_cut_off_is_sent_again(method: str, times: int) -> None:
    with answering(b"HTTP/1.1 200") as (address, heads), Connection(Target(address)) as connection:
        with pytest.raises(ConnectionLostError, match=f"{method} /api: the answer was cut off"):
            connection.request(method, "/api")
    # Whether it is there at all is asked by another request.
    assert [head.split()[1] for head in heads] == ["/api"] * times + ["/version"]


def test_a_connection_that_one_request_is_the_end_of_is_an_error_of_the_server() -> None:
    def talk(client: socket.socket, head: str) -> None:
        client.sendall(response(b"{}") if head.startswith("GET") else b"")

    with talking(talk) as address, Connection(Target(address)) as connection:
        answer = connection.request("PUT", "/api", body={})
    assert answer.is_server_error
    assert answer.words == "the server ends the connection instead of an answer"


def test_the_rate_holds() -> None:
    with (
        answering(response(b"{}")) as (address, _),
        Connection(Target(address), ConnectionLimits(rate=50)) as connection,
    ):
        start = time.monotonic()
        for _ in range(11):
            connection.get("/api")
        assert time.monotonic() - start >= 0.2


def test_nothing_is_sent_once_the_run_was_told_to_end() -> None:
    with answering(response(b"{}")) as (address, heads), Connection(Target(address)) as connection:
        connection.stop()
        with pytest.raises(StoppedError):
            connection.get("/api")
        connection.resume()
        connection.get("/api")
    assert len(heads) == 1


def test_a_token_is_sent_and_never_shown() -> None:
    target = Target("http://127.0.0.1:1", credentials=Credentials(token=SECRET, password=SECRET, key=SECRET.encode()))
    assert SECRET not in repr(target) + str(target) + repr(target.credentials)
    with answering(response(b"{}")) as (address, heads), Connection(replace(target, server=address)) as connection:
        connection.get("/api")
    assert f"authorization: Bearer {SECRET}" in heads[0]
    with pytest.raises(LiveError) as raised:
        get("http://127.0.0.1:1", credentials=target.credentials)
    assert SECRET not in str(raised.value) + repr(raised.value.__cause__)


def test_what_stands_in_front_of_the_host_is_no_part_of_the_address() -> None:
    assert server_address("https://jane:pw@[::1]:6443/x/") == (
        "https://[::1]:6443/x",
        Credentials(username="jane", password="pw"),
    )


@pytest.mark.parametrize("text", ["", "127.0.0.1:80", "ftp://a", "http://", "http://a:b"])
def test_an_address_that_is_none_is_one_line(text: str) -> None:
    with pytest.raises(LiveError, match="address"):
        server_address(text)


@pytest.mark.parametrize(
    ("server", "expected"),
    [
        ("http://localhost:1", True),
        ("http://127.8.9.1", True),
        ("https://[::1]:6443", True),
        ("http://localhost.example.com", False),
        ("http://10.0.0.1", False),
    ],
)
def test_loopback_is_told_by_the_address(server: str, expected: bool) -> None:
    assert Target(server).is_loopback is expected
