"""Runs services for the tests, on free ports of 127.0.0.1."""

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
# A debug build takes some seconds to load its lexicons on a busy machine.
START_SECONDS = 90


class Failed(Exception):
    """A test has failed."""


_given_out = set()


def free_port():
    """Returns a free port, a different one at every call."""
    while True:
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            port = listener.getsockname()[1]
        if port not in _given_out:
            _given_out.add(port)
            return port


def ask(port, method, path, body=None, timeout=10, headers=()):
    """Sends a request on a new connection. Returns the status and the body of the response."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    try:
        connection.request(method, path, body, {"content-type": "application/json", **dict(headers)})
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def ask_example(port, name):
    """Sends the request of an example. Returns the status and the body of the response."""
    example = EXAMPLES[name]
    request = example.get("request")
    # The request of a batch is a text of lines.
    is_batch = isinstance(request, str)
    body = request if request is None or is_batch else json.dumps(request)
    headers = {"content-type": "application/x-ndjson"} if is_batch else {}
    return ask(port, example["method"], example["path"], body, headers=headers)


def until(condition, what, seconds=START_SECONDS, pause=0.05):
    """Waits until a condition is true."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return
        time.sleep(pause)
    raise Failed(f"timeout after {seconds} s: {what}")


class Process:
    """A child process whose output goes to a log file, which is shown if the process ends unexpectedly."""

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
    """A replica that keeps its ports across restarts."""

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
        """Starts another process on the same ports."""
        return Wordcourt(self.binary, self.log, self.arguments, (self.port, self.ops_port))

    def is_ready(self):
        self.check_alive()
        try:
            return ask(self.ops_port, "GET", "/readyz", timeout=2)[0] == 200
        except OSError:
            return False

    def until_ready(self):
        until(self.is_ready, "the service becomes ready")
        return self

    def metrics(self):
        return ask(self.ops_port, "GET", "/metrics")[1].decode()

    def terminate(self):
        self.signal(signal.SIGTERM)
