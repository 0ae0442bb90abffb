"""A server for the page on this machine: a thin shell around `interface.answer`.

Everything lies below a token that nobody can guess. Only this machine is listened to, only under its own name, and no
other page's requests are answered.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import socket
import sys
import threading
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass, field
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import anyio
import uvicorn
from anyio import from_thread, to_thread
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from hashi_solver.documents.base import parse_json
from hashi_solver.errors import InputError
from hashi_solver.notation.files import decode
from hashi_solver.web.asking import Answer
from hashi_solver.web.games import Games
from hashi_solver.web.interface import answer, is_heavy

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

STATIC = Path(__file__).with_name("static")
MOST_BYTES = 1_000_000
MOST_LIGHT = 8  # quick requests at a time
SWITCH = 0.0005  # seconds that a thread at heavy work runs before a tap has its turn; Python's own is ten times as long
USUAL_PORT = 4274  # HASH on the keys of a telephone
PATIENCE = 2  # seconds for requests to end when the server ends
LOCAL_NAMES = ("localhost",)
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}


@dataclass(slots=True)
class Reply:
    """What is sent to the page; its head goes out together with the first line, so that the page wakes up once."""

    send: Send
    begun: bool = False

    async def __call__(self, body: bytes, *, more: bool) -> None:
        if not self.begun:
            self.begun = True
            headers = [(b"content-type", b"application/x-ndjson")]
            await self.send({"type": "http.response.start", "status": 200, "headers": headers})
        await self.send({"type": "http.response.body", "body": body, "more_body": more})


@dataclass(slots=True)
class Work:
    """The requests that are being answered: heavy ones at most one a core, and none for a page that went away."""

    games: Games
    heavy: anyio.CapacityLimiter = field(default_factory=lambda: anyio.CapacityLimiter(os.cpu_count() or 1))
    light: anyio.CapacityLimiter = field(default_factory=lambda: anyio.CapacityLimiter(MOST_LIGHT))
    open: dict[threading.Event, anyio.CancelScope] = field(default_factory=dict)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer a request: lines of JSON, progress as it comes and the answer last."""
        request = Request(scope, receive, send)
        asked, refused = await _asked(request)
        if refused is not None:
            await refused(scope, receive, send)
            return
        stop, reply = threading.Event(), Reply(send)
        answered = False
        try:
            async with anyio.create_task_group() as tasks:
                self.open[stop] = tasks.cancel_scope
                tasks.start_soon(_watch, receive, stop)
                answered = await self._answer(asked, reply, stop)
                tasks.cancel_scope.cancel()
        finally:
            stop.set()
            self.open.pop(stop, None)
        if answered:
            await to_thread.run_sync(self.games.sync)
        else:
            await reply(b"", more=False)

    async def _answer(self, asked: object, reply: Reply, stop: threading.Event) -> bool:
        """Return whether the whole answer was sent: nobody hears one that was stopped."""

        async def tell(line: object, more: bool) -> bool:
            if stop.is_set():
                return False
            await reply(json.dumps(line, ensure_ascii=False).encode("utf-8", "replace") + b"\n", more=more)
            return True

        def progress(share: float, seen: Answer | None = None) -> None:
            line: Answer = {"progress": round(share, 3)}
            from_thread.run(tell, line if seen is None else line | {"seen": seen}, True)

        found = await to_thread.run_sync(
            partial(answer, asked, games=self.games, on_progress=progress, stop=stop),
            limiter=self.heavy if is_heavy(asked) else self.light,
            abandon_on_cancel=True,
        )
        return await tell(found, False)

    def end(self) -> None:
        """The server ends: work stops as soon as it can."""
        for stop in tuple(self.open):
            stop.set()

    def leave(self) -> None:
        """Nobody waits for work that has not stopped yet."""
        for scope in tuple(self.open.values()):
            scope.cancel()


class Guard:
    """What is asked by a stranger, under another name, or for another page, is refused before anything else happens."""

    def __init__(self, inner: Any, token: str) -> None:
        self.inner, self.token = inner, token

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return

        async def sealed(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        refused = self._refused(scope)
        if refused is None:
            await self.inner(scope, receive, sealed)
        else:
            await PlainTextResponse(f"{refused}\n", 403)(scope, receive, sealed)

    def _refused(self, scope: Message) -> str | None:
        headers, path = Headers(scope=scope), scope["path"]
        host = headers.get("host", "")
        if len(headers.getlist("host")) != 1 or not is_local(host.rpartition(":")[0] if ":" in host else host):
            return "This page is only for this machine."
        origins = headers.getlist("origin")
        if any(origin != f"http://{host}" for origin in origins):
            return "This request comes from another page."
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin") and path.endswith("/answer"):
            return "This request comes from another page."
        given = path.split("/")[1] if "/" in path else ""
        if not secrets.compare_digest(given.encode(), self.token.encode()):
            return "Open the whole address that hashi web has printed; it changes with every start."
        return None


@dataclass(slots=True)
class Address:
    """Where the page is: a socket that listens already, and the address with its token."""

    listener: socket.socket
    url: str
    token: str


def is_local(host: str) -> bool:
    """Whether a host is this machine, and no name that somebody else could lead here."""
    bare = host.strip("[]").lower()
    if bare in LOCAL_NAMES:
        return True
    with contextlib.suppress(ValueError):
        return ip_address(bare).is_loopback
    return False


def listen(host: str, port: int) -> Address:
    """Return a free address; InputError where it is taken, or where others could reach it.

    Port 0 is the usual port if it is free, so that the browser finds again what it keeps of the page, else any.
    """
    if not is_local(host):
        raise InputError(f"{host[:60]} is not this machine; the page is for this machine alone (127.0.0.1)")
    bare = host.strip("[]")
    family = socket.AF_INET6 if ":" in bare else socket.AF_INET
    if port == 0:
        with contextlib.suppress(OSError):
            return _at(_bound(family, bare, USUAL_PORT), bare)
    try:
        return _at(_bound(family, bare, port), bare)
    except OSError as error:
        reason = "is in use, perhaps by another hashi web" if port else f"cannot be used: {error.strerror}"
        raise InputError(f"port {port} {reason}; without --port a free one is found") from None


def _bound(family: socket.AddressFamily, host: str, port: int) -> socket.socket:
    # asyncio sends at once only on sockets that name TCP; on others an answer waits until its head is acknowledged
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen()
    except OSError:
        listener.close()
        raise
    return listener


def _at(listener: socket.socket, host: str) -> Address:
    token, port = secrets.token_urlsafe(16), listener.getsockname()[1]
    name = f"[{host}]" if listener.family == socket.AF_INET6 else host
    return Address(listener, f"http://{name}:{port}/{token}/", token)


def application(token: str, games: Games | None = None) -> tuple[Guard, Work]:
    """Return the application below its token, and its work, which whoever ends it must end."""
    work = Work(games or Games())
    routes = [
        Route(f"/{token}/", _index),
        Route(f"/{token}/answer", work, methods=["POST"]),
        Mount(f"/{token}/static", StaticFiles(directory=STATIC)),
    ]
    return Guard(Starlette(routes=routes), token), work


def serve(address: Address, ready: Callable[[], object]) -> None:
    """Answer the page until Ctrl-C. `ready` is called, in a thread of its own, once a page can be answered."""
    app, work = application(address.token)
    settings = uvicorn.Config(
        app,
        log_level="error",
        access_log=False,
        lifespan="off",
        server_header=False,
        ws="none",
        timeout_graceful_shutdown=PATIENCE,
    )
    sys.setswitchinterval(SWITCH)
    server = _Server(settings, work, ready)
    server.run(sockets=[address.listener])


class _Server(uvicorn.Server):
    def __init__(self, settings: uvicorn.Config, work: Work, ready: Callable[[], object]) -> None:
        super().__init__(settings)
        self.work = work
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        threading.Thread(target=self.ready, daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.work.leave()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: Any) -> None:
        self.work.end()
        super().handle_exit(sig, frame)


async def _index(request: Request) -> Response:
    return FileResponse(STATIC / "index.html", media_type="text/html")


async def _watch(receive: Receive, stop: threading.Event) -> None:
    """Stop the work when the page goes away."""
    while (await receive())["type"] != "http.disconnect":
        pass
    stop.set()


async def _asked(request: Request) -> tuple[object, Response | None]:
    """Return what a request asks, or why it is refused."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        return None, _refusal(415, "a request is JSON")
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MOST_BYTES:
            return None, _refusal(413, "this request is too big (limit 1 MB)")
    try:
        return parse_json(decode(bytes(body), "the request"), "the request"), None
    except InputError as error:
        return None, _refusal(400, str(error))


def _refusal(status: int, sentence: str) -> Response:
    return JSONResponse({"error": {"kind": "input", "sentence": sentence}}, status)
