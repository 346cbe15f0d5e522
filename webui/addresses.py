"""Under which addresses and names this computer is reached from the same network."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable

# No packet is sent: connecting a datagram socket only asks the system which address it would use.
_TOWARDS = ("192.168.255.254", "10.255.255.254", "172.31.255.254", "192.0.2.1")


def lan_addresses() -> list[str]:
    """This computer's IPv4 addresses on its networks, the likeliest first, without loopback."""
    found = [*map(_address_towards, _TOWARDS), *_addresses_of(socket.gethostname())]
    return list(dict.fromkeys(a for a in found if a and not is_loopback(a)))


def lan_names() -> list[str]:
    """The names others may know this computer by."""
    name = socket.gethostname().lower().rstrip(".")
    short = name.partition(".")[0]
    return list(dict.fromkeys(n for n in (name, short, f"{short}.local") if n))


def is_loopback(address: str) -> bool:
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(ip, "ipv4_mapped", None)
    return (mapped or ip).is_loopback


def is_known_host(host: str, names: Iterable[str]) -> bool:
    """Whether a Host header names this computer: an address as such, localhost or its own name.

    A foreign name that points here is how another site would reach in through the browser.
    """
    bare = _without_port(host).lower()
    if bare in ("localhost", *names):
        return True
    try:
        ipaddress.ip_address(bare.partition("%")[0])
    except ValueError:
        return False
    return True


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]


def _address_towards(target: str) -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((target, 9))
            return str(probe.getsockname()[0])
        except OSError:
            return None


def _addresses_of(name: str) -> list[str]:
    try:
        return [str(entry[4][0]) for entry in socket.getaddrinfo(name, None, socket.AF_INET)]
    except OSError:
        return []
