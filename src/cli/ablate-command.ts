/** @file SUBER's ablations of a rater, in the terminal. */
import { now } from '../core/clock.ts';
import { createRandom } from '../core/random.ts';
import { LabError } from '../core/errors.ts';
import { bookAblations, FILM_GENRES, filmAblations } from '../environments/ablations/ablation-catalogues.ts';
import {
  PAPER_SIZES,
  runAblations,
  type AblationCatalogue,
  type AblationScores,
} from '../environments/ablations/run-ablations.ts';
import { catalogueItems } from '../environments/catalogue.ts';
import { writtenScale } from '../environments/prompts/rating-scale.ts';
import { importFile, loadPackaged } from './datasets.ts';
import { openRater, type RaterOptions } from './open-rater.ts';

/** What ablations can be about. */
export const ABLATED = ['films', 'books'] as const;

/** What was asked for. */
export interface AblateOptions extends RaterOptions {
  readonly of: (typeof ABLATED)[number];
  /** The part of the paper's questions, above 0 and at most 1. */
  readonly share: number;
  /** A catalogue of films in place of the lab's. */
  readonly dataset: string | null;
  readonly scale: string;
  readonly seed: number;
}

/** The genres that the paper has people for. */
const PAPER_GENRES = ['action', 'animation', 'comedy', 'documentary', 'family', 'fantasy', 'horror', 'romance'];

/** Runs the ablations. @throws LabError for an unknown rater or a scale that does not fit, or what the rater throws */
export async function ablateCommand(
  options: AblateOptions,
  onProgress: (text: string) => void,
): Promise<AblationScores & { readonly rater: string; readonly of: string; readonly items: number }> {
  const scale = writtenScale(options.scale);
  const top = options.of === 'films' ? 10 : 5;
  if (scale.kept.max !== top)
    throw new LabError('spec-invalid', `${options.of} are rated on 1 to ${top}; the scale ${options.scale} is not.`);
  const catalogue = await openCatalogue(options, onProgress);
  const rater = await openRater(options, scale, onProgress);
  const part = (count: number): number => Math.max(1, Math.round(count * options.share));
  const sizes = {
    itemsAGenre: part(PAPER_SIZES.itemsAGenre),
    itemsAHabit: part(PAPER_SIZES.itemsAHabit),
    peopleACollection: part(PAPER_SIZES.peopleACollection),
    similarityPairs: part(PAPER_SIZES.similarityPairs),
  };
  const signal = new AbortController().signal;
  const random = createRandom(options.seed);
  const scores = await runAblations(rater, catalogue, { random, signal, sizes, onProgress: oncePerSecond(onProgress) });
  return { rater: rater.id, of: options.of, items: catalogue.items.length, ...scores };
}

/** A rater made of rules answers thousands of questions a second, a language model one in several. */
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
    throw new LabError('spec-invalid', `ablate books takes no --dataset: its questions are about the lab's own shelf.`);
  }
  const { signal } = new AbortController();
  if (dataset === null)
    return filmAblations(catalogueItems(await loadPackaged('synthetic-films', signal)), FILM_GENRES);
  const imported = await importFile(dataset, { signal, onProgress: ({ phase }) => onProgress(phase) });
  return filmAblations(catalogueItems(imported), PAPER_GENRES);
}
