/** @file Asks a rater what a person rates, item after item (SUBER, section 4.2 and appendix C). A rating that could not be had is a miss. */
import { LabError, throwIfAborted } from '../../core/errors.ts';
import type { PastRating, RatedItem, Rater, RaterScale } from '../../core/rater.ts';
import type { Recommender } from '../../core/recommender.ts';
import type { RunContext } from '../../core/run-context.ts';
import type { PerturbationSpec } from '../../core/simulation.ts';
import type { RaterTask } from '../../core/task.ts';
import { drawNoise, perturbed } from '../suber-environment.ts';
import type { Meeting, Retrieval } from '../retrieval.ts';

export interface RaterSetup {
  /** Who rates; what it asks a model is written at the context's node. */
  readonly rater: (context: RunContext) => Rater;
  /**
   * Which past ratings are told, as in SUBER's environment: of those from before the first question and of the person's own answers. Where
   * null, all of those from before, and no answers.
   */
  readonly retrieval: {
    readonly told: number;
    readonly of: (items: readonly RatedItem[]) => Promise<Retrieval>;
  } | null;
  /** Noise on each answer, which is judged and remembered with it; in series, as in SUBER's code, the answer itself is judged. */
  readonly perturbation: PerturbationSpec;
}

export const raterRecommender = (setup: RaterSetup): Recommender => ({
  name: 'rater',
  async recommend(task, context) {
    if (!('rates' in task)) throw new LabError('internal', `A rater was asked for ${task.type}.`);
    const memory = await memoryOf(task, setup);
    const ratings: (number | null)[] = [];
    const states: string[] = [];
    for (const item of task.rates) {
      throwIfAborted(context.signal);
      const detail = { agent: task.user.name, from: 'Test', message: item.title };
      const asked = context.at(context.trace.child({ kind: 'agent', label: task.user.name, detail }));
      const rating = await rate(task, item, memory.told(item), setup, asked);
      if (rating !== null) memory.add(item, rating);
      ratings.push(rating);
      states.push(asked.trace.node);
    }
    const given = ratings.filter((rating) => rating !== null);
    if (given.length === 0)
      throw new LabError('reply-unparseable', `${task.user.name} gave no rating that could be read.`);
    const mean = given.reduce((sum, rating) => sum + rating, 0) / given.length;
    const recommendation = { type: 'rating', rating: mean, ratings } as const;
    context.trace.emit({ type: 'answer', from: 'kept', states, recommendation, reason: '' });
    return [{ from: 'kept', recommendation }];
  },
});

export const scaleOf = (kind: RatedItem['kind']): RaterScale => ({ min: 1, max: kind === 'film' ? 10 : 5 });

async function rate(
  { type, person }: RaterTask,
  item: RatedItem,
  history: readonly PastRating[],
  { rater, perturbation }: RaterSetup,
  context: RunContext,
): Promise<number | null> {
  const { random, signal } = context;
  const scale = scaleOf(item.kind);
  const asked = { person, item, history, timesBefore: 0, scale };
  const reply = await rater(context).rate(asked, { random, signal });
  const noise = type === 'rater-collections' ? 0 : drawNoise(perturbation, random.fork('noise'));
  const rating = reply.rating === null ? null : perturbed(reply.rating, noise, scale);
  const result = { reply: rating === null ? reply.reason : String(rating) };
  context.trace.emit({ type: 'node-end', status: rating === null ? 'failed' : 'done', result });
  return rating;
}

async function memoryOf({ before, rates }: RaterTask, { retrieval }: RaterSetup) {
  if (retrieval === null) return { told: () => before, add: () => undefined };
  const items = [...before.map(({ item }) => item), ...rates];
  const chooser = await retrieval.of(items);
  const meetings = before.map(({ rating }, at): Meeting => ({ item: at, rating, time: at + 1 }));
  return {
    told: (item: RatedItem): readonly PastRating[] =>
      chooser
        .choose(items.indexOf(item), meetings, retrieval.told)
        .map(({ item: place, ...past }) => ({ item: items[place]!, ...past })),
    add: (item: RatedItem, rating: number) =>
      void meetings.push({ item: items.indexOf(item), rating, time: meetings.length + 1 }),
  };
}
