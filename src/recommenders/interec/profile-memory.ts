/**
 * @file Long-term and short-term profiles (Huang and others 2023, section 3.2). The short-term one is read from the last turns; when those
 * become more than a segment, the profile of the older ones is merged into the long-term one. Of contradictions the later word counts.
 */
import type { Facet, Profile, ProfileReading, Utterance } from '../../core/dialogue.ts';
import { EMPTY_PROFILE, isEmptyFacet } from '../../core/profile.ts';

export const SEGMENT_TURNS = 8;
/** Entries of a facet; the latest stay. */
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

/** What is taken back are values, or all of an attribute where its name stands alone. */
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

/** The memory of a person. It changes only by being replaced, so that a turn can be undone. */
export interface ProfileMemory {
  readonly long: Profile;
  readonly short: ProfileReading;
  /** The turns that the short-term profile is read from, oldest first. */
  readonly segment: readonly Utterance[];
}

/** Nothing known yet. */
export const EMPTY_MEMORY: ProfileMemory = { long: EMPTY_PROFILE, short: EMPTY_PROFILE, segment: [] };

/** Long and short together, as tools get them. */
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

/** The memory as the person edited it: what was said before is not read again. */
export function editedMemory(profile: Profile): ProfileMemory {
  return { long: profile, short: EMPTY_PROFILE, segment: [] };
}

/** What a profile has that another one had not, in words. */
export function newIn(before: Profile, after: Profile): string[] {
  return (['like', 'dislike'] as const).flatMap((side) =>
    (['titles', 'values'] as const).flatMap((kind) =>
      withOut(after[side][kind], before[side][kind]).map((entry) => `you ${side} ${entry}`),
    ),
  );
}
