/** @file SUBER's ablations of a rater, in the terminal. */
import { now } from '../core/clock.ts';
import { createRandom } from '../core/random.ts';
import { LabError } from '../core/errors.ts';
import { ownTest } from '../environments/ablations/ablation-test.ts';
import { runAblations, type AblationOptions, type AblationScores } from '../environments/ablations/run-ablations.ts';
import { suberTest, type AblationTest } from '../environments/ablations/suber-test.ts';
import { catalogueItems } from '../environments/catalogue.ts';
import { writtenScale } from '../environments/prompts/rating-scale.ts';
import { PERTURBATIONS } from '../environments/perturbation.ts';
import { createRetrieval, type RetrievalId } from '../environments/retrieval.ts';
import type { PerturbationSpec } from '../core/simulation.ts';
import type { RatedItem } from '../core/rater.ts';
import type { ComponentSpec } from '../core/run.ts';
import { TOLD } from '../environments/suber-environment.ts';
import { embedOverviews } from '../lab/training/training-ground.ts';
import { loadPackaged } from './datasets.ts';
import { embeddingHost } from './open-ground.ts';
import { openRater, type RaterOptions } from './rate-command.ts';
import { readSuberFolder } from './suber-folder.ts';

export const ABLATED = ['films', 'books'] as const;

export interface AblateOptions extends RaterOptions {
  readonly of: (typeof ABLATED)[number];
  /** The part of the paper's questions, above 0 and at most 1. */
  readonly share: number;
  /** A copy of SUBER's repository, whose own test is run; null for the lab's people. */
  readonly suber: string | null;
  /** Which past ratings are told, a person's own answers among them; null for all of a series' and no answers. */
  readonly retrieval: RetrievalId | null;
  readonly embedding: ComponentSpec;
  readonly perturbation: PerturbationSpec['type'];
  readonly scale: string;
  readonly seed: number;
}

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
  const { of, share, suber, retrieval, perturbation } = options;
  const films = of === 'films' && suber === null ? await loadPackaged('synthetic-films', signal) : null;
  const test =
    suber === null
      ? ownTest(films && catalogueItems(films), share, random)
      : suberTest(await readSuberFolder(suber, of, signal), random, share);
  const rater = await openRater(options, scale, onProgress);
  const scores = await runAblations(rater, test, {
    random,
    signal,
    ...(await retrievalOf(test, options, signal, onProgress)),
    perturbation: PERTURBATIONS[perturbation],
    onProgress: oncePerSecond(onProgress),
  });
  return {
    rater: rater.id,
    of,
    people: suber === null ? 'of the lab' : 'of SUBER',
    retrieval,
    perturbation,
    ...scores,
  };
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
