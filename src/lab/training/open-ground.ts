/** @file The ground of an environment's spec: its items and people, its rater, and how its episodes go. */
import type { Dataset } from '../../core/dataset.ts';
import { LabError } from '../../core/errors.ts';
import type { Rater, RatedItem } from '../../core/rater.ts';
import { peopleSource, type EnvironmentSpec } from '../../core/simulation.ts';
import { BOOK_SHELF } from '../../environments/book-shelf.ts';
import { catalogueItems, cataloguePeople, recommendedItems, type Catalogue } from '../../environments/catalogue.ts';
import { writtenScale } from '../../environments/prompts/rating-scale.ts';
import { SURROGATE_DEFAULTS } from '../../environments/raters/surrogate/ask-teacher.ts';
import {
  fitSurrogate,
  restoreSurrogate,
  type FittedSurrogate,
  type Surrogate,
  SURROGATE_FORM,
  SURROGATE_VERSION,
} from '../../environments/raters/surrogate/surrogate-rater.ts';
import { createRuleRater, RULES_ID } from '../../environments/raters/rules/rule-rater.ts';
import type { EmbeddingHost } from '../run/create-retrieval.ts';
import { createRandom, shuffled, type Random } from '../../core/random.ts';
import { openRetrieval, createTrainingGround, type TrainingGround } from './training-ground.ts';
import { catalogueGenres } from '../../environments/people/lists.ts';
import { generatePeople } from '../../environments/people/generate-people.ts';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { FileStore } from '../../core/file-store.ts';
import { asJson, canonicalJson } from '../../core/json.ts';
import { keptOrMade } from '../../data/store/file-stores.ts';

/** What is kept of the environment's surrogate, or else what `fit` gives, which is then kept. @throws what `fit` throws */
export async function keptSurrogate(
  files: FileStore,
  { people, items, of, peopleOf, seed, youngest, rater, prompt, surrogate }: EnvironmentSpec,
  fit: () => Promise<FittedSurrogate>,
): Promise<FittedSurrogate> {
  const version = SURROGATE_VERSION;
  const place = { people, items, of, ...(peopleOf !== undefined && { peopleOf }), seed, youngest };
  const key = canonicalJson(asJson({ ...place, rater, prompt, surrogate, version }));
  const path = `surrogates/${bytesToHex(sha256(utf8ToBytes(key))).slice(0, 32)}.json`;
  return keptOrMade(files, path, SURROGATE_FORM, fit);
}

type CataloguePeople = Pick<Catalogue, 'people' | 'tastes'>;

/** Items with an average rating and a genre. @throws LabError `task-impossible` for too few */
function drawItems(all: readonly RatedItem[], count: number, random: Random): Pick<Catalogue, 'kind' | 'items'> {
  const usable = all.filter(({ averageRating, genres }) => averageRating !== null && genres.length > 0);
  if (usable.length < count)
    throw new LabError(
      'task-impossible',
      `There are ${usable.length} items with a genre and an average rating, not ${count}; ask for fewer.`,
    );
  return { kind: usable[0]?.kind ?? 'film', items: shuffled(usable, random.fork('items')).slice(0, count) };
}

function syntheticPeople(
  { people: count, youngest }: Pick<EnvironmentSpec, 'people' | 'youngest'>,
  { kind, items }: Pick<Catalogue, 'kind' | 'items'>,
  random: Random,
): CataloguePeople {
  const known = catalogueGenres(items);
  const genres = known.length === 0 ? undefined : known;
  const generated = generatePeople(count, kind, random.fork('people'), { genres, youngest });
  return { people: generated.map(({ person }) => person), tastes: generated.map(({ taste }) => taste) };
}

/** Some of the people that there are, at most as many. @param random the environment's own */
function drawPeople({ people, tastes }: CataloguePeople, count: number, random: Random): CataloguePeople {
  const chosen = shuffled([...people.keys()], random.fork('people')).slice(0, count);
  return { people: chosen.map((at) => people[at]!), tastes: chosen.map((at) => tastes[at]!) };
}

export interface GroundHost extends EmbeddingHost {
  /** A dataset by its name. @throws LabError `name-unknown` */
  loadDataset(name: string, signal: AbortSignal): Promise<Dataset>;
  openModelRater(spec: EnvironmentSpec, signal: AbortSignal): Promise<Rater>;
  keptSurrogate(spec: EnvironmentSpec, fit: () => Promise<FittedSurrogate>): Promise<FittedSurrogate>;
  onRatings?(done: number, of: number): void;
}

export const FILMS = 'synthetic-films';

/** Equal specs give equal people and items. @throws LabError `task-impossible`, `name-unknown` */
export async function openEnvironmentCatalogue(
  spec: Pick<EnvironmentSpec, 'of' | 'peopleOf' | 'people' | 'items' | 'seed' | 'youngest'>,
  { loadDataset }: Pick<GroundHost, 'loadDataset'>,
  signal: AbortSignal,
): Promise<Catalogue> {
  const { of, people } = spec;
  const random = createRandom(`environment ${spec.seed}`);
  const own = typeof of === 'string' ? null : await loadDataset(of.dataset, signal);
  const { kind, items } = await openItems(spec, own, () => loadDataset(FILMS, signal), random);
  const source = peopleSource(spec);
  if (source === 'synthetic') return { kind, items, ...syntheticPeople(spec, { kind, items }, random) };
  const isOwn = own !== null && typeof of !== 'string' && source.dataset === of.dataset;
  const dataset = isOwn ? own : await loadDataset(source.dataset, signal);
  return { kind, items, ...drawPeople(cataloguePeople(dataset), people, random) };
}

/** Of the lab's own items those that are known well enough are drawn; of a dataset any. @param own null for the lab's own */
async function openItems(
  { of, items: count }: Pick<EnvironmentSpec, 'of' | 'items'>,
  own: Dataset | null,
  loadFilms: () => Promise<Dataset>,
  random: Random,
): Promise<Pick<Catalogue, 'kind' | 'items'>> {
  if (own === null)
    return drawItems(of === 'books' ? BOOK_SHELF.items : catalogueItems(await loadFilms()), count, random);
  const { kind, items } = recommendedItems(own);
  return { kind, items: shuffled(items, random.fork('items')).slice(0, count) };
}

export function openSpecRater(spec: EnvironmentSpec, host: GroundHost, signal: AbortSignal): Rater | Promise<Rater> {
  return spec.rater.name === RULES_ID ? createRuleRater(spec.rater.options) : host.openModelRater(spec, signal);
}

/** @throws LabError `task-impossible`, `aborted`, or what the rater throws */
export async function openTrainingGround(
  spec: EnvironmentSpec,
  usesSurrogate: boolean,
  host: GroundHost,
  signal: AbortSignal,
): Promise<TrainingGround> {
  const catalogue = await openEnvironmentCatalogue(spec, host, signal);
  const rater = await openSpecRater(spec, host, signal);
  const { kept } = writtenScale(spec.prompt.scale);
  if ((kept.max === 5) !== (catalogue.kind === 'book'))
    throw new LabError('spec-invalid', `prompt.scale: ${catalogue.kind}s are not rated on ${spec.prompt.scale}.`);
  const surrogate = usesSurrogate ? await openSurrogate(spec, catalogue, rater, host, signal) : null;
  return createTrainingGround(catalogue, rater, { seed: spec.seed, usesSurrogate }, signal, {
    ...(surrogate !== null && { surrogate }),
    scale: kept,
    retrieval: await openRetrieval(spec.retrieval, catalogue.items, host, signal),
    told: spec.retrieval.count,
    perturbation: spec.perturbation,
    shaping: spec.shaping,
    endProbability: spec.endProbability,
    ...(spec.drift !== null && { drift: spec.drift }),
    ...(spec.timeLimit !== undefined && { timeLimit: spec.timeLimit }),
  });
}

/** Null where the ground fits one itself: with the usual settings, on a rater that answers at once. */
async function openSurrogate(
  spec: EnvironmentSpec,
  catalogue: Catalogue,
  rater: Rater,
  host: GroundHost,
  signal: AbortSignal,
): Promise<Surrogate | null> {
  const { ratingsAPerson } = spec.surrogate;
  if (spec.rater.name === RULES_ID && ratingsAPerson === SURROGATE_DEFAULTS.ratingsAPerson) return null;
  const { kept: scale } = writtenScale(spec.prompt.scale);
  const fit = async (): Promise<FittedSurrogate> => {
    const { quality, weights } = await fitSurrogate(rater, catalogue, scale, {
      random: createRandom(`ground ${spec.seed}`).fork('surrogate'),
      signal,
      options: { ...SURROGATE_DEFAULTS, ratingsAPerson },
      onRating: (done, of) => host.onRatings?.(done, of),
    });
    return { quality, weights: weights.map((row) => [...row]) };
  };
  const fitted = spec.rater.name === RULES_ID ? await fit() : await host.keptSurrogate(spec, fit);
  return restoreSurrogate(fitted, catalogue, scale);
}
