"""Runs services for the tests, by default on free ports of 127.0.0.1."""

import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import time

DIRECTORY = pathlib.Path(__file__).resolve().parent
EXAMPLES = json.loads((DIRECTORY.parents[1] / "openapi" / "examples.json").read_text())
HAPROXY_CONFIG = DIRECTORY.parent / "haproxy" / "haproxy.cfg"
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


def ask(port, method, path, body=None, timeout=10, headers=(), host="127.0.0.1"):
    """Sends a request on a new connection. Returns the status and the body of the response."""
    connection = http.client.HTTPConnection(host, port, timeout=timeout)
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
    return ask(port, example["method"], example["path"], body, START_SECONDS, headers)


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
    """A replica that keeps its ports across restarts. `within` is a command that runs it in another network namespace, where it has the address
    `host`."""

    def __init__(self, binary, log, arguments=(), ports=None, host="127.0.0.1", within=()):
        self.binary, self.arguments, self.host, self.within = binary, list(arguments), host, list(within)
        self.port, self.ops_port = ports or (free_port(), free_port())
        listen = ["--listen", f"{host}:{self.port}", "--ops-listen", f"{host}:{self.ops_port}"]
        clean = {name: value for name, value in os.environ.items() if not name.startswith("WORDCOURT_")}
        self.log = pathlib.Path(log)
        with self.log.open("ab") as output:
            command = [*self.within, binary, *listen, *self.arguments]
            self.child = subprocess.Popen(command, stdout=output, stderr=output, env=clean)

    def again(self):
        """Starts another process on the same ports."""
        return Wordcourt(self.binary, self.log, self.arguments, (self.port, self.ops_port), self.host, self.within)

    def is_ready(self):
        self.check_alive()
        try:
            return ask(self.ops_port, "GET", "/readyz", timeout=2, host=self.host)[0] == 200
        except OSError:
            return False

    def until_ready(self):
        until(self.is_ready, "the service becomes ready")
        return self

    def metrics(self):
        return ask(self.ops_port, "GET", "/metrics", host=self.host)[1].decode()

    def digest_of(self, lexicon):
        """Returns the digest of the active edition of a lexicon."""
        found = re.search(rf'wordcourt_lexicon_info\{{digest="([^"]+)",edition="[^"]+",lexicon="{lexicon}"\}}', self.metrics())
        return found and found[1]

    def terminate(self):
        self.signal(signal.SIGTERM)


class Balancer(Process):
    """HAProxy with the configuration of this repository in front of some replicas."""

    def __init__(self, log, replicas, address, stats_address, config=None, within=()):
        self.stats_host, self.stats_port = stats_address
        env = {"WORDCOURT_BIND": "{}:{}".format(*address), "WORDCOURT_STATS_BIND": "{}:{}".format(*stats_address)}
        for number, replica in enumerate(replicas, 1):
            env |= {f"WORDCOURT_{number}": f"{replica.host}:{replica.port}", f"WORDCOURT_{number}_OPS_PORT": str(replica.ops_port)}
        config = config or HAPROXY_CONFIG
        super().__init__([*within, self.program(), "-W", "-f", str(config)], log, env)

    @staticmethod
    def program():
        found = shutil.which("haproxy", path=os.environ["PATH"] + ":/usr/sbin")
        if not found:
            raise Failed("haproxy isn't installed")
        return found

    def metrics(self):
        return ask(self.stats_port, "GET", "/metrics", host=self.stats_host)[1].decode()

    def sent_again(self):
        """Returns the number of requests that HAProxy sent again."""
        return int(re.search(r'haproxy_backend_retry_warnings_total\{proxy="wordcourt"\} (\d+)', self.metrics())[1])

    def until_status(self, number, status):
        """Waits until HAProxy has a status for a replica, which is numbered from 0."""
        line = f'haproxy_server_status{{proxy="wordcourt",server="wordcourt-{number + 1}",state="{status}"}} 1'

        def is_so():
            self.check_alive()
            try:
                return line in self.metrics()
            except OSError:
                return False

        until(is_so, f"HAProxy sees replica {number + 1} {status}", 30)

    def stop(self):
        # The HAProxy master stops its worker on SIGTERM, but not on SIGKILL.
        if self.child.poll() is None:
            self.signal(signal.SIGTERM)
            try:
                self.wait(5)
            except subprocess.TimeoutExpired:
                pass
        super().stop()
