/** @file Simulated people that live, on the page: a fold over the events of their sessions, held now or kept from before. */
import type { KeptSessions, SimulationClient } from '../../../client/simulation-client.ts';
import { DEFAULT_SESSIONS, type SessionRecommenderDescription, type SessionsSpec } from '../../../core/sessions.ts';
import type { EnvironmentDescription, EnvironmentSpec } from '../../../core/simulation.ts';
import type { TraceEvent } from '../../../core/trace.ts';
import { SessionsFold, type LivedWorld, type RoundFigures } from '../../../trace/sessions-fold.ts';
import { formatTrace } from '../../../trace/trace-file.ts';
import { download } from '../../browser.ts';
import type { Session } from '../../session.svelte.ts';
import { counted } from '../../words.ts';
import type { Loading } from './loading.svelte.ts';

/** Drawing charts takes longer than an event. */
const REDRAW_MILLISECONDS = 150;

export class Sessions {
  offered = $state.raw<readonly SessionRecommenderDescription[]>([]);
  chosen = $state.raw<readonly string[]>([...DEFAULT_SESSIONS.recommenders, 'worst', 'same']);
  rounds = $state(DEFAULT_SESSIONS.rounds);
  pages = $state(DEFAULT_SESSIONS.pages);
  patience = $state(DEFAULT_SESSIONS.patience);
  seed = $state(DEFAULT_SESSIONS.seed);
  isRunning = $state(false);
  worlds = $state.raw<readonly LivedWorld[]>([]);
  figures = $state.raw<readonly RoundFigures[]>([]);
  playedBy = $state('');
  description = $state.raw<EnvironmentDescription | null>(null);
  kept = $state.raw<readonly KeptSessions[]>([]);
  id = $state<string | null>(null);
  readonly session: Session;
  private readonly simulations: SimulationClient;
  private readonly client: SimulationClient['sessions'];
  private readonly loading: Loading;
  private readonly onopened: (environment: EnvironmentSpec) => void;
  private fold = new SessionsFold();
  private events: TraceEvent[] = [];
  private timer: ReturnType<typeof setTimeout> | null = null;
  private controller = new AbortController();

  constructor(
    session: Session,
    simulations: SimulationClient,
    loading: Loading,
    onopened: (environment: EnvironmentSpec) => void,
  ) {
    this.session = session;
    this.simulations = simulations;
    this.client = simulations.sessions;
    this.loading = loading;
    this.onopened = onopened;
  }

  async offer(): Promise<void> {
    await this.refresh();
    if (this.offered.length > 0) return;
    await this.session.attempt(HOLDING, async () => {
      this.offered = await this.client.recommenders();
    });
  }

  /** `Random, EASE: 5 rounds of 50 people`. */
  nameOf({ spec }: Pick<KeptSessions, 'spec'>): string {
    const titles = spec.recommenders.map((name) => this.offered.find((one) => one.name === name)?.title ?? name);
    return `${titles.join(', ')}: ${counted(spec.rounds, 'round')} of ${counted(spec.environment.people, 'person', 'people')}`;
  }

  /** Those that can be had: what knows people by rules knows nothing of a model. */
  usable(environment: EnvironmentSpec): readonly SessionRecommenderDescription[] {
    const isByRules = environment.rater.name === DEFAULT_SESSIONS.environment.rater.name;
    return this.offered.filter(({ knowsRules }) => isByRules || !knowsRules);
  }

  toggle(name: string): void {
    this.chosen = this.chosen.includes(name) ? this.chosen.filter((one) => one !== name) : [...this.chosen, name];
  }

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
      const description = await this.simulations.describe(environment, signal);
      let fold = this.fold;
      const begin = (id: string): void => void (fold = this.show(id, description, []));
      await this.client.hold(spec, begin, {
        // What sessions that were stopped tell late is not of what is shown by then.
        onEvents: (batch) => void (fold === this.fold && this.add(batch)),
        onProgress: this.loading.show,
        signal,
      });
    });
    this.loading.end();
    this.isRunning = false;
    this.redraw();
    await this.refresh();
  }

  stop(): void {
    this.controller.abort();
  }

  async open(id: string): Promise<void> {
    const kept = this.kept.find((one) => one.id === id);
    if (kept === undefined || this.isRunning) return;
    await this.session.attempt('Opening the sessions', async () => {
      const { environment } = kept.spec;
      this.onopened(environment);
      this.take(kept.spec);
      const events = this.session.eventsOf(await this.client.read(id));
      this.show(id, await this.simulations.describe(environment, new AbortController().signal), events);
    });
  }

  async remove(id: string): Promise<void> {
    const isGone = await this.session.attempt('Removing the sessions', () => this.client.remove(id));
    if (isGone && id === this.id) this.show(null, null, []);
    await this.refresh();
  }

  save(): void {
    download(new Blob([formatTrace(this.events)]), 'sessions.jsonl');
  }

  private async refresh(): Promise<void> {
    await this.session.attempt('Looking for kept sessions', async () => {
      this.kept = await this.client.list();
    });
  }

  private take({ recommenders, rounds, pages, patience, seed }: SessionsSpec): void {
    this.chosen = recommenders;
    this.rounds = rounds;
    this.pages = pages;
    this.patience = patience;
    this.seed = seed;
  }

  private show(
    id: string | null,
    description: EnvironmentDescription | null,
    events: readonly TraceEvent[],
  ): SessionsFold {
    this.id = id;
    this.fold = new SessionsFold();
    this.events = [];
    this.description = description;
    this.add(events);
    this.redraw();
    return this.fold;
  }

  private add(batch: readonly TraceEvent[]): void {
    for (const event of batch) {
      this.events.push(event);
      this.fold.add(event);
    }
    this.timer ??= setTimeout(() => this.redraw(), REDRAW_MILLISECONDS);
  }

  private redraw(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.worlds = this.fold.worlds.map((world) => ({ ...world, sessions: [...world.sessions] }));
    this.figures = this.fold.rounds;
    this.playedBy = this.fold.model;
  }
}

const HOLDING = 'Holding the sessions';
