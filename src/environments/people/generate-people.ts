/**
 * @file Synthetic people as SUBER makes them (section 4 and appendix G): age by the population of the United States, a hobby by
 * age, a job, genres liked and disliked by popularity, and a description from a template. The same seed gives the same people.
 */
import { log } from '../../core/numbers/elementary-functions.ts';
import { LabError } from '../../core/errors.ts';
import { shuffled, type Random } from '../../core/random.ts';
import { ownValue } from '../../core/json.ts';
import type { RatedPerson } from '../../core/rater.ts';
import type { Taste } from '../../core/simulation.ts';
import {
  type CatalogueGenre,
  BOOK_CATEGORIES,
  CHILDRENS_HOBBIES,
  FILM_TASTES,
  HOBBIES,
  JOBS,
  NAMES,
  OTHER_FILM_TASTES,
} from './lists.ts';

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

export interface GeneratedPerson {
  readonly person: RatedPerson;
  readonly taste: Taste;
}

/** Ages begin at these, with these probabilities, plus 0 to 9 years (US Census Bureau 2022, as SUBER has it). */
const AGE_BINS: readonly (readonly [number, number])[] = [
  [4, 0.182],
  [15, 0.13],
  [25, 0.137],
  [35, 0.131],
  [45, 0.123],
  [55, 0.129],
  [65, 0.168],
];
const MOST_GENRES = 4;
const UNKNOWN_TASTE = 0.7;
const genresOf = (weights: Readonly<Record<string, number>>): readonly CatalogueGenre[] =>
  Object.entries(weights).map(([name, weight]) => ({ name, weight }));
const USUAL = { film: genresOf(FILM_TASTES), book: genresOf(BOOK_CATEGORIES) };
const [SCHOOL, STUDY, PENSION] = [16, 25, 60];

interface DrawnFrom {
  /** What they may like and dislike; SUBER's genres where no catalogue is known. */
  readonly genres: readonly CatalogueGenre[];
  readonly youngest: number;
}

type Drawing = { readonly [Part in keyof DrawnFrom]?: DrawnFrom[Part] | undefined };

export function generatePeople(
  count: number,
  kind: 'film' | 'book',
  random: Random,
  { genres = USUAL[kind], youngest = 0 }: Drawing = {},
): readonly GeneratedPerson[] {
  if (!Number.isInteger(count) || count < 1 || count > 100_000)
    throw new LabError('spec-invalid', `The number of people must be a whole number from 1 to 100000, not ${count}.`);
  return Array.from({ length: count }, (_, at) =>
    generatePerson(kind, random.fork(`person ${at}`), { genres, youngest }),
  );
}

function generatePerson(kind: 'film' | 'book', random: Random, { genres, youngest }: DrawnFrom): GeneratedPerson {
  let age = ageOf(random);
  while (age < youngest) age = ageOf(random);
  const gender = random.uniform() < 0.5 ? 'F' : 'M';
  const name = pick(NAMES[gender], random);
  const hobby = pick(age < SCHOOL ? CHILDRENS_HOBBIES : HOBBIES, random);
  const job = jobOf(age, random);
  const taste = kind === 'film' ? filmTaste(genres, random) : bookTaste(genres, random);
  const description = describePerson({ age, gender, job, hobby, taste, kind }, random);
  return { person: { name, age, gender, description, job, hobby }, taste };
}

function ageOf(random: Random): number {
  let rest = random.uniform();
  const bin = AGE_BINS.find(([, share]) => (rest -= share) < 0) ?? AGE_BINS[AGE_BINS.length - 1];
  return (bin?.[0] ?? 0) + random.integer(10);
}

function jobOf(age: number, random: Random): string {
  if (age < SCHOOL) return 'schoolchild';
  if (age < STUDY) return random.uniform() < 0.5 ? 'student' : 'apprentice';
  return age > PENSION ? 'retired' : pick(JOBS, random);
}

function filmTaste(genres: readonly CatalogueGenre[], random: Random): Taste {
  const liked: string[] = [];
  const disliked: string[] = [];
  for (const { name } of shuffled(genres, random)) {
    const side = random.uniform() < likedProbability(name) ? liked : disliked;
    if (side.length < MOST_GENRES) side.push(name);
  }
  return { liked, disliked };
}

const likedProbability = (genre: string): number =>
  ownValue(FILM_TASTES, genre) ?? ownValue(OTHER_FILM_TASTES, genre) ?? UNKNOWN_TASTE;

function bookTaste(genres: readonly CatalogueGenre[], random: Random): Taste {
  const drawn = weightedOrder(genres, random);
  return { liked: drawn.slice(0, MOST_GENRES), disliked: drawn.slice(MOST_GENRES, 2 * MOST_GENRES) };
}

function weightedOrder(genres: readonly CatalogueGenre[], random: Random): readonly string[] {
  return genres
    .map(({ name, weight }) => ({ name, key: log(1 - random.uniform()) / weight }))
    .sort((a, b) => b.key - a.key)
    .map(({ name }) => name);
}

function pick(list: readonly string[], random: Random): string {
  return list[random.integer(list.length)] ?? '';
}
