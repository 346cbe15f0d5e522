"""Turns the joint belief into a chance that holds: of tiles given 0.99, 99 in 100 are right."""

from __future__ import annotations

import numpy as np

# Belief and measured share of right tiles, in log-odds, from rendered scenes of unseen seeds,
# fonts and textures (`python -m models.evaluate calibrate`).
BELIEF = (-0.4, 0.53, 1.47, 2.55, 3.5, 4.53, 5.52, 6.51, 8.04, 11.79)
MEASURED = (-0.82, -0.38, 0.72, 1.64, 2.68, 3.19, 3.2, 3.74, 4.8, 7.7)


def calibrated(belief: float) -> float:
    odds = np.log(max(belief, 1e-9) / max(1 - belief, 1e-9))
    return float(1 / (1 + np.exp(-np.interp(odds, BELIEF, MEASURED))))
