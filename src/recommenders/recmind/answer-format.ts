/** @file The reply that is asked for at the end of a task: a rating, a ranking or a text. */
import type { SchemaOf } from '../../core/reply/fit.ts';
import type { WrittenEntries } from '../../core/evaluation.ts';
import { ratingsOn, type RatingScale } from '../../core/dataset.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { isRanking, type ItemReference, type Task } from '../../core/task.ts';
import { expectedNumber } from '../../core/reply/choose.ts';
import { noted, readReply, idNamed } from '../../core/reply/read-reply.ts';
import { z } from '../../tools/schema.ts';
import { MOST_RANKED, wantedOf } from '../../core/finished-answer.ts';
import { rankingChoice, ratingChoice, type ReasonedRecommendation } from './choices.ts';
import { formatOf, LONGEST_REASON, mapped, REASONED, remembered, type ReplyFormat } from './replies.ts';

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

/** Entries as they were written. */
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
