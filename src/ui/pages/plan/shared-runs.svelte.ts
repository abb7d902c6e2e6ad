/** @file The runs of a page among the tabs: one tab runs a run, the others follow it, and what is open anywhere is not removed. */
import { specOf } from './spec-of.ts';
import type { RunSpec, RunSummary } from '../../../core/run.ts';
import { Elsewhere } from '../../elsewhere.svelte.ts';
import type { Session } from '../../session.svelte.ts';
import { RunView } from './run-view.svelte.ts';
import type { Stage } from './stage.svelte.ts';

/** A page that shows runs. */
interface RunPage {
  readonly session: Session;
  readonly stage: Stage;
  readonly running: { readonly stop: () => void } | null;
  /** Shows a run that is kept. */
  openKept(id: string): Promise<void>;
}

/** A run that was stopped in another tab, to be run again here. */
export interface Taken {
  readonly spec: RunSpec;
  /** As the other tab ran it. */
  readonly before: RunView;
  /** To be run into. */
  readonly view: RunView;
}

const MOST_TRIES = 10;
const TRY_EVERY = 300;

/** A file that is being written may refuse to be read. */
async function patiently(read: () => Promise<void>): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const isRead = await read().then(
      () => true,
      () => false,
    );
    if (isRead) return;
    await new Promise((resolve) => setTimeout(resolve, TRY_EVERY));
  }
}

/** The runs of one page. */
export class SharedRuns {
  /** Whether another tab runs what is shown. */
  readonly elsewhere: Elsewhere;
  private readonly page: RunPage;
  private ended: Promise<unknown> = Promise.resolve();
  /** The run that is being opened in place of the one that is shown. */
  private opening: string | null = null;

  /** @param page whose runs count as open as long as they are on its stage */
  constructor(page: RunPage) {
    const { tabs } = page.session.client;
    this.page = page;
    this.elsewhere = new Elsewhere(tabs, {
      reload: ({ id }) => this.reload(id),
      stop: () => this.stop(),
      onChange: ({ id, insteadOf }) => {
        if (insteadOf !== undefined) void this.openInstead(id, insteadOf);
      },
    });
    const show = tabs.shower('run');
    $effect.root(() => {
      $effect(() => show(page.stage.runs.flatMap(({ id }) => id ?? [])));
    });
  }

  /** Follows the run that is shown where another tab runs it; several are not followed. */
  look(runs: readonly RunView[]): void {
    const [only] = runs;
    const id = runs.length === 1 ? (only?.id ?? null) : null;
    if (only === undefined || id === null) void this.elsewhere.look(null);
    else void this.lookAt(id, only);
  }

  private async lookAt(id: string, view: RunView): Promise<void> {
    await this.elsewhere.look({ kind: 'run', id });
    // What was written after it was read here and before it was looked at was told to nobody.
    if (view.tree.end === null && !this.elsewhere.isMine) await patiently(() => this.reload(id));
  }

  /** Runs a spec into a view, which other tabs follow meanwhile. @param before what it takes the place of */
  async run(view: RunView, spec: RunSpec, signal: AbortSignal, before: RunView | null = null): Promise<RunSummary> {
    const running = this.page.session.client.run(spec, {
      onEvents: (batch) => view.add(batch),
      onKept: (id) => {
        view.id = id;
        void this.elsewhere.begin({ kind: 'run', id });
      },
      ...(before !== null && before.id !== null && { insteadOf: before.id }),
      signal,
    });
    this.ended = running.catch(() => undefined);
    try {
      return await running;
    } finally {
      void this.elsewhere.release();
    }
  }

  /** Stops in the other tab what is shown, which is to be run again here from its start: a run is one piece. */
  async takeOver(): Promise<Taken | null> {
    const [before] = this.page.stage.runs;
    if (before === undefined || this.page.running !== null) return null;
    await this.elsewhere.takeOver();
    const spec = specOf(before.events);
    return spec && { spec, before, view: new RunView(before.origin) };
  }

  /** Once: every change of the run says what it is in place of, and an older reading must not take the place of a newer one. */
  private async openInstead(id: string, insteadOf: string): Promise<void> {
    if (this.opening === id || this.page.stage.runs[0]?.id !== insteadOf) return;
    this.opening = id;
    await patiently(() => this.page.openKept(id));
    this.opening = null;
  }

  private async stop(): Promise<void> {
    this.page.running?.stop();
    await this.ended;
  }

  /** Shows how far another tab has come. */
  private async reload(id: string): Promise<void> {
    const { events } = await this.page.session.client.readRun(id);
    const [view] = this.page.stage.runs;
    if (view?.id === id) view.add(events.slice(view.events.length));
  }
}
