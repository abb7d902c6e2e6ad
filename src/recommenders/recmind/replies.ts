/** @file The replies that RecMind asks for: each a JSON Schema for the engine and a parser for what it sent. */
import type { SchemaOf } from '../../core/reply/fit.ts';
import type { Parse } from '../../core/reply/generate.ts';
import { readReply, type ReplyReading } from '../../core/reply/read-reply.ts';
import { z, replySchema } from '../../tools/schema.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { ratingsOn, type RatingScale } from '../../core/dataset.ts';
import { MOST_RANKED } from '../../core/action.ts';
import type { Chosen } from '../../core/reply/choose.ts';
import type { ItemReference, Recommendation } from '../../core/task.ts';

export interface ReplyFormat<Value> {
  readonly schema: Json;
  readonly parse: Parse<Value>;
  /** For a choice among few: how to answer by scoring the options. */
  readonly choice?: Choice<Value>;
  /** Whether its parser reads what else was likely. */
  readonly tellsAlternatives?: true;
}

/** Schemas take longer to write than replies to read, and a run needs few different ones. */
export function remembered<Numbers extends number[], Value>(
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

/** In characters. An engine that keeps it never cuts a reply off within its reason. */
export const LONGEST_REASON = 160;

/** The format of a shape. A reason is bounded for the engine; a longer one is read all the same. */
export function formatOf<Value>(shape: z.ZodMiniType<Value>, reading: ReplyReading = {}): ReplyFormat<Value> {
  const schema = replySchema(shape);
  const { properties = {} } = schema as { readonly properties?: JsonObject };
  const reason = properties['reason'] && { reason: { type: 'string', maxLength: LONGEST_REASON } };
  return {
    schema: { ...schema, properties: { ...properties, ...reason } },
    parse: (text, isCut = false) => readReply(text, schema, { ...reading, isCut }),
  };
}

/** Nothing depends on a reason. */
export const REASONED = { defaults: { reason: '' } } as const;

export function mapped<From, To>({ schema, parse }: ReplyFormat<From>, to: (value: From) => To): ReplyFormat<To> {
  return {
    schema,
    parse(text, isCut) {
      const reading = parse(text, isCut);
      return reading.ok ? { ...reading, value: to(reading.value) } : reading;
    },
  };
}

/** What stands behind a step was written without its observation. */
const STEP = { counts: 'first', defaults: { thought: '' } } as const;

/** The tool that a step names where planning ends. */
export const END = 'end';

interface WrittenStep {
  readonly thought: string;
  readonly tool: string;
  readonly input: string;
}

/**
 * A step in the model's own words: the thought comes first, so that it can lead to the action (ReAct). Only planning ends without an input.
 */
export function stepFormat<Step>(tools: readonly string[], stepOf: (reply: WrittenStep) => Step): ReplyFormat<Step> {
  const { schema } = formatOf(z.object({ thought: z.string(), tool: z.enum(tools), input: z.string() }));
  const parse: Parse<WrittenStep> = (text, isCut = false) => {
    const defaults = { thought: '', input: '' };
    const reading = readReply(text, schema as SchemaOf<WrittenStep>, { ...STEP, isCut, defaults });
    const isUnasked = reading.ok && reading.value.tool !== END && reading.value.input.trim() === '';
    return isUnasked ? { ok: false, problem: 'input is empty; it has to say what the tool is asked' } : reading;
  };
  return mapped({ schema, parse }, stepOf);
}

/**
 * A step that names an action and nothing else. What small models wrote behind it guessed the observation, and later prompts believed the
 * guess (docs/experiments/prompts.md).
 */
export function offeredStepFormat<Step>(
  actions: readonly string[],
  stepOf: (action: string) => Step,
): ReplyFormat<Step> {
  return {
    ...mapped(formatOf(z.object({ action: z.enum(actions) }), { counts: 'first' }), ({ action }) => stepOf(action)),
    choice: choiceAmong(actions, { text: (action) => `{"action": ${JSON.stringify(action)}`, value: stepOf }),
  };
}

export const voteFormat = remembered((count: number): ReplyFormat<{ readonly choice: number }> => ({
  ...formatOf(z.object({ choice: z.int().check(z.gte(1), z.lte(count)) })),
  choice: choiceAmong(
    Array.from({ length: count }, (_, index) => index + 1),
    { text: (choice) => `{"choice": ${choice}}`, value: (choice) => ({ choice }) },
  ),
}));

export const evaluateFormat: ReplyFormat<{ readonly verdict: 'keep' | 'prune'; readonly reason: string }> = {
  ...formatOf(z.object({ verdict: z.enum(['keep', 'prune']), reason: z.string() }), REASONED),
  choice: choiceAmong(['keep', 'prune'] as const, {
    text: (verdict) => `{"verdict": "${verdict}"`,
    value: (verdict, reason) => ({ verdict, reason }),
  }),
};

export const inspireFormat: ReplyFormat<{ readonly explore: boolean; readonly reason: string }> = {
  ...formatOf(z.object({ explore: z.boolean(), reason: z.string() }), REASONED),
  choice: choiceAmong([true, false], {
    text: (explore) => `{"explore": ${explore}`,
    value: (explore, reason) => ({ explore, reason }),
  }),
};

const VALUES = Array.from({ length: 10 }, (_, index) => index + 1);
const share = (value: number): number => (value - 1) / (VALUES.length - 1);

const VALUE_BOUNDS = [z.gte(1), z.lte(10)] as const;

/** How well the problem can be solved: 1 to 10, read as 0 to 1; 6.5 is read though it is not asked for. Scored, it is the expectation over the ten. */
export const valueFormat: ReplyFormat<{ readonly value: number; readonly reason: string }> = {
  ...mapped(
    formatOf(z.object({ value: z.number().check(...VALUE_BOUNDS), reason: z.string() }), REASONED),
    ({ value, reason }) => ({ value: share(value), reason }),
  ),
  schema: formatOf(z.object({ value: z.int().check(...VALUE_BOUNDS), reason: z.string() })).schema,
  choice: {
    replies: VALUES.map((value) => `{"value": ${value},`),
    read({ shares }) {
      const value = VALUES.reduce((sum, one, at) => sum + share(one) * (shares[at] ?? 0), 0);
      return { value, reason: 'Scored, not written: the expectation over ten values.' };
    },
  },
};

export const reflectFormat: ReplyFormat<{ readonly reflection: string }> = formatOf(
  z.object({ reflection: z.string().check(z.trim(), z.minLength(1)) }),
);

export interface ReasonedRecommendation {
  readonly recommendation: Recommendation;
  readonly reason: string;
  /** Beside a rating that was written, the mean of those that could have been. */
  readonly expected?: number;
}

/** The replies that are scored, and what their scores say. */
interface Choice<Value> {
  readonly replies: readonly string[];
  readonly read: (chosen: Chosen) => Value;
}

/** One of the options as the model drew it, with its share as the reason. */
function choiceAmong<Option, Value>(
  options: readonly Option[],
  {
    text,
    value,
  }: { readonly text: (option: Option) => string; readonly value: (option: Option, reason: string) => Value },
): Choice<Value> {
  return {
    replies: options.map(text),
    read({ drawn, shares }) {
      const reason = `Scored, not written: p = ${(shares[drawn] ?? 0).toFixed(2)} among ${options.length}.`;
      return value(options[drawn] as Option, reason);
    },
  };
}

/** The expectation over the values of the scale, which loses least in RMSE (G-Eval; Liu et al. 2023, equation 1). */
export function ratingChoice(scale: RatingScale): Choice<ReasonedRecommendation> {
  const values = ratingsOn(scale);
  return {
    replies: values.map((value) => `{"rating": ${value},`),
    read({ shares, drawn }) {
      const rating = values.reduce((sum, value, at) => sum + value * (shares[at] ?? 0), 0);
      const likeliest = `${values[drawn] ?? ''} (p = ${(shares[drawn] ?? 0).toFixed(2)})`;
      const reason = `Scored, not written: the expectation over ${values.length} ratings; the likeliest is ${likeliest}.`;
      return { recommendation: { type: 'rating', rating }, reason };
    },
  };
}

const encoder = new TextEncoder();

/** The candidates by ln p of their titles in quotes, each divided by its length in bytes. */
export function rankingChoice(candidates: readonly ItemReference[]): Choice<ReasonedRecommendation> {
  const replies = candidates.map(({ title }) => JSON.stringify(title));
  const lengths = replies.map((reply) => encoder.encode(reply).length);
  return {
    replies,
    read({ logProbabilities }) {
      const scored = candidates.map(({ id }, at) => ({ id, score: (logProbabilities[at] ?? 0) / (lengths[at] ?? 1) }));
      const items = scored.sort((one, other) => other.score - one.score).map(({ id }) => id);
      const reason = `Scored, not written: ${candidates.length} titles by ln p for each byte.`;
      return { recommendation: { type: 'ranking', items: items.slice(0, MOST_RANKED) }, reason };
    },
  };
}
