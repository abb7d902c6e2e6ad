/** @file Runs that are saved as files, with how far that is. */
import { connectExport } from '../../client/connect-export.ts';
import { wallClock } from '../../core/clock.ts';
import { throwIfAborted } from '../../core/errors.ts';
import type { RUN_FORMATS } from '../../export/run-formats.ts';
import { download } from '../download.ts';
import type { Work } from '../session.svelte.ts';
import { fileStem } from './question-on.ts';
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

  /** Saves the runs on the page, several of them in one zip. */
  async save({ extension }: (typeof RUN_FORMATS)[number]): Promise<void> {
    const { session, stage, saved } = this.plan;
    this.work?.stop();
    const controller = new AbortController();
    const { signal } = controller;
    const stop = (): void => controller.abort();
    await session
      .attempt('Saving the runs', async () => {
        const stem = fileStem(this.plan);
        const made: { readonly name: string; readonly file: Blob }[] = [];
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
          const file = await this.files.file(run.events, request, { signal, onProgress });
          made.push({ name: `${name}.${extension}`, file });
        }
        // One click is one file.
        const [only] = made;
        if (made.length > 1) download(await zipped(made), `${stem}.zip`);
        else if (only !== undefined) download(only.file, `${stem}-${only.name}`);
      })
      .finally(() => {
        if (this.work?.stop === stop) this.work = null;
      });
  }
}

async function zipped(made: readonly { readonly name: string; readonly file: Blob }[]): Promise<Blob> {
  const { zipSync } = await import('fflate');
  const parts = made.map(async ({ name, file }) => [name, new Uint8Array(await file.arrayBuffer())] as const);
  return new Blob([zipSync(Object.fromEntries(await Promise.all(parts)))], { type: 'application/zip' });
}

const NOTHING = { bytes: 0, totalBytes: 0, rows: 0 };
