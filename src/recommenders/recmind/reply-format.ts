/** @file How a reply of RecMind is asked for and read: a JSON Schema for the engine and a parser for what it sent. */
import type { Parse } from '../../core/reply/generate.ts';
import type { Json } from '../../core/json.ts';
import { readReply, type ReplyReading } from '../../core/reply/read-reply.ts';
import { replySchema, type z } from '../../tools/schema.ts';
import type { Choice } from './choices.ts';

/** A kind of reply. */
export interface ReplyFormat<Value> {
  readonly schema: Json;
  readonly parse: Parse<Value>;
  /** For a choice among few: how to answer by scoring the options. */
  readonly choice?: Choice<Value>;
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

/** The format of a shape. */
export function formatOf<Value>(shape: z.ZodMiniType<Value>, reading: ReplyReading = {}): ReplyFormat<Value> {
  const schema = replySchema(shape);
  return { schema, parse: (text, isCut = false) => readReply(text, schema, { ...reading, isCut }) };
}

/** Nothing depends on a reason. */
export const REASONED = { defaults: { reason: '' } } as const;

/** The format with its values as the caller wants them. */
export function mapped<From, To>({ schema, parse }: ReplyFormat<From>, to: (value: From) => To): ReplyFormat<To> {
  return {
    schema,
    parse(text, isCut) {
      const reading = parse(text, isCut);
      return reading.ok ? { ...reading, value: to(reading.value) } : reading;
    },
  };
}
