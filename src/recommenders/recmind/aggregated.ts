/**
 * @file Several answers as one (self-consistency, Wang et al. 2022): the mean of ratings or what most of them say, the mean places of a
 * ranking (Borda 1781) or who stands first most often, and of texts the one that agrees most with the others.
 */
import { LabError } from '../../core/errors.ts';
import type { ItemId } from '../../core/dataset.ts';
import { largest } from '../../core/numbers/extremes.ts';
import type { Aggregate, State } from '../../core/planner.ts';
import { isRanking, type Recommendation, type Task } from '../../core/task.ts';
import { MOST_RANKED } from '../../core/finished-answer.ts';
import type { ReasonedRecommendation } from './choices.ts';

/**
 * The answers that the states hold, put together; those that could not be read have no say.
 * @throws LabError `reply-unparseable` where none could be read
 */
export function aggregated(states: readonly State[], aggregate: Aggregate, task: Task): ReasonedRecommendation {
  const given = states.flatMap(({ recommendation }) => recommendation ?? []);
  const [first] = given;
  if (first === undefined) {
    const problem = `none of ${states.length} answers could be read`;
    throw new LabError(
      'reply-unparseable',
      `No answer could be put together: ${problem}. Open the calls to see them.`,
      {
        problem,
      },
    );
  }
  const how = first.type === 'text' ? 'The one nearest to the others' : aggregate === 'mean' ? 'The mean' : 'The vote';
  return {
    recommendation: together(given, first, aggregate),
    reason: `${how} of ${given.length}: ${listed(given, task)}.`,
  };
}

const listed = (given: readonly Recommendation[], task: Task): string =>
  given.map((one) => answerText(one, task)).join('; ');

function together(given: readonly Recommendation[], first: Recommendation, aggregate: Aggregate): Recommendation {
  switch (first.type) {
    case 'rating': {
      const ratings = given.flatMap((one) => (one.type === 'rating' ? one.rating : []));
      return { type: 'rating', rating: aggregate === 'mean' ? mean(ratings) : mostFrequent(ratings) };
    }
    case 'ranking':
      return {
        type: 'ranking',
        items: ranked(
          given.flatMap((one) => (one.type === 'ranking' ? [one.items] : [])),
          aggregate,
        ),
      };
    case 'text':
      return { type: 'text', text: central(given.flatMap((one) => (one.type === 'text' ? one.text : []))) };
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]): number => sum(values) / values.length;

function mostFrequent(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [best] = [...counts].sort(([, one], [, other]) => other - one);
  return (best as readonly [number, number])[0];
}

/** By mean place, what a list leaves out standing behind its last possible place; with a vote by first places before that. */
function ranked(lists: readonly (readonly ItemId[])[], aggregate: Aggregate): readonly ItemId[] {
  const items = [...new Set(lists.flat())];
  const placeIn = (list: readonly ItemId[], item: ItemId): number => {
    const at = list.indexOf(item);
    return at < 0 ? MOST_RANKED : at;
  };
  const rows = items.map((item) => ({
    item,
    firsts: aggregate === 'vote' ? lists.filter(([first]) => first === item).length : 0,
    places: sum(lists.map((list) => placeIn(list, item))),
  }));
  rows.sort((one, other) => other.firsts - one.firsts || one.places - other.places);
  return rows.slice(0, MOST_RANKED).map(({ item }) => item);
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);

/** The first of the texts that share most words with the others (Dice's coefficient, summed). */
function central(texts: readonly string[]): string {
  const words = texts.map(wordsOf);
  const shared = words.map((own, at) => sum(words.map((other, index) => (index === at ? 0 : dice(own, other)))));
  return texts[shared.indexOf(largest(shared))] as string;
}

function dice(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const common = [...one].filter((word) => other.has(word)).length;
  return one.size + other.size === 0 ? 0 : (2 * common) / (one.size + other.size);
}

const MOST_TITLES = 3;

export function answerText(recommendation: Recommendation, task: Task): string {
  if (recommendation.type === 'rating') return String(recommendation.rating);
  if (recommendation.type === 'text') return recommendation.text;
  const candidates = isRanking(task) ? task.candidates : [];
  const titles = recommendation.items
    .slice(0, MOST_TITLES)
    .map((id) => candidates.find((item) => item.id === id)?.title ?? `item ${id}`);
  return `${titles.join(', ')}${recommendation.items.length > MOST_TITLES ? ' …' : ''}`;
}
