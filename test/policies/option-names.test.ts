import { expect, test } from 'vitest';
import { byOwnNames, ownOptionName } from '../../src/policies/option-ranges.ts';
import { checkPolicyOptions } from '../../src/lab/training/policy-registry.ts';

test('a policy is set by either name, within the same range, and not by both', () => {
  expect(byOwnNames({ learning_rate: 0.1, clip: 2 })).toEqual({ rate: 0.1, clip: 2 });
  expect([ownOptionName('toString'), ownOptionName('ridge')]).toEqual(['toString', 'ridge']);
  expect(() => checkPolicyOptions('ppo', { max_grad_norm: 0.5, n_steps: 64 })).not.toThrow();
  expect(() => checkPolicyOptions('dqn', { n_epochs: 2 })).toThrow('dqn has no hyperparameter "n_epochs"');
  expect(() => checkPolicyOptions('ppo', { n_steps: 0.5 })).toThrow('n_steps of ppo must be a whole number');
  expect(() => checkPolicyOptions('ppo', { rate: 0.1, learning_rate: 0.2 })).toThrow(
    'rate and learning_rate are one hyperparameter.',
  );
});
