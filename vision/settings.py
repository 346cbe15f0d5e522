"""Every threshold of reading a table, in one place. Lengths are in tile sides unless named _px."""

from __future__ import annotations

# Finding
FIND_LONG_SIDE_PX = 640  # the network's picture, first look
FARTHER = 0.2  # this share of the tiles lies farther away and looks smaller
LOOK_AGAIN_BELOW_PX = 33.0  # such tiles smaller than this in that picture are looked at closer
LOOK_AGAIN_SIDE_PX = 64.0  # … at this size
LOOK_AGAIN_LONG_SIDE_PX = 1600  # … in a picture of at most this size
ENLARGED = 2.0  # … and at most so much larger than it is
CLOSER = 1.5  # … or at least so much larger than before
EXPLAINED = 0.85  # less of the marks than this became tiles: looked at closer, too
MARK_CHANCES = (0.5, 0.75, 0.9)  # a pixel belongs to a mark from here on; grown together: more
MARK_SIDE_PX = 6.0  # smaller marks are noise
SEARCH = 0.10  # how far from the first outline a side is looked for
OUTLINE_OVERLAP = 0.80  # of a mark with its triangle; less is a covered or merged tile
SIDE_RATIO = 2.6  # longest to shortest side of a tile seen obliquely
SIZE_RATIO = 2.0  # a tile's size to the middle one of the picture
UNMARKED = 0.1  # what shows no number says so much less of what the middle one is
NEAREST, AREA_RATIO = 5, 2.5  # its area to that of so many tiles around it

# Reading
READ_AT_ONCE = 180  # corners in one batch, whole tiles: larger ones cost memory and save no time
COVERED = 0.5  # most corners covered with this chance: not a tile to be read

MARKED = 0.8  # a corner shows a number with this chance: the tile cannot lie face down
CLEAR = 0.6  # a corner is rather clear from this chance on
MOST_CLEAR = 0.93  # fewer of the tiles found are clear: look closer
FEW_CLEAR = 0.6  # … and not only where those lie
SURE = 0.95  # such tiles show what the set looks like
LEAST_SURE = 0.1  # what is read less surely is hardly a tile

# Lattice
LINK = 0.26  # sides of neighbours lie at most this far apart
FILLS = (
    0.2  # … or else the middle of one lies this near to that of the cell beyond the other's side
)

# Joint reading
CORNERS_DISAGREE = 0.006  # chance that a corner really carries two numbers (an illegal tile)
COUNTER_CLOCKWISE = 0.02  # chance that a tile's numbers run the other way
TILE_TWICE = 0.004  # chance that a tile of the set lies there twice
OTHER_MARKS = 1e-4  # chance that one corner does not show the marks of the whole set
ROUNDS = 2  # of beliefs between tiles and corners, each tile made to lie there once
ALTERNATIVES = 3  # other readings kept for a tile
LEAST_CHANCE = 1e-4  # of those
BLANK_CORNER = 0.8  # a back is the tile 0-0-0 only where each corner is empty with this chance

# Doubt
FAULTS_OF_ONE_TILE = 4  # one wrong tile breaks at most so many rules: three corners, and lies twice
FAULTS_A_TILE = 0.1  # more than so many, too, and the picture is misread …
DOUBTED = 0.85  # … so that nothing in it is surer than this
