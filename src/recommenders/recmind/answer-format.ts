/** @file The reply that is asked for at the end of a task: a rating, a ranking or a text. */
import type { SchemaOf } from '../../core/reply/fit.ts';
import type { WrittenEntries } from '../../core/evaluation.ts';
import { ratingsOn, type RatingScale, type ItemId } from '../../core/dataset.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { isRanking, type ItemReference, type Task, type Recommendation } from '../../core/task.ts';
import { expectedNumber } from '../../core/reply/choose.ts';
import { noted, readReply, idNamed } from '../../core/reply/read-reply.ts';
import { z } from '../../tools/schema.ts';
import { MOST_RANKED, wantedOf } from '../../core/action.ts';
import {
  rankingChoice,
  ratingChoice,
  type ReasonedRecommendation,
  formatOf,
  LONGEST_REASON,
  mapped,
  REASONED,
  remembered,
  type ReplyFormat,
} from './replies.ts';
import { LabError } from '../../core/errors.ts';
import { largest } from '../../core/numbers/extremes.ts';
import type { Aggregate, State } from '../../core/planner.ts';

interface Rated {
  readonly rating: number;
  readonly reason: string;
}

const asRating = ({ rating, reason }: Rated): ReasonedRecommendation => ({
  recommendation: { type: 'rating', rating },
  reason,
});

/** Small models' numbers stand still where their probabilities move: the expected one is told too. */
function withExpected(
  { schema, parse }: ReplyFormat<ReasonedRecommendation>,
  scale: RatingScale,
): ReplyFormat<ReasonedRecommendation> {
  return {
    schema,
    tellsAlternatives: true,
    parse(text, isCut, told = []) {
      const reading = parse(text, isCut);
      const expected = expectedNumber(told, 'rating', scale);
      return reading.ok && expected !== null ? { ...reading, value: { ...reading.value, expected } } : reading;
    },
  };
}

const ratingFormat = remembered((min: number, max: number, step: number): ReplyFormat<ReasonedRecommendation> => {
  const shape = z.object({ rating: z.number().check(z.gte(min), z.lte(max)), reason: z.string() });
  const scale = { min, max, step };
  const format = formatOf(shape, REASONED);
  return {
    ...withExpected(mapped({ ...format, schema: withSteps(format.schema, scale) }, asRating), scale),
    choice: ratingChoice(scale),
  };
});

const MOST_STEPS = 20;

/**
 * Grammars keep an enumeration, not bounds. Whole numbers alone are listed: models write 4.0, and where 4 and 4.5 are all that is allowed
 * the point leads to 4.5 (docs/experiments/prompts.md).
 */
function withSteps(schema: Json, scale: RatingScale): Json {
  const { properties, ...others } = schema as { readonly properties: JsonObject };
  const values = ratingsOn(scale);
  if (values.length > MOST_STEPS || !values.every(Number.isInteger)) return schema;
  return { ...others, properties: { ...properties, rating: { type: 'integer', enum: values } } };
}

export function answerFormat(task: Task, isShort = false): ReplyFormat<ReasonedRecommendation> {
  if (task.type === 'rating-prediction') {
    const { min, max, step } = task.scale;
    return ratingFormat(min, max, step);
  }
  return isRanking(task) ? rankingFormat(task.candidates, isShort) : TEXT_FORMAT;
}

const TEXT_FORMAT: ReplyFormat<ReasonedRecommendation> = mapped(
  formatOf(z.object({ text: z.string().check(z.trim(), z.minLength(1)) })),
  ({ text }): ReasonedRecommendation => ({ recommendation: { type: 'text', text: text.trim() }, reason: '' }),
);

interface WrittenRanking {
  readonly ranking: readonly Json[];
  readonly reason: string;
}

const RANKING: SchemaOf<WrittenRanking> = {
  type: 'object',
  properties: { ranking: { type: 'array', items: {} }, reason: { type: 'string' } },
  required: ['ranking', 'reason'],
};

export function writtenEntries(text: string, items: readonly ItemReference[]): WrittenEntries | null {
  const reading = readReply(text, RANKING, REASONED);
  if (!reading.ok) return null;
  const { ranking } = reading.value;
  const known = new Set(items.map(({ id }) => id));
  const named = ranking.map((one) => idNamed(one, items)).filter((id) => id !== null && known.has(id));
  return {
    written: ranking.length,
    invented: ranking.length - named.length,
    repeated: named.length - new Set(named).size,
  };
}

const MOST_NAMED = 3;

function noneOf(written: readonly Json[], items: readonly ItemReference[]): string {
  const named = written.slice(0, MOST_NAMED).map((one) => JSON.stringify(one).slice(0, 80));
  if (written.length === 0) return 'its ranking is empty';
  const wanted = items.length === 0 ? 'an id' : 'the id or the title of a candidate';
  return `no entry of its ranking is ${wanted}: ${named.join(', ')}${written.length > MOST_NAMED ? ', …' : ''}`;
}

/**
 * Entries that are no candidates, repeats and those after the tenth are overlooked with a note; candidates may be named by their ids
 * or titles. Without candidates any id counts.
 */
function rankingFormat(items: readonly ItemReference[], isShort: boolean): ReplyFormat<ReasonedRecommendation> {
  const candidates = items.map(({ id }) => id);
  const known = new Set(candidates);
  const schema: Json = {
    type: 'object',
    properties: {
      ranking: {
        type: 'array',
        items: { type: 'integer', ...(candidates.length > 0 && { enum: candidates }) },
        minItems: 1,
        maxItems: candidates.length === 0 ? MOST_RANKED : wantedOf(candidates),
        uniqueItems: true,
      },
      reason: { type: 'string', ...(isShort && { maxLength: LONGEST_REASON }) },
    },
    required: ['ranking', 'reason'],
    additionalProperties: false,
  };
  return {
    schema,
    ...(items.length > 0 && { choice: rankingChoice(items) }),
    parse(text, isCut = false) {
      const reading = readReply(text, RANKING, { ...REASONED, isCut });
      if (!reading.ok) return reading;
      const { ranking: written, reason } = reading.value;
      const ids = written.flatMap((one) => idNamed(one, items) ?? []);
      const isAllowed = (id: number): boolean => known.size === 0 || known.has(id);
      const ranked = [...new Set(ids)].filter(isAllowed).slice(0, MOST_RANKED);
      if (ranked.length === 0) return { ok: false, problem: noneOf(written, items) };
      const dropped = written.length - ranked.length;
      const overlooked = `${dropped} entries that are no candidates, repeats or past the tenth were overlooked`;
      const value = { recommendation: { type: 'ranking', items: ranked }, reason } as const;
      const isPlain = written.every((one) => typeof one === 'number');
      return noted({ ...reading, value }, [
        dropped === 0 ? null : overlooked,
        isPlain ? null : 'ids were written as texts',
      ]);
    },
  };
}

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
