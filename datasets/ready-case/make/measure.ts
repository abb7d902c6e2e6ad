/** @file What a planner answers for people of the film club, as errors by person. */
import type { Workbench } from '../../../src/lab/run/workbench.ts';
import { taskOf } from '../../../src/core/node-data.ts';
import type { RunSpec } from '../../../src/core/run.ts';
import type { AnswerFrom } from '../../../src/core/trace.ts';
import { eventsOf } from './film-club.ts';

/** Signed errors, predicted less given, by the person’s id; nobody who got no answer. */
export type Errors = Readonly<Record<AnswerFrom, ReadonlyMap<number, number>>>;

export async function measure(club: Workbench, spec: RunSpec): Promise<Errors> {
  const answered: { user: number; from: AnswerFrom; rating: number }[] = [];
  const truths = new Map<number, number>();
  let user = NaN;
  for (const event of await eventsOf(club, spec)) {
    if (event.type === 'node-start' && event.kind === 'task') user = taskOf(event)?.user.id ?? NaN;
    else if (event.type === 'answer' && 'rating' in event.recommendation)
      answered.push({ user, from: event.from, rating: event.recommendation.rating });
    else if (event.type === 'truth' && 'rating' in event.truth) truths.set(user, event.truth.rating);
  }
  const errors = { kept: new Map<number, number>(), explored: new Map<number, number>() };
  for (const answer of answered) {
    const truth = truths.get(answer.user);
    if (truth !== undefined) errors[answer.from].set(answer.user, answer.rating - truth);
  }
  return errors;
}
