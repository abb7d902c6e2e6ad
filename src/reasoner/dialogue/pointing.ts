/** @file Which items of the last list a message points at. */
import type { DialogueView, EarlierTurn } from '../../core/dialogue.ts';
import { largest } from '../../core/numbers/extremes.ts';
import { COUNT, numberOf, ORDINAL, placeOf } from './lexicon.ts';
import { draftOf, texts } from './draft.ts';
import { unlinked } from './link.ts';
import type { Sentence } from './sentence.ts';
import { grammar, rule } from './vocabulary.ts';

/** What is said of items that are pointed at. */
export const LIKED_ONE =
  /(?<!\p{L}|(?:more|something|anything|stuff|ones?|just|much|looks?|sounds?|feels?|kind|would|'d) )(?:(?:i )?(?:really |also )*(?:liked|loved|enjoyed|like|love)|(?:was|is|looks|sounds) (?:great|good|perfect|nice|excellent|brilliant))(?!\p{L})/iu;
/** And against them. */
export const DISLIKED_ONE =
  /(?<!\p{L})(?:(?:do|did|does)(?:n'?t| not) (?:really )?(?:like|love|enjoy)|hate[ds]?|was (?:bad|boring|terrible|awful)|can'?t stand|dislike[ds]?|not (?:really )?(?:like|my))(?!\p{L})/iu;

/** Words that refuse what is pointed at, or say that it is known. */
export const REFUSES = rule(
  'not|no|without|except|but|skip|drop|leave out|remove|swap|replace|seen|watched|read|know|own|have|hate|hated|dislike|disliked|boring|awful|terrible|bad',
);

/** The year at the end of a title; undefined where there is none. */
export const yearOf = (title: string): number | undefined => {
  const year = /\((\d{4})\)$/u.exec(title)?.[1];
  return year === undefined ? undefined : Number(year);
};

/** The last turn that named items. */
export const lastWithItems = (turns: readonly EarlierTurn[]): EarlierTurn | undefined =>
  turns.findLast(({ items }) => items.length > 0);

/** "Which came out first?" names no place. */
const PLACE = new RegExp(
  `(?<![\\p{L}\\p{N}]|(?:came|come|comes|coming) (?:out )?)(${ORDINAL})(?![\\p{L}\\p{N}]| (?:${COUNT} (?:years?|yrs?|months?|weeks?|days?|decades?)|time|thing|question|year|week|weekend|month|summer|winter|night|film noir|half|of all|world war))`,
  'gu',
);

/** The places that ordinals name, from 0, in a list of so many. */
export const placesIn = (text: string, length = Infinity): readonly number[] =>
  [...text.toLowerCase().matchAll(PLACE)].flatMap(([, ordinal = '']) => placeOf(ordinal, length) ?? []);

const ALL =
  /(?<!\p{L})(?:(?:all|any|none) of (?:them|these|those)|each(?: of them)?(?= (?:have|has|get|got|cost)|\W*$)|these|those|them|they(?! (?:all |both |also |really |just )*(?:love|like|live|enjoy|prefer|want|need|can|have|do|know|read|play|hate)(?!\p{L}))|neither)(?!\p{L})/u;
const SINGLE =
  /(?<!\p{L}|with [^.?!,]{1,30} in )(?:that one|this one|the one|that (?:film|movie)|this (?:film|movie)|it|that)(?!\p{L}|['’]s (?:fine|great|good|ok))/u;

/** Which of the earlier items a message points at: `the second one`, `that one`, `all of them`; null where none. */
export function pointedAt(text: string, length: number): readonly number[] | null {
  const plain = text.toLowerCase();
  const range = rangeIn(plain, length);
  if (range !== null) return range;
  const places = placesIn(text, length);
  if (places.length > 0) return [...new Set(places)];
  if (length === 0) return null;
  if (ALL.test(plain)) return Array.from({ length }, (_, place) => place);
  return SINGLE.test(plain) ? [0] : null;
}

const RANGE = new RegExp(
  `(?<!\\p{L})(first|last|top) (${COUNT})(?: ones?| films?| movies?)?(?![\\p{L}\\p{N}]| (?:years?|yrs?|months?|weeks?|days?|decades?|minutes?|hours?))`,
  'u',
);

/** "The first two", "the last three". */
function rangeIn(plain: string, length: number): readonly number[] | null {
  const [, end, written = ''] = RANGE.exec(plain) ?? [];
  const count = Math.min(length, numberOf(written));
  if (end === undefined || (written === 'one' && end !== 'top') || !(count > 0)) return null;
  return Array.from({ length: count }, (_, at) => (end === 'last' ? length - count + at : at));
}

/** What was refused, or is known, of the lists so far: it is not named again unless it is asked for. */
export function refusedBefore(turns: readonly EarlierTurn[]): readonly string[] {
  return turns.flatMap(({ text, plan }, at) => {
    const earlier = turns.slice(0, at);
    const shown = lastWithItems(earlier)?.items ?? [];
    const places = unlinked(text).has(REFUSES) ? (pointedAt(text, shown.length) ?? []) : [];
    const known = plan.intent === 'tell-taste' ? plan.steps.map(({ input }) => input['titles']) : [];
    const { conditions, anchors } = draftOf(plan);
    const left = conditions.flatMap(({ attribute, not = [] }) => (attribute === 'title' ? not : []));
    const isNamed = (title: string): boolean =>
      anchors.every((one) => one.title !== title) &&
      !earlier.some(({ items }) => items.some((one) => one.title === title));
    const told = known.flatMap(texts);
    return [...places.flatMap((place) => shown[place]?.title ?? []), ...left.filter(isNamed), ...told];
  });
}

const RULES = grammar(`
  pick := ^(<stop>|ok|okay|so|then|yes|well|hmm|<we> think|<we> (will|would)? (rather)? (take|pick|choose|watch|go (for|with)|want|like)|give me|just|only|show me|let (us|'s) (take|watch|go (for|with)|try|see))* (the)? ((first|last|top) <count>|<ordinal> (one|ones)? ((,|and)+ (the)? <ordinal>)*) (one|ones|film|films|movie|movies)? (<stop>|please|pls|thanks|thank you|then|it is|(sounds|looks) (good|great))* $
  bare := ^(<stop>|and|so)* (when|who|how long|how old|how good|(what|which) (year|genre)|who (directed|made|wrote|is the author)|any good|what 's (the)? (rating|year)) <stop>*$
`);

/** The items that a message picks and says nothing else of: `the second please`, `only the first two`; null where it picks none. */
export const readPick = (sentence: Sentence, length: number): readonly number[] | null =>
  length > 0 && sentence.has(RULES.pick) ? pointedAt(sentence.text, length) : null;

/** The titles that "it" or "the second one" mean: of the last list, or of the last question. */
export function meantIn({ turns }: DialogueView, sentence: Sentence): readonly string[] {
  const text = sentence.untitled();
  const [place = 0] = placesIn(text);
  const last = turns.findLast(
    ({ items, about }) => Math.max(items.length, items.length > 0 ? 0 : about.length) > place,
  );
  const titles = last === undefined ? [] : last.items.length > 0 ? last.items.map(({ title }) => title) : last.about;
  const places = pointedAt(text, titles.length) ?? (!sentence.has(RULES.bare) ? [] : [0]);
  return places.flatMap((one) => titles[one] ?? []);
}

/** "And the second?" of a list of one: how long the list has to be for that; null where no place beyond it is named. */
export function lengthFor(text: string, { plan, items }: EarlierTurn): number | null {
  const length = 1 + largest([0, ...placesIn(text)]);
  return plan.intent === 'recommend' && items.length > 0 && length > items.length ? length : null;
}
