import type { JsonObject } from '../../../core/json.ts';
import { DEFAULT_ENVIRONMENT, type EnvironmentSpec } from '../../../core/simulation.ts';
import type { Models } from '../models/models.svelte.ts';
import type { Session } from '../../session.svelte.ts';
import type { KeptSettings, Shapes } from '../../parts/settings/kept-settings.svelte.ts';
import { oneOf, RECORD, TEXT, whole, z } from '../../parts/settings/shapes.ts';
import type { Inspection } from './inspection.svelte.ts';
import type { Sessions } from './sessions.svelte.ts';
import type { TrainingDraft, Trainings } from './trainings.svelte.ts';
import { VIEWS, type View } from './words.ts';

export interface SimulationForms {
  readonly session: Session;
  readonly models: Models;
  readonly inspection: Inspection;
  readonly trainings: Trainings;
  readonly sessions: Sessions;
  environment: EnvironmentSpec;
  view: View;
}

const between = (least: number, most: number) => z.number().check(z.minimum(least), z.maximum(most));
const SEED = whole(0, 4294967295);

/**
 * An environment, each part of which falls back by itself. What is within a part is checked where it is opened.
 * @param datasets that are kept here
 * @param models that can rate
 */
function environmentShape(datasets: readonly string[], models: () => readonly string[]) {
  const usual = DEFAULT_ENVIRONMENT;
  const dataset = z.object({ dataset: oneOf(() => datasets) });
  const part = (usually: object) => z.catch(RECORD, usually as JsonObject);
  const rater = z.object({ name: oneOf(() => ['rules', ...models()]), options: RECORD });
  return z.object({
    of: z.catch(z.union([z.literal(['films', 'books']), dataset]), usual.of),
    peopleOf: z.catch(z.optional(z.union([z.literal('synthetic'), dataset])), undefined),
    people: z.catch(whole(1, 10_000), usual.people),
    items: z.catch(whole(1, 100_000), usual.items),
    seed: z.catch(SEED, usual.seed),
    rater: z.catch(rater, usual.rater),
    prompt: part(usual.prompt),
    retrieval: part(usual.retrieval),
    perturbation: part(usual.perturbation),
    shaping: part(usual.shaping),
    drift: z.catch(z.nullable(RECORD), null),
    surrogate: part(usual.surrogate),
    endProbability: z.catch(between(0, 1), usual.endProbability),
    timeLimit: z.catch(z.optional(whole(1, 1_000_000)), undefined),
  }) as unknown as z.ZodMiniType<EnvironmentSpec>;
}

/** True where a model was chosen to rate: whether it is here still has to be looked up. */
export const namesRater = (settings: KeptSettings): boolean => settings.has('simulate', ['environment']);

export function keepSimulation(simulate: SimulationForms): void {
  const { session, models, inspection, trainings, sessions } = simulate;
  const { settings, entries } = session;
  const datasets = entries.map(({ manifest }) => manifest.name);
  const forms: Shapes<SimulationForms> = {
    environment: environmentShape(datasets, () => models.ready.map(({ name }) => name)),
    view: oneOf(() => VIEWS.map(([name]) => name)),
  };
  settings.keep('simulate', simulate, forms);
  const episode: Shapes<Inspection> = {
    ratedBy: oneOf(() => ['rater', 'surrogate']),
    seed: SEED,
    user: z.nullable(whole(0, 10_000)),
  };
  settings.keep('simulate/episode', inspection, episode);
  const { draft } = trainings;
  const policy = z.object({ name: z.string(), options: z.union([z.record(z.string(), z.number()), TEXT]) });
  const there = z.overwrite((policies: readonly { readonly name: string }[]) =>
    policies.filter(({ name }) => trainings.offered.some((one) => one.name === name)),
  );
  const shape = z.object({
    policies: z.catch(z.array(policy).check(there), [...draft.policies]),
    learnsFrom: z.catch(z.literal(['surrogate', 'rater']), draft.learnsFrom),
    steps: z.catch(whole(1, 100_000_000), draft.steps),
    seeds: z.catch(z.array(SEED), [...draft.seeds]),
  }) as unknown as z.ZodMiniType<TrainingDraft>;
  const training: Shapes<Trainings> = { draft: shape };
  settings.keep('simulate/training', trainings, training);
  const held: Shapes<Sessions> = {
    // Those that there no longer are, are not held.
    chosen: z.array(z.string()),
    rounds: whole(1, 100),
    pages: whole(1, 100),
    patience: between(0, 100),
    seed: SEED,
  };
  settings.keep('simulate/sessions', sessions, held);
}
