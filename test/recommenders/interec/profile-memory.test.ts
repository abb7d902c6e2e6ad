/** @file Profiles: the later word counts, within a dialogue, over its segments, and over what the person edits. */
import type { Profile, Utterance } from '../../../src/core/dialogue.ts';
import { EMPTY_PROFILE } from '../../../src/core/profile.ts';
import { describe, expect, test } from 'vitest';
import {
  EMPTY_MEMORY,
  mergedProfile,
  mergeProfiles,
  remember,
  SEGMENT_TURNS,
} from '../../../src/recommenders/interec/profile-memory.ts';

const profile = (
  like: readonly string[],
  dislike: readonly string[] = [],
  expects: readonly string[] = [],
): Profile => ({
  like: { titles: like, values: [] },
  dislike: { titles: dislike, values: [] },
  expect: { titles: expects, values: [] },
});
const said = (text: string): Utterance => ({ text, mentions: [], shown: [] });
/** Reads `+A` as liked and `-A` as disliked; the later word counts. */
const read = (utterances: readonly Utterance[]): Promise<Profile> =>
  Promise.resolve(
    utterances.reduce(
      (all, { text }) =>
        mergeProfiles(all, text.startsWith('+') ? profile([text.slice(1)]) : profile([], [text.slice(1)])),
      EMPTY_PROFILE,
    ),
  );

describe('two profiles as one', () => {
  test('keep what both say, and of contradictions the later', () => {
    const {
      like,
      dislike,
      expect: wanted,
    } = mergeProfiles(profile(['Heat', 'Alien'], ['Jaws'], ['Saw']), profile(['jaws'], ['Heat']));
    expect(like.titles).toEqual(['Alien', 'jaws']);
    expect(dislike.titles).toEqual(['Heat']);
    expect(wanted.titles).toEqual(['Saw']);
  });
});

describe('a long dialogue', () => {
  const all = async (texts: readonly string[], reader = read) => {
    let memory = EMPTY_MEMORY;
    for (const text of texts) memory = await remember(memory, said(text), reader);
    return memory;
  };

  test('is read in segments that do not grow, and what older ones said stays', async () => {
    const lengths: number[] = [];
    const reader = (utterances: readonly Utterance[]) => {
      lengths.push(utterances.length);
      return read(utterances);
    };
    const memory = await all(['+First', ...Array.from({ length: 100 }, (_, at) => `+Film ${String(at % 20)}`)], reader);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(SEGMENT_TURNS);
    expect(mergedProfile(memory).like.titles).toContain('First');
    expect(memory.segment.length).toBeLessThanOrEqual(SEGMENT_TURNS);
  });
});
