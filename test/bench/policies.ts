/**
 * @file Steps a second of CPU of the policies, one thread, SUBER's architecture, beside what Stable-Baselines3 reached on another
 * machine: A2C 339 (3,000 items) and 199 (9,700), PPO 347 and 115, TRPO 250 and 50, DQN 447.
 */
import type { Observation, Policy } from '../../src/core/environment.ts';
import { createRandom } from '../../src/core/random.ts';
import { createPolicy } from '../../src/lab/training/policy-registry.ts';
import { computed, type Benchmark, type BenchmarkRow } from './benchmark.ts';

const USERS = 600;
/** The fastest counts: on a busy machine others take caches and pipelines away. */
const REPEATS = 2;

/** Name, items, steps measured, what Stable-Baselines3 reached, and how many times that is wanted. */
const CASES: readonly (readonly [string, number, number, number, number])[] = [
  ['a2c', 3000, 5000, 339, 5],
  ['a2c', 9700, 3000, 199, 8],
  ['ppo', 3000, 2048, 347, 3],
  ['ppo', 9700, 2048, 115, 3],
  ['trpo', 3000, 2048, 250, 3],
  ['trpo', 9700, 2048, 50, 3],
  ['dqn', 3000, 2000, 447, 3],
];

/** Learns from ratings drawn at random, so that the environment costs nothing. */
function run(policy: Policy, steps: number, seed: string): void {
  const random = createRandom(seed);
  const fresh = (): Observation => ({ user: random.integer(USERS), items: [], ratings: [] });
  let observation = fresh();
  for (let step = 0; step < steps; step += 1) {
    const action = policy.act(observation);
    const reward = 1 + random.integer(10);
    const terminated = random.uniform() < 0.025;
    const { user } = observation;
    const next = { user, items: [...observation.items, action], ratings: [...observation.ratings, reward] };
    policy.learn({ observation, action, reward, next, terminated, truncated: false });
    observation = terminated ? fresh() : next;
  }
}

/** Policies that learn once in 2,048 steps are measured over one whole round. */
function measureOnce(policy: Policy, steps: number, at: number): number {
  policy.begin(createRandom(`round ${at}`));
  const before = computed();
  run(policy, steps, `measured ${at}`);
  return steps / (computed() - before);
}

function measure([name, items, steps, peer, wanted]: (typeof CASES)[number]): BenchmarkRow {
  const policy = createPolicy(name, {
    shape: { users: USERS, items },
    random: createRandom(name),
    features: [],
    expected: () => 0,
    ratingRange: { min: 1, max: 10 },
    steps: 1_600_000,
    // DQN is measured as it is once it learns.
    options: name === 'dqn' ? { learning_starts: 100, exploration_steps: 1 } : {},
  });
  policy.begin(createRandom('bench'));
  if (name === 'a2c' || name === 'dqn') run(policy, 300, 'warm');
  const perSecond = Math.max(...Array.from({ length: REPEATS }, (_, at) => measureOnce(policy, steps, at)));
  return {
    name: `${name}, ${String(items)} items`,
    value: `${perSecond.toFixed(0)} steps a CPU second, ${(perSecond / peer).toFixed(1)} times Stable-Baselines3 (${String(peer)})`,
    goal: `≥ ${String(wanted)} times`,
    met: perSecond >= wanted * peer,
  };
}

/** The benchmark. */
export const policies: Benchmark = {
  name: 'policies',
  title: 'Policies, steps a second of CPU (figures of Stable-Baselines3 are from another machine)',
  run: () => Promise.resolve(CASES.map(measure)),
};
