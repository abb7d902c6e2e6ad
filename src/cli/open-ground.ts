/** @file Opens an environment for the terminal: the lab's own films or books and people, or those of files. */
import type { RatedItem } from '../core/rater.ts';
import { LabError } from '../core/errors.ts';
import { createRandom } from '../core/random.ts';
import { BOOK_SHELF } from '../environments/ablations/books.ts';
import { catalogueItems, cataloguePeople, type Catalogue } from '../environments/catalogue.ts';
import { createRuleRater } from '../environments/raters/rules/rule-rater.ts';
import type { RetrievalId } from '../environments/retrieval.ts';
import { openRetrieval } from '../runs/training/open-retrieval.ts';
import { embeddingHost } from './embedding-host.ts';
import { modelPlaces } from './open-model.ts';
import { drawCatalogue, drawPeople } from '../runs/training/draw-catalogue.ts';
import { createTrainingGround, type TrainingGround } from '../runs/training/training-ground.ts';
import { importFile, loadPackaged } from './datasets.ts';

/** Where policies are trained. */
export interface GroundPlace {
  readonly of: 'films' | 'books';
  readonly people: number;
  readonly items: number;
  readonly seed: number;
  /** A file of items in place of the lab's own; null for those. */
  readonly catalogue: string | null;
  /** A file of people, such as SUBER's, in place of generated ones; null for those. */
  readonly users: string | null;
  /** Which past ratings the rater is told. */
  readonly retrieval: RetrievalId;
  /** Steps after which an episode is cut off where policies learn; null for never. */
  readonly timeLimit: number | null;
}

/** The ground. @throws LabError `task-impossible` where there are too few items or people, `file-…`, `spec-invalid` */
export async function openGround(
  place: GroundPlace,
  usesSurrogate: boolean,
  signal: AbortSignal,
): Promise<TrainingGround> {
  const catalogue = await withPeople(drawCatalogue(await itemsOf(place, signal), place), place, signal);
  const retrieval = await openRetrieval(
    { name: place.retrieval },
    catalogue.items,
    embeddingHost(modelPlaces({}), () => undefined),
    signal,
  );
  return createTrainingGround(catalogue, createRuleRater(), { seed: place.seed, usesSurrogate }, signal, {
    retrieval,
    ...(place.timeLimit !== null && { timeLimit: place.timeLimit }),
  });
}

async function itemsOf({ of, catalogue }: GroundPlace, signal: AbortSignal): Promise<readonly RatedItem[]> {
  if (catalogue === null)
    return of === 'books' ? BOOK_SHELF.items : catalogueItems(await loadPackaged('synthetic-films', signal));
  const items = catalogueItems(await importFile(catalogue, { signal }));
  const kind = of === 'books' ? 'book' : 'film';
  if (items[0]?.kind === kind) return items;
  throw new LabError('spec-invalid', `${catalogue} holds no ${of}.`, { file: catalogue });
}

async function withPeople(
  drawn: Catalogue,
  { users, people: count, seed }: GroundPlace,
  signal: AbortSignal,
): Promise<Catalogue> {
  if (users === null) return drawn;
  const all = cataloguePeople(await importFile(users, { signal }));
  if (all.people.length < count)
    throw new LabError('task-impossible', `${users} holds ${all.people.length} people, not ${count}; ask for fewer.`);
  return { ...drawn, ...drawPeople(all, count, createRandom(`environment ${seed}`)) };
}
