"""Training code works end to end: seconds of training on a few scenes export models that load."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnxruntime
import pytest

torch = pytest.importorskip("torch", reason="training needs the extra [train]")
pytestmark = pytest.mark.filterwarnings("ignore")  # the exporter's own deprecations

from models.training import finder, reader, store  # noqa: E402
from models.training.networks import Reader  # noqa: E402
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
        (reader, (6, 3, PATCH_PX, PATCH_PX), (6, len(CLASSES))),
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


def test_a_corner_is_read_in_the_light_of_its_own_picture_only():
    torch.manual_seed(5)
    net = Reader().eval()
    torch.nn.init.normal_(net.decide[-1].weight)  # as if trained: at first others have no say
    patches, picture = torch.rand(12, 3, PATCH_PX, PATCH_PX), torch.arange(12) // 6
    with torch.no_grad():
        numbered, mixed = net(patches, picture), net(patches)
        alone = torch.cat([net(patches[:6]), net(patches[6:])])
    assert torch.allclose(numbered, alone, atol=1e-4)
    assert not torch.allclose(mixed, alone, atol=1e-2)


def test_batches_hold_whole_tiles_and_number_their_pictures(scenes):
    source = reader.PatchSource(scenes, seed=1)
    (patches, picture), labels = source.batch(90)
    assert len(patches) == len(picture) == len(labels) == 90
    assert (picture.reshape(-1, 3) == picture[::3, None]).all()
    assert picture.max() > 0 and (picture.diff() >= 0).all()
