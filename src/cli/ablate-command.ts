/** @file SUBER's ablations of a rater, in the terminal. */
import { now } from '../core/clock.ts';
import { createRandom, type Random } from '../core/random.ts';
import { LabError } from '../core/errors.ts';
import {
  bookAblations,
  FILM_GENRES,
  filmAblations,
  ownTest,
  PAPER_SIZES,
  type AblationCatalogue,
  type AblationTest,
} from '../environments/ablations/ablation-test.ts';
import { runAblations, type AblationOptions, type AblationScores } from '../environments/ablations/run-ablations.ts';
import { suberTest } from '../environments/ablations/suber-test.ts';
import { catalogueItems } from '../environments/catalogue.ts';
import { writtenScale } from '../environments/prompts/rating-scale.ts';
import { PERTURBATIONS } from '../environments/perturbation.ts';
import { createRetrieval, type RetrievalId } from '../environments/retrieval.ts';
import type { PerturbationSpec } from '../core/simulation.ts';
import type { RatedItem } from '../core/rater.ts';
import type { ComponentSpec } from '../core/run.ts';
import { TOLD } from '../environments/suber-environment.ts';
import { embedOverviews } from '../lab/training/training-ground.ts';
import { importFile, loadPackaged } from './datasets.ts';
import { embeddingHost } from './open-ground.ts';
import { openRater, type RaterOptions } from './rate-command.ts';
import { readSuberFolder } from './suber-folder.ts';

export const ABLATED = ['films', 'books'] as const;

export interface AblateOptions extends RaterOptions {
  readonly of: (typeof ABLATED)[number];
  /** The part of the paper's questions, above 0 and at most 1. */
  readonly share: number;
  readonly dataset: string | null;
  /** A copy of SUBER's repository, whose own test is run; null for the lab's people. */
  readonly suber: string | null;
  /** Which past ratings are told, a person's own answers among them; null for all of a series' and no answers. */
  readonly retrieval: RetrievalId | null;
  readonly embedding: ComponentSpec;
  readonly perturbation: PerturbationSpec['type'];
  readonly scale: string;
  readonly seed: number;
}

const PAPER_GENRES = ['action', 'animation', 'comedy', 'documentary', 'family', 'fantasy', 'horror', 'romance'];

export interface AblationSummary extends AblationScores {
  readonly rater: string;
  readonly of: string;
  readonly people: 'of the lab' | 'of SUBER';
  readonly retrieval: RetrievalId | null;
  readonly perturbation: PerturbationSpec['type'];
}

/** Runs the ablations. @throws LabError for an unknown rater or a scale that does not fit, or what the rater throws */
export async function ablateCommand(
  options: AblateOptions,
  onProgress: (text: string) => void,
): Promise<AblationSummary> {
  const scale = writtenScale(options.scale);
  const top = options.of === 'films' ? 10 : 5;
  if (scale.kept.max !== top)
    throw new LabError('spec-invalid', `${options.of} are rated on 1 to ${top}; the scale ${options.scale} is not.`);
  const random = createRandom(options.seed);
  const { signal } = new AbortController();
  const test = await openTest(options, random, signal, onProgress);
  const rater = await openRater(options, scale, onProgress);
  const scores = await runAblations(rater, test, {
    random,
    signal,
    ...(await retrievalOf(test, options, signal, onProgress)),
    perturbation: PERTURBATIONS[options.perturbation],
    onProgress: oncePerSecond(onProgress),
  });
  const { of, suber, retrieval, perturbation } = options;
  return {
    rater: rater.id,
    of,
    people: suber === null ? 'of the lab' : 'of SUBER',
    retrieval,
    perturbation,
    ...scores,
  };
}

async function openTest(
  options: AblateOptions,
  random: Random,
  signal: AbortSignal,
  onProgress: (text: string) => void,
): Promise<AblationTest> {
  const { suber, of, share } = options;
  if (suber !== null) return suberTest(await readSuberFolder(suber, of, signal), random, share);
  const part = (count: number): number => Math.max(1, Math.round(count * share));
  const sizes = {
    itemsAGenre: part(PAPER_SIZES.itemsAGenre),
    itemsAHabit: part(PAPER_SIZES.itemsAHabit),
    peopleACollection: part(PAPER_SIZES.peopleACollection),
    similarityPairs: part(PAPER_SIZES.similarityPairs),
  };
  return ownTest(await openCatalogue(options, onProgress), sizes, random);
}

async function retrievalOf(
  { genres, habits, collections }: AblationTest,
  { retrieval, embedding, places }: AblateOptions,
  signal: AbortSignal,
  onProgress: (text: string) => void,
): Promise<Pick<AblationOptions, 'retrieval'>> {
  if (retrieval === null) return {};
  const vectors = new Map<RatedItem, ArrayLike<number>>();
  if (retrieval === 'embedding') {
    const sittings = [genres, habits, collections].flat(2);
    const items = [
      ...new Set(sittings.flatMap(({ before, questions }) => [...before, ...questions].map(({ item }) => item))),
    ];
    const embedded = await embedOverviews(embedding, items, embeddingHost(places, onProgress), signal);
    items.forEach((item, at) => vectors.set(item, embedded[at] ?? []));
  }
  const of = (items: readonly RatedItem[]) =>
    createRetrieval(
      retrieval,
      items,
      items.map((item) => vectors.get(item)),
    );
  return { retrieval: { told: TOLD, of } };
}

function oncePerSecond(onProgress: (text: string) => void): (asked: number, total: number) => void {
  let shown = now();
  return (asked, total) => {
    if (now() - shown < 1000) return;
    shown = now();
    onProgress(`${asked} of ${total} questions`);
  };
}

async function openCatalogue(
  { of, dataset }: AblateOptions,
  onProgress: (text: string) => void,
): Promise<AblationCatalogue> {
  if (of === 'books') {
    if (dataset === null) return bookAblations;
    throw new LabError(
      'spec-invalid',
      `A test on books takes no --dataset: its questions are about the lab's own shelf.`,
    );
  }
  const { signal } = new AbortController();
  if (dataset === null)
    return filmAblations(catalogueItems(await loadPackaged('synthetic-films', signal)), FILM_GENRES);
  const imported = await importFile(dataset, { signal, onProgress: ({ phase }) => onProgress(phase) });
  return filmAblations(catalogueItems(imported), PAPER_GENRES);
}
