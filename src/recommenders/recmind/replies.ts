/**
 * @file The replies that RecMind asks for: each a JSON Schema for the engine and a parser for what it sent.
 */
import type { Reading } from '../../core/generate.ts';
import type { Json } from '../../core/json.ts';
import type { Recommendation, Task } from '../../core/task.ts';
import { readJsonReply } from '../../tools/json-reply.ts';
import { z } from '../../tools/schema.ts';

/** A kind of reply. */
export interface ReplyFormat<Value> {
  readonly schema: Json;
  readonly parse: (text: string) => Reading<Value>;
}

/** The next step as the model proposes it. The tool `end` is "End of Planning". */
export interface Step {
  readonly thought: string;
  readonly tool: string;
  readonly input: string;
}

/** An answer with its reason. */
export interface ReasonedRecommendation {
  readonly recommendation: Recommendation;
  readonly reason: string;
}

/** How long a ranking may be (RecMind, section 4.3: the top 10). */
export const RANKING_LENGTH = 10;

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

function formatOf<Value>(shape: z.ZodMiniType<Value>): ReplyFormat<Value> {
  return { schema: z.toJSONSchema(shape) as Json, parse: (text) => readJsonReply(shape, text) };
}

/** The next step, with one of these tools. */
export function stepFormat(tools: readonly string[], mayEnd: boolean): ReplyFormat<Step> {
  return formatOf(
    z.object({ thought: z.string(), tool: z.enum(mayEnd ? [...tools, 'end'] : tools), input: z.string() }),
  );
}

/** A voter's choice among `count` candidates, from 1. */
export const voteFormat = remembered((count: number): ReplyFormat<{ readonly choice: number }> =>
  formatOf(z.object({ choice: z.int().check(z.gte(1), z.lte(count)) })),
);

/** The evaluator's verdict. */
export const evaluateFormat: ReplyFormat<{ readonly verdict: 'keep' | 'prune'; readonly reason: string }> = formatOf(
  z.object({ verdict: z.enum(['keep', 'prune']), reason: z.string() }),
);

/** Whether to explore an alternative. */
export const inspireFormat: ReplyFormat<{ readonly explore: boolean; readonly reason: string }> = formatOf(
  z.object({ explore: z.boolean(), reason: z.string() }),
);

const ratingFormat = remembered((min: number, max: number): ReplyFormat<ReasonedRecommendation> => {
  const { schema, parse } = formatOf(
    z.object({ rating: z.number().check(z.gte(min), z.lte(max)), reason: z.string() }),
  );
  return {
    schema,
    parse(text) {
      const reading = parse(text);
      if (!reading.ok) return reading;
      const { rating, reason } = reading.value;
      return { ...reading, value: { recommendation: { type: 'rating', rating }, reason } };
    },
  };
});

/** The final response to a task. */
export function answerFormat(task: Task): ReplyFormat<ReasonedRecommendation> {
  return task.type === 'rating-prediction'
    ? ratingFormat(task.scale.min, task.scale.max)
    : rankingFormat(task.candidates.map(({ id }) => id));
}

const RANKING = z.object({ ranking: z.array(z.number()), reason: z.string() });

/**
 * Entries that are no candidates, repeats and what comes after the tenth are overlooked with a note. Without candidates any
 * id will do.
 */
function rankingFormat(candidates: readonly number[]): ReplyFormat<ReasonedRecommendation> {
  const known = new Set(candidates);
  const schema: Json = {
    type: 'object',
    properties: {
      ranking: {
        type: 'array',
        items: { type: 'integer', ...(candidates.length > 0 && { enum: candidates }) },
        minItems: 1,
        maxItems: RANKING_LENGTH,
        uniqueItems: true,
      },
      reason: { type: 'string' },
    },
    required: ['ranking', 'reason'],
    additionalProperties: false,
  };
  return {
    schema,
    parse(text) {
      const reading = readJsonReply(RANKING, text);
      if (!reading.ok) return reading;
      const { ranking, reason } = reading.value;
      const isAllowed = (id: number): boolean => (known.size === 0 ? Number.isInteger(id) : known.has(id));
      const items = [...new Set(ranking)].filter(isAllowed).slice(0, RANKING_LENGTH);
      if (items.length === 0) return { ok: false, problem: 'its ranking names none of the candidates' };
      const value = { recommendation: { type: 'ranking', items }, reason } as const;
      const dropped = ranking.length - items.length;
      if (dropped === 0) return { ...reading, value };
      return {
        ok: true,
        value,
        note: `${dropped} entries that are no candidates, repeats or past the tenth were overlooked`,
      };
    },
  };
}
