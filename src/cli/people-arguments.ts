/** @file What was typed after `people`, as data. */
import { modelPlaces, type PlaceValues } from './open-model.ts';
import type { PeopleOptions } from './people-command.ts';
import { filmsOrBooks, usage, wholeNumber } from './usage.ts';

interface PeopleValues extends PlaceValues {
  readonly people?: string;
  readonly seed?: string;
  readonly model?: string;
  readonly genres?: string;
  readonly out?: string;
  readonly lists?: string;
}

/** The options of `people`. @throws LabError `spec-invalid` saying which argument is wrong */
export function peopleArguments(values: PeopleValues, what: string): PeopleOptions {
  const of = filmsOrBooks('people', what);
  const { genres = 'popularity', model } = values;
  if (genres !== 'popularity' && genres !== 'model')
    throw usage(`--genres must be popularity or model, not "${genres}".`);
  if (genres === 'model' && model === undefined) throw usage('--genres model needs a --model that chooses them.');
  if (model !== undefined && !model.includes('/'))
    throw usage(`--model must be a language model such as transformers/SmolLM2-135M-Instruct, not "${model}".`);
  return {
    of,
    people: wholeNumber('people', values.people ?? '50'),
    seed: wholeNumber('seed', values.seed ?? '1'),
    model: model ?? null,
    choosesGenres: genres === 'model',
    places: modelPlaces(values),
    lists: values.lists ?? null,
    out: values.out ?? 'people.csv',
  };
}
