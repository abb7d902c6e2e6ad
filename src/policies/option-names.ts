/**
 * @file Hyperparameters by the names that Stable-Baselines3 has for them, beside the lab's own: https://stable-baselines3.readthedocs.io,
 * parameters of A2C, PPO, DQN, and of sb3-contrib's TRPO.
 */
import { ownValue } from '../core/json.ts';

/** The lab's names by those of Stable-Baselines3. */
export const OWN_NAMES: Readonly<Record<string, string>> = {
  learning_rate: 'rate',
  n_steps: 'steps',
  batch_size: 'batch',
  n_epochs: 'epochs',
  gamma: 'discount',
  gae_lambda: 'lambda',
  clip_range: 'clipRange',
  vf_coef: 'valueWeight',
  ent_coef: 'entropyWeight',
  max_grad_norm: 'clip',
  ortho_init: 'initialisation',
  rms_prop_eps: 'epsilon',
  buffer_size: 'buffer',
  learning_starts: 'startsAt',
  train_freq: 'every',
  target_update_interval: 'targetEvery',
  exploration_final_eps: 'leastExploration',
  target_kl: 'divergence',
  n_critic_updates: 'criticEpochs',
  cg_max_steps: 'rounds',
  cg_damping: 'damping',
};

/** The lab's name of a hyperparameter; any other name as it is. */
export const ownOptionName = (name: string): string => ownValue(OWN_NAMES, name) ?? name;

/** Hyperparameters by the lab's names. Of one that is set twice the later counts: `checkPolicyOptions` refuses that. */
export const byOwnNames = <Value>(options: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(options).map(([name, value]) => [ownOptionName(name), value]));
