/** @file What takes a while on the Simulate page: one thing at a time of each kind, with a stop, what is loaded for it, and charts of what happens. */
import type { SimulationClient } from '../../../client/simulation-client.ts';
import type { EnvironmentSpec } from '../../../core/simulation.ts';
import type { WorkingCall } from '../../../trace/call-record.ts';
import type { LoadProgress } from '../../../client/lab.ts';
import type { Session } from '../../session.svelte.ts';

/** What is loaded or asked for, before something slow begins and while it goes on: a language model, and what it is to rate. */
export class Loading {
  progress = $state.raw<LoadProgress | null>(null);
  working = $state.raw<WorkingCall | null>(null);

  readonly show = (progress: LoadProgress): void => void (this.progress = progress);

  end(): void {
    this.progress = null;
    this.working = null;
  }
}

export interface Shared {
  readonly session: Session;
  readonly client: SimulationClient;
  readonly loading: Loading;
  readonly use: (environment: EnvironmentSpec) => void;
}

/** Redrawing a chart takes longer than an event. */
const REDRAW_MILLISECONDS = 150;

/** One kind of thing that the page does, of which one is under way at a time. */
export abstract class Activity {
  isBusy = $state(false);
  readonly session: Session;
  protected readonly client: SimulationClient;
  protected readonly loading: Loading;
  protected readonly use: Shared['use'];
  private controller = new AbortController();
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor({ session, client, loading, use }: Shared) {
    this.session = session;
    this.client = client;
    this.loading = loading;
    this.use = use;
  }

  stop(): void {
    this.controller.abort();
  }

  /** Does something unless something else is under way. A failure is shown. */
  protected async during(what: string, act: (signal: AbortSignal) => Promise<void>): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    this.controller = new AbortController();
    await this.session.attempt(what, () => act(this.controller.signal));
    this.loading.end();
    this.isBusy = false;
    this.redrawNow();
  }

  protected redraw(): void {
    // Most show each event as it comes.
  }

  protected redrawSoon(): void {
    this.timer ??= setTimeout(() => this.redrawNow(), REDRAW_MILLISECONDS);
  }

  protected redrawNow(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.redraw();
  }
}
