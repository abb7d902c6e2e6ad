/**
 * @file What policies may be told, by Stable-Baselines3's names where it has one. The usual numbers were chosen on an environment of other people and
 * items (docs/policies.md); the published ones are those of SUBER's public code, Stable-Baselines3's where it names none. What stays the lab's under
 * them: seen items are masked for TRPO and DQN too. What Stable-Baselines3 comes to on SUBER's networks stands in docs/experiments.
 */

/** Numbers outside of it make no policy that learns. */
export interface OptionRange {
  readonly least: number;
  readonly most: number;
  readonly isWhole: boolean;
}

interface Hyperparameter extends OptionRange {
  readonly usual: number;
  readonly published: number;
}

type Table<Name extends string> = Readonly<Record<Name, Hyperparameter>>;

/** What a policy is told: a number for each hyperparameter of its table. */
export type OptionsOf<Told> = Readonly<Record<keyof Told, number>>;

const real = (usual: number, published: number, least: number, most: number): Hyperparameter => {
  return { usual, published, least, most, isWhole: false };
};
const whole = (usual: number, published: number, least: number, most: number): Hyperparameter => {
  return { usual, published, least, most, isWhole: true };
};

/** For what is divided by, or must be above 0. */
const TINY = 1e-12;

const LEARNER = {
  gamma: real(0.975, 0.975, 0, 1),
  /** Rewards in the running mean that is subtracted; 0 disables it. */
  reward_horizon: whole(5000, 0, 0, 1e9),
};

const ACTOR_CRITIC = {
  ...LEARNER,
  gae_lambda: real(0.5, 0.95, 0, 1),
  /** 0 uniform, as PyTorch's layers; 1 orthogonal with biases of 0. */
  ortho_init: whole(0, 1, 0, 1),
};

const LOW_RANK = {
  ...ACTOR_CRITIC,
  vf_coef: real(0.5, 0.5, 0, 1000),
  max_grad_norm: real(5, 0.5, 1e-6, 1e6),
};

export const A2C = {
  ...LOW_RANK,
  learning_rate: real(0.002, 7e-4, TINY, 10),
  /** How much of its mean square RMSprop keeps a step. */
  decay: real(0.99, 0.99, 0, 1),
  rms_prop_eps: real(1e-5, 1e-5, TINY, 1),
  // A rollout that is longer than a round of training would never be learnt from.
  n_steps: whole(16, 5, 1, 2048),
  gae_lambda: real(0.5, 1, 0, 1),
  ent_coef: real(0.3, 0, 0, 1000),
};

export const PPO = {
  ...LOW_RANK,
  learning_rate: real(3e-3, 3e-4, TINY, 10),
  n_steps: whole(2048, 2048, 1, 2048),
  batch_size: whole(64, 64, 1, 2048),
  n_epochs: whole(10, 10, 1, 1000),
  clip_range: real(0.2, 0.2, 0, 10),
  ent_coef: real(0.03, 0, 0, 1000),
};

export const TRPO = {
  ...ACTOR_CRITIC,
  learning_rate: real(1e-3, 1e-3, TINY, 10),
  n_steps: whole(1024, 2048, 1, 2048),
  batch_size: whole(128, 128, 1, 2048),
  n_critic_updates: whole(10, 10, 1, 1000),
  target_kl: real(0.05, 0.01, TINY, 100),
  cg_max_steps: whole(15, 15, 1, 1000),
  cg_damping: real(0.1, 0.1, 0, 1000),
  /** The share of the samples that the Fisher matrix is estimated on; a tenth is the paper on TRPO's. */
  fisher_share: real(0.1, 1, 0.001, 1),
  /** How often a step is shortened, each time by .8, before it is given up. */
  line_search_max_iter: whole(10, 10, 1, 1000),
  /** 1 where the critic is told the ratings of what was seen; 0 where it is told what was seen alone. */
  critic_sees_ratings: whole(1, 0, 0, 1),
};

/** The lab's numbers are for 1.6 million steps; exploration as published falls within a tenth of the steps. */
export const DQN = {
  ...LEARNER,
  learning_rate: real(2e-4, 1e-4, TINY, 10),
  batch_size: whole(32, 32, 1, 4096),
  train_freq: whole(4, 4, 1, 1e6),
  target_update_interval: whole(5000, 10_000, 1, 1e9),
  learning_starts: whole(50_000, 50_000, 0, 1e9),
  buffer_size: whole(250_000, 250_000, 1, 1e7),
  /** Steps over which ε falls from 1 to its end. */
  exploration_steps: whole(800_000, 160_000, 1, 1e9),
  exploration_final_eps: real(0.05, 0.05, 0, 1),
  max_grad_norm: real(10, 10, 1e-6, 1e6),
  /** What ratings are multiplied by before the network sees them, so that they do not drown who the person is. */
  rating_scale: real(0.1, 1, 0, 1000),
  /** 1 where the network itself says which next item is best and the target what it is worth (van Hasselt et al. 2016), else 0. */
  double_q: whole(1, 0, 0, 1),
};

export const BANDIT = {
  /** What is added to the diagonal: how strongly weights are held at 0 before anything is seen. */
  ridge: real(1, 1, 1e-6, 1e6),
  /** LinUCB: how many standard errors are added. Thompson: the deviation of rewards. */
  width: real(1, 1, 0, 1000),
};

const numbersOf = <Name extends string>(table: Table<Name>, which: 'usual' | 'published'): OptionsOf<Table<Name>> => {
  const entries = (Object.keys(table) as Name[]).map((name) => [name, table[name][which]]);
  return Object.fromEntries(entries) as OptionsOf<Table<Name>>;
};

/** The lab's numbers, and in their place what is set. */
export const withUsual = <Name extends string>(
  table: Table<Name>,
  set: Readonly<Record<string, number>>,
): OptionsOf<Table<Name>> => ({ ...numbersOf(table, 'usual'), ...set });

export function asPublished(policy: string, steps: number): Readonly<Record<string, number>> {
  if (policy === 'a2c') return numbersOf(A2C, 'published');
  if (policy === 'ppo') return numbersOf(PPO, 'published');
  if (policy === 'trpo') return numbersOf(TRPO, 'published');
  if (policy !== 'dqn') return {};
  return { ...numbersOf(DQN, 'published'), exploration_steps: Math.max(1, Math.round(steps / 10)) };
}
