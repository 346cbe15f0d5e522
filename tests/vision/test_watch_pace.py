"""Pictures that are no film: one or a few a move, taken with or without a fixed camera."""

from __future__ import annotations

from dataclasses import replace

import cv2
import pytest

from scorer.events import Draw
from scorer.record import new_record
from tests.vision.sitting import Sitting, numbers, told
from vision.pace import Pace, pace_of
from vision.sources import Folder, Video
from webui.table_watch import TableWatch

MOVES = (
    ("0,0,up", (5, 5, 5)),
    ("0,0,down", (5, 4, 5)),
    ("0,1,up", (5, 4, 1)),
    ("1,0,up", (5, 3, 4)),
    ("0,-1,down", (0, 5, 5)),
)


def slides(table, each: int, moved: float = 0.0):
    """So many pictures of each move and of the table before it."""
    shown = table.frames(each)
    for k, (cell, values) in enumerate(MOVES):
        table.lay(cell, *values)
        table.move_camera(x=300.0 + moved * (-1) ** k, turn=0.3 + 0.002 * moved * k)
        shown += table.frames(each)
    return shown


def watched(table, frames) -> TableWatch:
    pace = pace_of(frame.image for frame in frames)
    watch = TableWatch(new_record("tripple-classic", ("Ann", "Ben")), table.read)
    for frame in frames:
        watch.see(replace(frame, pace=pace))
    watch.finish()
    return watch


@pytest.mark.parametrize("each", [1, 2, 3, 5])
@pytest.mark.parametrize("moved", [0.0, 12.0])
def test_a_few_pictures_a_move_are_enough(table, each, moved):
    watch = watched(table, slides(table, each, moved))
    events = watch.session.record.rounds[0].events
    assert [numbers(event) for event in events] == [sorted(values) for _, values in MOVES]
    assert not watch.questions


def test_a_film_with_hands_is_no_row_of_pictures(table):
    shown = table.frames(4)
    for cell, values in MOVES:
        shown += table.passing_hand(8)
        table.lay(cell, *values)
        shown += table.frames(9)
    assert pace_of(frame.image for frame in shown) is Pace.FLOWING


def test_nothing_at_all_happens_in_a_film(table):
    assert pace_of(frame.image for frame in table.frames(30)) is Pace.FLOWING


def test_folders_and_videos_tell_their_pace(table, tmp_path):
    pictures = [frame.image for frame in slides(table, 2)]
    for k, image in enumerate(pictures):
        cv2.imwrite(str(tmp_path / f"{k:03}.png"), image)
    (tmp_path / "004.png").write_bytes(b"no picture")
    high, wide = pictures[0].shape[:2]
    video = cv2.VideoWriter(
        str(tmp_path / "v.mp4"), cv2.VideoWriter.fourcc(*"mp4v"), 5, (wide, high)
    )
    for image in pictures:
        video.write(image)
    video.release()
    assert {frame.pace for frame in Folder(tmp_path).frames()} == {Pace.STEPS}
    assert {frame.pace for frame in Video(tmp_path / "v.mp4").frames()} == {Pace.STEPS}


def test_a_draw_tapped_right_after_a_picture_belongs_to_the_next_player(table):
    watch = TableWatch(new_record("tripple-classic", ("Ann", "Ben")), table.read)
    (cell, values), second = MOVES[:2]
    watch.see(replace(*table.frames(1), pace=Pace.SLIDES))
    table.lay(cell, *values)
    watch.see(replace(*table.frames(1), pace=Pace.SLIDES))
    watch.tap(Draw("Ben"))
    table.lay(second[0], *second[1])
    watch.see(replace(*table.frames(1), pace=Pace.SLIDES))
    events = watch.session.record.rounds[0].events
    assert [(e.kind, e.player) for e in events] == [
        ("place", "Ann"), ("draw", "Ben"), ("place", "Ben"),
    ]  # fmt: skip


def test_a_draw_tapped_while_the_hand_still_leaves_waits_for_the_tile(table):
    sitting = Sitting(table)
    sitting.begin()
    table.lay("0,1,up", 5, 4, 1)
    for frame in table.passing_hand(5)[:4]:
        sitting.watch.see(frame)
    assert sitting.watch.tap(Draw("Ben")) == []
    assert told(sitting.play(12, hand=False)) == ["place", "draw"]
    assert [(e.kind, e.player) for e in sitting.events[2:]] == [("place", "Ann"), ("draw", "Ben")]


def test_a_draw_tapped_before_the_first_tile_is_seen_waits_for_it(table):
    sitting = Sitting(table)
    assert sitting.watch.tap(Draw("Ben")) == []
    assert told(sitting.lay("0,0,up", 5, 5, 5)) == ["place", "draw"]
    assert [(e.kind, e.player) for e in sitting.events] == [("place", "Ann"), ("draw", "Ben")]
