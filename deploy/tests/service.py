"""Running services for the tests: on 127.0.0.1, on ports of their own, killed at the end whatever happens."""

import http.client
import json
import os
import pathlib
import signal
import socket
import subprocess
import time

DIRECTORY = pathlib.Path(__file__).resolve().parent
EXAMPLES = json.loads((DIRECTORY.parents[1] / "openapi" / "examples.json").read_text())
# A debug build takes some seconds for its indexes on a busy machine.
START_SECONDS = 90


class Failed(Exception):
    """What a test says when it fails."""


_given_out = set()


def free_port():
    """A port that nobody listens on, another one at every call."""
    while True:
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            port = listener.getsockname()[1]
        if port not in _given_out:
            _given_out.add(port)
            return port


def ask(port, method, path, body=None, timeout=10, headers=()):
    """One request on a connection of its own: status and body."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    try:
        connection.request(method, path, body, {"content-type": "application/json", **dict(headers)})
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def until(true, what, seconds=START_SECONDS, pause=0.05):
    """Waits until something holds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if true():
            return
        time.sleep(pause)
    raise Failed(f"{what}: not within {seconds} s")


class Process:
    """A child process whose output goes to a file, which tells why when it dies."""

    def __init__(self, arguments, log, env=None):
        self.log = pathlib.Path(log)
        with self.log.open("ab") as output:
            self.child = subprocess.Popen(arguments, stdout=output, stderr=output, env={**os.environ, **(env or {})})

    def signal(self, number):
        self.child.send_signal(number)

    def wait(self, seconds=60):
        return self.child.wait(seconds)

    def check_alive(self):
        if self.child.poll() is not None:
            raise Failed(f"{self.child.args[0]} ended with {self.child.returncode}:\n{self.log.read_text()[-2000:]}")

    def stop(self):
        if self.child.poll() is None:
            self.child.kill()
            self.child.wait()


class Wordcourt(Process):
    """A replica that keeps its ports over restarts."""

    def __init__(self, binary, log, arguments=(), ports=None):
        self.binary, self.arguments = binary, list(arguments)
        self.port, self.ops_port = ports or (free_port(), free_port())
        listen = ["--listen", f"127.0.0.1:{self.port}", "--ops-listen", f"127.0.0.1:{self.ops_port}"]
        clean = {name: value for name, value in os.environ.items() if not name.startswith("WORDCOURT_")}
        self.log = pathlib.Path(log)
        with self.log.open("ab") as output:
            command = [binary, *listen, *self.arguments]
            self.child = subprocess.Popen(command, stdout=output, stderr=output, env=clean)

    def again(self):
        """Another process in its place."""
        return Wordcourt(self.binary, self.log, self.arguments, (self.port, self.ops_port))

    def is_ready(self):
        self.check_alive()
        try:
            return ask(self.ops_port, "GET", "/readyz", timeout=2)[0] == 200
        except OSError:
            return False

    def until_ready(self):
        until(self.is_ready, "the service gets ready")
        return self

    def metrics(self):
        return ask(self.ops_port, "GET", "/metrics")[1].decode()

    def terminate(self):
        self.signal(signal.SIGTERM)
