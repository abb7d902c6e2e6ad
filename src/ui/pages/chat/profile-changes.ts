/** @file What a turn changed in the profile, in words. */
import type { Profile } from '../../../core/dialogue.ts';

const ADDED = { like: 'Likes', dislike: 'Dislikes', expect: 'Looking for now' } as const;
const REMOVED = {
  like: 'No longer likes',
  dislike: 'No longer dislikes',
  expect: 'No longer looking for',
} as const;

/** What a turn changed in the profile: `+` was added, `−` was removed. */
export function profileChanges(
  before: Profile,
  after: Profile,
): readonly { readonly sign: '+' | '−'; readonly words: string }[] {
  return (['like', 'dislike', 'expect'] as const).flatMap((facet) => {
    const entries = (profile: Profile): readonly string[] => [...profile[facet].titles, ...profile[facet].values];
    const [old, own] = [entries(before), entries(after)];
    return [
      ...own
        .filter((entry) => !old.includes(entry))
        .map((entry) => ({ sign: '+' as const, words: `${ADDED[facet]}: ${entry}` })),
      ...old
        .filter((entry) => !own.includes(entry))
        .map((entry) => ({ sign: '−' as const, words: `${REMOVED[facet]}: ${entry}` })),
    ];
  });
}
