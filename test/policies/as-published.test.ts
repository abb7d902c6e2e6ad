import { expect, test } from 'vitest';
import { asPublished } from '../../src/policies/hyperparameters.ts';

test('as published, A2C, PPO and TRPO begin orthogonal, as Stable-Baselines3 lets them; its DQN does not', () => {
  for (const policy of ['a2c', 'ppo', 'trpo'])
    expect(asPublished(policy, 1000), policy).toMatchObject({ ortho_init: 1 });
  expect(asPublished('dqn', 1000)).not.toHaveProperty('ortho_init');
});
