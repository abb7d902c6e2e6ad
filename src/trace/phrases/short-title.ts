/** @file What a state asked and found, in few words or in plain ones: for the tree, where room is short, and for the detail. */
import { addressed } from './addressed.ts';
import { firstName, withNames, type Names } from '../names.ts';
import type { AskedPhrase, Said, Unit } from './phrase.ts';
import { counted } from '../../core/text/counted.ts';
import { short } from './plain-words.ts';
import { isNothing, readSentence } from './read-phrase.ts';

const withoutYear = (title: string): string => title.replace(/ \(\d{4}\)$/, '');
const plural = (noun: string): string => (noun.endsWith('s') ? `${noun}es` : `${noun}s`);

const isOwnItem = ({ subject }: AskedPhrase, names: Names): boolean =>
  subject.item === null || subject.item.id === names.task?.item?.id;
const isOwnPerson = ({ subject }: AskedPhrase, names: Names): boolean =>
  subject.user === null || subject.user === names.task?.user.id;

/** Whom and what a question is about, as people call them. */
export function saidOf(asked: AskedPhrase, names: Names): Said {
  const { subject } = asked;
  const { task } = names;
  const user = subject.user ?? task?.user.id ?? null;
  const person = user === null ? null : (names.person(user) ?? `user ${String(user)}`);
  const title = subject.item?.title === '' ? names.item(subject.item.id) : subject.item?.title;
  const noun = task?.noun ?? 'item';
  const unnamed = subject.item === null ? `the ${noun}` : `item ${String(subject.item.id)}`;
  const item = withoutYear(title ?? task?.item?.title ?? unnamed);
  return {
    person: person === null ? 'the person' : user === task?.user.id ? firstName(person) : person,
    item,
    theItem: isOwnItem(asked, names) ? `the ${noun}` : item,
    noun,
    nouns: plural(noun),
    items: subject.items.length,
  };
}

/** A few words for a question: `People like Klaus`, `Film’s average`; of another person or item than the task's they say of which. */
export function shortTitle(asked: AskedPhrase, names: Names): string {
  const said = saidOf(asked, names);
  const others = [...(isOwnItem(asked, names) ? [] : [said.item]), ...(isOwnPerson(asked, names) ? [] : [said.person])];
  const title = asked.phrase.title(said);
  return addressed([title, ...others.filter((name) => !title.includes(name))].join(' · '), said.person);
}

const signed = (value: number): string => `${value < 0 ? '−' : '+'}${short(Math.abs(value))}`;

const SHORT_VALUES: Readonly<Record<Exclude<Unit, 'list'>, (value: number) => string>> = {
  average: (value) => short(value),
  others: (value) => `${signed(value)} vs. others`,
  own: (value) => `${signed(value)} vs. their averages`,
  share: (value) => signed(value),
};

/** What a state observed, for a line under its title. */
export function shortObservation(asked: AskedPhrase, observation: string, names: Names): string {
  if (isNothing(observation)) return 'nothing on record';
  const { unit } = asked.phrase;
  const found = readSentence(asked, observation);
  if (found !== null && unit !== undefined && unit !== 'list') return SHORT_VALUES[unit](found.value);
  const isRetrieval = asked.phrase.kind === 'retrieval' && asked.phrase.tool === 'database';
  if (!isRetrieval && unit !== 'list') return withNames(observation, names);
  // Of lists and of those who are alike the names say all that there is room for.
  const before = unit === 'list' ? ': ' : ' are ';
  const at = observation.indexOf(before);
  const list = at < 0 ? observation : observation.slice(at + before.length);
  const named = withNames(list, names);
  if (!isRetrieval) return named;
  // How many they are has room where names have none; where nobody is known by name, numbers say nothing.
  const many = list.split(', ').length;
  const count = list.includes('users') ? counted(many, 'person', 'people') : counted(many, names.task?.noun ?? 'item');
  return named === list ? count : `${count}: ${named}`;
}

/** What a state observed, in a plain sentence; null where its own words are plain. */
export function plainObservation(asked: AskedPhrase, observation: string, names: Names): string | null {
  const { phrase } = asked;
  const said = saidOf(asked, names);
  const toldOf = (sentence: string): string => addressed(sentence, said.person);
  if (isNothing(observation)) return toldOf(phrase.nothing?.(said) ?? 'Nothing is on record about that.');
  if (phrase.told === undefined) return null;
  if (phrase.unit === 'list')
    return `${toldOf(phrase.told(said, { value: 0, support: 0 }))}: ${observation.slice(observation.indexOf(': ') + 2)}`;
  const found = readSentence(asked, observation);
  return found === null ? null : toldOf(phrase.told(said, found));
}

const OPENINGS =
  /^(?:(?:please|now|first|next|i should|i need to|i want to|let me|let us|let's|can you|could you|know|find(?: out)?|look up|get|tell me|show me|list|search for|what|which|who|how|is|are|was|were|did|do|does|has|have|would|will|many|much|often|far|the|a|an|of|for|about|all|user's|users?|items?|people|person|films?|movies?|books?)\b[ ,:]*)+/i;
/** Where less than this is left, the opening was the question. */
const LEAST_LEFT = 12;

/** The most telling words of a question in anybody's words: without what all questions begin with. */
export function tellingWords(question: string): string {
  const line = question.replaceAll(/\s+/g, ' ').trim();
  const rest = line.slice(OPENINGS.exec(line)?.[0].length ?? 0).replace(/[?.!]{1,3}$/, '');
  return rest.length < LEAST_LEFT ? line : rest.charAt(0).toUpperCase() + rest.slice(1);
}
