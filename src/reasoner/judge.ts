/**
 * @file Judges states: votes, verdicts and whether to look for an alternative. The reasoner compares whom a state is
 * about with the task, reads that comparison wrongly now and then, and trusts its reading by a fixed amount.
 */
import { exp } from '../core/numbers/elementary-functions.ts';
import type { State } from '../core/planner.ts';
import { itemOfTask } from '../core/task.ts';
import type { Random } from '../core/random.ts';
import type { Task } from '../core/task.ts';
import type { Family } from './belief.ts';
import { CONSTANTS } from './dials.ts';
import { lessonOf, readState, type Finding } from './finding.ts';
import { bestGain, gainOf, lookAt, type Outlook } from './outlook.ts';
import { entitiesOf } from '../tools/queries/query.ts';
import { largest, smallest } from '../core/numbers/extremes.ts';

/** P(right | it reads a match) and P(right | it reads a mismatch), by Bayes' rule from ε̂ and â. */
function trustIn(isMatch: boolean): number {
  const { expectedSlips, expectedAccuracy } = CONSTANTS;
  const right = (1 - expectedSlips) * (isMatch ? expectedAccuracy : 1 - expectedAccuracy);
  const wrong = expectedSlips * (isMatch ? 1 - expectedAccuracy : expectedAccuracy);
  return right / (right + wrong);
}

/** Is a finding about the person and item of the task? */
function isAboutTask({ query, asked }: Finding, { task }: Outlook): boolean {
  return entitiesOf(query).every((entity) => {
    return entity === 'user' ? asked.user === task.user.id : asked.item?.id === itemOfTask(task)?.id;
  });
}

/** What judging takes besides what is in sight: a, and randomness. */
export interface Judge {
  readonly accuracy: number;
  readonly random: Random;
}

/** use = P(right) · trust in its support · g: what a state is worth after those in sight. */
function useOf(state: State, outlook: Outlook, { accuracy, random }: Judge): number {
  const finding = readState(state, outlook.task, outlook.family);
  if (finding === null) return 0;
  const isMatch = isAboutTask(finding, outlook);
  const isReadRight = random.uniform() < accuracy;
  const named = entitiesOf(finding.query).length > 0;
  const right = named ? trustIn(isReadRight ? isMatch : !isMatch) : 1;
  return right * outlook.belief.trust(finding) * gainOf(finding.query, outlook);
}

/** One voter: the number, from 1, of the candidate of most use; the first of equals. */
export function vote(candidates: readonly State[], outlook: Outlook, { accuracy, random }: Judge): number {
  const uses = candidates.map((state, at) =>
    state.isEnd ? CONSTANTS.endAt : useOf(state, outlook, { accuracy, random: random.fork(`cue ${String(at)}`) }),
  );
  return 1 + uses.indexOf(largest(uses));
}

/** A verdict on a state, given those before it. */
export function evaluate(
  state: State,
  outlook: Outlook,
  { accuracy, random }: Judge,
): { readonly verdict: 'keep' | 'prune'; readonly reason: string } {
  if (state.isEnd) return { verdict: 'keep', reason: 'It ends the plan.' };
  const use = useOf(state, outlook, { accuracy, random: random.fork('cue') });
  const needed = CONSTANTS.pruneBelow * bestGain(outlook);
  const digits = use.toFixed(2) === needed.toFixed(2) ? 3 : 2;
  const [is, needs] = [use.toFixed(digits), needed.toFixed(digits)];
  return use < needed
    ? { verdict: 'prune', reason: `usefulness ${is} < ${needs}` }
    : { verdict: 'keep', reason: `usefulness ${is} ≥ ${needs}` };
}

/** Whether to explore an alternative: with probability σ((max g − c_i)/τ). */
export function inspire(
  outlook: Outlook,
  temperature: number,
  random: Random,
): { readonly explore: boolean; readonly reason: string } {
  const best = bestGain(outlook);
  const excess = best - CONSTANTS.inspireAt;
  const probability = temperature <= 0 ? Number(excess > 0) : 1 / (1 + exp(-excess / temperature));
  const explore = random.uniform() < probability;
  const [gain, chance] = [best, probability].map((share) => `${String(Math.round(share * 100))} %`);
  return {
    explore,
    reason: `The best remaining question would add ${gain} of all that can be found out; an alternative had a chance of ${chance}.`,
  };
}

/** A path of states, and how much of it is seen at once. */
export interface SeenPath {
  readonly task: Task;
  readonly family: Family;
  readonly states: readonly State[];
  /** L */
  readonly span: number;
}

/** Each state of a path with its use after those before it, as the judge reads it. */
function usesOn({ task, family, states, span }: SeenPath, { accuracy, random }: Judge): readonly number[] {
  return states.map((state, at) => {
    const outlook = lookAt(task, family, states.slice(0, at), span);
    return useOf(state, outlook, { accuracy, random: random.fork(`cue ${String(at)}`) });
  });
}

/** V of a path: the share of all there is to know that its states told, as far as they are trusted; from 1, nothing, to 10, everything. */
export function value(path: SeenPath, judge: Judge): { readonly value: number; readonly reason: string } {
  const told = Math.min(
    1,
    usesOn(path, judge).reduce((sum, use) => sum + use, 0),
  );
  return {
    value: 1 + 9 * told,
    reason: `By the reasoner’s estimate, the path so far has found ${String(Math.round(told * 100))} % of all that can be found out.`,
  };
}

/** What a path that failed teaches: which of its questions was of least use, the first of equals. */
export function reflect(path: SeenPath, judge: Judge): string {
  const uses = usesOn(path, judge);
  const worst = path.states[uses.indexOf(smallest(uses))];
  const action = worst?.action ?? null;
  return action === null ? 'No question of it was of use.' : lessonOf(action);
}
