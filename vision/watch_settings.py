"""Every threshold of watching a game, in one place. Lengths are in tile sides unless named."""

from __future__ import annotations

# Motion, on a small grey picture
SMALL_WH = (320, 180)
BLACK_LEVEL = 10.0  # mean grey below this with little contrast: nothing can be seen
BLACK_CONTRAST = 6.0
CHANGED_GREY = 16.0  # a pixel differs from here on, after evening out the light
MOVING_SHARE = 0.0012  # of the pixels differ from the last frame: something moves
SPECK_PX = 10  # smaller changed spots are noise
WHOLE_PICTURE = 0.45  # of the pixels changed: lamp or camera, not a hand
ELSEWHERE = 0.12  # of the pixels changed and no known tile in sight: the camera looks away
HAND_SHARE = 0.006  # of the picture, reaching in from its rim: something is in the way
UNREST_STEP = 0.06  # what the newest frame counts in how much a place moves
UNREST = 0.55  # a place that moves so much of the time never rests: it is not waited for
AROUND = 2.0  # sides around the layout in which motion and hands matter
PUSHED_SHARE = 0.02  # of the pixels changed: the camera may have been pushed
PUSH_EXPLAINS = 0.6  # … if moving the picture leaves no more than this of it
PUSH_POINTS, PUSH_LEAST = 120, 12  # followed from one picture to the other, that agree
PUSH_AGREE = 0.4  # share of them
PUSH_NEAR_PX = 0.7

# Still before reading, and agreeing over frames
SETTLE_S = 0.12
HAND_S = 0.25  # … where something that came in from the rim stays there
PARTLY_HIDDEN = 0.04  # of a new tile: it is read as often as can be before it counts
READINGS = 2  # that agree and are sure
MOST_READINGS = 7  # then what most of them say is taken, and asked about
AGREE_SHARE = 0.6
SURE = 0.97  # a reading below this is not taken at once
ASK_BELOW = 0.93  # an event below this is asked about
PHANTOM = 0.25  # a new tile read no better than this is no tile
CLEAR_ALONE = 0.6  # read clearly enough to be a tile, or another tile, without more proof
LOOK_AGAIN_S = 3.0  # with nothing changed, look again after this time
LOOK_SOON_S = 0.25  # … where something is open: a tile not seen, a stock being counted

# Pictures taken one by one
PACE_FRAMES = 90  # of a replay are looked at first
PACE_LEAST = 2  # fewer changes than this say nothing
LEFT_ALONE = 0.35  # of the smaller of two changes in common: the second leaves the first alone
STROKES = 0.7  # of the changes are left alone: it is no film
SLIDES_MOVING = 0.6  # of the pictures show something new
SLIDES_MOST = 85  # where more than this change and none is still, somebody holds the camera

# Changed places in which nothing was read, read again by themselves
UNKNOWN_SIDE_PX = 24.0  # of the small picture: how large a tile may be while none is known
PART_LEAST = 0.35  # of a tile's area has changed
PART_TILES = 5.0  # tiles' areas: more is no tile, but a shadow or something laid down
PART_TILES_UNKNOWN = 20.0  # … while none is known
PART_ROOM = 1.2  # a tile and what it changes around it
PART_SIDES = 1.4  # read with so much around
PARTS_MOST = 2  # a reading

# Backs in the layout
BLANK_IN_CELL = 0.2  # sides that its corners lie off the cell's, at most
BLANK_CORNER_SURE = 0.9  # of a number that is known from the tiles beside it
BLANK_FREE_SURE = 0.7  # … that nothing tells: a zero

# Taking back
ABSENT_S = 0.8  # a tile is gone when not seen for this time
ABSENT_READINGS = 3
SEEN_SHARE = 0.6  # of the other tiles have to be seen for one to be missing
CLEARED_SHARE = 0.6  # of the layout gone at once: cleared away, not taken back

# Registration
POSE_SCORE = 3.5  # from here on a group is recognised
PLACE_SCORE = 5.0  # a tile where a known one lay, whatever is read on it
SAME_PLACE = 0.3  # corners this near in the picture are the same corner
NEAR_CELL = 0.36  # a tile this near to a free cell lies in it, though it touches nobody
OUT_OF_PLACE = 0.9  # a second group of a field lies at most this far from where its cells are
CAMERA_MOVED = 0.12  # the layout's middle shift from which the camera has moved
VALUE_FLOOR = 2e-3  # chance that a reading is worth nothing

# Beliefs
MEMORY = 0.8  # what an earlier look counts beside a new one
MOST_SURE = 9.0  # log-odds an old belief may have, so that it can still be repaired
REPAIR_SURE = 0.95
REPLACED_SURE = 0.97

# Still pictures kept, to tell since when a tile lies there
STILLS_MOST = 16
STILL_LONG_SIDE_PX = 960

# Stock
SAME_BACK = 0.5  # a face-down tile this near to where one was is the same
BACK_ROOM = 1.5  # looked at with so much around it
STOCK_HIDDEN = 0.1  # of its place covered: not known whether it is gone

# Evidence
EVIDENCE_LONG_SIDE_PX = 960
EVIDENCE_QUALITY = 80
EVIDENCE_MOST_BYTES = 200_000
EVIDENCE_MOST = 400
CROP_PX = 240

# Sources
LOST_AFTER_S = 2.0
RECONNECT_S = 1.0
DEFAULT_FPS = 15.0
