"""Times all-MiniLM-L6-v2 in native onnxruntime on token ids from stdin; needs onnxruntime and numpy."""

import json
import sys
import time

import numpy
import onnxruntime

asked = json.load(sys.stdin)
options = onnxruntime.SessionOptions()
options.intra_op_num_threads = asked["threads"]
session = onnxruntime.InferenceSession(asked["model"], options, providers=["CPUExecutionProvider"])
ids = numpy.array(asked["ids"], dtype=numpy.int64)
feed = {"input_ids": ids, "attention_mask": numpy.ones_like(ids), "token_type_ids": numpy.zeros_like(ids)}
vectors = None
seconds = []
for _ in range(asked["rounds"] + 1):
    start = time.perf_counter()
    (states,) = session.run(None, feed)
    means = states.mean(axis=1)
    vectors = means / numpy.linalg.norm(means, axis=1, keepdims=True)
    seconds.append(time.perf_counter() - start)
print(json.dumps({"seconds": seconds[1:], "first": vectors[0].tolist(), "version": onnxruntime.__version__}))
