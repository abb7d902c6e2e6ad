/** @file The form of a person's tastes as models fill it in, and as it is read. */
import type { Facet, ProfileReading } from '../../core/dialogue.ts';
import type { Json } from '../../core/json.ts';
import type { SchemaOf } from '../../core/reply/fit.ts';
import type { Reading } from '../../core/reply/generate.ts';
import { readReply } from '../../core/reply/read-reply.ts';

const TEXTS: Json = { type: 'array', items: { type: 'string', maxLength: 200 }, maxItems: 100, default: [] };
const FACET: Json = {
  type: 'object',
  properties: { titles: TEXTS, values: TEXTS },
  required: ['titles', 'values'],
  default: { titles: [], values: [] },
};
const FACET_FORM = '{"titles": [], "values": []}';
/** The form of a profile, empty, as prompts show it. */
export const PROFILE_FORM = `{"like": ${FACET_FORM}, "dislike": ${FACET_FORM}, "expect": ${FACET_FORM}, "forgotten": []}`;
/** What a profile is asked for and read by. */
export const PROFILE_SCHEMA: SchemaOf<ProfileReading> = {
  type: 'object',
  properties: {
    like: FACET,
    dislike: FACET,
    expect: FACET,
    forgotten: { type: 'array', items: { type: 'string', maxLength: 200 }, maxItems: 100 },
  },
  required: ['like', 'dislike', 'expect'],
};

/** An empty form shows what to write, and is no answer to repeat. */
const FORM_AGAIN =
  'Reply with only an object like {"like": {"titles": ["Heat (1995)"], "values": ["genre: Drama"]}, "dislike": …, "expect": …}, filled in with what the person said';

/** Reads a profile; what it does not tell of is nothing. */
export function readProfile(text: string, isCut = false): Reading<ProfileReading> {
  const reading = readReply(text, PROFILE_SCHEMA, { isCut });
  if (!reading.ok) return { ...reading, again: FORM_AGAIN };
  const { like, dislike, expect, forgotten } = reading.value;
  const gone = forgotten === undefined ? {} : { forgotten };
  return { ...reading, value: { like: facet(like), dislike: facet(dislike), expect: facet(expect), ...gone } };
}

const facet = ({ titles, values }: Facet): Facet => ({ titles, values });
