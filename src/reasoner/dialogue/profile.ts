/** @file What a person likes, dislikes and expects, read from what they said; later words count more than earlier ones. */
import type { CatalogueOutline, Facet, Profile, ProfileReading, Utterance } from '../../core/dialogue.ts';
import { meantInstead } from './corrected.ts';
import { FACT_QUESTION } from './lexicon.ts';
import { once } from './once.ts';
import { DISLIKED_ONE, LIKED_ONE, pointedAt } from './pointing.ts';
import { continued, ownNamed } from './references.ts';
import { respelt } from './spelling.ts';
import { readWishes } from './wishes.ts';

/** Adds entries to one side and takes them from the other. */
function moved(facet: Facet, add: Facet, remove: Facet): Facet {
  const of = (kind: keyof Facet): readonly string[] => {
    const gone = new Set([...remove[kind], ...add[kind]].map((entry) => entry.toLowerCase()));
    return once([...facet[kind].filter((entry) => !gone.has(entry.toLowerCase())), ...add[kind]]);
  };
  return { titles: of('titles'), values: of('values') };
}

/** What one utterance says, and which values it takes back. */
interface Said extends Profile {
  readonly forgotten: readonly string[];
}

function readUtterance(utterance: Utterance, before: string, catalogue: CatalogueOutline): Said {
  const right = respelt(utterance, catalogue.itemNoun);
  const { text, mentions } = ownNamed(continued(right, before), catalogue);
  const wishes = readWishes({ text, mentions, catalogue });
  const pointed = (pointedAt(text, utterance.shown.length) ?? []).flatMap((place) => utterance.shown[place] ?? []);
  const isDisliked = DISLIKED_ONE.test(text);
  const isLiked = LIKED_ONE.test(text) && !isDisliked;
  return {
    like: { titles: once([...wishes.liked, ...(isLiked ? pointed : [])]), values: wishes.likedValues },
    dislike: { titles: once([...wishes.disliked, ...(isDisliked ? pointed : [])]), values: wishes.dislikedValues },
    expect: {
      titles: once(wishes.seeds),
      values: wishes.conditions.flatMap(({ attribute, is = [] }) => is.map((value) => `${attribute}: ${value}`)),
    },
    forgotten: wishes.forgotten,
  };
}

const EMPTY: Facet = { titles: [], values: [] };

/** The profile of a part of a dialogue, with what was taken back in it. */
export function readProfile(utterances: readonly Utterance[], catalogue: CatalogueOutline): ProfileReading {
  let sides: Pick<Profile, 'like' | 'dislike'> = { like: EMPTY, dislike: EMPTY };
  let before: Said | null = null;
  let expect: Facet = EMPTY;
  const forgotten = new Set<string>();
  for (const [at, utterance] of utterances.entries()) {
    const own = readUtterance(utterance, utterances[at - 1]?.text ?? '', catalogue);
    const right = meantInstead(utterance);
    for (const side of right === null ? [] : (['like', 'dislike'] as const)) {
      const said: readonly string[] = before?.[side].titles ?? [];
      const instead = right!.instead?.toLowerCase() ?? (said.length === 1 ? said[0]!.toLowerCase() : '');
      const titles = said.filter((title) => title.toLowerCase() === instead);
      const add = titles.length > 0 ? [right!.title] : [];
      sides = { ...sides, [side]: moved(sides[side], { titles: add, values: [] }, { titles, values: [] }) };
    }
    const without = ({ titles, values }: Facet): Facet => ({ titles, values: [...values, ...own.forgotten] });
    sides = {
      like: moved(sides.like, own.like, without(own.dislike)),
      dislike: moved(sides.dislike, own.dislike, without(own.like)),
    };
    // Who asks why, or who made one of them, is still looking for the same.
    const { titles, values } = own.expect;
    if (titles.length + values.length > 0 || !FACT_QUESTION.test(utterance.text)) expect = own.expect;
    before = own;
    for (const value of own.forgotten) forgotten.add(value);
  }
  return { ...sides, expect, ...(forgotten.size > 0 && { forgotten: [...forgotten] }) };
}
