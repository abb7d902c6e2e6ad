/**
 * @file The dials of the built-in reasoner, their ranges, and named settings of them. `docs/reasoner.md` gives the
 * formulae in which they stand.
 */
import type { Dial, Preset } from '../core/reasoner-name.ts';
import { LabError } from '../core/errors.ts';
import type { Json } from '../core/json.ts';

export interface Dials {
  /** τ: how far proposals stray from the most informative query. */
  readonly temperature: number;
  /** ε: the probability that a person or an item is resolved wrongly when a branch first needs it. */
  readonly slips: number;
  /** ρ: the probability that the next state of a branch takes the person or item over from the one before. */
  readonly persistence: number;
  /** a: the probability that the critic reads rightly whether a state is about the person and item of the task. */
  readonly evaluatorAccuracy: number;
  /** L: proposals, votes and answers see the last L states. */
  readonly contextSpan: number;
  /** ℓ: of a list of candidates, position p is read with probability e^(−p/ℓ). */
  readonly readingDepth: number;
}

export const CONSTANTS = {
  /** c: the gain below which ending the plan is more tempting than another query. */
  endAt: 0.02,
  /** c_i: the gain above which an alternative is more tempting than going on. */
  inspireAt: 0.1,
  /** λ: what a retrieval is worth, as a share of the best query that it unlocks. */
  retrievalShare: 0.9,
  /** θ: a state is pruned where its use is below this share of the best possible gain. */
  pruneBelow: 0.35,
  /** ε̂: the share of slips that the critic expects, whatever the real one is. */
  expectedSlips: 0.3,
  /** â: the accuracy that the critic thinks it has, whatever the real one is. */
  expectedAccuracy: 0.9,
  /** What a ranking state about a person with no ratings is worth, as a share; it grows to 1 with the ratings. */
  emptyHistoryShare: 0.5,
  /** How many ratings take that share most of the way. */
  historyScale: 30,
} as const;

export const DIALS: readonly (Dial & { readonly name: keyof Dials })[] = [
  {
    name: 'temperature',
    title: 'Temperature',
    hint: 'How often it picks a less informative question.',
    min: 0.01,
    max: 1,
    step: 0.01,
    default: 0.1,
    format: 'number',
  },
  {
    name: 'slips',
    title: 'Slips',
    hint: 'How often it asks about the wrong person or item.',
    min: 0,
    max: 0.6,
    step: 0.05,
    default: 0.15,
    format: 'percent',
  },
  {
    name: 'persistence',
    title: 'Persistence of slips',
    hint: 'How often the next state of a branch takes the person or item over from the one before, right or wrong.',
    min: 0,
    max: 1,
    step: 0.05,
    default: 0.8,
    format: 'percent',
  },
  {
    name: 'evaluatorAccuracy',
    title: 'Critic accuracy',
    hint: 'How often a vote or a verdict sees rightly whether a state is about the right person and item.',
    min: 0.5,
    max: 1,
    step: 0.05,
    default: 0.75,
    format: 'percent',
  },
  {
    name: 'contextSpan',
    title: 'Context span',
    hint: 'How many of the latest states it sees when it proposes, votes and answers.',
    min: 1,
    max: 40,
    step: 1,
    default: 8,
    format: 'number',
  },
  {
    name: 'readingDepth',
    title: 'Reading depth',
    hint: 'How far down a list of candidates it reads before it leaves some out.',
    min: 5,
    max: 1000,
    step: 5,
    default: 240,
    format: 'number',
  },
];

export const DEFAULT_DIALS: Dials = {
  temperature: 0.1,
  slips: 0.15,
  persistence: 0.8,
  evaluatorAccuracy: 0.75,
  contextSpan: 8,
  readingDepth: 240,
};

const preset = (name: string, title: string, description: string, dials: Partial<Dials>): Preset => ({
  name,
  title,
  description,
  dials: { ...DEFAULT_DIALS, ...dials },
});

export const PRESETS: readonly Preset[] = [
  preset('default', 'Default', 'Some slips; the critic notices three of four.', {}),
  preset('clean-tools', 'Clean tools', 'No slips.', { slips: 0 }),
  preset('careless-evaluator', 'Careless critic', 'Votes and verdicts are little better than a coin.', {
    evaluatorAccuracy: 0.6,
  }),
  preset('careful-evaluator', 'Careful critic', 'More slips, and a critic that notices nine of ten.', {
    slips: 0.25,
    evaluatorAccuracy: 0.9,
  }),
  preset('short-memory', 'Short memory', 'Only the last four states are seen.', { contextSpan: 4 }),
];

function presetDials(name: Json): Dials {
  const chosen = PRESETS.find((entry) => entry.name === name);
  if (chosen !== undefined) return { ...DEFAULT_DIALS, ...chosen.dials };
  const names = PRESETS.map((entry) => entry.name).join(', ');
  const problem = `model.options.preset: unknown preset ${JSON.stringify(name)}; one of ${names}.`;
  throw new LabError('name-unknown', problem, { field: 'model.options.preset' });
}

/**
 * Reads the options of a spec's model as dials: `preset` names a setting of all, the others depart from it; what is absent
 * has its default.
 * @throws LabError `spec-invalid` for an unknown dial or a value outside its range, `name-unknown` for an unknown preset
 */
export function parseDials({ preset: chosen, ...options }: Readonly<Record<string, Json>>): Dials {
  for (const [name, value] of Object.entries(options)) {
    const field = `model.options.${name}`;
    const dial = DIALS.find((entry) => entry.name === name);
    if (dial === undefined) {
      const names = DIALS.map((entry) => entry.name).join(', ');
      throw new LabError('spec-invalid', `${field} is not a dial of the reasoner; it has ${names}.`, { field });
    }
    const isWhole = dial.name !== 'contextSpan' || Number.isInteger(value);
    if (typeof value !== 'number' || !(value >= dial.min && value <= dial.max) || !isWhole) {
      const kind = dial.name === 'contextSpan' ? 'whole number' : 'number';
      const problem = `${field} must be a ${kind} from ${String(dial.min)} to ${String(dial.max)}.`;
      throw new LabError('spec-invalid', problem, { field, value: value });
    }
  }
  return { ...(chosen === undefined ? DEFAULT_DIALS : presetDials(chosen)), ...(options as Partial<Dials>) };
}
