/** @file One person in an environment, step by step: a fold over the events of their episode. */
import type { EpisodeStart, StepChoice } from '../../../client/simulation-client.ts';
import type { EpisodeStatistics } from '../../../core/environment.ts';
import { asJson, canonicalJson } from '../../../core/json.ts';
import type { EnvironmentDescription, EnvironmentSpec, SurrogateQuality } from '../../../core/simulation.ts';
import { createTraceTree, type CallRecord, type TraceNode } from '../../../trace/trace-tree.ts';
import { formatTrace } from '../../../trace/trace-file.ts';
import type { EventOf, TraceEvent } from '../../../core/trace.ts';
import { download } from '../../browser.ts';
import { Activity, type Shared } from './activity.svelte.ts';
import type { Trainings } from './trainings.svelte.ts';

export interface ShownStep {
  readonly node: string;
  readonly title: string;
  readonly by: string;
  readonly event: EventOf<'environment-step'>;
  readonly calls: readonly CallRecord[];
}

export interface ShownEpisode {
  readonly user: number;
  readonly seed: number;
  readonly steps: readonly ShownStep[];
  readonly isOver: boolean;
  readonly statistics: EpisodeStatistics | null;
}

/** Where an episode goes on. Steps are told by place, so its own people and items are kept with it: the form may be about others by then. */
export interface EpisodePlace {
  readonly environment: EnvironmentSpec;
  readonly description: EnvironmentDescription;
}

export function episodeOf(task: TraceNode): ShownEpisode | null {
  const { detail } = task;
  if (detail === null || !('user' in detail && 'seed' in detail)) return null;
  const { user, seed } = detail;
  const steps = task.children.flatMap(({ id, label, detail: chosen, step, calls }): ShownStep[] =>
    step === null || chosen === null || !('by' in chosen)
      ? []
      : [{ node: id, title: label, by: chosen.by, event: step, calls }],
  );
  const last = steps.at(-1)?.event;
  const result = task.end?.result ?? null;
  const statistics = result !== null && 'length' in result ? result : null;
  return { user, seed, steps, isOver: last?.terminated === true || last?.truncated === true, statistics };
}

export class Inspection extends Activity {
  ratedBy = $state<EpisodeStart['ratedBy']>('rater');
  seed = $state(1);
  /** Whose episode the next one is; null for one that is drawn. */
  user = $state<number | null>(null);
  episode = $state.raw<ShownEpisode | null>(null);
  place = $state.raw<EpisodePlace | null>(null);
  /** The step whose detail is open; the last one where null. */
  looked = $state<string | null>(null);
  /** What a surrogate that rates is worth; null where none does. */
  surrogate = $state.raw<SurrogateQuality | null>(null);
  private events: TraceEvent[] = [];
  private tree = createTraceTree();

  get step(): ShownStep | null {
    const steps = this.episode?.steps ?? [];
    return steps.find(({ node }) => node === this.looked) ?? steps.at(-1) ?? null;
  }

  /** Begins an episode; another one of the same environment goes on in the same trace. */
  async begin(environment: EnvironmentSpec): Promise<void> {
    const start = { ratedBy: this.ratedBy, seed: this.seed, user: this.user };
    await this.during('Beginning the episode', async (signal) => {
      const place = { environment, description: await this.client.describe(environment, signal) };
      await this.client.reset(environment, start, {
        onEvents: (batch) => {
          this.place = place;
          this.add(batch);
        },
        onProgress: this.loading.show,
        signal,
      });
    });
    this.looked = null;
  }

  isIn(environment: EnvironmentSpec): boolean {
    const written = (one: EnvironmentSpec): string => canonicalJson(asJson(one));
    return this.place !== null && written(this.place.environment) === written(environment);
  }

  async take(choice: StepChoice, count = 1): Promise<void> {
    this.looked = null;
    await this.during('Taking the step', async (signal) => {
      for (let taken = 0; taken < count && this.episode?.isOver === false && !signal.aborted; taken += 1)
        await this.client.step(choice, { onEvents: (batch) => this.add(batch), signal });
    });
  }

  save(): void {
    download(new Blob([formatTrace(this.events)]), 'episodes.jsonl');
  }

  private add(batch: readonly TraceEvent[]): void {
    for (const event of batch) {
      if (event.type === 'run-start') {
        this.events = [];
        this.tree = createTraceTree();
        this.episode = null;
        this.surrogate = event.dataset !== null && 'surrogate' in event.dataset ? event.dataset.surrogate : null;
      }
      this.events.push(event);
      this.tree.add(event);
    }
    const task = this.tree.tasks.at(-1);
    if (task !== undefined) this.episode = episodeOf(task);
  }
}

export class Lists extends Activity {
  cell = $state(0);
  user = $state(0);
  episodes = $state.raw<readonly { readonly when: string; readonly episode: ShownEpisode }[]>([]);
  private readonly trainings: Trainings;

  constructor(shared: Shared, trainings: Trainings) {
    super(shared);
    this.trainings = trainings;
  }

  async show(): Promise<void> {
    const { id, spec, cells } = this.trainings;
    const cell = cells[this.cell]?.cell;
    if (id === null || spec === null || cell === undefined) return;
    await this.during('Recommending', (signal) => {
      const tree = createTraceTree();
      this.episodes = [];
      const onEvents = (batch: readonly TraceEvent[]): void => {
        for (const event of batch) tree.add(event);
        this.episodes = tree.tasks.flatMap((task) => {
          const episode = episodeOf(task);
          return episode === null ? [] : [{ when: task.label, episode }];
        });
      };
      const stepping = { onEvents, onProgress: this.loading.show, signal };
      return this.client.recommend(id, spec, { cell, user: this.user }, stepping);
    });
  }
}
