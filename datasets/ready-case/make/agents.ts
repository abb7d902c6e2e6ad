/** @file Runs of agents on the film club, and what is demanded of the one that the Agents page opens with. */
import { DEFAULT_DIALS } from '../../../src/reasoner/dials.ts';
import { REASONER_ID } from '../../../src/core/reasoner-name.ts';
import type { RunSpec } from '../../../src/core/run.ts';
import { namesAround, NO_NAMES } from '../../../src/trace/names.ts';
import { taskOf } from '../../../src/core/node-data.ts';
import { itemOfTask } from '../../../src/core/task.ts';
import { traceTree } from '../../../src/trace/trace-tree.ts';
import type { TraceEvent } from '../../../src/core/trace.ts';
import { describeLab } from '../../../src/lab/describe.ts';
import { slipWords } from '../../../src/ui/pages/agents/lanes.ts';
import { roundsOf } from '../../../src/ui/pages/agents/rounds.ts';

/** The system that is shown. */
export const SYSTEM = 'analyst-reflector';

/** The spec that the Agents page makes at first, for a person. */
export function agentsSpecOf(user: number, seed: number): RunSpec {
  const { defaultSpec: base, agents } = describeLab();
  const { metrics: _, ...shared } = base;
  return {
    ...shared,
    split: { name: 'macrec', options: {} },
    tasks: { name: 'rating-prediction', options: { users: [user] } },
    recommender: { name: 'macrec', options: { system: SYSTEM, rounds: 2 } },
    model: { name: REASONER_ID, options: { ...DEFAULT_DIALS } },
    metrics: [...(agents.needs.find(({ task }) => task === 'rating-prediction')?.metrics ?? [])],
    seed,
  };
}

/** What a run of two attempts tells. */
export interface Attempts {
  /** The slips of each, in a few words. */
  readonly slips: readonly (readonly string[])[];
  /** What the reflector said after the first; empty where it was not asked. */
  readonly reflection: string;
  /** `item 1825`. */
  readonly right: string;
  /** How far off each was, in units of the scale. */
  readonly errors: readonly number[];
}

/** The attempts of a run of one task; null where there were not two with a rating each. */
export function attemptsOf(events: readonly TraceEvent[]): Attempts | null {
  const { tasks, nodes } = traceTree(events);
  const [node] = tasks;
  const task = node === undefined ? null : taskOf(node);
  if (node?.truth?.truth.type !== 'rating' || task === null) return null;
  const { rating } = node.truth.truth;
  const names = namesAround(task, NO_NAMES);
  const rounds = roundsOf(node, nodes, (state) => slipWords(state, names, Infinity));
  const errors = rounds.map(({ reply }) => Math.abs(Number(/-?\d+(?:\.\d+)?/.exec(reply)?.[0] ?? NaN) - rating));
  const slips = rounds.map(({ steps }) => steps.flatMap(({ slip }) => (slip === '' ? [] : [slip])));
  const right = `item ${String(itemOfTask(task)?.id)}`;
  const isWhole = rounds.length === 2 && errors.every(Number.isFinite);
  return isWhole ? { slips, errors, right, reflection: rounds[0]?.reflection?.text ?? '' } : null;
}

/** True for a first attempt about the wrong film alone, a reflector that names the right one, and a second attempt that is nearer. */
export function isTellingRun(attempts: Attempts | null): boolean {
  if (attempts === null) return false;
  const { slips, errors, reflection, right } = attempts;
  const [before = NaN, after = NaN] = errors;
  const isSlip = slips[0]?.length === 1 && slips[0][0] === 'slip: wrong film' && slips[1]?.length === 0;
  return isSlip && reflection.includes(right) && before - after >= 0.25 && after <= 0.5;
}
