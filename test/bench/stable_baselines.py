"""Stable-Baselines3 itself on an exported environment, beside the lab's own learners on equal steps.

    npm run -s lab -- environment films --out environment
    python test/bench/stable_baselines.py environment 61440 3

Python with stable-baselines3, gymnasium, numpy and pandas. Each algorithm is trained with the library's own MultiInputPolicy (the person
one-hot beside the ratings, two layers of 64) and with SUBER's networks (actor: a linear map of the person's 32 numbers; critic: these and
the ratings, 128-64-1), with SUBER's discount and all else as the library has it. Seen items are not masked while it learns. What a policy
is worth is what the lab's curves tell: the mean expected rating of each person's eleven best items, none twice, without history and noise.
"""

import json
import sys
import time

import numpy as np
import torch
from stable_baselines3 import A2C, PPO
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.policies import MultiInputActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

folder, steps, seeds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
sys.path.insert(0, folder)
from simulated_people import SimulatedPeople  # noqa: E402

LISTED = 11
torch.set_num_threads(1)
expected = SimulatedPeople(folder, column="expected").expected
high = SimulatedPeople(folder).high


WIDTH = 32


class PersonAndRatings(BaseFeaturesExtractor):
    """The person's numbers, and after them the ratings."""

    def __init__(self, space):
        super().__init__(space, WIDTH + space["ratings"].shape[0])
        self.people = nn.Embedding(space["user"].n, WIDTH)

    def forward(self, observation):
        # The library gives discrete values as one-hot rows.
        person = observation["user"].reshape(len(observation["ratings"]), -1).argmax(dim=1)
        return torch.cat([self.people(person), observation["ratings"]], dim=1)


class SuberNetworks(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.latent_dim_pi, self.latent_dim_vf = WIDTH, 64
        self.critic = nn.Sequential(nn.Linear(width, 128), nn.ReLU(), nn.Linear(128, 64), nn.ReLU())

    def forward(self, features):
        return self.forward_actor(features), self.forward_critic(features)

    def forward_actor(self, features):
        return features[:, :WIDTH]

    def forward_critic(self, features):
        return self.critic(features)


class SuberPolicy(MultiInputActorCriticPolicy):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs, features_extractor_class=PersonAndRatings)

    def _build_mlp_extractor(self):
        self.mlp_extractor = SuberNetworks(self.features_dim)


POLICIES = {"the library's": "MultiInputPolicy", "SUBER's": SuberPolicy}


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
    for networks, policy in POLICIES.items():
        for seed in range(1, seeds + 1):
            model = algorithm(policy, make_vec_env(lambda: SimulatedPeople(folder), seed=seed), gamma=0.975, seed=seed)
            begun = time.perf_counter()
            model.learn(steps)
            seconds = time.perf_counter() - begun
            value = worth(model)
            share = (value - expected.mean()) / (best - expected.mean())
            line = {"algorithm": algorithm.__name__, "networks": networks, "seed": seed, "steps": model.num_timesteps}
            print(json.dumps({**line, "worth": value, "share": share, "seconds": seconds}), flush=True)
print(json.dumps({"chance": expected.mean(), "oracle": best}))
