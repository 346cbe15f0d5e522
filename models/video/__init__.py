"""Whole games as video: a seeded game, hands that lay it, and the truth about every frame."""
