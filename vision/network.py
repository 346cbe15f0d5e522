"""Runs the ONNX models that lie in models/."""

from __future__ import annotations

import os
from functools import cache
from importlib.resources import as_file, files

import numpy as np
import onnxruntime
from threadpoolctl import threadpool_limits


@cache
def session(name: str) -> onnxruntime.InferenceSession:
    """The model `models/NAME.onnx`, loaded once a process."""
    # Our matrices are tiny: BLAS threads wait for each other ten times as long as they multiply.
    threadpool_limits(1, user_api="blas")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = min(4, len(os.sched_getaffinity(0)))
    options.log_severity_level = 3
    with as_file(files("models") / f"{name}.onnx") as path:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def run(name: str, inputs: np.ndarray) -> np.ndarray:
    model = session(name)
    output: np.ndarray = model.run(None, {model.get_inputs()[0].name: inputs})[0]
    return output
