"""Stable-Baselines3 itself on an exported environment, beside the lab's own learners on equal steps.

    npm run -s lab -- environment films --out environment
    python test/bench/stable_baselines.py environment 61440 3

Python with stable-baselines3, gymnasium, numpy and pandas. It takes the library's own MultiInputPolicy (the person one-hot beside the
ratings, two layers of 64) with SUBER's discount and all else as the library has it: the networks are not SUBER's. What a policy is worth is
what the lab's curves tell: the mean expected rating of each person's eleven best items, none twice, without history and noise.
"""

import json
import sys
import time

import numpy as np
import torch
from stable_baselines3 import A2C, PPO
from stable_baselines3.common.env_util import make_vec_env

folder, steps, seeds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
sys.path.insert(0, folder)
from simulated_people import SimulatedPeople  # noqa: E402

LISTED = 11
torch.set_num_threads(1)
expected = SimulatedPeople(folder, column="expected").expected
high = SimulatedPeople(folder).high


def worth(model):
    """Of the people's lists: each item the likeliest that the person has not been shown."""
    values = []
    for user, row in enumerate(expected):
        seen, ratings = [], np.zeros(row.size, np.float32)
        for _ in range(LISTED):
            observation, _ = model.policy.obs_to_tensor({"user": np.array([user]), "ratings": ratings[None]})
            with torch.no_grad():
                chances = model.policy.get_distribution(observation).distribution.probs[0].numpy().copy()
            chances[seen] = -1
            item = int(chances.argmax())
            seen.append(item)
            values.append(row[item])
            ratings[item] = np.clip(np.rint(row[item]), 1, high)
    return float(np.mean(values))


best = np.sort(expected, axis=1)[:, ::-1][:, :LISTED].mean()
for algorithm in (A2C, PPO):
    for seed in range(1, seeds + 1):
        model = algorithm("MultiInputPolicy", make_vec_env(lambda: SimulatedPeople(folder), seed=seed), gamma=0.975, seed=seed)
        begun = time.perf_counter()
        model.learn(steps)
        seconds = time.perf_counter() - begun
        share = (worth(model) - expected.mean()) / (best - expected.mean())
        line = {"algorithm": algorithm.__name__, "seed": seed, "steps": model.num_timesteps, "worth": worth(model)}
        print(json.dumps({**line, "share": share, "chance": expected.mean(), "oracle": best, "seconds": seconds}), flush=True)
