"""A network of namespaces that the process and its children alone can use. It ends with them. Needs root."""

import os
import subprocess
import sys

from service import DIRECTORY

# Set in the process that runs inside.
INSIDE = "WORDCOURT_NETWORK"


def enter():
    """Starts the program again in namespaces of its own: of networks, mounts and processes. They end with it, whatever happens to it."""
    if INSIDE not in os.environ:
        os.environ[INSIDE] = "1"
        own = ["--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"]
        os.execvp("unshare", ["unshare", *own, sys.executable, *sys.argv])
    os.makedirs("/run/netns", exist_ok=True)
    run("mount", "-t", "tmpfs", "none", "/run/netns")
    run("ip", "link", "set", "lo", "up")


def run(*command):
    subprocess.run(command, check=True)


def within(namespace):
    """Returns the start of a command that runs in a namespace."""
    return ["ip", "netns", "exec", namespace]


class Network:
    """The namespace of this program, the one of the balancer, and one for each region. Everything goes through the balancer, so requests to a region
    take its latency, given in milliseconds there and back."""

    CLIENT, BALANCER = "10.77.0.1", "10.77.0.2"

    def __init__(self, latencies):
        for namespace in ["balancer", "wires", *latencies]:
            run("ip", "netns", "add", namespace)
            run("ip", "-n", namespace, "link", "set", "lo", "up")
        self.regions = list(latencies)
        run("ip", "link", "add", "balancer", "type", "veth", "peer", "name", "clients", "netns", "balancer")
        self.set_up([], "balancer", self.CLIENT)
        self.set_up(["-n", "balancer"], "clients", self.BALANCER)
        run("ip", "route", "add", "10.77.0.0/16", "via", self.BALANCER)
        run(*within("balancer"), "sh", "-c", "echo 1 >/proc/sys/net/ipv4/ip_forward")
        wires = []
        for number, (region, latency) in enumerate(latencies.items(), 1):
            for namespace, interface, address in [("balancer", region, f"10.77.{number}.1"), (region, "balancer", self.address(region))]:
                end = f"{namespace[:3]}{number}"
                run("ip", "-n", namespace, "link", "add", interface, "type", "veth", "peer", "name", end, "netns", "wires")
                self.set_up(["-n", namespace], interface, address)
                run("ip", "-n", "wires", "link", "set", end, "up")
            run("ip", "-n", region, "route", "add", "default", "via", f"10.77.{number}.1")
            wires.append(f"bal{number},{region[:3]}{number},{latency / 2}")
        command = [*within("wires"), sys.executable, str(DIRECTORY / "wires.py"), *wires]
        self.wires = subprocess.Popen(command, stdin=subprocess.PIPE, text=True)

    def address(self, region):
        return f"10.77.{self.regions.index(region) + 1}.2"

    @staticmethod
    def set_up(namespace, interface, address):
        run("ip", *namespace, "address", "add", f"{address}/24", "dev", interface)
        run("ip", *namespace, "link", "set", interface, "up")

    def tell(self, command, region):
        """Cuts the wire of a region, or joins it again."""
        self.wires.stdin.write(f"{command} {self.regions.index(region)}\n")
        self.wires.stdin.flush()

    def stop(self):
        self.wires.kill()
        self.wires.wait()
