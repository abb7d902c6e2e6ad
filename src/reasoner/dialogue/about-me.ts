/** @file What the recommender says when it is asked what it knows of the person, or what it has named. */
import type { EarlierTurn, Facet, Profile } from '../../core/dialogue.ts';

const ASKED =
  /^\W*(?:so |and |ok,? |but )?(?:what (?:do|did|have) (?:you (?:know|remember|learn(?:ed)?|note[d]?)(?: so far)? (?:about|of) me|i (?:say (?:that )?i |tell you (?:that )?i |told you )?(?:like|liked|love|hate|dislike|said|told you)\b.*|you know about my .*)|what(?:'s| is| are) (?:in )?my (?:profile|tastes?|likes?|dislikes?|favou?rites?|preferences)|(?:show|tell)(?: me)? (?:my (?:profile|tastes?|likes|preferences)|what (?:you know|i (?:like|said)).*)|do you (?:know|remember) (?:me|my tastes?|what i .*)|who am i)\W*$/iu;

const words = ({ titles, values }: Facet): string =>
  [...titles, ...values.map((value) => value.replace(': ', ' '))].join(', ');

/** The answer; null where the message asks something else. */
export function aboutMe(text: string, { like, dislike }: Profile): string | null {
  if (!ASKED.test(text)) return null;
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

const SO_FAR =
  /^\W*(?:and |so |ok,? )?(?:(?:what|which)(?: (?:films?|movies?|ones?|titles?))? (?:did|have) you (?:already )?(?:recommend|suggest|show|name)(?:ed|n)?(?: (?:me|us))?(?: (?:so far|already|before|earlier|until now|up to now|again))*|(?:the |show (?:me )?(?:the )?|go back to (?:the )?)?(?:(?:previous|earlier) (?:ones?|list|films|movies|recommendations|suggestions)|first list)(?: again)?)\W*$/iu;

/** The titles that were named, as far as the planner is told of earlier turns; null where the message asks something else. */
export function saidSoFar(text: string, turns: readonly EarlierTurn[]): string | null {
  if (!SO_FAR.test(text)) return null;
  const lists = turns
    .filter(({ items }) => items.length > 0)
    .map(({ items }) => items.map(({ title }) => title).join(', '));
  return lists.length === 0 ? 'I have named nothing yet.' : `I named: ${lists.join('; then ')}.`;
}
