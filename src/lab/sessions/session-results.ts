/** @file What sessions came to under each recommender, over the rounds behind the first, with intervals over people. */
import type { Interval } from '../../core/evaluation.ts';
import { createRandom } from '../../core/random.ts';
import { bootstrap } from '../../metrics/bootstrap.ts';
import {
  meanOf,
  ROUND_MEASURES,
  type RoundFigures,
  type RoundMeasure,
  type SessionsFold,
} from '../../trace/sessions-fold.ts';

/** A recommender's results. */
export interface SessionResult {
  readonly recommender: string;
  readonly title: string;
  /** Rounds that they are of: from the second on, since nothing is fitted before; of the first where there is no other. */
  readonly rounds: { readonly from: number; readonly to: number };
  /** Means with 95 % intervals by bootstrap over people; null where nobody has a value. */
  readonly measures: Readonly<Record<RoundMeasure, Interval | null>>;
  /** Pages of which nothing is known, since a model's reply could not be read. */
  readonly unread: number;
}

/** The results of all recommenders, in their order. */
export function sessionResults({ rounds }: Pick<SessionsFold, 'rounds'>): readonly SessionResult[] {
  const names = [...new Set(rounds.map(({ recommender }) => recommender))];
  return names.map((recommender) => {
    const own = rounds.filter((round) => round.recommender === recommender);
    const later = own.filter(({ round }) => round > 1);
    const counted = later.length > 0 ? later : own;
    return {
      recommender,
      title: own[0]?.title ?? recommender,
      rounds: { from: counted[0]?.round ?? 1, to: counted.at(-1)?.round ?? 1 },
      measures: Object.fromEntries(
        ROUND_MEASURES.map((measure) => [measure, intervalOf(counted, measure)]),
      ) as SessionResult['measures'],
      unread: own.reduce((sum, { unread }) => sum + unread, 0),
    };
  });
}

function intervalOf(rounds: readonly RoundFigures[], measure: RoundMeasure): Interval | null {
  const byPerson = new Map<number, number[]>();
  const add = (user: number, value: number | null): void => {
    if (value !== null) byPerson.set(user, [...(byPerson.get(user) ?? []), value]);
  };
  for (const { came, figures } of rounds) {
    if (measure === 'came') came.forEach((value, user) => add(user, value));
    else for (const one of figures) add(one.user, one[measure]);
  }
  const people = [...byPerson.values()];
  if (people.length === 0) return null;
  return bootstrap(people, (values) => meanOf(values) ?? NaN, createRandom(`sessions ${measure}`));
}
