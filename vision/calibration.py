"""Turns the joint belief into a chance that holds: of tiles given 0.99, 99 in 100 are right."""

from __future__ import annotations

import numpy as np

# Belief and measured share of right tiles, in log-odds, from rendered scenes of unseen seeds,
# fonts and textures (`python -m models.evaluate calibrate`).
BELIEF = (-4.0, -1.43, -0.5, 0.47, 1.51, 2.49, 3.48, 4.54, 5.55, 6.5, 8.03, 11.8)
MEASURED = (-4.0, -1.05, -0.15, 0.6, 1.54, 2.06, 2.36, 3.6, 5.08, 5.09, 6.54, 9.3)


def calibrated(belief: float) -> float:
    odds = np.log(max(belief, 1e-9) / max(1 - belief, 1e-9))
    return float(1 / (1 + np.exp(-np.interp(odds, BELIEF, MEASURED))))
