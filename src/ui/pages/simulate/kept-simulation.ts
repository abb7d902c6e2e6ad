import type { EnvironmentSpec, PeopleSource } from '../../../core/simulation.ts';
import type { Models } from '../library/models.svelte.ts';
import type { Session } from '../../session.svelte.ts';
import { stillFitting } from '../../forms/schema.ts';
import type { KeptSettings, Shape, Shapes } from '../../parts/settings/kept-settings.svelte.ts';
import { oneOf, whole, z } from '../../parts/settings/shapes.ts';
import type { Inspection } from './episodes.svelte.ts';
import type { Sessions } from './sessions.svelte.ts';
import type { Trainings } from './trainings.svelte.ts';

/** The views in their order; each has an address, such as `#simulate/training`. */
export const VIEWS = [
  ['person', 'One person'],
  ['training', 'Training'],
  ['lists', 'Before and after'],
  ['sessions', 'Sessions'],
] as const;

export type View = (typeof VIEWS)[number][0];

interface SimulationForms {
  readonly session: Session;
  readonly models: Models;
  readonly inspection: Inspection;
  readonly trainings: Trainings;
  readonly sessions: Sessions;
  environment: EnvironmentSpec;
  view: View;
}

/** An environment as it was kept; what is here no longer is as usual. */
function environmentShape({ session, models, environment: usual }: SimulationForms): Shape<EnvironmentSpec> {
  const shape = stillFitting(session.description?.forms.environment ?? {}, usual);
  const isHere = (of: PeopleSource | 'films' | 'books'): boolean =>
    typeof of === 'string' || session.entries.some(({ manifest }) => manifest.name === of.dataset);
  return {
    safeParse(kept) {
      const read = shape.safeParse(kept);
      if (!read.success) return read;
      const { of, peopleOf, rater, ...others } = read.data;
      const canRate = ['rules', ...models.ready.map(({ name }) => name)].includes(rater.name);
      const data = {
        ...others,
        of: isHere(of) ? of : usual.of,
        ...(peopleOf !== undefined && isHere(peopleOf) && { peopleOf }),
        rater: canRate ? rater : usual.rater,
      };
      return { success: true, data };
    },
  };
}

/** True where a model was chosen to rate: whether it is here still has to be looked up. */
export const namesRater = (settings: KeptSettings): boolean => settings.has('simulate', ['environment']);

export function keepSimulation(simulate: SimulationForms): void {
  const { session, inspection, trainings, sessions } = simulate;
  const { settings } = session;
  const forms: Shapes<SimulationForms> = {
    environment: environmentShape(simulate),
    view: oneOf(() => VIEWS.map(([name]) => name)),
  };
  settings.keep('simulate', simulate, forms);
  const episode: Shapes<Inspection> = {
    ratedBy: oneOf(() => ['rater', 'surrogate']),
    seed: whole(0, 4294967295),
    user: z.nullable(whole(0, 10_000)),
  };
  settings.keep('simulate/episode', inspection, episode);
  const policy = z.object({ name: z.string(), options: z.record(z.string(), z.number()) });
  const there = z.overwrite((policies: readonly { readonly name: string }[]) =>
    policies.filter(({ name }) => trainings.offered.some((one) => one.name === name)),
  );
  const shape = stillFitting(trainings.form.schema, trainings.draft, { policies: z.array(policy).check(there) });
  const training: Shapes<Trainings> = { draft: shape };
  settings.keep('simulate/training', trainings, training);
  // Recommenders that there no longer are, are not held.
  const held = { draft: stillFitting(sessions.form.schema, sessions.draft, { recommenders: z.array(z.string()) }) };
  settings.keep('simulate/sessions', sessions, held);
}
