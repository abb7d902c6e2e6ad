/** @file Who and what an environment is made of, drawn by its seed: people and items apart from each other, so that either can be of anywhere. */
import { LabError } from '../../core/errors.ts';
import { createRandom, shuffled, type Random } from '../../core/random.ts';
import type { RatedItem } from '../../core/rater.ts';
import type { Catalogue } from '../../environments/catalogue.ts';
import { catalogueGenres } from '../../environments/people/catalogue-genres.ts';
import { generatePeople } from '../../environments/people/generate-people.ts';

/** The people of a catalogue, and beside them what they like. */
export type CataloguePeople = Pick<Catalogue, 'people' | 'tastes'>;

/**
 * Synthetic people and items drawn for an environment.
 * @param all the items to draw from; those with an average rating and a genre count
 * @throws LabError `task-impossible` where there are too few
 */
export function drawCatalogue(
  all: readonly RatedItem[],
  { people, items, seed }: { readonly people: number; readonly items: number; readonly seed: number },
): Catalogue {
  const random = createRandom(`environment ${seed}`);
  const drawn = drawItems(all, items, random);
  return { ...drawn, ...syntheticPeople(people, drawn, random) };
}

/**
 * Items with an average rating and a genre.
 * @param random the environment's own
 * @throws LabError `task-impossible` where there are too few
 */
export function drawItems(all: readonly RatedItem[], count: number, random: Random): Pick<Catalogue, 'kind' | 'items'> {
  const usable = all.filter(({ averageRating, genres }) => averageRating !== null && genres.length > 0);
  if (usable.length < count)
    throw new LabError(
      'task-impossible',
      `There are ${usable.length} items with a genre and an average rating, not ${count}; ask for fewer.`,
    );
  return { kind: usable[0]?.kind ?? 'film', items: shuffled(usable, random.fork('items')).slice(0, count) };
}

/**
 * Generated people, who like and dislike genres that the items have.
 * @param random the environment's own
 */
export function syntheticPeople(
  count: number,
  { kind, items }: Pick<Catalogue, 'kind' | 'items'>,
  random: Random,
): CataloguePeople {
  const genres = catalogueGenres(items);
  const people = random.fork('people');
  const generated =
    genres.length === 0 ? generatePeople(count, kind, people) : generatePeople(count, kind, people, genres);
  return { people: generated.map(({ person }) => person), tastes: generated.map(({ taste }) => taste) };
}

/** Some of the people that there are, at most as many. @param random the environment's own */
export function drawPeople({ people, tastes }: CataloguePeople, count: number, random: Random): CataloguePeople {
  const chosen = shuffled([...people.keys()], random.fork('people')).slice(0, count);
  return { people: chosen.map((at) => people[at]!), tastes: chosen.map((at) => tastes[at]!) };
}
