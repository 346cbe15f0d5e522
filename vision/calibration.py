"""Turns the joint belief into a chance that holds: of tiles given 0.99, 99 in 100 are right."""

from __future__ import annotations

import numpy as np

# Belief and measured share of right tiles, in log-odds, from rendered scenes of unseen seeds,
# fonts and textures (`python -m models.evaluate calibrate`).
BELIEF = (-4.0, -1.41, -0.46, 0.43, 1.53, 2.55, 3.45, 4.56, 5.52, 6.45, 8.03, 11.8)
MEASURED = (-4.0, -0.63, -0.05, 0.59, 1.76, 1.87, 2.22, 4.01, 4.36, 4.37, 6.62, 9.29)


def calibrated(belief: float) -> float:
    odds = np.log(max(belief, 1e-9) / max(1 - belief, 1e-9))
    return float(1 / (1 + np.exp(-np.interp(odds, BELIEF, MEASURED))))
