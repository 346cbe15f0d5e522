"""Scene renderer: pictures of triangular dominoes on tables, with exact truth."""

from models.render.scene import render_scene
from models.render.types import IGNORE, Scene, SceneSpec, SceneTile

__all__ = ["IGNORE", "Scene", "SceneSpec", "SceneTile", "render_scene"]
