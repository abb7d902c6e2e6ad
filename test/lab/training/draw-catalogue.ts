import type { Catalogue } from '../../../src/environments/catalogue.ts';
import { openEnvironmentCatalogue } from '../../../src/lab/training/open-ground.ts';

/** Books of the lab's shelf and synthetic people. */
export const drawCatalogue = (drawn: {
  readonly people: number;
  readonly items: number;
  readonly seed: number;
}): Promise<Catalogue> =>
  openEnvironmentCatalogue(
    { of: 'books', youngest: 0, ...drawn },
    { loadDataset: () => Promise.reject(new Error('no dataset')) },
    new AbortController().signal,
  );
