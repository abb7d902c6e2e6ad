/**
 * @file Synthetic people as SUBER makes them (section 4 and appendix G): age by the population of the United States, a hobby by
 * age, a job, genres liked and disliked by popularity, and a description from a template. The same seed gives the same people.
 */
import { LabError } from '../../core/errors.ts';
import { shuffled, type Random } from '../../core/random.ts';
import type { RatedPerson } from '../../core/rater.ts';
import type { Taste } from '../../core/simulation.ts';
import { describePerson } from './describe-person.ts';
import { BOOK_CATEGORIES, CHILDRENS_HOBBIES, FILM_TASTES, HOBBIES, JOBS, NAMES } from './lists.ts';

/** A person and what they like; raters are told the person alone. */
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
const [SCHOOL, STUDY, PENSION] = [16, 25, 60];

/**
 * Makes people.
 * @param count from 1 to 100,000
 * @throws LabError `spec-invalid` for another count
 */
export function generatePeople(count: number, kind: 'film' | 'book', random: Random): readonly GeneratedPerson[] {
  if (!Number.isInteger(count) || count < 1 || count > 100_000)
    throw new LabError('spec-invalid', `The number of people must be a whole number from 1 to 100000, not ${count}.`);
  return Array.from({ length: count }, (_, at) => generatePerson(kind, random.fork(`person ${at}`)));
}

function generatePerson(kind: 'film' | 'book', random: Random): GeneratedPerson {
  const age = ageOf(random);
  const gender = random.uniform() < 0.5 ? 'F' : 'M';
  const name = pick(NAMES[gender], random);
  const hobby = pick(age < SCHOOL ? CHILDRENS_HOBBIES : HOBBIES, random);
  const job = jobOf(age, random);
  const taste = kind === 'film' ? filmTaste(random) : bookTaste(random);
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

function filmTaste(random: Random): Taste {
  const liked: string[] = [];
  const disliked: string[] = [];
  for (const genre of shuffled(Object.keys(FILM_TASTES), random)) {
    const side = random.uniform() < (FILM_TASTES[genre] ?? 0) ? liked : disliked;
    if (side.length < MOST_GENRES) side.push(genre);
  }
  return { liked, disliked };
}

function bookTaste(random: Random): Taste {
  const drawn = weightedOrder(BOOK_CATEGORIES, random);
  return { liked: drawn.slice(0, MOST_GENRES), disliked: drawn.slice(MOST_GENRES, 2 * MOST_GENRES) };
}

/** All keys, each next one drawn by weight among those left (Efraimidis and Spirakis 2006). */
function weightedOrder(weights: Readonly<Record<string, number>>, random: Random): readonly string[] {
  return Object.entries(weights)
    .map(([name, weight]) => ({ name, key: Math.log(1 - random.uniform()) / weight }))
    .sort((a, b) => b.key - a.key)
    .map(({ name }) => name);
}

function pick(list: readonly string[], random: Random): string {
  return list[random.integer(list.length)] ?? '';
}
