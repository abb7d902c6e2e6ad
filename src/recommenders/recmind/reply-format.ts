/** @file How a reply of RecMind is asked for and read: a JSON Schema for the engine and a parser for what it sent. */
import type { Reading } from '../../core/reply/generate.ts';
import type { Json } from '../../core/json.ts';
import { readProse } from '../../core/reply/read-prose.ts';
import { readReply, type ReplyReading } from '../../core/reply/read-reply.ts';
import { orInWords, type WordsReader } from '../../core/reply/in-words.ts';
import { replySchema, type z } from '../../tools/schema.ts';
import type { Choice } from './choices.ts';

/** A kind of reply. */
export interface ReplyFormat<Value> {
  readonly schema: Json;
  readonly parse: (text: string) => Reading<Value>;
  /** Where the reply is a choice among few: how it is had by scoring them. */
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
  return { schema, parse: (text) => readReply(text, schema, reading) };
}

/** The format, read from words too where they say one thing alone. */
export const inWords = <Value>(format: ReplyFormat<Value>, toJson: WordsReader): ReplyFormat<Value> => ({
  ...format,
  parse: orInWords(format.parse, toJson),
});

/** Words before the JSON as the member of that name. */
export const wordsAs = (member: string): NonNullable<ReplyReading['wordsBefore']> => ({
  member,
  read: (words) =>
    words.length > LONGEST_BEFORE
      ? { ok: false, problem: 'it is too long' }
      : readProse(words.replace(LABEL_BEFORE, ''), { labels: [member], leastWords: 3 }),
});

/** In characters: no reason or thought is longer. */
const LONGEST_BEFORE = 4000;
/** A label that belongs to what follows the words: `Action:` */
const LABEL_BEFORE = /\n[^\p{L}\p{N}\n]*[\p{L} ]{1,30}:[^\p{L}\p{N}`]{0,20}(?:`{3}\w{0,20}\s{0,20})?$/u;

/** A reason comes last, and nothing depends on it. */
export const REASONED = { mayBeCut: 'reason', defaults: { reason: '' }, wordsBefore: wordsAs('reason') } as const;

/** The format with its values as the caller wants them. */
export function mapped<From, To>({ schema, parse }: ReplyFormat<From>, to: (value: From) => To): ReplyFormat<To> {
  return {
    schema,
    parse(text) {
      const reading = parse(text);
      return reading.ok ? { ...reading, value: to(reading.value) } : reading;
    },
  };
}
