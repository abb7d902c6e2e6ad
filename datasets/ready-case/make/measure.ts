/** @file What every planner answers for everybody in the film club, as errors by person. */
import type { Workbench } from '../../../src/lab/run/workbench.ts';
import { taskOf } from '../../../src/core/node-data.ts';
import type { AnswerFrom } from '../../../src/core/trace.ts';
import { parseRunSpec } from '../../../src/lab/run/run-spec.ts';
import { SHOWN, type CaseErrors } from './choose.ts';
import { PRESET_NAMES, specOf } from './film-club.ts';

/** Signed errors, predicted less given, by the person’s id; NaN nowhere: every task is answered. */
export type Errors = Readonly<Record<AnswerFrom, ReadonlyMap<number, number>>>;

const NEVER = new AbortController().signal;

/** Runs one planner under one preset. @param users null for everybody */
export async function measure(
  club: Workbench,
  planner: string,
  preset: string,
  users: readonly number[] | null,
  seed: number,
): Promise<Errors> {
  const answered: { user: number; from: AnswerFrom; rating: number }[] = [];
  const truths = new Map<number, number>();
  const spec = parseRunSpec(specOf(planner, preset, users, seed));
  let user = NaN;
  await club.prepare(spec, NEVER);
  await club.run(spec, {
    write(event) {
      if (event.type === 'node-start' && event.kind === 'task') user = taskOf(event)?.user.id ?? NaN;
      else if (event.type === 'answer' && 'rating' in event.recommendation)
        answered.push({ user, from: event.from, rating: event.recommendation.rating });
      else if (event.type === 'truth' && 'rating' in event.truth) truths.set(user, event.truth.rating);
    },
    signal: NEVER,
  });
  const errors = { kept: new Map<number, number>(), explored: new Map<number, number>() };
  for (const answer of answered) {
    const truth = truths.get(answer.user);
    if (truth !== undefined) errors[answer.from].set(answer.user, answer.rating - truth);
  }
  return errors;
}

/** The absolute errors of one person under every preset, asked about alone as on the page. */
export async function measureCase(club: Workbench, user: number, seed: number): Promise<CaseErrors> {
  const errors: Record<string, Record<string, { kept: number; explored: number }>> = {};
  for (const preset of PRESET_NAMES) {
    for (const planner of SHOWN) {
      const { kept, explored } = await measure(club, planner, preset, [user], seed);
      const [[, inKept = NaN] = []] = [...kept];
      const [[, inExplored = NaN] = []] = [...explored];
      (errors[preset] ??= {})[planner] = { kept: Math.abs(inKept), explored: Math.abs(inExplored) };
    }
  }
  return errors;
}
