/** @file The form of a person's tastes as models fill it in, and as it is read. */
import type { SchemaOf } from '../../core/reply/schema-of.ts';
import type { Facet, ProfileReading } from '../../core/dialogue.ts';
import type { Json } from '../../core/json.ts';
import { fitted } from '../../core/reply/fit.ts';
import type { Reading } from '../../core/reply/generate.ts';
import { noted, readReply } from '../../core/reply/read-reply.ts';
import { profileInLines } from './profile-in-lines.ts';
import { withTexts } from './told-profile.ts';

const TEXTS: Json = { type: 'array', items: { type: 'string', maxLength: 200 }, maxItems: 100, default: [] };
const FACET: Json = {
  type: 'object',
  properties: { titles: TEXTS, values: TEXTS },
  default: { titles: [], values: [] },
};
const FACET_FORM = '{"titles": [], "values": []}';
/** The form of a profile, empty, as prompts show it. */
export const PROFILE_FORM = `{"like": ${FACET_FORM}, "dislike": ${FACET_FORM}, "expect": ${FACET_FORM}, "forgotten": []}`;
const PROFILE: SchemaOf<ProfileReading> = {
  type: 'object',
  properties: {
    like: FACET,
    dislike: FACET,
    expect: FACET,
    forgotten: { type: 'array', items: { type: 'string', maxLength: 200 }, maxItems: 100 },
  },
  required: [],
};

/** The form as it may be filled in, before its titles and values are texts. */
const WRITTEN_PROFILE: Json = {
  type: 'object',
  properties: { like: {}, dislike: {}, expect: {}, forgotten: {} },
  required: [],
};

/** What a model is told that is asked for its form once more. */
const FORM_AGAIN = `Reply with only this object: ${PROFILE_FORM}`;

/** Reads a profile; what it does not tell of is nothing. */
export function readProfile(text: string): Reading<ProfileReading> {
  const reading = readForm(text);
  return reading.ok ? reading : { ...reading, again: FORM_AGAIN };
}

function readForm(text: string): Reading<ProfileReading> {
  const lines = profileInLines(text);
  const written: Reading<Json> =
    lines === null
      ? readReply(text, WRITTEN_PROFILE)
      : { ok: true, value: lines, note: 'it was written in lines, not as JSON' };
  if (!written.ok) return written;
  const told = withTexts(written.value);
  const reading = noted(fitted(told, PROFILE, { unknown: 'overlook' }), [
    written.note ?? null,
    JSON.stringify(told) === JSON.stringify(written.value) ? null : 'titles or values were written as objects',
  ]);
  if (!reading.ok) return reading;
  const { like, dislike, expect, forgotten } = reading.value;
  const gone = forgotten === undefined ? {} : { forgotten };
  return { ...reading, value: { like: facet(like), dislike: facet(dislike), expect: facet(expect), ...gone } };
}

const facet = ({ titles, values }: Facet): Facet => ({ titles, values });
