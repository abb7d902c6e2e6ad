/** @file Descriptions of people from templates, in the third person and without the name, as SUBER's are. */
import type { Random } from '../../core/random.ts';
import type { Taste } from '../../core/simulation.ts';

/** What a description tells. */
export interface PersonFacts {
  readonly age: number;
  readonly gender: 'F' | 'M';
  readonly job: string;
  readonly hobby: string;
  readonly taste: Taste;
  readonly kind: 'film' | 'book';
}

const OPENINGS = [
  '{a} {job} who gives most of {their} free time to {hobby}.',
  '{a} {job} with a passion for {hobby}.',
  '{a} {job}; the hobby that {they} would not give up is {hobby}.',
  '{a} {job} who took up {hobby} years ago and never stopped.',
];
const LIKING = [
  '{They} {meets} a lot of {works} and enjoys {liked} most.',
  '{They} loves {liked} {works}.',
  '{They} is a big fan of {liked} {works}, which let {them} forget the day.',
  '{Their} favourite genres are {liked}.',
];
const DISLIKING = [
  '{They} dislikes {disliked} {works}, which {they} finds hard to follow.',
  '{They} is not a fan of {disliked} {works}.',
  '{They} avoids {disliked} {works}.',
  '{They} does not care for {disliked} {works}: {they} finds them too predictable.',
];
const CLOSINGS = [
  '',
  ' Friends know {them} as patient and curious.',
  ' {They} likes to talk about it afterwards.',
  ' On holidays {they} sleeps late.',
];

/** A description from templates. */
export function describePerson(facts: PersonFacts, random: Random): string {
  const { liked, disliked } = facts.taste;
  const pick = (texts: readonly string[]): string => texts[random.integer(texts.length)] ?? '';
  const text = [
    pick(OPENINGS),
    liked.length === 0 ? '' : ` ${pick(LIKING)}`,
    disliked.length === 0 ? '' : ` ${pick(DISLIKING)}`,
    pick(CLOSINGS),
  ].join('');
  return filled(text, facts);
}

function filled(text: string, { gender, job, hobby, taste, kind }: PersonFacts): string {
  const isWoman = gender === 'F';
  const values: Readonly<Record<string, string>> = {
    a: /^[aeiou]/.test(job) ? 'an' : 'a',
    job: job === 'retired' ? 'retired person' : job,
    hobby,
    meets: kind === 'film' ? 'watches' : 'reads',
    works: kind === 'film' ? 'movies' : 'books',
    liked: listed(taste.liked, 'and'),
    disliked: listed(taste.disliked, 'or'),
    they: isWoman ? 'she' : 'he',
    They: isWoman ? 'She' : 'He',
    their: isWoman ? 'her' : 'his',
    Their: isWoman ? 'Her' : 'His',
    them: isWoman ? 'her' : 'him',
  };
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

function listed(names: readonly string[], joint: string): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} ${joint} ${names.at(-1)}`;
}
