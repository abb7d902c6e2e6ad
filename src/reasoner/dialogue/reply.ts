/** @file Replies, in fixed forms: what the tools found and did not find, and nothing else. */
import { grouped } from '../../core/grouped.ts';
import type { LookedUp, ReplyItem, ReplyView } from '../../core/dialogue.ts';
import { listed, problemWords, spaced } from '../../trace/dialogue-problems.ts';
import { ELSEWHERE } from './catalogue-terms.ts';
import { draftOf } from './draft.ts';
import { once } from './once.ts';
import { plainCondition, reasonOf } from '../../trace/passed-steps.ts';
import { nearestNote, unspokenOf } from './topics.ts';
import { OWNED, rowsOf } from './lexicon.ts';
import { unsaid, yesOrNo } from './yes-or-no.ts';
import { sentencesIn } from '../../core/text/sentences.ts';
import { ownValue } from '../../core/own-value.ts';
import { largest, smallest } from '../../core/numbers/extremes.ts';

const FACT_WORDS: Readonly<Record<string, (value: string) => string>> = {
  year: (value) => `came out in ${value}`,
  release_date: (value) => `was released on ${value}`,
  director: (value) => `was directed by ${value}`,
  author: (value) => `was written by ${value}`,
  pages: (value) => `has ${value} pages`,
  price: (value) => `costs ${value} dollars`,
  genre: (value) => `is of the genre ${value}`,
  running_time: (value) => `runs for ${value} minutes`,
  rating: (value) => `has a mean rating of ${value}`,
  ratings: (value) => `was rated by ${value} people here`,
  vote_average: (value) => `has a mean rating of ${value}`,
  vote_count: (value) => `was rated by ${grouped(Number(value))} people elsewhere`,
  mpaa_rating: (value) => `is rated ${value}`,
  distributor: (value) => `was distributed by ${value}`,
  tag: (value) => `is tagged ${value}`,
  source: (value) => `has as its source: ${value}`,
  budget: (value) => `cost ${grouped(Number(value))} dollars to make`,
  worldwide_gross: (value) => `took ${grouped(Number(value))} dollars worldwide`,
  imdb_rating: (value) => `has ${value} on IMDB`,
  imdb_votes: (value) => `has ${value} votes on IMDB`,
  rotten_tomatoes: (value) => `has ${value}% on Rotten Tomatoes`,
};

/** Conditions as they are recorded, in words. */
const inWords = (conditions: string): string => conditions.split('; ').flatMap(plainCondition).join('; ');

/** Numbers that only tell items apart. */
const IDS = /^(?:isbn|asin)/iu;
const LONG_TEXT = 400;

/** The sentences at the start of a text that can be read at once, and at least one. */
function shortened(text: string): string {
  const ends = sentencesIn(text).reduce<number[]>((all, one) => [...all, (all.at(-1) ?? 0) + one.length], []);
  const end = ends.findLast((one) => one <= LONG_TEXT) ?? ends[0];
  return text.slice(0, end).trim();
}

function factSentence({ title, facts }: LookedUp): string {
  const order = Object.keys(FACT_WORDS);
  const placeOf = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
  const sorted = Object.entries(facts).sort(([one], [other]) => placeOf(one) - placeOf(other));
  if (title === '' && facts['items'] !== undefined) {
    const such = facts['conditions'] === undefined ? '' : ` (${inWords(facts['conditions'])})`;
    const unknown = facts['unknown'] === undefined ? '' : ` It does not know the ${spaced(facts['unknown'])} others.`;
    return `The catalogue has ${facts['items']} of them${such}.${unknown}`;
  }
  if (title === '') return sorted.map(([name, value]) => `${spaced(name)}: ${value}`).join('; ');
  // Of all that is known, what only tells items apart, and that nobody rated one, tells nothing.
  const told = sorted.filter(
    ([name, value]) => sorted.length === 1 || !(IDS.test(name) || (name === 'ratings' && value === '0')),
  );
  const parts = told.map(([name, value]) =>
    name === 'description'
      ? `is described so: ${shortened(value)}`
      : (ownValue(FACT_WORDS, name)?.(value) ?? `has the ${spaced(name)} ${value}`),
  );
  return parts.length === 0 ? '' : `${title} ${listed(parts, 'and')}.`.replace(/([.!?]["”']?)\.$/u, '$1');
}

/** What a line of a list tells, and how. */
const LINE_FACTS = {
  genre: '',
  director: 'by ',
  author: 'by ',
  rating: 'rated ',
  vote_average: 'rated ',
  price: 'price ',
  pages: 'pages ',
};

/** What a list is put in order by, as its lines call it. */
const MEASURES: Readonly<Record<string, string>> = { rotten_tomatoes: 'Rotten Tomatoes', imdb_rating: 'IMDB' };

function itemLine({ title, facts }: ReplyItem, place: number, by: string | undefined): string {
  const told = Object.entries(LINE_FACTS).flatMap(([name, lead]) =>
    facts[name] === undefined ? [] : `${lead}${facts[name]}`,
  );
  const measure = by === undefined || by in LINE_FACTS ? undefined : facts[by];
  if (measure !== undefined) told.push(`${ownValue(MEASURES, by!) ?? spaced(by!)} ${measure}`);
  return `${String(place + 1)}. ${title}${told.length === 0 ? '' : `: ${told.join('; ')}`}`;
}

/** What is said where nothing was found, by what stood in the way. */
function foundNothing({ plan, itemNoun, outcomes, problems }: ReplyView): string {
  const last = outcomes.at(-1);
  const has = (type: ReplyView['problems'][number]['type']): boolean => problems.some((one) => one.type === type);
  if (has('attribute-unknown')) return `Shall I leave that ${last?.tool === 'rank' ? 'order' : 'condition'} out?`;
  if (has('title-ambiguous') || (has('title-unknown') && last?.failed === true)) return '';
  if (has('value-unknown')) return 'So nothing satisfies that; I relaxed nothing. Shall I leave that condition out?';
  if (plan.intent === 'choose') return 'None of these satisfies that, as far as the catalogue says.';
  if (has('text-unknown')) return `Name a ${itemNoun} like it, a kind, a maker or a year, and I look for that.`;
  // What another item would have told is said to be missing already.
  if (last?.observation.includes('not known for certain') === true) return `So I cannot look for such ${itemNoun}s.`;
  const why = (last?.failed === true ? last : outcomes.find(({ tool }) => tool === 'filter'))?.observation ?? '';
  return `I found no ${itemNoun} that satisfies all of this. I relaxed nothing; tell me what I may drop. (${whyNone(why)})`;
}

/** What was to be satisfied, and how many there would be without a part of it, as the filter recorded it. */
const whyNone = (observation: string): string =>
  observation
    .replace(
      /^0 candidates satisfy: (.+?)\.(?= Dropping | Not known: |$)/u,
      (_, all: string) => `Wanted: ${inWords(all)}.`,
    )
    .replaceAll(
      /without (.+?) there are (\d+)/gu,
      (_, one: string, left: string) => `without "${inWords(one)}" there ${left === '1' ? 'is' : 'are'} ${left}`,
    )
    .replace(/(?<=Not known: ).+(?=\.$)/u, spaced);

/** What asks for the first of an order. */
const WHICH = /(?<!\p{L})(?:which|what|who)(?!\p{L})/iu;
const HOW_MANY = /(?<!\p{L})how many(?!\p{L})/iu;

function recommendation(view: ReplyView): string {
  const { plan, items } = view;
  if (items.length === 0) return foundNothing(view);
  const { order } = draftOf(plan);
  const by = order !== null && 'attribute' in order ? order.attribute : undefined;
  const lines = items.map((item, place) => itemLine(item, place, by)).join('\n');
  if (plan.intent === 'choose') {
    const { conditions } = draftOf(plan);
    const ofThese = HOW_MANY.test(view.text) ? `${String(items.length)} of these:` : 'Of these:';
    const taken = conditions.length > 0 ? ofThese : `Of these I would take ${items[0]?.title ?? ''}.`;
    const first = WHICH.test(view.text) ? `${items[0]?.title ?? ''} comes first. ` : '';
    return `${order === null ? taken : `${first}In that order:`}\n${lines}`;
  }
  const isWhich = items.length > 1 && draftOf(plan).order !== null && WHICH.test(view.text);
  return `${firstNote(view)}${isWhich ? `${items[0]?.title ?? ''} comes first. ` : ''}${listHead(view)}\n${lines}`;
}

/** By which words a list is in order, but for those that nothing speaks of. */
function firstNote({ plan, problems }: ReplyView): string {
  const aside = unspokenOf(problems);
  const words = (draftOf(plan).by ?? '').split(', ').filter((word) => word !== '' && !aside.includes(word));
  return words.length === 0 ? '' : `First comes what is nearest to "${words.join(', ')}". `;
}

/** What a list is, why it is short, and how many that were named before it leaves out. */
function listHead({ text, plan, items, wanted, itemNoun, outcomes }: ReplyView): string {
  const titles = draftOf(plan).conditions.flatMap(({ attribute, not = [] }) => (attribute === 'title' ? not : []));
  const leftOut = titles.length;
  const observed = outcomes.map(({ observation }) => observation).join('\n');
  if (wanted !== null && items.length < wanted) {
    const these = `${itemNoun}${items.length === 1 ? ' satisfies' : 's satisfy'}`;
    const besides =
      leftOut === 0 ? '' : ` besides the ${leftOut === 1 ? 'one that was' : `${String(leftOut)} that were`} named`;
    const unknown = / Not known: (.+)\.$/mu.exec(observed)?.[1];
    const others = unknown === undefined ? '' : ` (the catalogue does not know the ${spaced(unknown)} others)`;
    if (leftOut === 0 && unknown === undefined && OWNED.test(text))
      return `The catalogue has ${items.length === 1 ? 'this one' : `these ${String(items.length)}`}:`;
    return `Only ${String(items.length)} ${these} all of this${besides}${others}, and I relaxed nothing:`;
  }
  const unspoken = /"(.+)" by [^,]+; none speaks of it/u.exec(observed)?.[1];
  const nearest =
    unspoken === undefined
      ? ''
      : `No ${itemNoun} here speaks of "${unspoken}"${unspoken.includes(' ') ? ' as a whole' : ''}; the nearest in meaning come first. `;
  const unrated = observed.includes('since nobody rated')
    ? `Nobody rated the ${itemNoun}s here, so they are in the catalogue's order. `
    : '';
  if (items.length === 1) return `${unrated}${nearest}I recommend:`;
  const few = leftOut === 0 ? '' : `, without ${listed(titles, 'and')}`;
  const others = leftOut > FEW ? `, without ${String(leftOut)} that were named before` : few;
  return `${unrated}${nearest}I recommend these ${String(items.length)} ${itemNoun}s${likeWhat(outcomes)}${others}:`;
}

const MOST_LIKED = 3;
/** So many that are left out are named. */
const FEW = 3;

/** Which titles a list was made to be like, or whose raters' taste put it in order, as the tools took them. */
function likeWhat(outcomes: ReplyView['outcomes']): string {
  const like = outcomes.find(({ tool }) => tool === 'similar')?.observation;
  const titles = /most like (.+) by [^,]+$/u.exec(like ?? '')?.[1];
  const liked = outcomes.flatMap(({ tool, input }) => {
    const { prefer = [] } = input as { readonly prefer?: readonly string[] };
    return tool === 'rank' ? prefer.filter((title) => titles?.includes(title) !== true) : [];
  });
  const more = liked.length > MOST_LIKED ? ['others'] : [];
  const who = `for those who like ${listed([...liked.slice(0, MOST_LIKED), ...more], 'and')}`;
  if (titles === undefined) return liked.length === 0 ? '' : ` ${who}`;
  return ` like ${titles}${liked.length === 0 ? '' : `, in an order ${who} too`}`;
}

/** What comparatives compare, a line each: the fact, the end of it that is asked for, what that is called, and the words. */
const COMPARED = rowsOf(`
  imdb_rating most best rated on IMDB := imdb
  rotten_tomatoes most best rated on Rotten Tomatoes := tomato(?:es|meter)|critics
  worldwide_gross most highest grossing := (?:more|most) money|box office|(?:earned|grossed|made|took) (?:the )?(?:more|most)
  worldwide_gross least lowest grossing := (?:less|least) money|(?:earned|grossed|made|took) (?:the )?(?:less|least)
  budget most most expensive := (?:biggest|highest) budget
  budget least cheapest := (?:smallest|lowest) budget
  year most newest := newer|later|newest
  year least oldest := first|older|earlier|oldest|earliest
  running_time most longest := longer|longest
  running_time least shortest := shorter|shortest
  price least cheapest := cheap(?:er|est)|costs? (?:the )?(?:less|least)
  price most most expensive := (?:more|most) expensive|costs? (?:the )?(?:more|most)
  ratings most most rated := (?:more|most) (?:popular|rated|ratings|votes|reviews|known)|better known
  rating most best rated := better|best|higher|highest|(?:more|most) (?:liked|loved)
`).map(([head, words]) => {
  const [name = '', end, ...word] = head.split(' ');
  return [new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'iu'), name, end, word.join(' ')] as const;
});

/** Which of several items has the most or the least of what was asked; equals are named together. */
function comparison(found: readonly LookedUp[], text: string): string {
  const known = once(found.flatMap(({ facts }) => Object.keys(facts)));
  const own = (name: string): string => ELSEWHERE[name]?.find((one) => known.includes(one)) ?? name;
  // What a catalogue has instead, such as pages for minutes, is all that was looked up.
  const [only] = known.length === 1 ? known : [];
  const asked = COMPARED.find(
    ([pattern, name]) => pattern.test(text) && (known.length < 2 || known.includes(own(name))),
  );
  // "And the least?" asks for the other end of what was looked up.
  const bare = /(?<!\p{L})(?:(?<least>least|lowest|worst)|most|highest)\W*$/iu.exec(text);
  const wanted = bare?.groups?.['least'] === undefined ? 'most' : 'least';
  const row = asked ?? (bare === null ? undefined : COMPARED.find((one) => only === own(one[1]) && one[2] === wanted));
  if (found.length < 2 || row === undefined) return '';
  const [, name, end, word] = row;
  const values = found.map(({ facts }) => Number(facts[only ?? own(name)] ?? NaN));
  const sure = values.filter((value) => !Number.isNaN(value));
  const [one] = found.filter((_, at) => !Number.isNaN(values[at]));
  if (sure.length < 2)
    return `So I cannot say which is the ${word}${one === undefined ? '' : `: that is known of ${one.title} alone`}.`;
  const best = end === 'most' ? largest(sure) : smallest(sure);
  const titles = found.filter((_, at) => values[at] === best).map(({ title }) => title);
  if (titles.length === found.length) return 'They are equal in that.';
  const isAsked = titles.length === 1 && /^\W*(?:and |so )?(?:is|was|did|does|has)(?!\p{L}).* than /iu.test(text);
  const answer = isAsked ? (values[0] === best ? 'Yes: ' : 'No: ') : '';
  const among = sure.length < values.length ? ' of those that are known' : '';
  return `${answer}${listed(titles, 'and')} ${titles.length === 1 ? 'is' : 'are'} the ${word}${among}.`;
}

/** What is said in reply: problems, how the message was read, and what was found. */
export function wordReply(view: ReplyView): string {
  const { plan, problems, outcomes, itemNoun, noted, explained } = view;
  const before = view.items.length > 0 ? (view.turns.at(-1)?.reply ?? '') : '';
  const told = once(
    problems.flatMap((problem) => {
      const words = problemWords(problem, itemNoun);
      // What has no subtitle lacks nothing.
      const isNone = problem.type === 'fact-missing' && problem.attribute === 'subtitle';
      return isNone || (problem.type !== 'text-unknown' && before.includes(words)) ? [] : words;
    }),
  );
  // What nothing speaks of is not looked for.
  const aside = unspokenOf(problems);
  const sought = aside.flatMap((text) => [nearestNote(text, true), nearestNote(text, false)]);
  const parts: string[] = [...told, sought.reduce((all, note) => all.replace(note, ''), plan.reply).trim()];
  const found = outcomes.flatMap((outcome) => outcome.found);
  const facts = found.map(factSentence).filter((fact) => fact !== '' && !before.includes(fact));
  if (plan.intent === 'ask-about-item') {
    const missing = found.map((one) => unsaid(one, view));
    // Descriptions of several that do not speak of it would say nothing.
    if (found.length > 1 && missing.every((said) => said !== '')) parts.unshift(missing[0]!);
    else parts.unshift(...found.map((one, at) => `${yesOrNo(one, view.text)}${missing[at]!}${factSentence(one)}`));
    parts.push(comparison(found, view.text));
  } else if (plan.intent === 'tell-taste') {
    const nothing =
      told.length > 0 || plan.reply !== '' ? '' : 'I note nothing from that: say which ones you like or do not like.';
    parts.push(noted.length === 0 ? nothing : `Noted: ${noted.join('; ')}.`, `Shall I recommend a ${itemNoun}?`);
  } else if (plan.intent === 'explain') {
    parts.push(explained.map(({ title, passed }) => reasonOf(title, passed)).join('\n'));
    if (explained.length === 0) parts.push('I have recommended nothing yet that I could explain.');
    parts.push(facts.join(' '));
  } else parts.push(facts.join(' '), recommendation(view));
  const said = parts.filter((part) => part !== '').join(' ');
  return said.replaceAll(/ +(?= |\n)/gu, '');
}
