/** @file Short synthetic reviews that agree with the rating, the film and what told for this person. */
import type { Random } from '../../../src/core/random.ts';
import type { Film } from './films.ts';
import { GENRE_WORDS } from './genres.ts';
import { ASPECTS, REASONS, SENTENCES } from './phrases.ts';
import { chance, entryAt, pick } from './sampling.ts';
import type { GivenRating } from './sessions.ts';

function band(rating: number): number {
  if (rating <= 1.5) return 0;
  if (rating <= 2.5) return 1;
  if (rating <= 3) return 2;
  return rating <= 4 ? 3 : 4;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The part of the liking that a person would name, or null where none stands out or it speaks against the rating. */
function tellingReason(film: Film, given: GivenRating): string | null {
  const { genre, director, series, era } = given.liking;
  const good = given.rating >= 3.5;
  const bad = given.rating <= 2.5;
  if (given.seenOfSeries > 0 && good && series > 0.25) return 'seriesUp';
  if (given.seenOfSeries > 0 && bad && series < -0.25) return 'seriesDown';
  if (film.directors.length === 1 && good && director > 0.35) return 'directorUp';
  if (film.directors.length === 1 && bad && director < -0.35) return 'directorDown';
  if (film.genres.length === 1 && good && genre > 0.5) return 'genreUp';
  if (film.genres.length === 1 && bad && genre < -0.5) return 'genreDown';
  if (good && era > 0.15) return 'eraUp';
  if (bad && era < -0.15) return 'eraDown';
  return null;
}

function expand(random: Random, template: string, film: Film): string {
  const genre = pick(random, film.genres);
  const rawAspect = pick(random, entryAt([ASPECTS[genre] ?? []], 0));
  const plural = rawAspect.startsWith('+');
  const aspect = plural ? rawAspect.slice(1) : rawAspect;
  const [kind, kinds] = GENRE_WORDS[genre] ?? ['film', 'films'];
  const worded = template.replace(/\[([^\]]*)\]/g, (_, options: string) => pick(random, options.split('|')));
  const slots: Readonly<Record<string, string>> = {
    aspect,
    Aspect: capitalised(aspect),
    kind,
    kinds,
    Kinds: capitalised(kinds),
    film: film.title,
    director: film.directors.join(' and '),
    year: String(film.year),
    decade: `${String(Math.floor(film.year / 10) * 10)}s`,
    minutes: String(film.runningTime ?? ''),
  };
  return worded
    .replace(/\{([a-z]+)\/([a-z]+)\}/g, (_, one: string, several: string) => (plural ? several : one))
    .replace(/\{([A-Za-z]+)\}/g, (_, slot: string) => slots[slot] ?? '')
    .replace(/\b([Aa]) (?=[aeiou])/g, '$1n ')
    .replace(/([.?!…])\./g, '$1');
}

/** A review of one or two sentences. */
export function writeReview(random: Random, film: Film, given: GivenRating): string {
  const usable = entryAt(SENTENCES, band(given.rating)).filter(
    (template) =>
      (film.directors.length === 1 || !template.includes('{director}')) &&
      (film.runningTime !== null || !template.includes('{minutes}')),
  );
  const first = expand(random, pick(random, usable), film);
  const reason = tellingReason(film, given);
  if (reason === null || !chance(random, 0.5)) return first;
  const named = film.directors.some((name) => first.includes(name));
  if (named && reason.startsWith('director')) return first;
  return `${first} ${expand(random, pick(random, REASONS[reason] ?? ['']), film)}`;
}
