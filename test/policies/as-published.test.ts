import { expect, test } from 'vitest';
import { createRandom } from '../../src/core/random.ts';
import { LowRankActor, WIDTH } from '../../src/numeric/networks/low-rank-actor.ts';
import { PLAIN_ACTOR_KERNEL } from '../../src/numeric/networks/actor-kernel.ts';
import { asPublished } from '../../src/policies/as-published.ts';

test('as published, A2C, PPO and TRPO begin orthogonal, as Stable-Baselines3 lets them; its DQN does not', () => {
  for (const policy of ['a2c', 'ppo', 'trpo'])
    expect(asPublished(policy, 1000), policy).toMatchObject({ initialisation: 1 });
  expect(asPublished('dqn', 1000)).not.toHaveProperty('initialisation');
});

test('an actor that begins orthogonal gives all items nearly the same chance', () => {
  const kernel = { ...PLAIN_ACTOR_KERNEL, allocate: (length: number) => new Float32Array(length) } as never;
  const widest = (initialisation: number): number => {
    const actor = new LowRankActor({ users: 3, items: 50 }, createRandom(1), kernel, { initialisation });
    expect(actor.vectors).toHaveLength(50 * WIDTH);
    const chances = new Float32Array(50);
    actor.probabilities(0, [], chances);
    return Math.max(...chances) - Math.min(...chances);
  };
  expect(widest(1)).toBeLessThan(0.003);
  expect(widest(0)).toBeGreaterThan(0.02);
});
