"""An exported model becomes a checkpoint again that does what it did, and can be trained on."""

from __future__ import annotations

import numpy as np
import onnxruntime
import pytest

torch = pytest.importorskip("torch")
# The exporter with the stable output warns that a newer one exists.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

from models.training import finder, loop, reader, revive  # noqa: E402
from models.training.networks import Finder, Reader  # noqa: E402


def used(net):
    """A network whose normalisations have seen something."""
    torch.manual_seed(3)
    for module in net.modules():
        if isinstance(module, torch.nn.BatchNorm2d):
            module.running_mean.uniform_(-1, 1)
            module.running_var.uniform_(0.5, 2)
            module.weight.data.uniform_(0.5, 2)
            module.bias.data.uniform_(-1, 1)
    if isinstance(net, Reader):
        torch.nn.init.normal_(net.decide[-1].weight)  # at first other corners have no say
    return net.eval()


@pytest.mark.parametrize(
    ("make", "export", "shape", "at_once"),
    [(Finder, finder.export, (4, 3, 64, 64), 1), (Reader, reader.export, (33, 3, 40, 40), 33)],
)
def test_a_revived_network_answers_as_the_exported_one(make, export, shape, at_once, tmp_path):
    path = tmp_path / "model.onnx"
    export(used(make()), path)
    inputs = torch.rand(shape)
    net = revive.revive(make(), path, inputs).eval()
    session = onnxruntime.InferenceSession(str(path))
    name = session.get_inputs()[0].name
    told = np.concatenate(
        [session.run(None, {name: some.numpy()})[0] for some in inputs.split(at_once)]
    )
    with torch.no_grad():
        assert np.allclose(net(inputs).numpy(), told, atol=1e-2 * np.abs(told).max())


def test_in_training_it_starts_where_it_was(tmp_path):
    path = tmp_path / "model.onnx"
    reader.export(used(Reader()), path)
    inputs = torch.rand(255, 3, 40, 40)
    net = revive.revive(Reader(), path, inputs)
    net.out[0].p = 0.0
    with torch.no_grad():
        answered, training = net.eval()(inputs), net.train()(inputs)
    assert (answered - training).abs().mean() < 0.02 * answered.abs().mean()


def test_the_checkpoint_is_resumed(tmp_path):
    net = Reader()
    revive.save(net, tmp_path / "reader.pt")
    other, average = Reader(), Reader()
    optimiser = torch.optim.AdamW(other.parameters())
    state = loop.resume(tmp_path / "reader.pt", other, average, optimiser)
    assert state == {"step": 0, "seconds": 0.0}
    assert torch.equal(other.out[1].weight, net.out[1].weight)
