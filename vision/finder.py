"""Finds the tiles: the network marks their shrunken insides, triangles are fitted to the marks."""

from __future__ import annotations

# A tile's mark is the tile shrunk to this size about its centre: touching tiles stay apart.
SHRINK = 0.62
