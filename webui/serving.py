"""The production server: http and, on the next port, https; every page holds one open line."""

from __future__ import annotations

import logging
import socket
import ssl
import threading
from collections.abc import Callable
from typing import Any

from cheroot.ssl.builtin import BuiltinSSLAdapter
from cheroot.wsgi import Server

from webui.certificates import Files
from webui.uploads import LARGEST_BYTES

THREADS_HTTP = 48
THREADS_HTTPS = 48
BODY_ALLOWANCE = 8 * 1024 * 1024  # so that our own sentence is the answer, not the server's
FIRST_PORT = 8765
PORTS_TRIED = 20
log = logging.getLogger("tripad.server")


class Serving:
    """Both servers over one application."""

    def __init__(self, app: Callable[..., Any], host: str, port: int, files: Files | None) -> None:
        self.plain = _server(app, host, port, THREADS_HTTP)
        self.secure = _server(app, host, port + 1, THREADS_HTTPS) if files and port else None
        if self.secure is not None and files is not None:
            self.secure.ssl_adapter = TlsAdapter(str(files.server), str(files.server_key))
        self._threads: list[threading.Thread] = []

    @property
    def port(self) -> int:
        return int(self.plain.bind_addr[1])

    @property
    def secure_port(self) -> int | None:
        return int(self.secure.bind_addr[1]) if self.secure else None

    def start(self) -> None:
        """Listens from here on; OSError where a port is taken."""
        prepared = []
        try:
            for server in self._servers:
                server.prepare()
                prepared.append(server)
        except OSError:
            for server in prepared:
                server.stop()
            raise
        self._threads = [threading.Thread(target=s.serve, daemon=True) for s in self._servers]
        for thread in self._threads:
            thread.start()

    def wait(self) -> None:
        for thread in self._threads:
            thread.join()

    def reload_certificate(self) -> None:
        """New connections get the certificate as it lies on the disk now."""
        adapter = self.secure.ssl_adapter if self.secure else None
        if adapter is not None:
            adapter.context.load_cert_chain(adapter.certificate, adapter.private_key)

    def stop(self) -> None:
        """Both at once: each waits a moment for its open lines."""
        stopping = [threading.Thread(target=server.stop) for server in self._servers]
        for thread in stopping:
            thread.start()
        for thread in stopping:
            thread.join()

    @property
    def _servers(self) -> list[Server]:
        return [server for server in (self.plain, self.secure) if server is not None]


class QuietServer(Server):
    """Says in the log what went wrong here, and nothing about clients that break off."""

    def error_log(self, msg: str = "", level: int = 20, traceback: bool = False) -> None:
        log.log(level if level >= logging.ERROR else logging.DEBUG, msg, exc_info=traceback)


class TlsAdapter(BuiltinSSLAdapter):
    """TLS 1.2 or newer; a phone that breaks off at an unknown certificate is no error."""

    def __init__(self, certificate: str, key: str) -> None:
        super().__init__(certificate, key)
        self.context.minimum_version = ssl.TLSVersion.TLSv1_2

    def wrap(self, sock: socket.socket) -> tuple[ssl.SSLSocket, dict[str, str]]:
        """Leaves the handshake to the thread that serves: a silent phone holds up nobody else."""
        wrapped = self.context.wrap_socket(sock, server_side=True, do_handshake_on_connect=False)
        return wrapped, {"wsgi.url_scheme": "https", "HTTPS": "on"}


def start_somewhere(
    app: Callable[..., Any], host: str, port: int | None, files: Files | None
) -> Serving:
    """Serves on the port asked for, or on the first free pair of the usual ones."""
    if port is not None:
        return _started(Serving(app, host, port, files))
    for candidate in range(FIRST_PORT, FIRST_PORT + 2 * PORTS_TRIED, 2):
        try:
            return _started(Serving(app, host, candidate, files))
        except OSError:
            continue
    raise OSError(f"No free port from {FIRST_PORT} on.")


def _started(serving: Serving) -> Serving:
    serving.start()
    return serving


def _server(app: Callable[..., Any], host: str, port: int, threads: int) -> Server:
    server = QuietServer((host, port), app, numthreads=threads, max=threads, server_name="tripad")
    server.max_request_body_size = LARGEST_BYTES + BODY_ALLOWANCE
    server.max_request_header_size = 64 * 1024
    server.request_queue_size = 64
    server.timeout = 30
    server.shutdown_timeout = 2
    return server
