/**
 * @file Long-term and short-term profiles (Huang and others 2023, section 3.2). The short-term one is read from the last turns; when those
 * become more than a segment, the profile of the older ones is merged into the long-term one. Of contradictions the later word counts.
 */
import type { DialogueView, Facet, Profile, ProfileReading, Utterance, WishForm } from '../../core/dialogue.ts';
import { formBefore, kindsOf } from './wish-form.ts';
import { EMPTY_PROFILE, isEmptyFacet } from '../../core/profile.ts';
import type { Json } from '../../core/json.ts';
import type { SchemaOf } from '../../core/reply/fit.ts';
import type { Reading } from '../../core/reply/generate.ts';
import { readReply } from '../../core/reply/read-reply.ts';
import type { Catalogue } from '../../tools/interactive/catalogue.ts';

/** Of every item, though no attribute. */
const BUILT_IN: readonly string[] = ['year', 'rating', 'ratings', 'popularity', 'title'];

/** What no attribute says, as the person said it: planners read it. */
const WISH = 'wish';

/** Longer ones are texts, which no index holds. */
const LONGEST_VALUE = 60;

interface Known {
  readonly facet: Facet;
  readonly unknown: readonly string[];
}

/** What a person said, as the catalogue writes it; what it lacks is told by `unknown`, and what is in doubt is left out. */
export function knownProfile(read: ProfileReading, catalogue: Catalogue): ProfileReading {
  const [like, dislike, expect] = [read.like, read.dislike, read.expect].map((facet) =>
    knownFacet(facet, catalogue),
  ) as [Known, Known, Known];
  const unknown = [...new Set([like, dislike, expect].flatMap((one) => one.unknown))];
  return {
    ...read,
    like: like.facet,
    dislike: dislike.facet,
    expect: expect.facet,
    ...(unknown.length > 0 && { unknown }),
  };
}

function knownFacet({ titles, values }: Facet, catalogue: Catalogue): Known {
  const unknown: string[] = [];
  const named = titles.flatMap((text) => {
    const match = catalogue.titles.match(text);
    if (match.type === 'unknown') unknown.push(text);
    return match.type === 'found' ? [match.item.title] : [];
  });
  const valued = values.flatMap((text) => {
    const known = knownValues(text, catalogue);
    if (known === null) unknown.push(text);
    return known ?? [];
  });
  return { facet: { titles: [...new Set(named)], values: [...new Set(valued)] }, unknown };
}

/** `genre: sci-fi` as `genre: Sci-Fi`; nothing for the bare name of an attribute, which says nothing of it; null for what there is not. */
function knownValues(text: string, { values }: Catalogue): readonly string[] | null {
  const [, name, written] = /^([^:]+):\s*(.+)$/u.exec(text) ?? [];
  if (name === undefined || written === undefined) {
    if (values.attribute(text) !== null || BUILT_IN.includes(text)) return [];
    const spans = values.spans(text).filter(({ start, end }) => start === 0 && end === text.length);
    const [only, ...others] = spans.flatMap((span) => span.values);
    return only === undefined ? null : others.length === 0 ? [`${only.attribute}: ${only.value}`] : [text];
  }
  const attribute = values.attribute(name);
  const builtIn = BUILT_IN.find((one) => one === name.trim().toLowerCase());
  if (builtIn !== undefined) return [`${builtIn}: ${written}`];
  if (attribute === null) return name.trim().toLowerCase() === WISH ? [`${WISH}: ${written}`] : null;
  if (attribute.isNumber) return [`${attribute.name}: ${written}`];
  const [, not = '', wanted = ''] = /^((?:not|no)\s+)?(.*)$/isu.exec(written) ?? [];
  if (wanted.length > LONGEST_VALUE || /date|_id$/u.test(attribute.name)) return [text];
  const matches = [wanted, ...wanted.split(/,\s{0,4}|\s{1,4}(?:and|or)\s{1,4}/u)].map((part) =>
    values.match(attribute.name, part),
  );
  const [whole = [], ...parts] = matches;
  const found = whole.length > 0 ? whole : parts.every((part) => part.length > 0) ? parts.flat() : [];
  if (found.length === 0) return null;
  // A surname that several have is kept as it was said.
  return whole.length > 1 ? [text] : found.map((value) => `${attribute.name}: ${not === '' ? '' : 'not '}${value}`);
}

const TEXTS: Json = { type: 'array', items: { type: 'string', maxLength: 200 }, maxItems: 100, default: [] };

const FACET: Json = {
  type: 'object',
  properties: { titles: TEXTS, values: TEXTS },
  required: ['titles', 'values'],
  default: { titles: [], values: [] },
};

const FACET_FORM = '{"titles": [], "values": []}';

export const PROFILE_FORM = `{"like": ${FACET_FORM}, "dislike": ${FACET_FORM}, "expect": ${FACET_FORM}, "forgotten": []}`;

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

/** Neither an empty form nor an example, which small models copy. */
const FORM_AGAIN = 'Fill in the form with what the person said, and reply with nothing else.';

export function readProfile(text: string, isCut = false): Reading<ProfileReading> {
  const reading = readReply(text, PROFILE_SCHEMA, { isCut });
  if (!reading.ok) return { ...reading, again: FORM_AGAIN };
  const { like, dislike, expect, forgotten } = reading.value;
  const gone = forgotten === undefined ? {} : { forgotten };
  return { ...reading, value: { like: facet(like), dislike: facet(dislike), expect: facet(expect), ...gone } };
}

const facet = ({ titles, values }: Facet): Facet => ({ titles, values });

export const SEGMENT_TURNS = 8;
const MOST_ENTRIES = 60;

function withOut(entries: readonly string[], gone: readonly string[]): string[] {
  const keys = new Set(gone.map((entry) => entry.toLowerCase()));
  return entries.filter((entry) => !keys.has(entry.toLowerCase()));
}

function mergedFacet(early: Facet, late: Facet, contrary: Facet): Facet {
  const merge = (name: 'titles' | 'values'): string[] =>
    [...withOut(early[name], [...late[name], ...contrary[name]]), ...late[name]].slice(-MOST_ENTRIES);
  return { titles: merge('titles'), values: merge('values') };
}

function withoutValues({ titles, values }: Facet, gone: readonly string[]): Facet {
  const attributes = new Set(gone.filter((one) => !one.includes(':')).map(keyOf));
  const left = values.filter((value) => !attributes.has(keyOf(value.split(':')[0] ?? '')));
  return { titles, values: withOut(left, gone) };
}

const keyOf = (name: string): string => name.trim().toLowerCase().replaceAll(' ', '_');

/**
 * Two profiles as one: what the later one says stands, and what it takes back goes. Wishes are read whole: those of the later one stand in
 * place of the earlier ones, which stay where it has none.
 */
export function mergeProfiles(early: Profile, late: ProfileReading): Profile {
  const { like, dislike, expect, forgotten = [] } = late;
  return {
    like: mergedFacet(withoutValues(early.like, forgotten), like, dislike),
    dislike: mergedFacet(withoutValues(early.dislike, forgotten), dislike, like),
    expect: isEmptyFacet(expect) ? withoutValues(early.expect, forgotten) : expect,
  };
}

export interface ProfileMemory {
  readonly long: Profile;
  readonly short: ProfileReading;
  /** The turns that the short-term profile is read from, oldest first. */
  readonly segment: readonly Utterance[];
}

export const EMPTY_MEMORY: ProfileMemory = { long: EMPTY_PROFILE, short: EMPTY_PROFILE, segment: [] };

export function mergedProfile({ long, short }: ProfileMemory): Profile {
  return mergeProfiles(long, short);
}

/**
 * The memory after one more turn.
 * @param read gives the profile of a part of a dialogue, told what was expected before it
 */
export async function remember(
  memory: ProfileMemory,
  utterance: Utterance,
  read: (utterances: readonly Utterance[], expected: Facet) => Promise<ProfileReading>,
): Promise<ProfileMemory> {
  const segment = [...memory.segment, utterance];
  if (segment.length <= SEGMENT_TURNS) return { ...memory, segment, short: await read(segment, memory.long.expect) };
  const half = segment.length >> 1;
  const long = mergeProfiles(memory.long, await read(segment.slice(0, half), memory.long.expect));
  const rest = segment.slice(half);
  return { long, segment: rest, short: await read(rest, long.expect) };
}

/** The memory with what a form says: tastes where the person states them, and what is expected by now. */
export function withForm(memory: ProfileMemory, form: WishForm, view: DialogueView): ProfileMemory {
  const kinds = kindsOf(view.catalogue);
  const values = (own: readonly string[], not = ''): string[] =>
    own.map((value) => `${kinds.get(value) ?? 'genre'}: ${not}${value}`);
  const { genres, without, years, titles, named, taste, intent } = form;
  const before = formBefore(view);
  const isNew = (value: string): boolean => ![...(before?.genres ?? []), ...(before?.without ?? [])].includes(value);
  const said = (own: readonly string[]): string[] => (taste ? values(own.filter(isNew)) : []);
  const isWish = intent === 'recommend' || intent === 'choose';
  const year = years === '' ? [] : [`year: ${years}`];
  const reading: ProfileReading = {
    like: { titles: taste ? titles.filter((one) => before?.titles.includes(one) !== true) : [], values: said(genres) },
    dislike: { titles: [], values: said(without) },
    expect: isWish
      ? { titles, values: [...values(genres), ...values(without, 'not '), ...year, ...named] }
      : EMPTY_PROFILE.expect,
  };
  return editedMemory(mergeProfiles(mergedProfile(memory), reading));
}

export function editedMemory(profile: Profile): ProfileMemory {
  return { long: profile, short: EMPTY_PROFILE, segment: [] };
}

export function newIn(before: Profile, after: Profile): string[] {
  return (['like', 'dislike'] as const).flatMap((side) =>
    (['titles', 'values'] as const).flatMap((kind) =>
      withOut(after[side][kind], before[side][kind]).map((entry) => `you ${side} ${entry}`),
    ),
  );
}
