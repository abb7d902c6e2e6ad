/** @file The reply that is asked for at the end of a task: a rating, a ranking or a text. */
import type { SchemaOf } from '../../core/reply/schema-of.ts';
import type { WrittenEntries } from '../../core/evaluation.ts';
import type { Reading } from '../../core/reply/generate.ts';
import type { Json } from '../../core/json.ts';
import { isRanking, type ItemReference, type Task } from '../../core/task.ts';
import { noted, readReply } from '../../core/reply/read-reply.ts';
import { orInWords, rankingInWords, ratingInWords, textInWords } from '../../core/reply/in-words.ts';
import { withoutFences } from '../../core/reply/fences.ts';
import { idsNamed, listNamed } from '../../core/reply/named-items.ts';
import { withoutThinking } from '../../core/reply/thinking.ts';
import { wholeJson } from '../../core/reply/whole-json.ts';
import { z } from '../../tools/schema.ts';
import { MOST_RANKED, wantedOf } from '../../core/finished-answer.ts';
import { rankingChoice, ratingChoice, type ReasonedRecommendation } from './choices.ts';
import { formatOf, inWords, mapped, REASONED, remembered, wordsAs, type ReplyFormat } from './reply-format.ts';

interface Rated {
  readonly rating: number;
  readonly reason: string;
}

const asRating = ({ rating, reason }: Rated): ReasonedRecommendation => ({
  recommendation: { type: 'rating', rating },
  reason,
});

const ratingFormat = remembered((min: number, max: number, step: number): ReplyFormat<ReasonedRecommendation> => {
  const shape = z.object({ rating: z.number().check(z.gte(min), z.lte(max)), reason: z.string() });
  return {
    ...mapped(inWords(formatOf(shape, REASONED), ratingInWords), asRating),
    choice: ratingChoice(min, max, step),
  };
});

/** What is weighed is written before the number, so that the number can follow from it. */
const reasonedRatingFormat = remembered((min: number, max: number): ReplyFormat<ReasonedRecommendation> => {
  const shape = z.object({ reason: z.string(), rating: z.number().check(z.gte(min), z.lte(max)) });
  const reading = { defaults: { reason: '' }, wordsBefore: wordsAs('reason') };
  return mapped(inWords(formatOf(shape, reading), ratingInWords), asRating);
});

/** The final response to a task. @param isReasoned whether a rating's reason is written before it */
export function answerFormat(task: Task, isReasoned = false): ReplyFormat<ReasonedRecommendation> {
  if (task.type === 'rating-prediction') {
    const { min, max, step } = task.scale;
    return isReasoned ? reasonedRatingFormat(min, max) : ratingFormat(min, max, step);
  }
  return isRanking(task) ? rankingFormat(task.candidates) : TEXT_FORMAT;
}

/** A text that was cut off is read as far as it goes, with a note; one without a word is none. */
const TEXT_FORMAT: ReplyFormat<ReasonedRecommendation> = mapped(
  inWords(formatOf(z.object({ text: z.string().check(z.trim(), z.minLength(1)) }), { mayBeCut: 'text' }), textInWords),
  ({ text }): ReasonedRecommendation => ({ recommendation: { type: 'text', text: text.trim() }, reason: '' }),
);

/** `{"id": 1745, "title": …}`. */
const IDENTIFIED: Json = {
  type: 'object',
  properties: { id: { anyOf: [{ type: 'number' }, { type: 'string' }] } },
  required: ['id'],
};

const RANKING: SchemaOf<WrittenRanking> = {
  type: 'object',
  properties: {
    ranking: { type: 'array', items: { anyOf: [{ type: 'number' }, { type: 'string' }, IDENTIFIED] } },
    reason: { type: 'string' },
  },
  required: ['ranking', 'reason'],
};

interface WrittenRanking {
  readonly ranking: readonly (number | string | { readonly id: number | string })[];
  readonly reason: string;
}

/** Counts what a reply to a ranking invents and repeats; null where no ranking can be read. @param items the candidates, 1 or more */
export function writtenEntries(text: string, items: readonly ItemReference[]): WrittenEntries | null {
  const reading = readRanking(text, items);
  if (!reading.ok) return null;
  const entries = entriesOf(reading.value, items);
  const known = new Set(items.map(({ id }) => id));
  const named = idsNamed(entries, items).ids.filter((id) => known.has(id));
  return {
    written: entries.length,
    invented: entries.length - named.length,
    repeated: named.length - new Set(named).size,
  };
}

const readMembers = orInWords((text) => readReply(text, RANKING, REASONED), rankingInWords);

/** Also a list alone, as JSON or in words: `[12, 5, 7]`, `12, 5, 7`. */
function readRanking(text: string, items: readonly ItemReference[]): Reading<WrittenRanking> {
  const reading = readMembers(text);
  if (reading.ok) return reading;
  const words = withoutFences(withoutThinking(text));
  const list = wholeJson(words);
  if (Array.isArray(list)) return readMembers(JSON.stringify({ ranking: list }));
  const ranking = words.includes('{') ? null : listNamed(words, items);
  return ranking === null
    ? reading
    : { ok: true, value: { ranking, reason: '' }, note: 'the ranking was written as a list alone' };
}

/** The entries as they were written, those of a list that is one text too. */
function entriesOf({ ranking }: WrittenRanking, items: readonly ItemReference[]): readonly (number | string)[] {
  const [only, ...others] = ranking.map((one) => (typeof one === 'object' ? one.id : one));
  if (only === undefined) return [];
  const list = typeof only === 'string' && others.length === 0 ? listNamed(only, items) : null;
  return list ?? [only, ...others];
}

/** So many entries are named in a problem. */
const MOST_NAMED = 3;

function noneOf(written: readonly (number | string)[], items: readonly ItemReference[]): string {
  const named = written.slice(0, MOST_NAMED).map((one) => JSON.stringify(one).slice(0, 80));
  if (written.length === 0) return 'its ranking is empty';
  const wanted = items.length === 0 ? 'an id' : 'the id or the title of a candidate';
  return `no entry of its ranking is ${wanted}: ${named.join(', ')}${written.length > MOST_NAMED ? ', …' : ''}`;
}

/**
 * Entries that are no candidates, repeats and what comes after the tenth are overlooked with a note; candidates may be named by their ids
 * or their titles. Without candidates any id will do.
 */
function rankingFormat(items: readonly ItemReference[]): ReplyFormat<ReasonedRecommendation> {
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
      reason: { type: 'string' },
    },
    required: ['ranking', 'reason'],
    additionalProperties: false,
  };
  return {
    schema,
    ...(items.length > 0 && { choice: rankingChoice(items) }),
    parse(text) {
      const reading = readRanking(text, items);
      if (!reading.ok) return reading;
      const { reason } = reading.value;
      const written = entriesOf(reading.value, items);
      const { ids, note } = idsNamed(written, items);
      const isAllowed = (id: number): boolean => (known.size === 0 ? Number.isInteger(id) : known.has(id));
      const ranked = [...new Set(ids)].filter(isAllowed).slice(0, MOST_RANKED);
      if (ranked.length === 0) return { ok: false, problem: noneOf(written, items) };
      const dropped = written.length - ranked.length;
      const overlooked = `${dropped} entries that are no candidates, repeats or past the tenth were overlooked`;
      const value = { recommendation: { type: 'ranking', items: ranked }, reason } as const;
      return noted({ ...reading, value }, [dropped === 0 ? null : overlooked, note]);
    },
  };
}
