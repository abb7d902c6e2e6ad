/** @file The segments *like*, *unlike*, *seen* and what hangs on a title: which part each title of a message plays. */
import { COMPARATIVES } from './orders.ts';
import type { Anchor } from './draft.ts';
import type { Sentence, Taken } from './sentence.ts';
import { framed, rule, rules } from './vocabulary.ts';

/** The titles of a message by their parts. */
export interface Roles {
  /** More like these. */
  readonly seeds: readonly string[];
  readonly liked: readonly string[];
  readonly disliked: readonly string[];
  /** Not to be named. */
  readonly excluded: readonly string[];
  readonly seen: readonly string[];
  /** Named without saying why. */
  readonly named: readonly string[];
  readonly anchors: readonly Anchor[];
}
type Role = Exclude<keyof Roles, 'anchors'>;

/** What stands about titles, and the part that they then play; what comes first is read first. */
const RULES = rules<Role>(`
  seeds := (<we> (would like|want))? (more|something|anything|stuff|ones|one)* (watch|see|play|read|next|now)+ after (watching|seeing|finishing|reading|having (seen|watched|read))? {t:<titles>}
  disliked := (not|nothing|unlike|avoid (anything|something)|no more) (<word>){0,2}? (like|similar to|in the style of) {t:<titles>}
  disliked := (unlike|the opposite of) {t:<titles>}
  disliked := (<we>|my <word>)? (have|am|do)? <adverbs> (hate|hated|hates|dislike|disliked|dislikes|loathe|loathed|(do|did|does) not <adverbs> (like|enjoy|love|care for)|can not (stand|bear|stomach|face)|could not (stand|finish)|(was|were|am) (bored|disappointed) (by|with)|not a (big|huge)? fan of|was not (a fan of|into)) (watching|reading)? {t:<titles>}
  disliked := <we> (have|had)? <adverbs> (seen|watched|saw|read) <adverbs> {t:<titles>} (,|and|but)* (i|we)? <adverbs> (hated|disliked|did not <adverbs> (like|enjoy|love)) (it|them|both|that|all of them)?
  liked := <we> (have|had)? <adverbs> (seen|watched|saw|read|bought) <adverbs> {t:<titles>} (,|and|but)* (i|we)? <adverbs> (loved|liked|enjoyed|adored) (it|them|both|that|all of them)?
  seen := (<somebody> (have|had|has|'s)?|^ <stop>*) <adverbs> (seen|watched|saw|rewatched|finished|read|played|know|own|have|has|had|got|bought|done) (all|most|some)? (of)? <adverbs> {t:<titles>}
  seen := {t:<titles>} (,)? <we> (have)? <adverbs> (seen|watched|saw|know|read) <adverbs> (?=<stop>|and|but|$)
  excluded := (skip|skipping|minus|leave out|leaving out|anything but|except (for)?|apart from|other than|besides|excluding|(but|though) not|instead of|rather than) {t:<titles>}
  seeds := (if|since|because|as) (i|you|we|someone) (have)? <adverbs> <loved> {t:<titles>}
  liked := <we> (have|am|do)? <adverbs> (<loved>|(a)? (big|huge)? (fan|fans) of|into|grew up with) (watching|reading)? {t:<titles>}
  liked := ((big|huge|great)? (fan|fans) of|(mad|crazy|nuts|obsessed) (about|with)|my (all time)? (favourite|favorite|favourites|favorites) (<word>)? (is|are|include|would be|:)+|(favourite|favorite) (<word>)? (is|are|:)+|(favourites|favorites) :|likes|loves|enjoys|loved|liked|enjoyed|adored|(last)? watched|love) {t:<titles>}
  seeds := (something|anything|stuff|ones|one)? (more|much|just|exactly|a bit|a little|kind of|kinda|sort of)* (like|similar to|akin to|resembling|comparable to|reminiscent of|reminds (me|us) of|close to|along the lines of|(in|with|of|has|have) the (same|general)? (vibe|feel|feeling|mood|tone|atmosphere|vein|style|spirit|mould|mold) (of|as)|such as|as good as|inspired by|sequel to|based on (my love of)?|because <we> <loved>|matching|to go with|to follow|a follow up to|(go|goes|pair|pairs) (well)? with|compared to|recommendations (based on|from|for fans of)|recommendation (based on|from)) {t:<titles>}
  excluded := (please|and|but|just|definitely)* (not|no|never|without) (ever|want|again)* (say|name|naming|recommend|recommending|suggest|suggesting|show|showing|mention|mentioning|to see|see)? (<we>|me|us)? {t:<titles>}
  liked := {t:<titles>} (is|was|are|were) (one of)? (so|really|absolutely|just|my|such|all|time|a|of)* (favourite|favorite|favourites|favorites|great|good|brilliant|amazing|fantastic|wonderful|excellent|perfect|fun)
  liked := {t:<titles>} (<stop>|and|but)* <we>? <adverbs> (loved|liked|enjoyed|adored) (it|them|that|both)
  disliked := {t:<titles>} (is|was|are|were) (so|too|very|really|quite|a bit|pretty)* (boring|bad|terrible|awful|dull|horrible|disappointing|overrated|too long|the worst|worst|rubbish|trash|crap|not (good|for me|my thing))
  disliked := {t:<titles>} <noun>? <bores>
  excluded := {t:<titles>} (no|nope) (?=<stop>|and|but|$)
  liked := ^ (and|also|oh|<stop>)* {t:<titles>} (too|also|as well) <stop>* $
  seeds := {t:<title>} (like|esque|style|type|ish|(kind|sort) of)
  seeds := than {t:<titles>}
`);
/** "I liked Die Hard, but not Die Hard 2": what comes after tells of a taste too. */
const LIKES_BEFORE = rule('<we> <adverbs> <loved> (<word>|<title>|,|<taken>){0,8} $');
const PLAIN = rule('{t:<title>}');

const OF_IT = '((the)? (release)? (year|date|release)? (of|that|when|in which)|when|the (film|movie|book)|the)*';
const AFTER_IT = "('s)? (came out|was (released|made|shot|published)|did|is|appeared|release|year|date)*";
const ATTRIBUTE = '(genre|year|director|author)';

/** What stands before the title that a condition hangs on: the attribute, the relation, and the relation after "not". */
const ANCHORS = [
  ...rules(`
  year before from := (({no:not|no|nothing|never} (<word>)?)? (with a release (date|year)|released|made|came out|out|produced|published)? (before|prior to|(older|earlier) (<word>)? than)) ${OF_IT} {t:<title>} ${AFTER_IT}
  year after to := (({no:not|no|nothing|never} (<word>)?)? (with a release (date|year)|released|made|came out|out|produced|published)? (after|since|(newer|later|younger|more recent) (<word>)? than)) ${OF_IT} {t:<title>} ${AFTER_IT}
  year is := ((from|in|of|made in|released in)? (the)? same year (as|that|when|of)|(from|in|of) (the)? (release)? year (of|that|when|in which)|(just)? as (old|new) as) ${OF_IT} {t:<title>} ${AFTER_IT}
  year decade := ((from|in|of)? (the)? same decade (as|of)) ${OF_IT} {t:<title>} ${AFTER_IT}
  director is not := ({no:not|no|nothing|never|without} (<word>)?)? ((by|from|with)? the same director as|(by|from|with)? the (same|other)? (director|people|person|guy|man|woman|team|one) (of|as|behind|(who|that) (made|directed|did|created|shot)) (in)?|(by|from) whoever (made|directed|did|shot|created)) ${OF_IT} {t:<title>} ${AFTER_IT}
  author is := ((by|from)? (the (same)? (author|writer|novelist|person|guy|man|woman|one) (of|as|behind|(who|that) (wrote|did))|whoever wrote)) ${OF_IT} {t:<title>} ${AFTER_IT}
  director is := {t:<title>} ('s)? (director|directors|maker|makers) (?=(<stop>|also|else|made|did|has|$))
  author is := {t:<title>} ('s)? (author|writer) (?=(<stop>|also|else|wrote|has|$))
  genre is := ((in|of|with|from)? the same (genre|genres) (as|of)) ${OF_IT} {t:<title>} ${AFTER_IT}
`),
  ...framed(COMPARATIVES, `($1) than ${OF_IT} {t:<title>} ${AFTER_IT}`),
];
const SAME_IN_SEVERAL = rule(
  `(in|of|with|from|by)? the same {a:${ATTRIBUTE}} (,|and|of|the|same)+ {b:${ATTRIBUTE}} ((,|and|of|the|same)+ {c:${ATTRIBUTE}})? (as|of) {t:<title>}`,
);

const written = (taken: Taken): string[] =>
  taken.tokens('t').flatMap(({ title }) => (title === undefined ? [] : [title.text.replace(/['’]s$/u, '')]));

/** The titles of a message by their parts. */
export function readRoles(sentence: Sentence): Roles {
  const roles = { seeds: [], liked: [], disliked: [], excluded: [], seen: [], named: [] } as Record<Role, string[]>;
  const anchors: Anchor[] = [];
  const add = (role: Role, taken: Taken): void => {
    for (const title of written(taken)) roles[role].push(title);
  };
  for (const taken of sentence.takeAll(SAME_IN_SEVERAL))
    for (const attribute of ['a', 'b', 'c'].flatMap((one) => taken.part(one) ?? []))
      anchors.push({ title: written(taken)[0] ?? '', attribute, relation: 'is' });
  const [watchAfter, ...others] = RULES;
  for (const taken of sentence.takeAll(watchAfter![1])) add('seeds', taken);
  for (const [name, pattern] of ANCHORS)
    for (const taken of sentence.takeAll(pattern)) {
      const [attribute = '', relation, refused = relation] = name.split(' ') as [string, ...Anchor['relation'][]];
      const own = taken.part('no') === undefined ? relation : refused;
      anchors.push({ title: written(taken)[0] ?? '', attribute, relation: own ?? 'is' });
    }
  for (const [role, pattern] of others)
    for (const taken of sentence.takeAll(pattern)) {
      add(role, taken);
      const isContrast = role === 'excluded' && /^(?:but|though) not/u.test(taken.words);
      if (isContrast && LIKES_BEFORE.test(sentence.rest(0, taken.from))) add('disliked', taken);
    }
  for (const taken of sentence.takeAll(PLAIN)) add('named', taken);
  return { ...roles, anchors };
}
