/** @file Simulated people that live, on the page: a fold over the events of their sessions. */
import type { Experiment } from '../../../client/lab.ts';
import { newId } from '../../../client/run-record.ts';
import { DEFAULT_SESSIONS, type SessionsSpec } from '../../../core/sessions.ts';
import type { EnvironmentDescription, EnvironmentSpec } from '../../../core/simulation.ts';
import type { TraceEvent } from '../../../core/trace.ts';
import { SessionsFold } from '../../../trace/sessions-fold.ts';
import { formatTrace } from '../../../trace/trace-file.ts';
import { download } from '../../browser.ts';
import { writtenSpec, type Written } from '../../forms/written.ts';
import { Activity } from './activity.svelte.ts';

const { environment: _, ...DRAFT } = DEFAULT_SESSIONS;

export class Sessions extends Activity {
  draft = $state.raw<Omit<SessionsSpec, 'environment'>>(DRAFT);
  sessions = $state.raw<SessionsFold['sessions']>([]);
  rounds = $state.raw<SessionsFold['rounds']>([]);
  description = $state.raw<EnvironmentDescription | null>(null);
  /** Of those that were opened; null for those that were just held. */
  id = $state<string | null>(null);
  private fold = new SessionsFold();
  private events: TraceEvent[] = [];

  get form(): Written {
    return writtenSpec(this.draft, this.session.description?.forms.sessions, (draft) => (this.draft = draft));
  }

  hold(environment: EnvironmentSpec): Promise<void> {
    return this.during('Holding the sessions', async (signal) => {
      this.description = await this.client.query('environment', environment, { signal });
      this.begin();
      const { fold } = this;
      const onEvents = (batch: readonly TraceEvent[]): void => {
        // What sessions that were stopped tell late is not of those that are shown by then.
        if (fold === this.fold) this.add(batch);
      };
      await this.client.start('sessions', newId('sessions'), { ...this.draft, environment }, { onEvents, signal });
    }).then(() => this.session.kept.refresh());
  }

  async open({ id, spec: kept }: Experiment): Promise<void> {
    if (this.isBusy) return;
    await this.session.attempt('Opening the sessions', async () => {
      const { environment, ...draft } = kept as unknown as SessionsSpec;
      const events = this.session.eventsOf(await this.session.client.read(id));
      this.use(environment);
      this.draft = { ...DRAFT, ...draft };
      this.description = await this.client.query('environment', environment);
      this.begin();
      this.id = id;
      this.add(events);
    });
  }

  private begin(): void {
    this.id = null;
    this.fold = new SessionsFold();
    this.events = [];
  }

  private add(batch: readonly TraceEvent[]): void {
    for (const event of batch) {
      this.events.push(event);
      this.fold.add(event);
    }
    this.redrawSoon();
  }

  save(): void {
    download(new Blob([formatTrace(this.events)]), 'sessions.jsonl');
  }

  protected override redraw(): void {
    this.sessions = this.fold.sessions;
    this.rounds = this.fold.rounds;
  }
}
