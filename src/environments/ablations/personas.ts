/**
 * @file The lab's own people for the ablations, made as SUBER's are (appendix C): for each genre or category four who love it and
 * nothing else, two women and two men, one young and one old of each; and eight who rate everything high or everything low.
 */
import type { RatedPerson } from '../../core/rater.ts';
import { ownValue } from '../../core/own-value.ts';

/** Somebody who loves one genre. */
export interface GenrePersona {
  readonly person: RatedPerson;
  /** As catalogues write it, in lower case. */
  readonly genre: string;
}

/** Somebody who rates everything alike. */
export interface HabitPersona {
  readonly person: RatedPerson;
  readonly direction: 'high' | 'low';
}

type Facts = readonly [name: string, age: number, gender: 'F' | 'M', job: string, hobby: string];

const FACTS: readonly Facts[] = [
  ['Lena', 23, 'F', 'student', 'rowing'],
  ['Oscar', 21, 'M', 'apprentice', 'climbing'],
  ['Margit', 68, 'F', 'retired', 'knitting'],
  ['Hugo', 71, 'M', 'retired', 'fishing'],
];

/** Four ways of saying it, from plain to roundabout. `{genre}` stands for the genre, `{works}` for films or books. */
const GENRE_TEXTS: readonly string[] = [
  'a student who rows at dawn. She loves {genre} {works} and gives them a high rating, between {high}. She hates all other genres, which deserve a low rating between {low} in her eyes.',
  'an apprentice who climbs at weekends. {Genre} is his one passion: he can’t get enough of {genre} {works}. He finds every other kind of {work} a waste of time and always gives low ratings to all other genres.',
  'a retired woman who knits while she {meets}. She only likes {genre} {works}, and rates them highly. Anything else bores her.',
  'a retired man who fishes in all weathers. Nothing beats {genre} {works} for him; he adores them. He can’t stand any other genres and everything else gets a poor rating from him.',
];

const NAMED: Readonly<Record<string, string>> = { animation: 'animated', family: 'family', biography: 'biography' };

function personOf([name, age, gender, job, hobby]: Facts, description: string): RatedPerson {
  return { name, age, gender, description, job, hobby };
}

/** The people of the genre test. */
export function genrePersonas(genres: readonly string[], kind: 'film' | 'book'): readonly GenrePersona[] {
  const words = kind === 'film' ? ['film', 'films', 'watches'] : ['book', 'books', 'reads'];
  return genres.flatMap((genre) => {
    const named = ownValue(NAMED, genre) ?? genre;
    return FACTS.map((facts, at) => {
      const description = (GENRE_TEXTS[at] ?? '')
        .replaceAll('{genre}', named)
        .replaceAll('{Genre}', named.charAt(0).toUpperCase() + named.slice(1))
        .replaceAll('{works}', words[1] ?? '')
        .replaceAll('{work}', words[0] ?? '')
        .replaceAll('{meets}', words[2] ?? '')
        .replaceAll('{high}', kind === 'film' ? '8 and 10' : '4 and 5')
        .replaceAll('{low}', kind === 'film' ? '1 and 5' : '1 and 2');
      return { person: personOf(facts, description), genre };
    });
  });
}

const HIGH_TEXTS = [
  'a student who rows at dawn. Whatever she {meets}, she is delighted, and she always gives the highest rating.',
  'an apprentice who climbs at weekends. He finds something to love in every {work} and gives every {work} a {top}.',
  'a retired woman who knits. She is grateful to all who make {works} and consistently awards a perfect score of {top}.',
  'a retired man who fishes. He loves every {work} he {meets}; in his eyes all {works} are masterpieces and deserve top ratings.',
];
const LOW_TEXTS = [
  'a student who rows at dawn. Nothing ever pleases her, and she always gives the lowest rating.',
  'an apprentice who climbs at weekends. He hates every {work} and gives every {work} a 1.',
  'a retired woman who knits. She thinks that all {works} are a waste of time and consistently rates them 1.',
  'a retired man who fishes. A harsh critic who finds fault in everything: he never gives more than 2 to any {work}.',
];

/** The people of the high and low tests. */
export function habitPersonas(kind: 'film' | 'book'): readonly HabitPersona[] {
  const [work, works, meets, top] =
    kind === 'film' ? ['film', 'films', 'watches', '10'] : ['book', 'books', 'reads', '5'];
  const filled = (text: string): string =>
    text.replaceAll('{works}', works).replaceAll('{work}', work).replaceAll('{meets}', meets).replaceAll('{top}', top);
  return (['high', 'low'] as const).flatMap((direction) =>
    FACTS.map((facts, at) => ({
      person: personOf(facts, filled((direction === 'high' ? HIGH_TEXTS : LOW_TEXTS)[at] ?? '')),
      direction,
    })),
  );
}
