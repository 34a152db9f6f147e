"""Clients that play games over HTTP. The first request of a game names a lexicon, and the others pin the edition that answered it."""

import http.client
import json
import threading
import time

from service import until

CLIENTS = 24
# The pause of each client between requests.
PAUSE_SECONDS = 0.02
# The requests of a game that pin its edition.
TURNS = 8
# Clients give up a request after this time, and send it again.
PATIENCE_SECONDS = 10


class Phase:
    """Everything that happened to the requests that ended during some time."""

    def __init__(self, title):
        self.title = title
        self.sent = self.healed = self.not_held = 0
        self.failures, self.unhealed, self.wrong = [], [], []
        # The latencies by region, in milliseconds, and the number of games by edition.
        self.latencies, self.games = {}, {}

    def percentile(self, region, percent):
        latencies = sorted(self.latencies[region])
        return latencies[(len(latencies) - 1) * percent // 100]


class Games:
    """Clients that play all the time. `witnesses` has a word for each edition that only this edition has."""

    def __init__(self, address, lexicon, witnesses, edition_of_digest):
        self.address, self.lexicon, self.witnesses = address, lexicon, witnesses
        self.edition_of_digest = edition_of_digest
        self.lock, self.ends = threading.Lock(), threading.Event()
        self.now = Phase("start")
        # The requests that each client has finished.
        self.finished = [0] * CLIENTS
        self.clients = [threading.Thread(target=self.client, args=(number,), daemon=True) for number in range(CLIENTS)]

    def __enter__(self):
        for client in self.clients:
            client.start()
        return self

    def __exit__(self, *_):
        self.ends.set()
        for client in self.clients:
            client.join(2 * PATIENCE_SECONDS)

    def phase(self, title):
        """Begins a phase. Requests count for the phase in which they end."""
        self.now = Phase(title)
        return self.now

    def settle(self):
        """Waits until no request is left of those that are in progress now."""
        before = list(self.finished)
        until(lambda: all(now > then for now, then in zip(self.finished, before)), "requests in progress are finished", 4 * PATIENCE_SECONDS)

    def client(self, number):
        connection = http.client.HTTPConnection(*self.address, timeout=PATIENCE_SECONDS)
        while not self.ends.is_set():
            self.play(number, connection)
        connection.close()

    def play(self, number, connection):
        pin = None
        for _ in range(1 + TURNS):
            digest = self.ask_twice(connection, pin)
            self.finished[number] += 1
            time.sleep(PAUSE_SECONDS)
            if digest is None or self.ends.is_set():
                return
            if pin is None:
                pin = digest
                with self.lock:
                    games, edition = self.now.games, self.edition_of_digest[digest]
                    games[edition] = games.get(edition, 0) + 1

    def ask_twice(self, connection, pin):
        """Sends a request, and once more if it fails. Returns the digest of the response, or nothing if the game can't go on."""
        digest, fault = self.ask(connection, pin)
        again = None
        if fault:
            digest, again = self.ask(connection, pin)
        with self.lock:
            phase = self.now
            phase.sent += 1
            if fault:
                phase.failures.append(fault)
                phase.healed += not again
            if again:
                phase.unhealed.append(again)
        return digest

    def ask(self, connection, pin):
        """Returns the digest of the response and no error, or an error. A problem that the replica doesn't retain the edition is no error."""
        selector = f"{self.lexicon}@{pin}" if pin else self.lexicon
        body = json.dumps({"words": list(self.witnesses), "lexicon": selector})
        begun = time.perf_counter()
        try:
            connection.request("POST", "/v1/words/validate", body, {"content-type": "application/json"})
            response = connection.getresponse()
            answer, region = json.loads(response.read()), response.getheader("x-region")
        except (OSError, http.client.HTTPException, ValueError) as error:
            connection.close()
            return None, f"{error!r} after {time.perf_counter() - begun:.1f} s"
        with self.lock:
            phase = self.now
            phase.latencies.setdefault(region, []).append((time.perf_counter() - begun) * 1000)
        if response.status == 409 and pin and answer["code"] == "lexicon_not_held":
            with self.lock:
                phase.not_held += 1
            return None, None
        if response.status != 200:
            return None, f"{response.status} {answer}"
        digest = answer["lexicon"]["digest"]
        valid = [result["word"] for result in answer["results"] if result["valid"]]
        if (pin and digest != pin) or valid != [self.witnesses[self.edition_of_digest[digest]]]:
            with self.lock:
                phase.wrong.append(f"{selector}: {digest} judged {valid}")
        return digest, None
