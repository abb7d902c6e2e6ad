/** @file The adapter that makes an exported environment one of Gymnasium: the text of `simulated_people.py`. */

/** What the file is called in an export. */
export const ADAPTER_FILE = 'simulated_people.py';

/** Python 3.10 and later, with gymnasium, numpy and pandas. It passes `check_env` of Gymnasium. */
export const GYMNASIUM_ADAPTER = `"""Simulated people as an environment of Gymnasium: an action is an item, the reward what the person rates.

    from simulated_people import SimulatedPeople
    env = SimulatedPeople(".")

Perturbation, reward shaping, drift and the time limit are those of environment.json. Past ratings are remembered, but they do
not change what a person would rate: the table of ratings knows no history.
"""
import json
from pathlib import Path

import gymnasium as gym
import numpy as np
import pandas as pd

READERS = {"csv": pd.read_csv, "parquet": pd.read_parquet, "jsonl": lambda path: pd.read_json(path, lines=True)}


def read_table(folder, name):
    path = next(path for path in Path(folder).iterdir() if path.stem == name)
    return READERS[path.suffix[1:]](path)


class SimulatedPeople(gym.Env):
    """People of an exported environment. column: "surrogate", or "expected" for what the rater itself would give on average.

    attributes=True adds each person's age, gender and description to the observation, as SUBER has them.
    """

    metadata = {"render_modes": []}

    def __init__(self, folder=".", column="surrogate", attributes=False):
        about = json.loads((Path(folder) / "environment.json").read_text(encoding="utf-8"))
        table = read_table(folder, "ratings")
        self.expected = table.pivot(index="user", columns="item", values=column).to_numpy()
        if np.isnan(self.expected).any():
            raise ValueError(f'"{column}" is not known of every person and item; use "surrogate"')
        self.genres = [str(genres).lower().split("|") for genres in read_table(folder, "items")["genres"]]
        self.low, self.high = about["ratings"]["min"], about["ratings"]["max"]
        self.noise = about["surrogate"]["noise"]
        spec = about["environment"]
        self.end, self.limit = spec["endProbability"], spec.get("timeLimit")
        self.perturbation, self.shaping, self.drift = spec["perturbation"], spec["shaping"], spec["drift"]
        users, items = self.expected.shape
        self.action_space = gym.spaces.Discrete(items)
        self.observation_space = gym.spaces.Dict(
            user=gym.spaces.Discrete(users),
            ratings=gym.spaces.Box(0, self.high, (items,), np.float32),
        )
        self.people = None
        if attributes:
            self.people = self._attributes(read_table(folder, "users"))
            texts = "".join(person["description"] for person in self.people)
            longest = max(len(person["description"]) for person in self.people)
            self.observation_space["age"] = gym.spaces.Box(0, 200, (1,), np.float32)
            self.observation_space["gender"] = gym.spaces.Discrete(3)  # unknown, female, male
            self.observation_space["description"] = gym.spaces.Text(longest, min_length=0, charset=frozenset(texts))

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.user = int((options or {}).get("user", self.np_random.integers(len(self.expected))))
        self.ratings = np.zeros(self.action_space.n, np.float32)
        self.times = np.zeros(self.action_space.n, int)
        self.last = np.zeros(self.action_space.n, int)
        self.opinions, self.steps = {}, 0
        return self._observe(), {}

    def step(self, action):
        self.steps += 1
        drawn = self.expected[self.user, action] + self.noise * self.np_random.standard_normal()
        rating = self._rounded(self._rounded(drawn) + self._opinion(action))
        rating = self._rounded(rating + self._perturbation())
        self.times[action] += 1
        reward, repeated = self._shaped(rating, self.times[action], self.steps - self.last[action])
        self.ratings[action], self.last[action] = rating, self.steps
        terminated = bool(self.np_random.random() < self.end) or repeated
        truncated = self.limit is not None and self.steps >= self.limit and not terminated
        return self._observe(), float(reward), terminated, truncated, {"rating": rating}

    def _observe(self):
        seen = {"user": self.user, "ratings": self.ratings.copy()}
        return seen if self.people is None else {**seen, **self.people[self.user]}

    @staticmethod
    def _attributes(table):
        genders = {"f": 1, "m": 2}
        return [
            {
                "age": np.array([0 if pd.isna(row.age) else row.age], np.float32),
                "gender": 0 if pd.isna(row.gender) else genders.get(str(row.gender)[:1].lower(), 0),
                "description": "" if pd.isna(row.description) else str(row.description),
            }
            for row in table.sort_values("user").itertuples()
        ]

    def _rounded(self, value):
        return float(np.clip(np.rint(value), self.low, self.high))

    def _perturbation(self):
        kind = self.perturbation["type"]
        if kind == "gaussian":
            return self.perturbation["deviation"] * self.np_random.standard_normal()
        if kind == "greedy" and self.np_random.random() < self.perturbation["probability"]:
            return self.np_random.choice([-1, 1])
        return 0

    def _shaped(self, rating, times, elapsed):
        kind = self.shaping["type"]
        if kind == "none" or times == 1:
            return rating, False
        if kind == "end-at-repeat":
            return 0, True
        factor = self.shaping["q"] ** (times / elapsed)
        if kind == "random-repeat":
            return (rating if self.np_random.random() < factor else 0), False
        return float(np.clip(np.floor(rating * factor), self.low, self.high)), False

    def _opinion(self, action):
        """An Ornstein-Uhlenbeck walk of the person's opinion of each genre, a step for each recommendation."""
        if self.drift is None or self.drift["rate"] == 0:
            return 0
        rate, deviation = self.drift["rate"], self.drift["deviation"]
        push = deviation * np.sqrt(rate * (2 - rate))
        genres = self.genres[action]
        for genre in genres:
            self.opinions.setdefault(genre, deviation * self.np_random.standard_normal())
        offset = float(np.mean([self.opinions[genre] for genre in genres]))
        for genre, opinion in self.opinions.items():
            self.opinions[genre] = (1 - rate) * opinion + push * self.np_random.standard_normal()
        return offset
`;
