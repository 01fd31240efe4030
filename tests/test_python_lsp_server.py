"""python-lsp-server shows what pylint's plugin says of text that is not saved, where its pylint is a program."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

SAMPLE = Path(__file__).parent / "samples" / "widgets"
RULE = "status-not-wiped-on-create"


def test_unsaved_text_is_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYLINTHOME", str(tmp_path / ".pylint"))
    package = tmp_path / "widgets"
    package.mkdir()
    for path in SAMPLE.glob("*.py"):
        (package / path.name).write_text(path.read_text())
    conforming = (package / "strategy.py").read_text()
    broken = conforming.replace("        obj.status = WidgetStatus()\n", "")
    found = shown(tmp_path, package / "strategy.py", broken)
    assert [RULE in each["message"] for each in found] == [True], found
    assert (package / "strategy.py").read_text() == conforming


def shown(directory: Path, path: Path, text: str) -> list[dict[str, Any]]:
    """The diagnostics of an open file, as soon as there are any. Its answers are none that a strict client takes."""
    arguments = ["--load-plugins=apivet", "--disable=all", "--enable=apivet"]
    pylint = {"enabled": True, "executable": str(Path(sys.executable).parent / "pylint"), "args": arguments}
    others = {name: {"enabled": False} for name in ("pycodestyle", "pyflakes", "mccabe")}
    settings = {"pylsp": {"plugins": {"pylint": pylint, **others}}}
    document = {"uri": path.as_uri(), "languageId": "python", "version": 1, "text": text}
    server = subprocess.Popen(
        [sys.executable, "-m", "pylsp"],
        cwd=directory,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    patience = threading.Timer(90, server.kill)
    patience.start()
    try:
        root = {"processId": None, "rootUri": directory.as_uri(), "capabilities": {}}
        send(server, id=1, method="initialize", params=root)
        send(server, method="initialized", params={})
        send(server, method="workspace/didChangeConfiguration", params={"settings": settings})
        send(server, method="textDocument/didOpen", params={"textDocument": document})
        while True:
            told = receive(server)
            found: list[dict[str, Any]] = told.get("params", {}).get("diagnostics", [])
            if found:
                return found
    finally:
        patience.cancel()
        server.kill()
        server.communicate()


def send(server: subprocess.Popen[bytes], **message: object) -> None:
    assert server.stdin is not None
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
    server.stdin.flush()


def receive(server: subprocess.Popen[bytes]) -> dict[str, Any]:
    assert server.stdout is not None
    length = 0
    while (line := server.stdout.readline().strip()) or not length:
        assert line, "python-lsp-server has ended"
        if line.lower().startswith(b"content-length:"):
            length = int(line.partition(b":")[2])
    message: dict[str, Any] = json.loads(server.stdout.read(length))
    return message
