"""A scene's truth in the form of `tripad read`: see CONTRACTS."""

from __future__ import annotations

from models.render.types import Scene, SceneTile


def scene_labels(scene: Scene, name: str) -> dict:
    """The label object of one picture; visible is ours, everything else the contract's."""
    high, wide = scene.image.shape[:2]
    return {
        "image": name,
        "width": wide,
        "height": high,
        "tiles": [_tile(t) for t in scene.tiles],
        "face_down": [_outline(t) for t in scene.face_down],
        "meta": scene.meta,
    }


def _outline(tile: SceneTile) -> dict:
    corners = [[round(float(v), 2) for v in corner] for corner in tile.corners_xy]
    return {"corners": corners, "visible": round(tile.visible, 3)}


def _tile(tile: SceneTile) -> dict:
    seen = [round(v, 3) for v in tile.corner_visible]
    place = {"field": tile.field, "cell": tile.cell and list(tile.cell)}
    return _outline(tile) | {"values": tile.values, "corner_visible": seen} | place
