"""Compares ranking-metrics.json with ranx 0.3.21 and scikit-learn 1.9.1: python check-rankings.py"""

import json
from pathlib import Path

from ranx import Qrels, Run, evaluate
from sklearn.metrics import mean_absolute_error, root_mean_squared_error

TOLERANCE = 1e-9
ORACLE = json.loads((Path(__file__).parent / "ranking-metrics.json").read_text())
RANX = {"hit_rate": "hit_rate", "ndcg": "ndcg", "mrr": "mrr", "map": "map", "precision": "precision", "recall": "recall"}

compared = 0
for case in ORACLE["ranking"]:
    qrels = Qrels({"q": {str(item): int(grade) for item, grade in case["relevant"]}})
    # Scores that fall from the first to the last: the order is the list's.
    run = Run({"q": {str(item): float(len(case["ranked"]) - at) for at, item in enumerate(case["ranked"])}})
    for name, expected in case["expected"].items():
        metric, _, k = name.partition("@")
        if metric not in RANX or not k:
            continue
        got = float(evaluate(qrels, run, f"{RANX[metric]}@{k}"))
        assert abs(got - expected) <= TOLERANCE, (case["id"], name, got, expected)
        compared += 1
for case in ORACLE["rating"]:
    got = {"rmse": root_mean_squared_error(case["truth"], case["pred"]), "mae": mean_absolute_error(case["truth"], case["pred"])}
    for name, value in got.items():
        assert abs(value - case["expected"][name]) <= TOLERANCE, (case["id"], name, value)
        compared += 1
print(f"{compared} numbers are the same")
