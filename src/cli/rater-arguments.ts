/** @file What was typed after `rate` and `ablate`, as data. */
import { RETRIEVALS, type RetrievalId } from '../environments/retrieval.ts';
import { OVERVIEW_EMBEDDING } from '../lab/training/open-retrieval.ts';
import { ABLATED, type AblateOptions } from './ablate-command.ts';
import { modelPlaces, type PlaceValues } from './open-model.ts';
import type { RateOptions } from './rate-command.ts';
import { usage, wholeNumber } from './usage.ts';

interface RateValues extends PlaceValues {
  readonly rater?: string;
  readonly scale?: string;
  readonly events?: string;
  readonly seed?: string;
  readonly noise?: string;
  readonly shots?: string;
  readonly system?: string;
  readonly beginning?: string;
  readonly explain?: boolean;
  readonly share?: string;
  readonly dataset?: string;
  readonly suber?: string;
  readonly retrieval?: string;
  readonly embedding?: string;
  readonly perturbation?: string;
}

/** The options of `rate`. @throws LabError `spec-invalid` saying which argument is wrong */
export function rateArguments(values: RateValues, file: string): RateOptions {
  return { file, ...raterOptions(values), scale: values.scale ?? '1-10', events: values.events ?? null };
}

function raterOptions(values: RateValues): Omit<RateOptions, 'file' | 'scale' | 'events'> {
  const { rater = 'rules', seed = '1', noise, shots = '2', system = 'custom' } = values;
  const shotCount = ([0, 1, 2] as const).find((count) => String(count) === shots);
  if (shotCount === undefined) throw usage(`--shots must be 0, 1 or 2, not "${shots}".`);
  const noiseLevel = noise === undefined ? null : Number(noise);
  if (noiseLevel !== null && !(noiseLevel >= 0 && noiseLevel <= 10))
    throw usage(`--noise must be a number from 0 to 10, not "${noise}".`);
  const { beginning, explain = false } = values;
  if (beginning !== undefined && beginning !== 'conclusion')
    throw usage(`--beginning must be conclusion, not "${beginning}".`);
  const asked = {
    shots: shotCount,
    system,
    explain,
    ...(beginning !== undefined && { beginning: 'conclusion' as const }),
  };
  const places = modelPlaces(values);
  return { rater, seed: wholeNumber('seed', seed, 0), noise: noiseLevel, ...asked, places };
}

/** The options of `ablate`. @throws LabError `spec-invalid` saying which argument is wrong */
export function ablateArguments(values: RateValues, what: string): AblateOptions {
  const of = ABLATED.find((one) => one === what);
  if (of === undefined) throw usage(`Unknown ablation "${what}"; one of ${ABLATED.join(', ')}.`);
  const share = Number(values.share ?? '1');
  if (!(share > 0 && share <= 1)) throw usage(`--share must be above 0 and at most 1, not "${values.share}".`);
  const scale = values.scale ?? (of === 'films' ? '1-10' : '1-5');
  const { dataset = null, suber = null, embedding, perturbation = 'none' } = values;
  if (dataset !== null && suber !== null) throw usage('--suber brings items of its own; leave --dataset out.');
  const noise = PERTURBATION_NAMES.find((one) => one === perturbation);
  if (noise === undefined)
    throw usage(`--perturbation must be one of ${PERTURBATION_NAMES.join(', ')}, not "${perturbation}".`);
  return {
    of,
    share,
    dataset,
    suber,
    // As its code tells them where nothing is set.
    retrieval: values.retrieval === undefined ? (suber === null ? null : 'recency') : retrievalOf(values.retrieval),
    embedding: embedding === undefined ? OVERVIEW_EMBEDDING : { name: embedding, options: {} },
    perturbation: noise,
    ...raterOptions(values),
    scale,
  };
}

const PERTURBATION_NAMES = ['none', 'gaussian', 'greedy'] as const;

/** A retrieval as it was typed. @throws LabError `spec-invalid` */
export function retrievalOf(typed: string): RetrievalId {
  const retrieval = RETRIEVALS.find((one) => one === typed);
  if (retrieval !== undefined) return retrieval;
  throw usage(`--retrieval must be one of ${RETRIEVALS.join(', ')}, not "${typed}".`);
}
