/** @file Every policy on a small problem whose best actions are known, and its numbers saved and taken up again. */
import { describe, expect, test } from 'vitest';
import type { Environment, Observation, Policy } from '../../src/core/environment.ts';
import { createRandom, type Random } from '../../src/core/random.ts';
import { createPolicy } from '../../src/lab/training/policy-registry.ts';
import { trainPolicy, type Checkpoint } from '../../src/lab/training/train-policy.ts';

const [USERS, ITEMS] = [3, 12];
/** Each person likes four items of their own: 10; the others get 2. */
const isLiked = (user: number, item: number): boolean => Math.floor(item / 4) === user;
const rewardOf = (user: number, item: number): number => (isLiked(user, item) ? 10 : 2);

/** Episodes of four steps. */
function smallEnvironment(): Environment {
  let random: Random = createRandom(0);
  let observation: Observation = { user: 0, items: [], ratings: [] };
  return {
    userCount: USERS,
    itemCount: ITEMS,
    ratingRange: { min: 1, max: 10 },
    reset({ seed, user }: { readonly seed?: number; readonly user?: number } = {}) {
      if (seed !== undefined) random = createRandom(seed);
      observation = { user: user ?? random.integer(USERS), items: [], ratings: [] };
      return Promise.resolve({ observation, info: {} });
    },
    step(action) {
      const reward = rewardOf(observation.user, action);
      const { user, items, ratings } = observation;
      observation = { user, items: [...items, action], ratings: [...ratings, reward] };
      return Promise.resolve({ observation, reward, terminated: items.length === 3, truncated: false, info: {} });
    },
  };
}

const features = Array.from({ length: ITEMS }, (_, item) =>
  Float32Array.from([1, ...[0, 1, 2].map((user) => (isLiked(user, item) ? 1 : 0))]),
);

/** Faster than the defaults, which are for long training. */
const OPTIONS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  a2c: { learning_rate: 0.005, n_steps: 5 },
  ppo: { learning_rate: 0.01, n_steps: 256, n_epochs: 4 },
  trpo: { n_steps: 256, n_critic_updates: 1, target_kl: 0.05, cg_max_steps: 8 },
  // The ring is smaller than what is trained, so that it is overwritten.
  dqn: {
    ...{ learning_rate: 0.003, learning_starts: 200, target_update_interval: 200 },
    ...{ exploration_steps: 1500, buffer_size: 500 },
  },
};
const STEPS: Readonly<Record<string, number>> = {
  a2c: 6000,
  ppo: 4096,
  trpo: 4096,
  dqn: 4000,
  'lin-ucb': 300,
  thompson: 600,
};

function policy(name: string): Policy {
  return createPolicy(name, {
    shape: { users: USERS, items: ITEMS },
    random: createRandom(`policy ${name}`),
    features,
    expected: rewardOf,
    ratingRange: { min: 1, max: 10 },
    steps: STEPS[name] ?? 1000,
    options: OPTIONS[name] ?? {},
  });
}

const signal = new AbortController().signal;

/** The mean reward of four recommendations to each person. */
function judged(trained: Policy): number {
  let sum = 0;
  for (let user = 0; user < USERS; user += 1) {
    const items: number[] = [];
    const ratings: number[] = [];
    for (let step = 0; step < 4; step += 1) {
      const item = trained.choose({ user, items: [...items], ratings: [...ratings] });
      items.push(item);
      ratings.push(rewardOf(user, item));
      sum += rewardOf(user, item);
    }
  }
  return sum / (4 * USERS);
}

describe.each(Object.keys(STEPS))('%s', (name) => {
  test('finds what each person likes', async () => {
    const trained = policy(name);
    const plan = { seed: 1, rounds: 1, stepsPerRound: STEPS[name]! };
    await trainPolicy(trained, smallEnvironment(), plan, { signal, onRound: () => undefined });
    expect(judged(trained)).toBeGreaterThan(9);
  }, 240_000);
});

test('the oracle is the best that there is, chance is chance', () => {
  expect(judged(policy('oracle'))).toBe(10);
  expect(judged(policy('random'))).toBeLessThan(7);
});

describe.each(['a2c', 'ppo', 'trpo', 'dqn', 'lin-ucb', 'thompson', 'popularity'])('%s', (name) => {
  test('gives the same numbers for the same seed, stopped and resumed or not', async () => {
    const plan = { seed: 3, rounds: 3, stepsPerRound: 260 };
    const whole = policy(name);
    const checkpoints: Checkpoint[] = [];
    await trainPolicy(whole, smallEnvironment(), plan, {
      signal,
      onRound: (_, checkpoint) => void checkpoints.push(checkpoint()),
    });
    const resumed = policy(name);
    await trainPolicy(resumed, smallEnvironment(), plan, { signal, from: checkpoints[1]!, onRound: () => undefined });
    expect(resumed.save()).toEqual(whole.save());
    const again = policy(name);
    await trainPolicy(again, smallEnvironment(), plan, { signal, onRound: () => undefined });
    expect(again.save()).toEqual(whole.save());
  }, 240_000);
});

describe.each(['a2c', 'ppo', 'trpo', 'dqn'])('%s', (name) => {
  const plan = { seed: 3, rounds: 20, stepsPerRound: 512 };

  test('stops with a clear message when rewards are none, and never keeps such a state', async () => {
    const broken = smallEnvironment();
    const kept: Checkpoint[] = [];
    let steps = 0;
    const environment: Environment = {
      ...broken,
      async step(action) {
        steps += 1;
        const step = await broken.step(action);
        return steps < 700 ? step : { ...step, reward: NaN };
      },
    };
    const onRound = (_: unknown, checkpoint: () => Checkpoint): void => void kept.push(checkpoint());
    await expect(trainPolicy(policy(name), environment, plan, { signal, onRound })).rejects.toThrow(
      /diverged.*last checkpoint/,
    );
    expect(kept.length).toBe(1);
    const resumed = policy(name);
    await trainPolicy(resumed, smallEnvironment(), { ...plan, rounds: 2 }, { signal, from: kept[0]!, onRound });
    expect(kept.length).toBe(2);
  });
});

test('a checkpoint of another policy is refused', () => {
  expect(() => policy('a2c').load(policy('ppo').save())).toThrow(/does not fit/);
});

test('no policy recommends what was seen while something else is left', () => {
  for (const name of ['a2c', 'ppo', 'trpo', 'dqn', 'lin-ucb', 'thompson', 'popularity', 'random', 'oracle']) {
    const one = policy(name);
    one.begin(createRandom(9));
    const items = Array.from({ length: ITEMS - 1 }, (_, item) => item);
    const observation = { user: 1, items, ratings: items.map(() => 5) };
    expect(one.act(observation)).toBe(ITEMS - 1);
    expect(one.choose(observation)).toBe(ITEMS - 1);
  }
});
