/** @file What the Simulate page shows: an environment, one person in it step by step, and policies that are trained there. */
import type { SimulationClient } from '../../../client/simulation-client.ts';
import type { DatasetManifest } from '../../../core/dataset.ts';
import { canonicalJson } from '../../../core/json.ts';
import {
  DEFAULT_ENVIRONMENT,
  peopleSource,
  type EnvironmentDescription,
  type EnvironmentSpec,
  type PeopleSource,
} from '../../../core/simulation.ts';
import type { Models } from '../library/models.svelte.ts';
import { stillFitting } from '../../forms/schema.ts';
import { writtenSpec, type Written } from '../../forms/written.ts';
import type { KeptSettings, Shape, Shapes } from '../../parts/settings/kept-settings.svelte.ts';
import { oneOf, whole, z } from '../../parts/settings/shapes.ts';
import type { Session } from '../../session.svelte.ts';
import { Inspection, Lists } from './episodes.svelte.ts';
import { Loading } from './activity.svelte.ts';
import { Sessions } from './sessions.svelte.ts';
import { Trainings } from './trainings.svelte.ts';

/** The views in their order; each has an address, such as `#simulate/training`. */
export const VIEWS = [
  ['person', 'One person'],
  ['training', 'Training'],
  ['lists', 'Before and after'],
  ['sessions', 'Sessions'],
] as const;

export type View = (typeof VIEWS)[number][0];

const addressOf = (view: View): string => `#simulate/${view}`;

export const peopleChoices = (
  people: readonly { readonly name: string; readonly age: number | null }[],
): readonly (readonly [at: string, title: string])[] =>
  people.map(({ name, age }, at) => [String(at), age === null ? name : `${name}, ${String(age)}`]);

export class Simulate {
  readonly session: Session;
  readonly models: Models;
  readonly client: SimulationClient;
  readonly inspection: Inspection;
  readonly trainings: Trainings;
  readonly lists: Lists;
  readonly sessions: Sessions;
  readonly loading = new Loading();
  view = $state<View>('person');
  environment = $state.raw<EnvironmentSpec>({ ...DEFAULT_ENVIRONMENT, people: 50, items: 200 });
  description = $state.raw<EnvironmentDescription | null>(null);
  private describing: AbortController | null = null;

  constructor(session: Session, models: Models, client: SimulationClient) {
    this.session = session;
    this.models = models;
    this.client = client;
    const shared = {
      session,
      client,
      loading: this.loading,
      use: (environment: EnvironmentSpec) => this.use(environment),
    };
    this.inspection = new Inspection(shared);
    this.trainings = new Trainings(shared);
    this.lists = new Lists(shared, this.trainings);
    this.sessions = new Sessions(shared);
    // What a worker tells late is of something that is over.
    client.listen((call) => {
      if (this.isBusy) this.loading.working = call;
    });
    models.onGone((name) => {
      if (this.environment.rater.name === name) this.change({ rater: DEFAULT_ENVIRONMENT.rater });
    });
    keepSimulation(this);
    void this.describe();
    void session.kept.refresh();
  }

  get isBusy(): boolean {
    const { inspection, trainings, lists, sessions, loading } = this;
    return [inspection, trainings, lists, sessions].some(({ isBusy }) => isBusy) || loading.progress !== null;
  }

  show(view: View): void {
    location.hash = addressOf(view);
    this.view = view;
  }

  follow(hash: string): void {
    this.view = VIEWS.find(([name]) => hash === addressOf(name))?.[0] ?? this.view;
  }

  /** `20 people, 100 films, rated by rules`. */
  get inWords(): string {
    const { people, items, rater, of } = this.environment;
    const noun = of === 'films' || of === 'books' ? of : 'items';
    return `${people} people, ${items} ${noun}, rated by ${rater.name}`;
  }

  get form(): Written {
    const schema = this.session.description?.forms.environment;
    return writtenSpec(this.environment, schema, (environment) => this.use(environment));
  }

  change(parts: Partial<EnvironmentSpec>): void {
    this.use({ ...this.environment, ...parts });
  }

  /** Chooses whose items they are: their people come with them, unless others were chosen or there are none. */
  chooseItems(chosen: 'films' | 'books' | DatasetManifest): void {
    const { peopleOf, prompt, items } = this.environment;
    const isLabs = typeof chosen === 'string';
    const of = isLabs ? chosen : { dataset: chosen.name };
    const hasPeople = isLabs || chosen.counts.users > 0;
    const people = peopleOf ?? (hasPeople ? peopleSource({ of }) : peopleSource(this.environment));
    // Films are rated 1 to 10 and books 1 to 5.
    const isOfBooks = chosen === 'books' || (!isLabs && chosen.itemNoun === 'book');
    const scale = isOfBooks ? '1-5' : prompt.scale === '1-5' ? '1-10' : prompt.scale;
    const most = chosen === 'books' ? Math.min(items, BOOKS) : items;
    this.use({ ...withPeople(this.environment, of, people), items: most, prompt: { ...prompt, scale } });
  }

  choosePeople(people: PeopleSource): void {
    this.use(withPeople(this.environment, this.environment.of, people));
  }

  private use(environment: EnvironmentSpec): void {
    this.session.settle(...IN_ENVIRONMENT);
    this.environment = environment;
    void this.describe();
  }

  private async describe(): Promise<void> {
    this.describing?.abort();
    const controller = new AbortController();
    this.describing = controller;
    await this.session.attempt('Making the people', async () => {
      const description = await this.client.query('environment', this.environment, { signal: controller.signal });
      if (!controller.signal.aborted) this.description = description;
    });
  }
}

const BOOKS = 60;

/** What is done in the environment, and may go otherwise in another one. */
const IN_ENVIRONMENT = ['Beginning the episode', 'Taking the step', 'Training', 'Recommending'];

/** People that come with the items are not named in the spec. */
function withPeople(
  { peopleOf: _, ...environment }: EnvironmentSpec,
  of: EnvironmentSpec['of'],
  people: PeopleSource,
): EnvironmentSpec {
  const isUsual = canonicalJson(peopleSource({ of })) === canonicalJson(people);
  return { ...environment, of, ...(!isUsual && { peopleOf: people }) };
}

/** An environment as it was kept; what is here no longer is as usual. */
function environmentShape({ session, models, environment: usual }: Simulate): Shape<EnvironmentSpec> {
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

function keepSimulation(simulate: Simulate): void {
  const { session, inspection, trainings, sessions } = simulate;
  const { settings } = session;
  const forms: Shapes<Simulate> = {
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
  settings.keep('simulate/sessions', sessions, { draft: stillFitting(sessions.form.schema, sessions.draft) });
}
