/** @file Simulated people that live, on the page: a fold over the events of their sessions. */
import type { SimulationClient } from '../../../client/simulations.ts';
import type { Realism } from '../../../core/realism.ts';
import { DEFAULT_SESSIONS, type SessionRecommenderDescription } from '../../../core/sessions.ts';
import type { EnvironmentDescription, EnvironmentSpec } from '../../../core/simulation.ts';
import type { TraceEvent } from '../../../core/trace.ts';
import { SessionsFold, type LivedWorld, type RoundFigures } from '../../../trace/sessions-fold.ts';
import { formatTrace } from '../../../trace/trace-file.ts';
import { download } from '../../download.ts';
import type { Session } from '../../session.svelte.ts';
import type { Loading } from './loading.svelte.ts';

/** The state of the view. */
export class Sessions {
  offered = $state.raw<readonly SessionRecommenderDescription[]>([]);
  chosen = $state.raw<readonly string[]>([...DEFAULT_SESSIONS.recommenders, 'worst', 'same']);
  rounds = $state(DEFAULT_SESSIONS.rounds);
  pages = $state(DEFAULT_SESSIONS.pages);
  patience = $state(DEFAULT_SESSIONS.patience);
  seed = $state(DEFAULT_SESSIONS.seed);
  isRunning = $state(false);
  isComparing = $state(false);
  worlds = $state.raw<readonly LivedWorld[]>([]);
  figures = $state.raw<readonly RoundFigures[]>([]);
  /** Who plays the people of what is shown. */
  playedBy = $state('');
  /** Of what is shown; null before the first. */
  description = $state.raw<EnvironmentDescription | null>(null);
  realism = $state.raw<Realism | null>(null);
  private readonly session: Session;
  private readonly client: SimulationClient;
  private readonly loading: Loading;
  private fold = new SessionsFold();
  private events: TraceEvent[] = [];
  private controller = new AbortController();

  constructor(session: Session, client: SimulationClient, loading: Loading) {
    this.session = session;
    this.client = client;
    this.loading = loading;
  }

  async offer(): Promise<void> {
    if (this.offered.length > 0) return;
    await this.session.attempt(HOLDING, async () => {
      this.offered = await this.client.sessionRecommenders();
    });
  }

  /** Those that can be had: what knows people by rules knows nothing of a model. */
  usable(environment: EnvironmentSpec): readonly SessionRecommenderDescription[] {
    const isByRules = environment.rater.name === DEFAULT_SESSIONS.environment.rater.name;
    return this.offered.filter(({ knowsRules }) => isByRules || !knowsRules);
  }

  toggle(name: string): void {
    this.chosen = this.chosen.includes(name) ? this.chosen.filter((one) => one !== name) : [...this.chosen, name];
  }

  /** Holds the sessions of those that are chosen. */
  async hold(environment: EnvironmentSpec): Promise<void> {
    if (this.isRunning) return;
    const names = this.usable(environment).map(({ name }) => name);
    const { rounds, pages, patience, seed } = this;
    const recommenders = names.filter((name) => this.chosen.includes(name));
    const spec = { environment, recommenders, rounds, pages, patience, seed };
    this.isRunning = true;
    this.controller = new AbortController();
    const { signal } = this.controller;
    await this.session.attempt(HOLDING, async () => {
      const description = await this.client.describe(environment, signal);
      this.begin(description);
      await this.client.sessions(spec, {
        onEvents: (batch) => this.add(batch),
        onProgress: this.loading.show,
        signal,
      });
    });
    this.loading.end();
    this.isRunning = false;
  }

  stop(): void {
    this.controller.abort();
  }

  /** How real the people of the last sessions are, beside those of a dataset. */
  async compare(dataset: string): Promise<void> {
    this.isComparing = true;
    await this.session.attempt(COMPARING, async () => {
      this.realism = await this.client.compareSessions(dataset, new AbortController().signal);
    });
    this.isComparing = false;
  }

  save(): void {
    download(new Blob([formatTrace(this.events)]), 'sessions.jsonl');
  }

  private begin(description: EnvironmentDescription): void {
    this.fold = new SessionsFold();
    this.events = [];
    this.realism = null;
    this.description = description;
    this.add([]);
  }

  private add(batch: readonly TraceEvent[]): void {
    for (const event of batch) {
      this.events.push(event);
      this.fold.add(event);
    }
    this.worlds = this.fold.worlds.map((world) => ({ ...world, sessions: [...world.sessions] }));
    this.figures = this.fold.rounds;
    this.playedBy = this.fold.model;
  }
}

const HOLDING = 'Holding the sessions';
const COMPARING = 'Comparing the people';
