/** @file What policies are called, and what they are in a few words. */

/** Policies that can be chosen, with what they are. */
export const POLICIES = [
  ['a2c', 'A2C', 'SUBER’s low-rank actor'],
  ['ppo', 'PPO', 'the same networks, clipped ratios'],
  ['trpo', 'TRPO', 'a trust region by conjugate gradients'],
  ['dqn', 'DQN', 'replay and a target network'],
  ['lin-ucb', 'LinUCB', 'a bandit: a ridge regression per person'],
  ['thompson', 'Thompson sampling', 'the same, drawn from its posterior'],
  ['popularity', 'Popularity', 'the highest mean so far'],
  ['random', 'Random', 'chance, for scale'],
  ['oracle', 'Oracle', 'the rater’s expected ratings themselves, a bound'],
] as const;

/** Planners that can be chosen beside them. */
export const PLANNERS = [
  ['recmind', 'RecMind', 'Self-Inspiring, asked for a ranking'],
  ['macrec', 'MACRec', 'a manager and its agents, likewise'],
  ['interec', 'InteRecAgent', 'told what the person liked, asked for ten'],
] as const;

/** A policy by its title, as far as it has one: `A2C, rate 0.01` of `a2c, rate 0.01`. */
export function policyInWords(label: string): string {
  const [name = '', ...options] = label.split(', ');
  const title = POLICIES.find(([one]) => one === name)?.[1] ?? name;
  return [title, ...options].join(', ');
}
