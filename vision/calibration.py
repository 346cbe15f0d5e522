"""Turns the joint belief into a chance that holds: of tiles given 0.99, 99 in 100 are right."""

from __future__ import annotations

import numpy as np

# Belief and measured share of right tiles, in log-odds, from rendered scenes of unseen seeds,
# fonts and textures (`python -m models.evaluate calibrate`).
BELIEF = (-4.0, -1.41, -0.5, 0.41, 1.44, 2.55, 3.48, 4.53, 5.55, 6.47, 7.98, 11.79)
MEASURED = (-4.0, -0.13, -0.12, 0.54, 1.41, 1.65, 2.27, 3.94, 4.69, 4.71, 6.59, 9.28)


def calibrated(belief: float) -> float:
    odds = np.log(max(belief, 1e-9) / max(1 - belief, 1e-9))
    return float(1 / (1 + np.exp(-np.interp(odds, BELIEF, MEASURED))))
