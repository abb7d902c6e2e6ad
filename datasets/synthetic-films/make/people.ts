/**
 * @file Synthetic people by SUBER's recipe (arXiv:2406.01631): age from a population curve, job and hobby by age, genres
 * liked with a probability each. Two departures: the youngest are 16, because members of the club write reviews, and
 * genres are those of the list by hand.
 */
import { shuffled, type Random } from '../../../src/core/random.ts';
import { GENRES, GENRE_WORDS, LIKED_PROBABILITY } from './genres.ts';
import { APPRENTICE_JOBS, FAMILY_NAMES, FEMALE_NAMES, HOBBIES, JOBS, MALE_NAMES, STUDENT_JOBS } from './lists.ts';
import { chance, entryAt, pick, pickWeighted } from './sampling.ts';

/** A person of the dataset. */
export interface Person {
  readonly id: number;
  readonly name: string;
  readonly age: number;
  readonly gender: 'female' | 'male' | 'nonbinary';
  readonly job: string;
  readonly hobby: string;
  readonly genresLiked: readonly string[];
  readonly genresDisliked: readonly string[];
  readonly description: string;
}

const AGE_FROM = [16, 25, 35, 45, 55, 65];
const AGE_WEIGHTS = [0.13, 0.137, 0.131, 0.123, 0.129, 0.168];
const OLDEST = 74;
const MOST_GENRES = 4;

function drawAge(random: Random): number {
  const bin = pickWeighted(random, AGE_WEIGHTS);
  const from = entryAt(AGE_FROM, bin);
  return from + random.integer((AGE_FROM[bin + 1] ?? OLDEST + 1) - from);
}

function drawJob(random: Random, age: number): string {
  if (age < 19) return chance(random, 0.6) ? 'secondary school student' : pick(random, APPRENTICE_JOBS);
  if (age < 25) return pick(random, [...APPRENTICE_JOBS, ...STUDENT_JOBS]);
  return age > 60 ? 'retired' : pick(random, JOBS);
}

function drawName(random: Random, gender: Person['gender'], taken: Set<string>): string {
  const given = gender === 'female' ? FEMALE_NAMES : gender === 'male' ? MALE_NAMES : [...FEMALE_NAMES, ...MALE_NAMES];
  for (;;) {
    const name = `${pick(random, given)} ${pick(random, FAMILY_NAMES)}`;
    if (taken.has(name)) continue;
    taken.add(name);
    return name;
  }
}

function list(genres: readonly string[], conjunction: string): string {
  const words = genres.map((genre) => GENRE_WORDS[genre]?.[1] ?? genre);
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} ${conjunction} ${last}`;
}

function article(word: string): string {
  return /^[aeiou]/i.test(word) ? 'an' : 'a';
}

function describe(random: Random, person: Omit<Person, 'description'>): string {
  const given = entryAt(person.name.split(' '), 0);
  const { age, job, hobby } = person;
  const role = job === 'retired' ? job : `${article(job)} ${job}`;
  const who = pick(random, [
    `${given}, ${String(age)}, is ${role} and fond of ${hobby}.`,
    `${given} is ${String(age)}, ${role} and fond of ${hobby}.`,
    `${given}, ${String(age)}, is ${role}; free time goes to ${hobby}.`,
  ]);
  const liked = list(person.genresLiked, 'and');
  const disliked = list(person.genresDisliked, 'or');
  const likes = pick(random, [`Looks out for ${liked}`, `Goes to the cinema for ${liked}`, `Likes ${liked}`]);
  const dislikes = pick(random, [`; has no time for ${disliked}`, `, but does not care for ${disliked}`]);
  return `${who} ${likes}${disliked === '' ? '' : dislikes}.`;
}

/** So many people, each from a fork of their own. */
export function makePeople(random: Random, total: number): Person[] {
  const taken = new Set<string>();
  const people: Person[] = [];
  for (let id = 1; id <= total; id += 1) {
    const own = random.fork(String(id));
    const age = drawAge(own);
    const gender = chance(own, 0.015) ? 'nonbinary' : chance(own, 0.5) ? 'female' : 'male';
    const likes = new Set(GENRES.filter((genre) => chance(own, LIKED_PROBABILITY[genre] ?? 0)));
    const order = shuffled(GENRES, own);
    const person = {
      id,
      name: drawName(own, gender, taken),
      age,
      gender,
      job: drawJob(own, age),
      hobby: pick(own, HOBBIES),
      genresLiked: order.filter((genre) => likes.has(genre)).slice(0, MOST_GENRES),
      genresDisliked: order.filter((genre) => !likes.has(genre)).slice(0, MOST_GENRES),
    } as const;
    people.push({ ...person, description: describe(own, person) });
  }
  return people;
}
