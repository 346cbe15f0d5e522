"""How often one client may do something before being asked to slow down."""

from __future__ import annotations

import ipaddress
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

MOST_CLIENTS = 2000  # remembered at once, so that many addresses cannot fill the memory


def client_network(address: str) -> str:
    """What counts as one client: an IPv4 address, or the whole network of an IPv6 one."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    return str(ipaddress.ip_network((ip, 64), strict=False)) if ip.version == 6 else str(ip)


@dataclass(slots=True)
class _Level:
    amount: float
    at: float


class Bucket:
    """So many at once, then so many a second."""

    def __init__(
        self, at_once: float, a_second: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.at_once, self.a_second, self.clock = at_once, a_second, clock
        self._levels: OrderedDict[str, _Level] = OrderedDict()
        self._lock = threading.Lock()

    def wait(self, client: str) -> float:
        """0 when the client may go on now (and it is counted); else the seconds to wait."""
        with self._lock:
            level = self._refilled(client)
            if level.amount >= 1:
                level.amount -= 1
                return 0.0
            return (1 - level.amount) / self.a_second

    def _refilled(self, client: str) -> _Level:
        now = self.clock()
        level = self._levels.pop(client, None) or _Level(self.at_once, now)
        level.amount = min(self.at_once, level.amount + (now - level.at) * self.a_second)
        level.at = now
        self._levels[client] = level
        if len(self._levels) > MOST_CLIENTS:
            self._levels.popitem(last=False)
        return level


class Penalty:
    """Wrong guesses: the first few are free, then each wait is twice the last."""

    FREE, FIRST, LONGEST, FORGET = 4, 2.0, 300.0, 1800.0

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._wrong: OrderedDict[str, tuple[int, float]] = OrderedDict()
        self._lock = threading.Lock()

    def wait(self, client: str) -> float:
        """The seconds until this client may guess again."""
        with self._lock:
            count, last = self._wrong.get(client, (0, 0.0))
            return max(0.0, last + self._pause(count) - self.clock()) if count else 0.0

    def wrong(self, client: str) -> None:
        with self._lock:
            count, last = self._wrong.pop(client, (0, 0.0))
            now = self.clock()
            count = 1 if now - last > self.FORGET else count + 1
            self._wrong[client] = (count, now)
            if len(self._wrong) > MOST_CLIENTS:
                self._wrong.popitem(last=False)

    def right(self, client: str) -> None:
        with self._lock:
            self._wrong.pop(client, None)

    def _pause(self, count: int) -> float:
        if count <= self.FREE:
            return 0.0
        return min(self.LONGEST, self.FIRST * 2.0 ** (count - self.FREE - 1))
