/** @file Runs that are saved as files, with how far that is. */
import { connectExport } from '../../client/connect-export.ts';
import { wallClock } from '../../core/clock.ts';
import { throwIfAborted } from '../../core/errors.ts';
import type { RUN_FORMATS } from '../../export/run-formats.ts';
import { download } from '../download.ts';
import type { Work } from '../session.svelte.ts';
import type { Plan } from './plan.svelte.ts';

/** What saves the runs on the page. */
export class SavingRuns {
  /** What is being written; null where nothing is. */
  work = $state.raw<Work | null>(null);
  private readonly plan: Plan;
  private readonly files = connectExport();

  constructor(plan: Plan) {
    this.plan = plan;
  }

  /** Saves each run on the page. */
  async save({ extension }: (typeof RUN_FORMATS)[number]): Promise<void> {
    const { session, stage, saved } = this.plan;
    this.work?.stop();
    const controller = new AbortController();
    const { signal } = controller;
    const stop = (): void => controller.abort();
    await session
      .attempt('Saving the runs', async () => {
        for (const [index, run] of stage.runs.entries()) {
          throwIfAborted(signal);
          const { startedAt } = saved.runs.find(({ id }) => id === run.id) ?? { startedAt: wallClock() };
          const name = `${run.origin.planner || 'run'}${index > 0 && stage.runs[0]?.origin.planner === run.origin.planner ? '-fork' : ''}`;
          const request = { extension, title: run.origin.title, startedAt };
          const onProgress = (share: number | null): void => {
            if (signal.aborted) return;
            const phase = share === null ? 'Writing' : 'Reading the events';
            this.work = { name: `${name}.${extension}`, kind: 'save', progress: { ...NOTHING, phase, share }, stop };
          };
          download(await this.files.file(run.events, request, { signal, onProgress }), `${name}.${extension}`);
        }
      })
      .finally(() => {
        if (this.work?.stop === stop) this.work = null;
      });
  }
}

const NOTHING = { bytes: 0, totalBytes: 0, rows: 0 };
