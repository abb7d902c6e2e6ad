/** @file What the recommender says when it is asked what it knows of the person, or what it has named. */
import type { EarlierTurn, Facet, Profile } from '../../core/dialogue.ts';
import type { Sentence } from './sentence.ts';
import { grammar } from './vocabulary.ts';

const words = ({ titles, values }: Facet): string =>
  [...titles, ...values.map((value) => value.replace(': ', ' '))].join(', ');

/** The answer; null where the message asks something else. */
export function aboutMe(sentence: Sentence, { like, dislike }: Profile): string | null {
  if (!sentence.has(RULES.asked)) return null;
  const [liked, disliked] = [words(like), words(dislike)];
  if (liked === '' && disliked === '')
    return 'I know nothing of your taste yet. Say what you like or do not like, and I keep it in mind.';
  const parts = [
    liked === '' ? '' : `You like ${liked}.`,
    disliked === '' ? '' : `You do not like ${disliked}.`,
    'Tell me where that is wrong, or say "forget everything".',
  ];
  return parts.filter((part) => part !== '').join(' ');
}

const RULES = grammar(`
  asked := ^(<stop>|so|and|ok|but)* (what (do|did|have) (you (know|remember|learn|learned|note|noted) (so far)? (about|of) me|i (say|tell you|told you)? (that)? (i)? (like|liked|love|hate|dislike|said|told you) (<word>)*|you know about my (<word>)*)|what (is|are|'s) (in)? my (profile|taste|tastes|like|likes|dislikes|favourites|favorites|preferences)|(show|tell) (me)? (my (profile|taste|tastes|likes|preferences)|what (you know|i (like|said)) (<word>)*)|do you (know|remember) (me|my (taste|tastes)|what i (<word>)*)|who am i) <stop>*$
  soFar := ^(<stop>|and|so|ok)* ((what|which) (<noun>)? (did|have) you (already)? (recommend|recommended|suggest|suggested|show|shown|named|name) (me|us)? (so far|already|before|earlier|until now|up to now|again)*|(the|show (me)? (the)?|go back to (the)?)? (previous|earlier|first) (one|ones|list|films|movies|recommendations|suggestions) (again)?) <stop>*$
`);

/** The titles that were named, as far as the planner is told of earlier turns; null where the message asks something else. */
export function saidSoFar(sentence: Sentence, turns: readonly EarlierTurn[]): string | null {
  if (!sentence.has(RULES.soFar)) return null;
  const lists = turns
    .filter(({ items }) => items.length > 0)
    .map(({ items }) => items.map(({ title }) => title).join(', '));
  return lists.length === 0 ? 'I have named nothing yet.' : `I named: ${lists.join('; then ')}.`;
}
