"""DICOM as Python programs read it: for each path on stdin the milliseconds until it can be shown.

Answers a line of JSON: a number, or {"error": reason}.
"""

from __future__ import annotations

import json
import sys
import time

import numpy as np
import pydicom

try:
    from pydicom.pixels import apply_voi_lut
except ImportError:  # pydicom 2
    from pydicom.pixel_data_handlers.util import apply_voi_lut


def show(path: str) -> np.ndarray:
    """The frame through its window, 0..65535."""
    dataset = pydicom.dcmread(path)
    shown = apply_voi_lut(dataset.pixel_array, dataset)
    white = 2**dataset.BitsStored - 1
    return np.clip(shown * (65535 / white), 0, 65535).astype(np.uint16)


def answer(path: str) -> float | dict[str, str]:
    started = time.perf_counter()
    try:
        show(path)
    except Exception as error:  # whatever it is, it is a reason to be told
        print(f"pydicom: {error}", file=sys.stderr)
        return {"error": f"pydicom cannot decode it here ({type(error).__name__})"}
    return (time.perf_counter() - started) * 1000


for line in sys.stdin:
    print(json.dumps(answer(line.rstrip("\n"))), flush=True)
