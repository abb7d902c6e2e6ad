/** @file What `run SPEC.json` runs: the spec's `kind` says it. docs/run-spec.md describes the kinds. */
import { dirname, isAbsolute, join } from 'node:path';
import { PLANNINGS } from '../core/dialogue.ts';
import { LabError } from '../core/errors.ts';
import { isJsonObject } from '../core/json.ts';
import { DEMONSTRATION_MODES } from '../lab/chat/made-demonstrations.ts';
import { readShape } from '../lab/run/spec-error.ts';
import { count, MODEL } from '../lab/run/tool-spec.ts';
import { shown } from '../trace/issue-sentence.ts';
import { parseTrainingSpec, PROMPT, seed } from '../lab/training/simulation-spec.ts';
import { WORDS_ID } from '../models/built-in-embeddings.ts';
import { asPublished } from '../policies/hyperparameters.ts';
import { LIKENESSES, RANKERS } from '../recommenders/interec/rankers.ts';
import { z } from '../tools/schema.ts';
import type { ChatOptions } from './chat-thread.ts';
import type { ModelPlaces } from './open-model.ts';
import type { PeopleOptions } from './people-command.ts';
import type { RateOptions } from './rate-command.ts';
import { readSpec } from './spec-file.ts';
import type { TrainOptions } from './train-command.ts';

export interface RunPlaces {
  /** A file in place of the dataset that the spec names. */
  readonly dataset: string | null;
  /** A file, or a folder where there is one for each conversation, that events are written to. */
  readonly events: string | null;
  /** The folder of what is kept: checkpoints, recordings and what was fitted. */
  readonly files: string;
  readonly places: ModelPlaces;
}

export type KindCommand =
  | ({ readonly type: 'conversation' } & ChatOptions)
  | ({ readonly type: 'ratings' } & RateOptions)
  | ({ readonly type: 'training' } & TrainOptions)
  | ({ readonly type: 'people' } & PeopleOptions);

const CONVERSATION = z.strictObject({
  turns: z.string(),
  planning: z.exactOptional(z.enum(PLANNINGS)),
  model: z._default(z.string(), 'built-in/reasoner'),
  demonstrations: z._default(z.enum(DEMONSTRATION_MODES), 'dynamic'),
  embedding: z.exactOptional(MODEL),
  ranker: z._default(z.enum(RANKERS), RANKERS[0]),
  likeness: z._default(z.enum(LIKENESSES), 'texts'),
});
const RATINGS = z.strictObject({
  ...PROMPT.shape,
  file: z.string(),
  rater: z._default(z.string(), 'rules'),
  seed: z._default(seed, 1),
  noise: z._default(z.nullable(z.number().check(z.minimum(0), z.maximum(10))), null),
});
const PEOPLE = z.strictObject({
  of: z.enum(['films', 'books']),
  people: z._default(count(1, 100_000), 50),
  seed: z._default(seed, 1),
  model: z._default(z.nullable(z.string()), null),
  choosesGenres: z._default(z.boolean(), false),
  lists: z._default(z.nullable(z.string()), null),
  out: z._default(z.string(), 'people.csv'),
});

/** What only the terminal lets a policy have: steps of its own, and SUBER's hyperparameters in place of the lab's. */
const POLICIES = z.looseObject({
  policies: z.array(
    z.looseObject({ steps: z.exactOptional(count(1, 1e9)), published: z.exactOptional(z.literal(true)) }),
  ),
});

const KINDS: Readonly<Record<KindCommand['type'], (input: unknown, given: RunPlaces) => KindCommand>> = {
  conversation: (input, given) => {
    const { embedding = { name: WORDS_ID, options: {} }, ...spec } = readShape(CONVERSATION, input);
    return { type: 'conversation', ...spec, embedding, ...given };
  },
  ratings: (input, { events, places }) => ({ type: 'ratings', ...readShape(RATINGS, input), events, places }),
  training: (input, { files, places }) => {
    const own = readShape(POLICIES, input).policies;
    const policies = own.map(({ steps: _steps, published: _published, ...policy }) => policy);
    const { steps: usual, ...spec } = parseTrainingSpec({ ...(input as object), policies });
    const trained = spec.policies.map((policy, at) => {
      const { steps = usual, published = false } = own[at] ?? {};
      return { ...policy, steps, options: { ...(published && asPublished(policy.name, steps)), ...policy.options } };
    });
    const { environment, learnsFrom, seeds, planner = null } = spec;
    return { type: 'training', environment, learnsFrom, policies: trained, seeds, planner, files, places };
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

/** Files that a spec reads. */
const READ = ['turns', 'file', 'lists'];

/** A spec with the paths of what it reads as the working folder has them; it names them from its own folder. */
function withPaths(spec: unknown, folder: string): unknown {
  if (!isJsonObject(spec) || spec['kind'] === undefined) return spec;
  const found = READ.flatMap((name) => {
    const path = spec[name];
    return typeof path === 'string' ? [[name, isAbsolute(path) ? path : join(folder, path)]] : [];
  });
  return { ...spec, ...Object.fromEntries(found) };
}

/** @returns the command of a spec's kind, or `run` or `evaluation`, which are parsed later @throws LabError `spec-invalid` */
export function kindOfSpec(path: string, given: RunPlaces): KindCommand | 'run' | 'evaluation' {
  const input = withPaths(readSpec(path), dirname(path));
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
