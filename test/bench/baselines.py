"""Fits the public libraries' counterparts of the baselines on the interactions and lists that come as JSON on standard input,
and prints their quality and seconds as JSON. Libraries that are not installed are left out. One thread each, as in the lab."""

import json
import math
import os
import sys
import time

for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ[name] = "1"

import numpy as np  # noqa: E402

given = json.load(sys.stdin)


def ranking(score):
    """HR@10 and NDCG@10; score(user, items) gives one number an item, ties go to the smaller id."""
    started = time.process_time()
    hits = gain = 0
    for one in given["lists"]:
        items = one["candidates"]
        scores = score(one["user"], items)
        order = sorted(range(len(items)), key=lambda at: (-scores[at], items[at]))
        rank = [items[at] for at in order].index(one["positive"])
        if rank < 10:
            hits += 1
            gain += 1 / math.log2(rank + 2)
    count = len(given["lists"])
    return {"hitRatio": hits / count, "ndcg": gain / count, "predict": time.process_time() - started}


def with_implicit(results):
    import scipy.sparse as sp
    from implicit.bpr import BayesianPersonalizedRanking
    from implicit.nearest_neighbours import CosineRecommender

    train = given["train"]
    users = {one: at for at, one in enumerate(sorted(set(train["user"])))}
    items = {one: at for at, one in enumerate(sorted(set(train["item"])))}
    rows = [users[one] for one in train["user"]]
    columns = [items[one] for one in train["item"]]
    matrix = sp.csr_matrix((np.ones(len(rows), dtype=np.float32), (rows, columns)), shape=(len(users), len(items)))

    def factors(model):
        model.fit(matrix, show_progress=False)
        u, i = np.asarray(model.user_factors), np.asarray(model.item_factors)
        zero = np.zeros(i.shape[1])
        return lambda user, ids: [float(u[users[user]] @ (i[items[one]] if one in items else zero)) for one in ids]

    def cosine():
        model = CosineRecommender(K=21, num_threads=1)
        model.fit(matrix, show_progress=False)
        similarity = model.similarity.tocsr()

        def score(user, ids):
            had = matrix[users[user]].indices
            found = np.asarray(similarity[[items.get(one, 0) for one in ids]][:, had].sum(axis=1)).ravel()
            return [float(found[at]) if one in items else 0.0 for at, one in enumerate(ids)]

        return score

    bpr = dict(factors=64, learning_rate=0.01, regularization=0.01, iterations=100)
    models = {
        "bpr-mf": lambda: factors(BayesianPersonalizedRanking(**bpr, num_threads=1, random_state=1)),
        "item-cosine": cosine,
    }
    for name, fit in models.items():
        started = time.process_time()
        score = fit()
        results[name] = {"library": "implicit", "fit": time.process_time() - started, **ranking(score)}


def with_surprise(results):
    import pandas as pd
    from surprise import SVD, BaselineOnly, Dataset, KNNBaseline, Reader

    train, test = given["ratings"]["train"], given["ratings"]["test"]
    frame = pd.DataFrame({name: train[name] for name in ("user", "item", "rating")})
    full = Dataset.load_from_df(frame, Reader(rating_scale=(0.5, 5))).build_full_trainset()
    similarity = {"name": "pearson_baseline", "user_based": False}
    models = {
        "biased-mf": SVD(random_state=1),
        "user-item-bias": BaselineOnly(verbose=False),
        "item-knn-ratings": KNNBaseline(k=20, sim_options=similarity, verbose=False),
    }
    for name, model in models.items():
        started = time.process_time()
        model.fit(full)
        fitted = time.process_time()
        pairs = zip(test["user"], test["item"], test["rating"])
        squares = [(model.predict(user, item).est - rating) ** 2 for user, item, rating in pairs]
        predicted = time.process_time()
        rmse = math.sqrt(sum(squares) / len(squares))
        results[name] = {"library": "Surprise", "fit": fitted - started, "rmse": rmse, "predict": predicted - fitted}


answer = {}
for library in (with_implicit, with_surprise):
    try:
        library(answer)
    except ImportError:
        pass
json.dump(answer, sys.stdout)
