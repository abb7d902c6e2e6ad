/** @file A policy judged as in SUBER (appendix F): 11 best recommendations to each person; the first ten are the list. */
import type { Environment, Chooser } from '../../core/environment.ts';
import { throwIfAborted } from '../../core/errors.ts';
import { genreName, type EvaluatedPerson, type PolicyScores } from '../../core/simulation.ts';
import { likedShare, type Catalogue } from '../../environments/catalogue.ts';
import { personalization } from '../../metrics/lists.ts';
import { averagePrecisionOf, reciprocalRankOf } from '../../metrics/ranking.ts';

export const LISTED_STEPS = 11;
const LIST = 10;

/** The least rating that is relevant: 7 of 10, or 4 of 5. */
export const relevantFrom = (max: number): number => (max === 5 ? 4 : 7);

/** @param environment whose episodes do not end by chance within 11 steps */
export async function recommendToAll(
  policy: Chooser,
  environment: Environment,
  seed: number,
  signal: AbortSignal,
): Promise<readonly EvaluatedPerson[]> {
  const people: EvaluatedPerson[] = [];
  for (let user = 0; user < environment.userCount; user += 1) {
    throwIfAborted(signal);
    let { observation } = await environment.reset({ user, ...(user === 0 && { seed }) });
    const items: number[] = [];
    const ratings: number[] = [];
    for (let step = 0; step < LISTED_STEPS; step += 1) {
      const item = await policy.choose(observation);
      const next = await environment.step(item);
      items.push(item);
      ratings.push(next.reward);
      observation = next.observation;
      if (next.terminated || next.truncated) break;
    }
    people.push({ user, items, ratings });
  }
  return people;
}

export function scorePeople(
  people: readonly EvaluatedPerson[],
  { items, tastes }: Catalogue,
  max: number,
): PolicyScores {
  const mean = (values: readonly number[]): number => {
    const told = values.filter((value) => !Number.isNaN(value));
    return told.reduce((sum, value) => sum + value, 0) / told.length;
  };
  const relevant = relevantFrom(max);
  const judged = people.map(({ ratings }) => {
    const grades = ratings.slice(0, LIST).map((rating) => (rating >= relevant ? 1 : 0));
    return { grades, relevant: grades.filter((grade) => grade > 0) };
  });
  const shares = (count: number): readonly { readonly liked: number; readonly disliked: number }[] =>
    people.flatMap((person) => {
      const taste = tastes[person.user];
      if (taste === undefined || taste.liked.length + taste.disliked.length === 0) return [];
      const genres = person.items.slice(0, count).map((item) => items[item]!.genres.map(genreName));
      return [likedShare(genres, new Set(taste.liked), new Set(taste.disliked))];
    });
  const [five, ten] = [shares(5), shares(LIST)];
  return {
    averageReward: mean(people.flatMap(({ ratings }) => ratings)),
    map: mean(judged.map((list) => averagePrecisionOf(list, LIST, 'k'))),
    mrr: mean(judged.map((list) => reciprocalRankOf(list, LIST))),
    personalization: personalization(
      people.map((person) => person.items),
      LIST,
    ),
    likedTop5: mean(five.map(({ liked }) => liked)),
    dislikedTop5: mean(five.map(({ disliked }) => disliked)),
    likedTop10: mean(ten.map(({ liked }) => liked)),
    dislikedTop10: mean(ten.map(({ disliked }) => disliked)),
  };
}
