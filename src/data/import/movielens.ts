/** @file What the formats of MovieLens have in common. */
import type { DatasetManifest, Interactions, Item, RatingScale, User } from '../../core/dataset.ts';
import { presentAttributes } from './fields.ts';
import { parseTitle } from './titles.ts';

const LICENSE =
  'GroupLens terms: for research; no commercial use, endorsement or redistribution beyond the terms in the README of the zip. ' +
  'Cite F. M. Harper and J. A. Konstan, The MovieLens Datasets, ACM TiiS 5(4):19, 2015.';

/** What is said of a MovieLens dataset; the name is the zip's folder (`ml-latest-small`) where that is one of MovieLens. */
export function movielensManifest(
  folder: string,
  fallbackName: string,
  scale: RatingScale,
): Omit<DatasetManifest, 'sha256' | 'counts'> {
  const name = /(?:^|\/)(ml-[a-z0-9-]{1,40})\/$/.exec(folder)?.[1] ?? fallbackName;
  return {
    name,
    title: `MovieLens ${name.replace(/^(ml|movielens)-/, '')}`,
    synthetic: false,
    description:
      'Real ratings of films by people who used movielens.org, collected by GroupLens, University of Minnesota.',
    license: LICENSE,
    itemNoun: 'film',
    scale,
  };
}

/** A film. The title as the source wrote it is kept as `source_title` where its article was moved. */
export function film(id: number, writtenTitle: string, year: number | null, attributes: Item['attributes']): Item {
  const parsed = parseTitle(writtenTitle);
  return {
    id,
    title: parsed.title,
    year: parsed.year ?? year,
    attributes: presentAttributes({ ...attributes, source_title: parsed.changed ? writtenTitle.trim() : '' }),
  };
}

/** People of whom the source says nothing but the number. */
export const nameOfPerson = (id: number): string => `person ${id}`;

/** The people of interactions, where the source has no list of them. */
export function peopleOf({ user }: Interactions): readonly User[] {
  const ids = [...new Set(user)].sort((a, b) => a - b);
  return ids.map((id) => ({ id, name: nameOfPerson(id), attributes: {} }));
}
