"""Training code works end to end: seconds of training on a few scenes export models that load."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnxruntime
import pytest

torch = pytest.importorskip("torch", reason="training needs the extra [train]")
pytestmark = pytest.mark.filterwarnings("ignore")  # the exporter's own deprecations

from models.training import blend, finder, reader, store  # noqa: E402
from vision.glyphs import CLASSES  # noqa: E402
from vision.patches import PATCH_PX  # noqa: E402


@pytest.fixture(scope="module")
def scenes(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("scenes")
    store.render_into(folder, iter(range(4)), "train")
    return folder


def test_stored_scenes_come_back_whole(scenes):
    paths = store.stored_paths(scenes)
    assert len(paths) == 4
    scene = store.load(paths[0])
    assert scene.image.shape[:2] == scene.instance.shape
    assert len(scene.corners_xy) == len(scene.values) == len(scene.visible)


def test_targets_are_the_shrunken_insides_of_the_tiles(scenes):
    random = np.random.default_rng(0)
    scene = max((store.load(p) for p in store.stored_paths(scenes)), key=lambda s: len(s.values))
    shares = []
    for _ in range(8):
        image, target, weight = finder.make_crop(scene, random)
        assert image.shape == (finder.CROP_PX, finder.CROP_PX, 3)
        assert target.max() <= 1 and weight.min() >= 0
        shares.append(target.mean())
    assert max(shares) > 0


@pytest.mark.parametrize(
    ("network", "shape", "out"),
    [
        (finder, (1, 3, 64, 96), (1, 2, 64, 96)),
        (reader, (5, 3, PATCH_PX, PATCH_PX), (5, len(CLASSES))),
    ],
    ids=["finder", "reader"],
)
def test_seconds_of_training_export_a_model_that_loads(scenes, tmp_path, network, shape, out):
    checkpoint, onnx = tmp_path / "net.pt", tmp_path / "net.onnx"
    call = [str(scenes), "--checkpoint", str(checkpoint), "--export", str(onnx), "--batch", "4"]
    network.main([*call, "--steps", "2"])
    trained = torch.load(checkpoint, weights_only=True)["state"]["step"]
    network.main([*call, "--steps", "3"])
    resumed = torch.load(checkpoint, weights_only=True)["state"]["step"]
    assert (trained, resumed) == (2, 3)
    session = onnxruntime.InferenceSession(str(onnx))
    answer = session.run(None, {session.get_inputs()[0].name: np.zeros(shape, np.float32)})[0]
    assert answer.shape == out
    assert np.isfinite(answer).all()


def test_a_blend_lies_half_way_between_its_checkpoints(scenes, tmp_path):
    before, after = tmp_path / "before.pt", tmp_path / "after.pt"
    for path, steps in ((before, "1"), (after, "4")):
        reader.main([str(scenes), "--checkpoint", str(path), "--batch", "4", "--steps", steps])
    one, two = (torch.load(path, weights_only=True)["average"] for path in (before, after))
    mixed = blend.blend(before, after).state_dict()
    name = "out.1.weight"
    assert torch.allclose(mixed[name], (one[name] + two[name]) / 2)
    assert not torch.allclose(mixed[name], two[name])
    blend.main([str(before), str(after), "--export", str(tmp_path / "net.onnx")])
    assert onnxruntime.InferenceSession(str(tmp_path / "net.onnx")).get_outputs()
