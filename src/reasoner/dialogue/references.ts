/**
 * @file References to what was said before, put in words: "by him", "of hers", "the winner", "in the same decade", "his brother Tony". What
 * they mean stands in the message then, and is read as if it had been written there. A message that names an item itself is left alone.
 */
import type { CatalogueOutline, DialogueView, EarlierTurn, Mention, Profile } from '../../core/dialogue.ts';
import { undated } from '../../core/title-with-year.ts';
import { draftOf } from './draft.ts';
import { edited, type Message } from './edited.ts';
import { tellingWords } from './lexicon.ts';
import { linked, unlinked } from './link.ts';
import { entryOf } from './personal.ts';
import { lastWithItems, pointedAt } from './pointing.ts';
import { withoutQuotes } from './quotes.ts';
import type { Sentence, Taken } from './sentence.ts';
import { rules } from './vocabulary.ts';

const ENDS = '(?!as|of|who|that|whose|when)';
const REFERENCES = rules<'kin' | 'alike' | 'maker' | 'another' | 'works' | 'same' | 'his' | 'winner' | 'other'>(`
  kin := (?<=^(<stop>|and|or|ok|what about|how about|anything)*)(by)? (his|her|their) (brother|sister|son|daughter|father|dad|mother|wife|husband|cousin) {name:<word>} (?=<stop>|$)
  alike := (someone|somebody|anyone|anybody|(another|a|any|other)? (director|directors|author|authors|writer|writers|filmmaker|brand)) (else)? (with|in|of)? (a|the|his|her|their)? (similar|same|comparable|like) (him|her|them|that|this|style|spirit|vein|kind|humour|humor|tone|taste|feel)?
  maker := (by|from) (him|her|them|hers|theirs|(the same|that|this|its) (author|writer|director|maker|filmmaker|novelist|guy|man|woman|person)|(those|these|that|the same) (guys|people|two|brothers|sisters)) ${ENDS}|of (his|hers|theirs)|(in|of|with) (the same|that|this|its) (director|author|writer) ${ENDS}
  another := by (somebody|someone|anybody|anyone) else|(not)? (by|from|of) (another|a different|some other|other) (director|directors|author|authors)
  works := (what|which) (else|other <noun>)? (did|has|have|is) (he|she|they|(the|that|this) (same)? (author|writer|director|guy|man|woman|person)) (or (he|she))? (else)? (make|made|direct|directed|done|do|shoot|shot|write|written|by)|(did|has|have|does) (he|she|they) (also|ever|even)* (make|made|direct|directed|done|do|shoot|shot|write|written) (anything|something|stuff|others|any|more) (else)?
  same := (from|of|in|with) (the same|that|this|its) {what:year|decade|genre} ${ENDS}
  his := (his|her|their) (?=(other|best|latest|newest|oldest|first|last|older|newer|earlier|later|most|worst|longest|shortest) <word>{0,2}? <noun>|<noun>|(best|latest|newest|oldest|other|shortest|longest) (rated|known)? (<stop>|$))
  winner := (the|that) (winner|{end:better|best|longer|longest|shorter|shortest|older|oldest|newer|newest|cheaper|cheapest} (rated)? one|one|film|movie)
  other := (the)? (loser|runner up|other one|other (?=<stop>|$))
`);

/** A person of a condition, or the item whose maker is meant. */
type Whom = { readonly attribute: string; readonly value: string } | { readonly title: string };

interface Words {
  readonly text: string;
  /** What the catalogue has by these words. */
  readonly value?: Mention['values'][number];
}

/** Of several items that were set side by side, the one of which the reply said that it is the most of something, and what it is. */
function winnerOf({ about, reply }: EarlierTurn): { readonly title: string; readonly end: string } | null {
  const title = about.find((one) => reply.includes(`${one} is the `));
  return title === undefined ? null : { title, end: reply.slice(reply.lastIndexOf(' is the ') + ' is the '.length) };
}

/** The first letters of the other end. */
const OPPOSITE: Readonly<Record<string, string>> = { ol: 'ne', ne: 'ol', lo: 'sh', sh: 'lo', ch: 'mo' };

/** Attributes that name who made an item. */
export const PERSON = /director|author|writer|artist|actor|brand/u;

/** The item that a turn was about: the one that is pointed at, or the first. */
function titleOf(turn: EarlierTurn, text: string): string {
  const titles = turn.about.length > 0 ? turn.about : turn.items.map(({ title }) => title);
  return winnerOf(turn)?.title ?? titles[pointedAt(text, titles.length)?.[0] ?? 0]!;
}

/** Whom a turn was about: the person that its plan names, else who made what it named. */
function whomOf(turn: EarlierTurn, text: string): Whom {
  const named = draftOf(turn.plan).conditions.find(({ attribute, is }) => PERSON.test(attribute) && is !== undefined);
  return named === undefined ? { title: titleOf(turn, text) } : { attribute: named.attribute, value: named.is![0]! };
}

/** Whom somebody likes, or who made what they like. */
function likedBy({ like: { titles, values } }: Profile): Whom | null {
  const value = entryOf(values.at(-1) ?? '');
  const title = titles.at(-1);
  return PERSON.test(value.attribute) ? value : title === undefined ? null : { title };
}

const byMaker = (whom: Whom, before: string): Words =>
  'title' in whom
    ? { text: `${before}by the director of "${whom.title}"` }
    : { text: `${before}by ${whom.value}`, value: { ...whom, isPart: false } };

/** So many of somebody's works say what they are like. */
const MOST_WORKS = 3;

/** What a reference says in words; null where nothing that was said before is meant. @param own what the message itself names before it */
function inWords(
  name: (typeof REFERENCES)[number][0],
  taken: Taken,
  { turns, text, profile }: DialogueView,
  sentence: Sentence,
  own: string | null,
): Words | null {
  const last = turns.findLast(({ items, about }) => items.length + about.length > 0);
  if (name === 'winner' || name === 'other') {
    const winner = last === undefined || turns.at(-1) !== last ? null : winnerOf(last);
    const end = taken.part('end')?.slice(0, 2) ?? '';
    if (winner === null) return null;
    const isOther = name === 'other' || winner.end.startsWith(OPPOSITE[end] ?? '·');
    if (!isOther && !winner.end.startsWith(end)) return null;
    const title = isOther ? last!.about.find((one) => one !== winner.title)! : winner.title;
    return { text: `"${title}"` };
  }
  const whom = own !== null ? { title: own } : last === undefined ? likedBy(profile) : whomOf(last, text);
  const title = own ?? (last === undefined ? profile.like.titles.at(-1) : titleOf(last, text));
  if (name === 'another') return title === undefined ? null : byMaker({ title }, 'not ');
  if (name === 'same')
    return title === undefined ? null : { text: `from the same ${taken.part('what') ?? ''} as "${title}"` };
  if (whom === null) return null;
  if (name === 'alike') {
    const works = (last?.items ?? []).slice(0, MOST_WORKS).map((item) => `"${item.title}"`);
    const other = byMaker(whom, 'not ');
    return works.length === 0 || 'title' in whom ? null : { ...other, text: `like ${works.join(', ')}, ${other.text}` };
  }
  if (name === 'kin') {
    if ('title' in whom) return null;
    const value = `${sentence.written({ from: taken.to - 1, to: taken.to })} ${whom.value.split(' ').at(-1)!}`;
    return byMaker({ ...whom, value }, '');
  }
  // What was asked for of a person goes on to be of them.
  if (name === 'his') return 'title' in whom ? byMaker(whom, '') : null;
  return byMaker(whom, name === 'works' ? 'anything else ' : '');
}

/** "Not U2", "is the Hazan any good?", "the printable one": a name or a word that stands in lines of the last list. */
const LISTED =
  /(?<!\p{L})(?:(?:[Nn]ot?|nor|[Ww]ithout|[Ee]xcept|[Ss]kip|[Ss]wap|[Rr]eplace|[Ss]een|[Rr]ead|[Ii]s|[Dd]oes|[Dd]id|[Ww]as|about|of|[Oo]nly)\s+((?:the\s+)?(\p{L}[\p{L}\p{N}'’-]{3,}|\p{Lu}[\p{L}\p{N}'’-]*)(?:\s+(?:one|card|book|film|movie))?)(?=\s*(?:$|[,.;:!?]|has|is|does|for|and|then|please))|([Tt]he\s+(?!\p{L}+est\s|worst\s)(\p{Ll}{4,})\s+one)(?!\p{L}))/u;

/** The message with the titles of the lines that hold such a word; where it is a title or a value of its own, that is meant. */
function listed(view: DialogueView): DialogueView {
  const last = lastWithItems(view.turns);
  const isListed = (title: string): boolean => last?.items.some((item) => item.title === title) === true;
  const shown = view.mentions.find(
    ({ start, end, titles, values }) =>
      titles.some(isListed) &&
      values.every(({ attribute }) => attribute !== 'series') &&
      tellingWords(view.text.slice(start, end).toLowerCase()).length > 0 &&
      view.text[start - 1] !== '"',
  );
  if (shown !== undefined)
    return { ...view, ...edited(view, [shown.start, shown.end], `"${undated(shown.titles.find(isListed)!)}"`) };
  const [all, ofName, name, ofWord, word] = LISTED.exec(view.text) ?? [];
  if (all === undefined || last === undefined) return view;
  const [part, said] = [ofName ?? ofWord!, name ?? word!];
  const start = view.text.indexOf(all) + all.length - part.length;
  const end = start + part.length;
  // "The One" is a film too.
  const close = part === said ? end : end - ' one'.length;
  if (name !== undefined && /^\p{Ll}/u.test(name) && tellingWords(name).length === 0) return view;
  const isOwn = view.mentions.some(
    (one) => one.start < close && one.end > start && one.titles.length + (part === said ? one.values.length : 0) > 0,
  );
  const lines = last.reply.split('\n').filter((line) => /^\d+\. /u.test(line));
  const stem = said.replace(/(?<=\p{L}{4})(?:able|ed|ing|s)$/u, '');
  const holds = new RegExp(`(?<!\\p{L})${stem}${name === undefined ? '\\p{L}{0,3}' : ''}(?!\\p{L})`, 'iu');
  const titles = lines.flatMap((line, at) => (holds.test(line) ? `"${last.items[at]?.title ?? ''}"` : []));
  return isOwn || titles.length === 0 ? view : { ...view, ...edited(view, [start, end], titles.join(', ')) };
}

/** The message with what it refers to in words, and its mentions where they then stand. */
export function referred(written: DialogueView): DialogueView {
  const view = listed(written);
  const sentence = unlinked(view.text);
  for (const [name, pattern] of REFERENCES) {
    const taken = sentence.find(pattern);
    if (taken === null) continue;
    const [start, end] = [sentence.tokens[taken.from]!.start, sentence.tokens[taken.to - 1]!.end];
    const titles = linked(view).tokens.filter(
      ({ title, ...one }) => title !== undefined && (one.end <= start || one.start >= end),
    );
    const own = titles.length === 1 && titles[0]!.end <= start ? titles[0]!.title!.text : null;
    if (own === null && (titles.length > 0 || view.turns.length === 0)) return view;
    const words = inWords(name, taken, view, sentence, own);
    if (words !== null) return withWords(view, [start, end], words, name === 'his');
  }
  return view;
}

/** Puts words in place of a part; those that stand for a pronoun before a noun go to the end. */
function withWords(
  view: DialogueView,
  [start, end]: readonly [number, number],
  { text, value }: Words,
  isLast: boolean,
): DialogueView {
  const without = isLast ? edited(view, [start, end + 1], '') : view;
  const close = without.text.search(/[\s.!?]*$/u);
  const [part, words] = isLast ? ([[close, close], ` ${text}`] as const) : ([[start, end], text] as const);
  const own = edited(without, part, words);
  const ends = part[0] + words.length;
  const named = { start: ends - (value?.value.length ?? 0), end: ends, titles: [], ratings: 0 };
  const mentions = value === undefined ? own.mentions : [...own.mentions, { ...named, values: [value] }];
  return { ...view, text: own.text, mentions };
}

/** "Longer than it" means another. */
const IT = /(?<!\p{L}|than )(?:it|that one|this one|th(?:at|is) (?:film|movie|book))(?!\p{L})/iu;

/** The message with a title in place of its first "it". */
export function named<Told extends Message>(message: Told, title: string, from = 0): Told {
  const it = IT.exec(withoutQuotes(message.text).slice(from));
  if (it === null) return message;
  const start = from + it.index;
  // "I saw Jaws, it was boring" lists no two films.
  const apart = /(?:[,;]|(?<!\p{L})and)\s+$/iu.test(message.text.slice(0, start)) ? 'so ' : '';
  return { ...message, ...edited(message, [start, start + it[0].length], `${apart}"${title}"`) };
}

/** The message with the title that it names before "it" in that place: an earlier list is not meant then. */
export function ownNamed<Told extends Message>(message: Told, catalogue: CatalogueOutline): Told {
  const titles = linked({ ...message, catalogue }).tokens.filter(({ title }) => title !== undefined);
  // In a title, such as "Get Over It", it stands for nothing.
  const others = titles.reduce(
    (text, { start, end }) => text.slice(0, start) + ' '.repeat(end - start) + text.slice(end),
    withoutQuotes(message.text),
  );
  const it = IT.exec(others)?.index ?? 0;
  const before = titles.findLast(({ end }) => end <= it);
  return before?.title === undefined ? message : named(message, before.title.text, it);
}

/** "I like action", then "and comedies": what goes on with the sentence of the message before. */
const GOES_ON =
  /^\W*(?:and|also|plus|as well as|oh and)\s+(?:also\s+)?(?!i\b|what\b|who\b|when\b|how\b|not?\b|now\b|only\b|then\b|which\b|is\b|was\b|give\b|show\b|recommend\b)/iu;
const TASTE =
  /(?<!\p{L})(i(?:'m| am)? (?:really |also |just |absolutely )*(?:like|love|enjoy|adore|hate|dislike|(?:do not|don'?t|can'?t) (?:like|enjoy|stand)|(?:a )?(?:big )?fan of|into))(?!\p{L})/giu;

/** The message with the verb of the one before; as it is where it is no continuation. */
export function continued(written: Message, before: string): Message {
  // "Nor Titanic" is "not Titanic".
  const nor = /^\W*(?:and )?nor(?!\p{L})/iu.exec(written.text)?.[0].length;
  const message = nor === undefined ? written : edited(written, [0, nor], 'not');
  const end = GOES_ON.exec(message.text)?.[0].length;
  const verb = [...before.matchAll(TASTE)].at(-1)?.[1];
  return end === undefined || verb === undefined ? message : edited(message, [0, end], `${verb} `);
}
