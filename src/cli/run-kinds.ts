/** @file What `run SPEC.json` runs: the spec's `kind` says it. docs/run-spec.md describes the kinds. */
import { LabError } from '../core/errors.ts';
import { isJsonObject } from '../core/json.ts';
import { readShape } from '../lab/run/spec-error.ts';
import { count } from '../lab/run/tool-spec.ts';
import { shown } from '../trace/issue-sentence.ts';
import { parseTrainingSpec, seed } from '../lab/training/simulation-spec.ts';
import { asPublished } from '../policies/hyperparameters.ts';
import { z } from '../tools/schema.ts';
import type { LabPlaces } from './open-lab.ts';
import type { PeopleOptions } from './people-command.ts';
import { readSpec } from './spec-file.ts';
import type { TrainOptions } from './train-command.ts';

export type KindCommand =
  ({ readonly type: 'training' } & TrainOptions) | ({ readonly type: 'people' } & PeopleOptions);

const PEOPLE = z.strictObject({
  of: z.enum(['films', 'books']),
  people: z._default(count(1, 100_000), 50),
  seed: z._default(seed, 1),
  model: z._default(z.nullable(z.string()), null),
  choosesGenres: z._default(z.boolean(), false),
  out: z._default(z.string(), 'people.csv'),
});

/** What only the terminal lets a policy have: steps of its own, and SUBER's hyperparameters in place of the lab's. */
const POLICIES = z.looseObject({
  policies: z.array(
    z.looseObject({ steps: z.exactOptional(count(1, 1e9)), published: z.exactOptional(z.literal(true)) }),
  ),
});

const KINDS: Readonly<Record<KindCommand['type'], (input: unknown, given: LabPlaces) => KindCommand>> = {
  training: (input, given) => {
    const own = readShape(POLICIES, input).policies;
    const policies = own.map(({ steps: _steps, published: _published, ...policy }) => policy);
    const { policies: named, ...spec } = parseTrainingSpec({ ...(input as object), policies });
    const trainings = named.map((policy, at) => {
      const { steps = spec.steps, published = false } = own[at] ?? {};
      const options = { ...(published && asPublished(policy.name, steps)), ...policy.options };
      return { ...spec, steps, policies: [{ ...policy, options }] };
    });
    return { type: 'training', trainings, ...given };
  },
  people: (input, { places }) => {
    const spec = readShape(PEOPLE, input);
    if (spec.choosesGenres && spec.model === null)
      throw new LabError('spec-invalid', 'choosesGenres: the model that chooses them is missing; name one as model.');
    return { type: 'people', ...spec, places };
  },
};

/** The kinds that a spec may name; one without is a run, or an evaluation where it has a `spec` of runs in it. */
export const KIND_NAMES: readonly string[] = ['run', 'evaluation', ...Object.keys(KINDS)];

/** @returns the command of a spec's kind, or `run` or `evaluation`, which are parsed later @throws LabError `spec-invalid` */
export function kindOfSpec(path: string, given: LabPlaces): KindCommand | 'run' | 'evaluation' {
  const input = readSpec(path);
  if (!isJsonObject(input) || input['kind'] === undefined)
    return isJsonObject(input) && isJsonObject(input['spec']) ? 'evaluation' : 'run';
  const { kind, ...spec } = input;
  if (kind === 'run' || kind === 'evaluation') return kind;
  const known = typeof kind === 'string' && Object.hasOwn(KINDS, kind) ? KINDS[kind as KindCommand['type']] : undefined;
  if (known === undefined)
    throw new LabError('spec-invalid', `kind: unknown kind ${shown(kind)}; one of ${KIND_NAMES.join(', ')}.`, {
      field: 'kind',
    });
  return known(spec, given);
}
