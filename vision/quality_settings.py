"""Every threshold of judging a photo, in one place. Lengths are in tile sides unless named _px."""

from __future__ import annotations

SMALL_LONG_SIDE_PX = 320  # light and glare are judged on a picture of this size

# Light: the level (0…255) that the brightest hundredth of the board reaches
LIGHT_PERCENTILE = 99
DARK, TOO_DARK = 95.0, 60.0

# Sharpness: how wide an edge comes out. A lens blur of 0.03 sides makes it 0.09, one of 0.045 0.12.
SHARPNESS_TILES = 6  # tiles looked at, spread over the picture
SHARPNESS_SIDE_PX = 72  # tiles are shrunk to this first
SOFT, BLURRED = 0.105, 0.14
SOFT_PX = 4.5  # an edge of a small tile is wide for its size, and yet sharp
EDGE_PERCENTILE = 99
CONTRAST_PERCENTILES = (2, 98)
LEAST_CONTRAST = 12.0  # less shows no edge to judge by
# Where no tile is found, windows of the whole picture are judged instead.
WINDOWS_XY = (4, 3)
WINDOW_BLURRED_PX = 13.0  # at 1280 pixels a picture's long side

# Glare: pixels of a tile that are burnt out
BURNT_OUT = 250
GLARE, MUCH_GLARE = 0.10, 0.30  # of a tile's face, more than the middle tile of the picture has
GLARED_TILES = 0.25  # so many tiles with glare are worse than one

# Distance and frame
FAR_PX, TOO_FAR_PX = 44.0, 32.0  # a tile's side
FRAME_MARGIN = 0.08  # a board tile nearer than this to the frame may have fellows outside
