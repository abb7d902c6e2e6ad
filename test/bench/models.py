"""Embeds texts with onnxruntime: reads JSON from stdin, writes texts per second as JSON. See models.ts."""

import json
import os
import sys
import time

import numpy
import onnxruntime
from tokenizers import Tokenizer

work = json.load(sys.stdin)
tokenizer = Tokenizer.from_file(os.path.join(work["folder"], "tokenizer.json"))
tokenizer.no_truncation()
tokenizer.enable_padding()
options = onnxruntime.SessionOptions()
options.intra_op_num_threads = work["threads"]
session = onnxruntime.InferenceSession(
    os.path.join(work["folder"], "onnx", "model_quantized.onnx"), options, providers=["CPUExecutionProvider"]
)


def embed(texts):
    batch = tokenizer.encode_batch(texts)
    ids = numpy.array([one.ids for one in batch], dtype=numpy.int64)
    mask = numpy.array([one.attention_mask for one in batch], dtype=numpy.int64)
    feeds = {"input_ids": ids, "attention_mask": mask, "token_type_ids": numpy.zeros_like(ids)}
    states = session.run(None, feeds)[0]
    vectors = (states * mask[:, :, None]).sum(axis=1)
    return vectors / numpy.linalg.norm(vectors, axis=1, keepdims=True)


embed(work["texts"])
times = []
for _ in range(work["repeats"]):
    # The time of this process on all its threads, as the other side is timed.
    start = time.process_time()
    embed(work["texts"])
    times.append(time.process_time() - start)
json.dump({"perSecond": len(work["texts"]) / sorted(times)[len(times) // 2]}, sys.stdout)
