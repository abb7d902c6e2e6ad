/** @file What was typed after `rate` and `ablate`, as data. */
import { ABLATED, type AblateOptions } from './ablate-command.ts';
import { modelPlaces, type PlaceValues } from './open-model.ts';
import type { RateOptions } from './rate-command.ts';
import { usage, wholeNumber } from './usage.ts';

interface RateValues extends PlaceValues {
  readonly rater?: string;
  readonly scale?: string;
  readonly seed?: string;
  readonly noise?: string;
  readonly shots?: string;
  readonly system?: string;
  readonly beginning?: string;
  readonly explain?: boolean;
  readonly share?: string;
  readonly dataset?: string;
}

/** The options of `rate`. @throws LabError `spec-invalid` saying which argument is wrong */
export function rateArguments(values: RateValues, file: string): RateOptions {
  return { file, ...raterOptions(values), scale: values.scale ?? '1-10' };
}

function raterOptions(values: RateValues): Omit<RateOptions, 'file' | 'scale'> {
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
  if (of === undefined) throw usage(`ablate knows no "${what}"; one of ${ABLATED.join(', ')}.`);
  const share = Number(values.share ?? '1');
  if (!(share > 0 && share <= 1)) throw usage(`--share must be above 0 and at most 1, not "${values.share}".`);
  const scale = values.scale ?? (of === 'films' ? '1-10' : '1-5');
  return { of, share, dataset: values.dataset ?? null, ...raterOptions(values), scale };
}
