/** @file Policies by name: what they are, what each needs and what may be set. */
import { LabError } from '../../core/errors.ts';
import type { Policy, PolicyShape } from '../../core/environment.ts';
import type { Random } from '../../core/random.ts';
import { A2c } from '../../policies/a2c.ts';
import { LinUcb, Thompson } from '../../policies/bandits.ts';
import { Dqn } from '../../policies/dqn.ts';
import { A2C, BANDIT, DQN, PPO, TRPO, withUsual, type OptionRange } from '../../policies/hyperparameters.ts';
import { Ppo } from '../../policies/ppo.ts';
import { Trpo } from '../../policies/trpo.ts';
import { createOracle, Popularity, createRandomPolicy } from '../../policies/yardsticks.ts';
import { ownValue } from '../../core/json.ts';

const rangesOf = (policy: string): Readonly<Record<string, OptionRange>> => ownValue(POLICIES, policy)?.options ?? {};

/** @param field where the options stand in a spec; may be empty @throws LabError `spec-invalid` for an unknown option or range */
export function checkPolicyOptions(policy: string, options: Readonly<Record<string, unknown>>, field = ''): void {
  for (const [name, value] of Object.entries(options)) {
    const problem = hyperparameterProblem(policy, name, value);
    if (problem === null) continue;
    const where = field === '' ? {} : { field };
    throw new LabError('spec-invalid', field === '' ? problem : `${field}: ${problem}`, { policy, ...where });
  }
}

function hyperparameterProblem(policy: string, name: string, value: unknown): string | null {
  const range = ownValue(rangesOf(policy), name);
  if (range === undefined) {
    const known = Object.keys(rangesOf(policy));
    return `${policy} has no hyperparameter "${name}"; it has ${known.length === 0 ? 'none' : known.join(', ')}.`;
  }
  const { least, most, isWhole } = range;
  const isRight = typeof value === 'number' && value >= least && value <= most && (!isWhole || Number.isInteger(value));
  if (isRight) return null;
  return `${name} of ${policy} must be a ${isWhole ? 'whole ' : ''}number from ${least} to ${most}, not ${String(value)}.`;
}

export interface PolicyIngredients {
  readonly shape: PolicyShape;
  readonly random: Random;
  readonly features: readonly Float32Array[];
  /** The expected rating of a person and an item, for the oracle alone. */
  readonly expected: (user: number, item: number) => number;
  readonly ratingRange: { readonly min: number; readonly max: number };
  /** Steps that it will be trained for: DQN spreads its exploration over them. */
  readonly steps: number;
  readonly options: Readonly<Record<string, number>>;
}

export interface PolicyEntry {
  readonly title: string;
  readonly about: string;
  readonly learns: boolean;
  /** Whether it gathers the steps of a whole round before it learns from them. */
  readonly gathers?: true;
  readonly options: Readonly<Record<string, OptionRange>>;
  create(made: PolicyIngredients): Policy;
}

export const POLICIES: Readonly<Record<string, PolicyEntry>> = {
  a2c: {
    title: 'A2C',
    about: 'SUBER’s low-rank actor',
    learns: true,
    options: A2C,
    create: ({ shape, random, options }) => new A2c(shape, withUsual(A2C, options), random),
  },
  ppo: {
    title: 'PPO',
    about: 'the same networks, clipped ratios',
    learns: true,
    gathers: true,
    options: PPO,
    create: ({ shape, random, options }) => new Ppo(shape, withUsual(PPO, options), random),
  },
  trpo: {
    title: 'TRPO',
    about: 'a trust region by conjugate gradients',
    learns: true,
    gathers: true,
    options: TRPO,
    create: ({ shape, random, options }) => new Trpo(shape, withUsual(TRPO, options), random),
  },
  dqn: {
    title: 'DQN',
    about: 'replay and a target network',
    learns: true,
    options: DQN,
    create({ shape, random, steps, options }) {
      const scaled = {
        learning_starts: Math.round(steps / 32),
        exploration_steps: Math.max(1, Math.round(steps / 2)),
        target_update_interval: Math.max(1, Math.min(DQN.target_update_interval.usual, Math.round(steps / 20))),
        buffer_size: Math.min(DQN.buffer_size.usual, steps),
      };
      return new Dqn(shape, withUsual(DQN, { ...scaled, ...options }), random);
    },
  },
  'lin-ucb': {
    title: 'LinUCB',
    about: 'a bandit: a ridge regression per person',
    learns: true,
    options: BANDIT,
    create: ({ shape, features, options, random }) =>
      new LinUcb(shape.users, { ...withUsual(BANDIT, options), features }, random),
  },
  thompson: {
    title: 'Thompson sampling',
    about: 'the same, drawn from its posterior',
    learns: true,
    options: BANDIT,
    create: ({ shape, features, random, options }) =>
      new Thompson(shape.users, { ...withUsual(BANDIT, options), features }, random),
  },
  popularity: {
    title: 'Popularity',
    about: 'the highest mean so far',
    learns: true,
    options: {},
    create: ({ shape, ratingRange, random }) => new Popularity(shape, (ratingRange.min + ratingRange.max) / 2, random),
  },
  random: {
    title: 'Random',
    about: 'chance, for scale',
    learns: false,
    options: {},
    create: ({ shape, random }) => createRandomPolicy(shape, random),
  },
  oracle: {
    title: 'Oracle',
    about: 'the highest expected ratings of a person without a history: the bound of the curves',
    learns: false,
    options: {},
    create: ({ shape, expected }) => createOracle(shape, expected),
  },
};

export const POLICY_NAMES: readonly string[] = Object.keys(POLICIES);

/** A policy by its name. Its hyperparameters are taken as they are. @throws LabError `name-unknown` where there is none */
export function createPolicy(name: string, made: PolicyIngredients): Policy {
  const entry = ownValue(POLICIES, name);
  if (entry !== undefined) return entry.create(made);
  throw new LabError('name-unknown', `Unknown policy "${name}"; one of ${POLICY_NAMES.join(', ')}.`, { policy: name });
}
