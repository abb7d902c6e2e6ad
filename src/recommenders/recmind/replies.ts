/**
 * @file The replies that RecMind asks for: each a JSON Schema for the engine and a parser for what it sent.
 */
import type { Reading } from '../../core/reply/generate.ts';
import type { Json } from '../../core/json.ts';
import { isRanking, type ItemReference, type Task } from '../../core/task.ts';
import { noted, readReply, type ReplyReading } from '../../core/reply/read-reply.ts';
import {
  choiceInWords,
  orInWords,
  rankingInWords,
  stepInWords,
  textInWords,
  verdictInWords,
  type WordsReader,
} from '../../core/reply/in-words.ts';
import { idsNamed } from '../../core/reply/named-items.ts';
import { z } from '../../tools/schema.ts';
import {
  choiceAmong,
  MOST_RANKED,
  rankingChoice,
  ratingChoice,
  type Choice,
  type ReasonedRecommendation,
} from './choices.ts';

/** A kind of reply. */
export interface ReplyFormat<Value> {
  readonly schema: Json;
  readonly parse: (text: string) => Reading<Value>;
  /** Where the reply is a choice among few: how it is had by scoring them. */
  readonly choice?: Choice<Value>;
}

/** Schemas take longer to write than replies to read, and a run needs few different ones. */
function remembered<Numbers extends number[], Value>(
  make: (...numbers: Numbers) => Value,
): (...numbers: Numbers) => Value {
  const made = new Map<string, Value>();
  return (...numbers) => {
    const key = numbers.join(' ');
    const known = made.get(key) ?? make(...numbers);
    made.set(key, known);
    return known;
  };
}

function formatOf<Value>(shape: z.ZodMiniType<Value>, reading: ReplyReading = {}): ReplyFormat<Value> {
  const schema = z.toJSONSchema(shape) as Json;
  return { schema, parse: (text) => readReply(text, schema, reading) as Reading<Value> };
}

/** The format, read from words too where they say one thing alone. */
const inWords = <Value>(format: ReplyFormat<Value>, toJson: WordsReader): ReplyFormat<Value> => ({
  ...format,
  parse: orInWords(format.parse, toJson),
});

/** A reason comes last, and nothing depends on it. */
const REASONED = { mayBeCut: 'reason', defaults: { reason: '' } } as const;
/** What stands behind a step was written without its observation. */
const STEP = { counts: 'first', mayBeCut: null, defaults: { thought: '', input: '' } } as const;

/** The format with its values as the caller wants them. */
function mapped<From, To>({ schema, parse }: ReplyFormat<From>, to: (value: From) => To): ReplyFormat<To> {
  return {
    schema,
    parse(text) {
      const reading = parse(text);
      return reading.ok ? { ...reading, value: to(reading.value) } : reading;
    },
  };
}

/** The tool that a step names where planning ends. */
export const END = 'end';
const ENDING: Json = {
  type: 'object',
  properties: { thought: { type: 'string', pattern: '^\\W*[Ee]nd of [Pp]lanning\\W*$' } },
  required: ['thought'],
  additionalProperties: false,
};

/**
 * A step in the model's own words: the thought comes first, so that it can lead to the action (ReAct). The thought that ends planning may
 * stand without its tool.
 */
export function stepFormat<Step>(
  tools: readonly string[],
  stepOf: (reply: { readonly thought: string; readonly tool: string; readonly input: string }) => Step,
): ReplyFormat<Step> {
  const { schema, parse } = formatOf(z.object({ thought: z.string(), tool: z.enum(tools), input: z.string() }), STEP);
  const withEnd: typeof parse = (text) => {
    const reading = parse(text);
    if (reading.ok || !tools.includes(END)) return reading;
    const ending = readReply(text, ENDING, { counts: 'first', unknown: 'refuse' }) as Reading<{
      readonly thought: string;
    }>;
    if (!ending.ok) return reading;
    return noted({ ...ending, value: { ...ending.value, tool: END, input: '' } }, [
      'the end of planning was told without its tool',
    ]);
  };
  return mapped(inWords({ schema, parse: withEnd }, stepInWords), stepOf);
}

/** A step that names an action: the action comes first, so that a thought that does not end cannot cost the step. */
export function offeredStepFormat<Step>(
  actions: readonly string[],
  stepOf: (reply: { readonly action: string; readonly thought: string }) => Step,
): ReplyFormat<Step> {
  return {
    ...mapped(
      formatOf(z.object({ action: z.enum(actions), thought: z.string() }), { ...STEP, mayBeCut: 'thought' }),
      stepOf,
    ),
    choice: choiceAmong(actions, {
      text: (action) => `{"action": ${JSON.stringify(action)}`,
      value: (action) => stepOf({ action, thought: '' }),
    }),
  };
}

const CHOICE_IN_WORDS: Json = {
  type: 'object',
  properties: { choice: { type: 'string' } },
  required: ['choice'],
};

/** The choice, named as the prompt lists it too: `{"choice": "Proposal 2"}`. */
function namedChoice<Value>({ parse, ...format }: ReplyFormat<Value>): ReplyFormat<Value> {
  return {
    ...format,
    parse(text) {
      const reading = parse(text);
      const inText = reading.ok ? null : readReply(text, CHOICE_IN_WORDS);
      if (inText === null || !inText.ok) return reading;
      const meant = choiceInWords((inText.value as { readonly choice: string }).choice);
      const read = meant === null ? reading : parse(JSON.stringify(meant));
      return read.ok ? noted(read, ['the choice was named in words']) : reading;
    },
  };
}

/** A voter's choice among `count` proposals, from 1. */
export const voteFormat = remembered((count: number): ReplyFormat<{ readonly choice: number }> => ({
  ...inWords(namedChoice(formatOf(z.object({ choice: z.int().check(z.gte(1), z.lte(count)) }))), choiceInWords),
  choice: choiceAmong(
    Array.from({ length: count }, (_, index) => index + 1),
    { text: (choice) => `{"choice": ${choice}}`, value: (choice) => ({ choice }) },
  ),
}));

/** The critic's verdict. */
export const evaluateFormat: ReplyFormat<{ readonly verdict: 'keep' | 'prune'; readonly reason: string }> = {
  ...inWords(formatOf(z.object({ verdict: z.enum(['keep', 'prune']), reason: z.string() }), REASONED), verdictInWords),
  choice: choiceAmong(['keep', 'prune'] as const, {
    text: (verdict) => `{"verdict": "${verdict}"`,
    value: (verdict, reason) => ({ verdict, reason }),
  }),
};

/** Whether to explore an alternative. */
export const inspireFormat: ReplyFormat<{ readonly explore: boolean; readonly reason: string }> = {
  ...formatOf(z.object({ explore: z.boolean(), reason: z.string() }), REASONED),
  choice: choiceAmong([true, false], {
    text: (explore) => `{"explore": ${explore}`,
    value: (explore, reason) => ({ explore, reason }),
  }),
};

const VALUES = Array.from({ length: 10 }, (_, index) => index + 1);
const share = (value: number): number => (value - 1) / (VALUES.length - 1);

/** How well the problem can be solved: 1 to 10, read as 0 to 1. Scored, it is the expectation over the ten. */
export const valueFormat: ReplyFormat<{ readonly value: number; readonly reason: string }> = {
  ...mapped(
    formatOf(z.object({ value: z.number().check(z.gte(1), z.lte(10)), reason: z.string() }), REASONED),
    ({ value, reason }) => ({ value: share(value), reason }),
  ),
  choice: {
    replies: VALUES.map((value) => `{"value": ${value},`),
    read({ shares }) {
      const value = VALUES.reduce((sum, one, at) => sum + share(one) * (shares[at] ?? 0), 0);
      return { value, reason: 'Scored, not written: the expectation over ten values.' };
    },
  },
};

/** What a path that failed teaches; one that was cut off is read as far as it goes. */
export const reflectFormat: ReplyFormat<{ readonly reflection: string }> = formatOf(
  z.object({ reflection: z.string().check(z.trim(), z.minLength(1)) }),
  { mayBeCut: 'reflection' },
);

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
  return { ...mapped(formatOf(shape, REASONED), asRating), choice: ratingChoice(min, max, step) };
});

/** What is weighed is written before the number, so that the number can follow from it. */
const reasonedRatingFormat = remembered((min: number, max: number): ReplyFormat<ReasonedRecommendation> => {
  const shape = z.object({ reason: z.string(), rating: z.number().check(z.gte(min), z.lte(max)) });
  return mapped(formatOf(shape, { defaults: { reason: '' } }), asRating);
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

const RANKING: Json = {
  type: 'object',
  properties: {
    ranking: { type: 'array', items: { anyOf: [{ type: 'number' }, { type: 'string' }] } },
    reason: { type: 'string' },
  },
  required: ['ranking', 'reason'],
};

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
        maxItems: MOST_RANKED,
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
    parse: orInWords((text) => {
      const reading = readReply(text, RANKING, REASONED) as Reading<{
        readonly ranking: readonly (number | string)[];
        readonly reason: string;
      }>;
      if (!reading.ok) return reading;
      const { ranking: written, reason } = reading.value;
      const { ids, note } = idsNamed(written, items);
      const isAllowed = (id: number): boolean => (known.size === 0 ? Number.isInteger(id) : known.has(id));
      const ranked = [...new Set(ids)].filter(isAllowed).slice(0, MOST_RANKED);
      if (ranked.length === 0) return { ok: false, problem: 'its ranking names none of the candidates' };
      const dropped = written.length - ranked.length;
      const overlooked = `${dropped} entries that are no candidates, repeats or past the tenth were overlooked`;
      const value = { recommendation: { type: 'ranking', items: ranked }, reason } as const;
      return noted({ ...reading, value }, [dropped === 0 ? null : overlooked, note]);
    }, rankingInWords),
  };
}
